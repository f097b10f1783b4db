"""How a memory looks in the list: its text, where it comes from, and why it was found."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.ui.models.memory_list import FOUND, Found
from app.ui.theme.theme import Theme

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag
BODY = 13
HEIGHT, HEIGHT_WITH_WHY = 45, 62
ICON = 16
PADDING = 10
INDENT = 36
MARKS = {"memory": ("memory", "mem"), "skill": ("skills", "acc")}


class MemoryDelegate(QStyledItemDelegate):
    """Qt draws the ground, we add the mark and two or three lines."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def _scaled(self, pixels: int) -> int:
        return round(pixels * self._theme.font(BODY).pixelSize() / BODY)

    def _line(self, painter: QPainter, place: QRect, text: str, size: int, colour: QColor) -> None:
        font = self._theme.font(size)
        painter.setFont(font)
        painter.setPen(colour)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Found = index.data(FOUND)
        return QSize(0, self._scaled(HEIGHT_WITH_WHY if row.why else HEIGHT))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""
        option.state &= ~State.State_HasFocus  # the ring is ours

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        row: Found = index.data(FOUND)
        bounds: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & State.State_Selected)
        colour = self._theme.colour
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.device().devicePixelRatio()
        mark = self._theme.pixmap(*MARKS[row.what], ICON, scale)
        painter.drawPixmap(bounds.left() + PADDING, bounds.top() + 7, mark)
        line = QRect(bounds.left() + INDENT, bounds.top() + 5, 0, self._scaled(19))
        line.setRight(bounds.right() - PADDING)
        self._line(painter, line, row.gist, BODY, colour("t1"))
        line.moveTop(bounds.top() + self._scaled(23))
        line.setHeight(self._scaled(17))
        self._line(painter, line, row.caption, 11, colour("t2" if selected else "t3"))
        if row.why:
            line.moveTop(bounds.top() + self._scaled(40))
            self._line(painter, line, row.why, 11, colour("t1" if selected else "mem"))
        if state & State.State_HasFocus and not selected:
            painter.setPen(QPen(colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(bounds).adjusted(1, 1, -1, -1), 6, 6)
        painter.restore()
