"""A draft as the editor shows it, with what is to be looked at before it is a skill."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.core.drafting.draft import Draft, so_far
from app.core.drafting.tracing import Source
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.widgets.buttons import Button
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import card, label
from app.ui.widgets.tips import plain_tip

GROWS = 120
"""Milliseconds between two looks at what a model is writing."""
MOST_ADDED = 12


class Preview(QWidget):
    """To be read, not edited. What is not in the description leads to where it stands."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = context.theme
        self._answer = ""
        self.added: list[Button] = []
        self.editor = EditorView(context)
        self._source = label("", "secondary", wrap=True)
        self.findings = label("", "caption")
        self.swap = Button(context.theme, "", "link", size="small")
        self.swap.hide()
        self.older = label(_("Made from an earlier description."), "warning", wrap=True)
        self.older.hide()
        self._warning = card("warn")
        self._added_words = label("", "name", wrap=True)
        self._added_flow = FlowLayout(gap=6)
        self._nothing = EmptyState(
            context.theme,
            "steps",
            _("No draft yet"),
            _("Your description appears here as a skill before anything is saved."),
        )
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(self._page())
        self._grow = QTimer(self, interval=GROWS, singleShot=True)
        self._grow.timeout.connect(self._show_grown)

    @property
    def title(self) -> str:
        return self.editor.title

    def close_goal(self) -> bool:
        """Close the goal that is open, if there is one."""
        chips = self.editor.chips
        was_open = chips.open_kind is not None
        chips.close_box()
        return was_open

    def show_nothing(self) -> None:
        self._grow.stop()
        self._pages.setCurrentIndex(0)

    def show_draft(self, made: Draft) -> None:
        """The whole draft, from its beginning."""
        self._grow.stop()
        self._pages.setCurrentIndex(1)
        self.editor.preview(made.text)
        self._source.setText(_source(made))
        self._show_added(made)
        count = len(self.editor.reading.findings)
        said = ngettext("{count} finding to review", "{count} findings to review", count)
        self.findings.setText(said.format(count=count) if count else _("Nothing to fix"))

    def show_source(self, source: Source) -> None:
        """Show the step, the goal or the title that a part of the description became."""
        skill = self.editor.reading.skill
        goal = skill.goal(source.goal) if source.goal is not None else None
        if goal is not None:
            self.editor.jump_to(goal.start, goal.end)
        elif 0 < source.step <= len(skill.steps):
            step = skill.steps[source.step - 1]
            self.editor.jump_to(step.start, step.end)
        elif source.in_title:
            self.editor.jump_to(0, skill.title_end)

    def show_growing(self, answer: str) -> None:
        """What a model has written so far."""
        self._answer = answer
        if not self._grow.isActive():
            self._grow.start()

    def _show_grown(self) -> None:
        found = so_far(self._answer)
        if not found.title and not found.steps:
            return
        if self._pages.currentIndex() == 0 or self.editor.mode != STEPS:
            self._pages.setCurrentIndex(1)
            self.editor.preview("")
            self.editor.show_mode(STEPS)
        self._source.setText(_("Still being written; nothing is checked yet."))
        self._warning.hide()
        self.swap.hide()
        self.findings.clear()
        self.editor.buffer.become(found.text)
        self.editor.reader.read_now()
        bar = self.editor.steps.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _show_added(self, made: Draft) -> None:
        for button in self.added:
            self._added_flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.added = []
        count = len(made.added)
        words = ngettext(
            "{count} word is not in your description:",
            "{count} words are not in your description:",
            count,
        )
        self._added_words.setText(words.format(count=count))
        for fact in made.added[:MOST_ADDED]:
            button = Button(self._theme, fact, size="small")
            button.setAccessibleName(_("Show {what} in the draft").format(what=fact))
            button.setToolTip(plain_tip(button.accessibleName()))
            button.clicked.connect(lambda *_checked, fact=fact: self._show_fact(fact))
            self._added_flow.addWidget(button)
            self.added.append(button)
        self._warning.setVisible(count > 0)

    def _show_fact(self, fact: str) -> None:
        """Select it in the text, which shows every letter."""
        start = self.editor.buffer.text.casefold().find(fact)
        if start >= 0:
            self.editor.show_mode(TEXT)
            self.editor.jump_to(start, start + len(fact))

    def _page(self) -> QWidget:
        page = QWidget()
        inside = QVBoxLayout(self._warning)
        inside.setContentsMargins(12, 8, 12, 10)
        inside.setSpacing(6)
        inside.addWidget(self._added_words)
        inside.addLayout(self._added_flow)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self._source, 1)
        head.addWidget(self.swap)
        head.addWidget(self.findings)
        above = QVBoxLayout()
        above.setContentsMargins(20, 12, 20, 0)
        above.setSpacing(8)
        above.addLayout(head)
        above.addWidget(self.older)
        above.addWidget(self._warning)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self.editor, 1)
        return page


def _source(made: Draft) -> str:
    """Whose words these are, and why no model's if one was asked."""
    if made.model:
        return _("Drafted by {model}. Read it before you rely on it.").format(model=made.model)
    own = _("Your own sentences, sorted into steps and goals.")
    return f"{made.why} {own}" if made.why else own
