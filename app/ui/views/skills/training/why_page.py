"""Why the memory with the keyboard would stand where it stands, with the arithmetic."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from app.core.training.placement_reasons import why
from app.core.training.proposal import Item, Proposal
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.training.sentence_text import SentenceText
from app.ui.views.skills.training.step_words import StepWords
from app.ui.views.skills.training.verdict_signs import Look, Run
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import Role, label
from app.ui.widgets.scrolled import scrolled

APART = 8
"""Above the name of a step that follows."""


class WhyPage(QWidget):
    """Follows the memory that is looked at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.fragment: int | None = None
        self._lines: list[str] = []
        self._column = QVBoxLayout()
        self._column.setContentsMargins(16, 14, 14, 16)
        self._column.setSpacing(6)
        inner = QWidget()
        inner.setLayout(self._column)
        nothing = EmptyState(
            theme,
            "memory",
            _("No memory chosen"),
            _("Select a memory to see why it is placed there."),
        )
        self._pages = QStackedLayout(self)
        self._pages.addWidget(nothing)
        self._pages.addWidget(scrolled(inner, _("Why here")))

    def show_item(self, found: Proposal, fragment: int | None) -> None:
        """One memory of a training; None: nothing."""
        item = next((i for i in found.items if i.fragment.id == fragment), None)
        self.fragment = fragment if item is not None else None
        self._pages.setCurrentIndex(int(item is not None))
        if item is not None:
            self._fill(found, item)

    @property
    def said(self) -> str:
        """Everything on it."""
        return "\n".join(self._lines)

    def _fill(self, found: Proposal, item: Item) -> None:
        empty(self._column)
        self._lines.clear()
        self._say(item.fragment.text, "body")
        self._say(_("from {source}").format(source=item.fragment.source), "source")
        self._say(why(found, item), "secondary")
        for line in _arithmetic(item):
            self._say(line, "muted")
        words = StepWords(found.authored)
        for number, gist in _around(found, item):
            self._say(_("Step {number}").format(number=found.names[number - 1]), "caption")
            step = SentenceText(self._theme, partial(words.prose, number))
            step.show_runs((Run(gist, Look.QUIET),))
            self._lines.append(step.shown)
            self._column.addWidget(step)
        self._column.addStretch(1)

    def _say(self, words: str, role: Role) -> None:
        line = label(words, role, wrap=True)
        self._lines.append(words)
        line.setContentsMargins(0, APART if role == "caption" else 0, 0, 0)
        self._column.addWidget(line)


def _arithmetic(item: Item) -> Iterator[str]:
    place = item.placement
    if item.after is not None:
        words = _("Score {score} = 0.5 · {similarity} similarity + 0.5 · {coherence} coherence")
        yield words.format(
            score=f"{place.score:.2f}",
            similarity=f"{place.similarity:.2f}",
            coherence=f"{place.coherence:.2f}",
        )
    yield _("Relevance {relevance} to the query").format(relevance=f"{item.fragment.relevance:.2f}")


def _around(found: Proposal, item: Item) -> Iterator[tuple[int, str]]:
    for number, step in enumerate(found.neighbours(item), start=item.after or 0):
        if step is not None:
            yield number, " ".join(step.split())
