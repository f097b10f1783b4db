"""How a call looks in a list: who calls, in which step, and the sentence."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from app.core.library.usages import Usage
from app.core.words import _
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.roles import role_icon

USAGE = Qt.ItemDataRole.UserRole


def place_words(usage: Usage) -> str:
    """Where in the text of the caller it is."""
    if usage.goal is not None:
        return usage.goal.spec.title()
    return _("step {number}").format(number=usage.path)


class UsageDelegate(ListDelegate):
    """The mark, the name with the place, and the sentence."""

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        usage: Usage = index.data(USAGE)
        colour = self._theme.colour
        quiet = colour("t2" if selected else "t3")
        mark = role_icon(usage.caller.role), "acc" if selected else "t3"
        self._icon(painter, bounds.left() + self.PADDING, bounds.top() + self._scaled(7), *mark)
        place = place_words(usage)
        if not usage.is_certain:
            place = _("{place}, or another skill of that name").format(place=place)
        line = self._place(bounds, 5, 19)
        line.setRight(line.right() - self.PADDING - self._width(place))
        end = self._line(painter, line, usage.caller.title, 13, colour("t1"), 500)
        line.setLeft(end + self.PADDING)
        line.setRight(bounds.right() - self.PADDING)
        self._line(painter, line, place, 11, quiet)
        self._line(painter, self._place(bounds, 23, 17), usage.sentence, 11, quiet)
