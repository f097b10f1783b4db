"""Choosing the fields of a skill. Public names: `DetailsDialog`, `Fields`."""

from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from app.core.library.details import Details
from app.core.library.record import Precedence, Source
from app.core.words import _
from app.ui.context import AppContext
from app.ui.models.skill_list import source_word
from app.ui.views.skills.knowledge.details import precedence_word
from app.ui.widgets.form_dialog import FormDialog, named
from app.ui.widgets.number_field import NumberField
from app.ui.widgets.select import Select
from app.ui.widgets.typed_draft import Field

WIDTH, HEIGHT = 560, 520
_PRECEDENCES = (None, *Precedence)
LINES = 84
"""Height of a field with several lines."""


@dataclass(frozen=True, slots=True)
class Fields:
    """What a person chooses of a skill."""

    source: Source
    confidence: float
    input_hints: tuple[str, ...]
    file_patterns: tuple[str, ...]
    precedence: Precedence | None


def fields_of(found: Details) -> Fields:
    """Those that a skill has now."""
    return Fields(
        found.source,
        found.confidence,
        found.input_hints,
        found.file_patterns,
        found.precedence,
    )


class DetailsDialog(FormDialog):
    """`given(fields)` when they are to be stored; closed by who asked."""

    def __init__(
        self, context: AppContext, skill: int, title: str, now: Fields, parent: QWidget
    ) -> None:
        theme = context.theme
        about = _("What you set here overrides the frontmatter.")
        super().__init__(theme, _("Details of “{title}”").format(title=title), about,
                         parent=parent, icon="edit")  # fmt: skip
        self.source = Select(theme, _("Origin"))
        for source in Source:
            self.source.addItem(source_word(source), source)
        self.source.setCurrentIndex(list(Source).index(now.source))
        self.precedence = Select(theme, _("Precedence"))
        for chosen in _PRECEDENCES:
            self.precedence.addItem(precedence_word(chosen), chosen)
        self.precedence.setCurrentIndex(_PRECEDENCES.index(now.precedence))
        self.confidence = NumberField(_("Confidence"), 0, 1)
        self.confidence.show_number(now.confidence)
        self.confidence.looked_at.connect(self._show_state)
        self.hints = _lines(_("Inputs it expects, one per line"), now.input_hints)
        self.patterns = _lines(_("Files it is for, one pattern per line"), now.file_patterns)
        row = QHBoxLayout()
        row.setSpacing(20)
        row.addLayout(named(_("Origin"), self.source))
        row.addLayout(named(_("Confidence, 0 to 1"), self.confidence))
        row.addStretch(1)
        self.body.addLayout(row)
        for field in (self.hints, self.patterns):
            self.body.addLayout(named(field.accessibleName(), field))
        words = _("Where it differs from an agent's instructions")
        self.body.addLayout(named(words, self.precedence))
        self._finish()
        self.resize(WIDTH, HEIGHT)
        fields: dict[str, Field] = {
            "hints": self.hints,
            "patterns": self.patterns,
            "confidence": self.confidence,
        }
        self.offer_draft(context, f"details {skill}", fields)
        self.hints.setFocus()

    def _give(self) -> None:
        confidence = self.confidence.number
        assert confidence is not None
        hints, patterns = (
            tuple(line.strip() for line in field.toPlainText().splitlines() if line.strip())
            for field in (self.hints, self.patterns)
        )
        chosen = _PRECEDENCES[self.precedence.currentIndex()]
        self.given.emit(Fields(self.source.currentData(), confidence, hints, patterns, chosen))

    def _show_state(self) -> None:
        self.keep.setEnabled(self.confidence.number is not None)


def _lines(name: str, said: tuple[str, ...]) -> QPlainTextEdit:
    made = QPlainTextEdit("\n".join(said))
    made.setAccessibleName(name)
    made.setTabChangesFocus(True)
    made.setMinimumHeight(LINES)
    return made
