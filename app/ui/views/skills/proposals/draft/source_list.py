"""Where each part of a description went in a draft, and what was struck from it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.drafting.draft import Draft
from app.core.drafting.tracing import Source
from app.core.drafting.verifying import Struck
from app.core.words import _, ngettext
from app.ui.theme.goals import GOALS
from app.ui.theme.theme import Theme
from app.ui.widgets.fact_row import INDENT, FactRow
from app.ui.widgets.labels import label
from app.ui.widgets.scrolled import scrolled


class SourceList(QWidget):
    """A row for each part; `chosen(Source)` when one is clicked. What is wrong comes first."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[FactRow] = []
        self.head = label("", "head", wrap=True)
        self._parts = QVBoxLayout()
        self._parts.setContentsMargins(0, 0, 6, 0)
        self._parts.setSpacing(2)
        self._parts.addStretch(1)
        inside = QWidget()
        inside.setLayout(self._parts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.head)
        column.addWidget(scrolled(inside, _("Where your words went")), 1)

    def show_draft(self, made: Draft) -> None:
        """Show these in the place of those before."""
        while self._parts.count() > 1:
            item = self._parts.takeAt(0)
            if item is not None and (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.rows = []
        count, lost = len(made.sources), len(made.lost)
        said = ngettext(
            "{kept} of {count} part of your description is in the draft",
            "{kept} of {count} parts of your description are in the draft",
            count,
        )
        self.head.setText(said.format(kept=count - lost, count=count))
        self.setVisible(bool(count or made.struck))
        for source in made.lost:
            self._add(self._row(source))
        for struck in made.struck:
            self._add(_struck(struck))
        for source in made.sources:
            if not source.is_lost:
                self._add(self._row(source))

    def _add(self, part: QWidget) -> None:
        self._parts.insertWidget(self._parts.count() - 1, part)

    def _row(self, source: Source) -> FactRow:
        icon, colour = "steps", "t3"
        if source.is_lost:
            icon, colour = "warn", "warn"
        elif source.goal is not None:
            icon = GOALS[source.goal].icon
        elif source.in_title:
            icon = "text"
        row = FactRow(self._theme, icon, source.text, place_words(source), colour=colour)
        row.clicked.connect(lambda *_checked: self.chosen.emit(source))
        self.rows.append(row)
        return row


def place_words(source: Source) -> str:
    """Where a part of the description stands in the draft."""
    if source.goal is not None:
        return _(source.goal.value)
    if source.step:
        return _("Step {number}").format(number=source.step)
    return _("Title") if source.in_title else _("Left out")


def _struck(struck: Struck) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(INDENT, 4, 12, 4)
    column.setSpacing(1)
    column.addWidget(label(struck.text, "struck", wrap=True))
    removed = _("Removed. {why}").format(why=struck.why)
    column.addWidget(label(removed, "caption", wrap=True))
    return made
