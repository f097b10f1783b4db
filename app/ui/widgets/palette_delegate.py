"""How a row of the command palette looks. Public names: `PaletteDelegate`, `ROW`, `QUERY`."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.core.matching.query import Query, spans
from app.ui.theme.theme import Theme
from app.ui.widgets.prose.utf16 import Units

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
QUERY = Qt.ItemDataRole.UserRole + 1
HEIGHT = 32
PADDING = 9
ICON = 14


class PaletteDelegate(QStyledItemDelegate):
    """Qt draws the ground; we add icon, words with the typed letters in bold, and the key."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def _words(self, text: str, query: str, width: int) -> QTextLayout:
        """One line, cut with an ellipsis where it is too long."""
        font = self._theme.font()
        text = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, width)
        layout = QTextLayout(text, font)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.DemiBold)
        bold.setForeground(QColor(self._theme.tokens.acc))
        ranges = []
        units = Units(text)
        for start, length in spans(Query(query), text):
            piece, first = QTextLayout.FormatRange(), units.qt(start)
            piece.start, piece.length = first, units.qt(start + length) - first
            piece.format = bold
            ranges.append(piece)
        layout.setFormats(ranges)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(width)
        layout.endLayout()
        return layout

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, HEIGHT)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        row, query = index.data(ROW), index.data(QUERY)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        bounds: QRect = option.rect
        scale = painter.device().devicePixelRatio()
        mark = self._theme.pixmap(row.icon, "acc" if chosen else "t3", ICON, scale)
        top = bounds.y() + (bounds.height() - ICON) // 2
        painter.drawPixmap(bounds.x() + PADDING, top, mark)
        left = bounds.x() + PADDING + ICON + 8
        right = self._paint_end(painter, row.keys, row.detail, bounds)
        painter.setPen(self._theme.colour("t1"))
        words = self._words(row.text, query, right - left - 8)
        height = round(words.boundingRect().height())
        words.draw(painter, QPoint(left, bounds.y() + (bounds.height() - height) // 2))
        painter.restore()

    def _paint_end(self, painter: QPainter, keys: str, detail: str, bounds: QRect) -> int:
        """The key in its frame, and a caption before it; where the words have to end."""
        right = bounds.right() - PADDING
        painter.setFont(self._theme.font(11))
        metrics = painter.fontMetrics()
        if keys:
            width = metrics.horizontalAdvance(keys) + 10
            frame = QRect(right - width, bounds.center().y() - 8, width, 17)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self._theme.colour("line2"))
            painter.drawRoundedRect(frame, 4, 4)
            painter.setPen(self._theme.colour("t2"))
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, keys)
            right -= width + 8
        if detail:
            width = metrics.horizontalAdvance(detail)
            place = QRect(right - width, bounds.y(), width, bounds.height())
            painter.setPen(self._theme.colour("t2"))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, detail)
            right -= width + 8
        return right
