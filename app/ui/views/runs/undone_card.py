"""Which steps of a run failed or were skipped, and why. Public name: `UndoneCard`."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.runs.state import Mark
from app.core.runs.store import Record
from app.core.runs.undone import Undone
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.runs.run_words import number_of
from app.ui.widgets.labels import label

ICON, MOST = 14, 8


class UndoneCard(QFrame):
    """A line for each, the first of them where there are many."""

    def __init__(self, context: AppContext, record: Record, left: tuple[Undone, ...]) -> None:
        super().__init__()
        self._theme = context.theme
        self.setProperty("card", "plain")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 11, 14, 12)
        column.setSpacing(6)
        column.addWidget(label(_("Not done"), "secondary"))
        for one in left[:MOST]:
            column.addWidget(self._line(one, _words(record, one)))
        if (more := len(left) - MOST) > 0:
            said = ngettext("and {count} more", "and {count} more", more)
            column.addWidget(label(said.format(count=more), "muted"))

    def _line(self, one: Undone, words: str) -> QWidget:
        made, mark = QWidget(), QLabel()
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        icon, colour = ("close", "err") if one.mark is Mark.FAILED else ("skip", "t3")
        side, scale = self._theme.scaled(ICON), self.devicePixelRatioF()
        mark.setPixmap(self._theme.pixmap(icon, colour, side, scale))
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label(words, wrap=True), 1)
        return made


def _words(record: Record, one: Undone) -> str:
    """Such as "Step 4 of Weigh skipped: it was weighed before"."""
    procedure = record.program.procedures[one.skill]
    number = number_of(procedure.nodes[one.node])
    said = _("Step {number} failed: {why}")
    if one.mark is Mark.SKIPPED:
        said = _("Step {number} skipped: {why}")
    if one.skill != record.program.root:
        number = _("{number} of {title}").format(number=number, title=procedure.title)
    return said.format(number=number, why=one.why)
