"""How a call looks in a list: who calls, in which step, and the sentence."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.core.library.usages import Usage
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.roles import role_icon

Index = QModelIndex | QPersistentModelIndex
USAGE = Qt.ItemDataRole.UserRole
BODY = 13
HEIGHT = 45
ICON = 16
PADDING = 8
INDENT = 34


def place_words(usage: Usage) -> str:
    """Where in the text of the caller it is."""
    if usage.goal is not None:
        return usage.goal.spec.title()
    return _("step {number}").format(number=usage.step)


class UsageDelegate(QStyledItemDelegate):
    """Qt draws the ground; we add the mark, the name with the place, and the sentence."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def _scaled(self, pixels: int) -> int:
        return round(pixels * self._theme.font(BODY).pixelSize() / BODY)

    def _line(
        self, painter: QPainter, place: QRect, text: str, size: int, weight: int, colour: QColor
    ) -> int:
        """One line, cut where there is no room for more; where it ends."""
        font = self._theme.font(size, weight)
        painter.setFont(font)
        painter.setPen(colour)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        return place.left() + QFontMetrics(font).horizontalAdvance(shown)

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self._scaled(HEIGHT))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        usage: Usage = index.data(USAGE)
        bounds: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        colour = self._theme.colour
        quiet = colour("t2" if selected else "t3")
        painter.save()
        scale = painter.device().devicePixelRatio()
        icon = role_icon(usage.caller.role)
        mark = self._theme.pixmap(icon, "acc" if selected else "t3", ICON, scale)
        painter.drawPixmap(bounds.left() + PADDING, bounds.top() + 7, mark)
        place = place_words(usage)
        if not usage.is_certain:
            place = _("{place}, or another skill of that name").format(place=place)
        width = QFontMetrics(self._theme.font(11)).horizontalAdvance(place)
        line = QRect(bounds.left() + INDENT, bounds.top() + 5, 0, self._scaled(19))
        line.setRight(bounds.right() - 2 * PADDING - width)
        end = self._line(painter, line, usage.caller.title, BODY, 500, colour("t1"))
        line.setLeft(end + PADDING)
        line.setRight(bounds.right() - PADDING)
        self._line(painter, line, place, 11, 400, quiet)
        line = QRect(bounds.left() + INDENT, bounds.top() + self._scaled(23), 0, self._scaled(17))
        line.setRight(bounds.right() - PADDING)
        self._line(painter, line, usage.sentence, 11, 400, quiet)
        painter.restore()
