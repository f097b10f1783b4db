"""How a row of the command palette looks. Public names: `PaletteDelegate`, `ROW`, `QUERY`."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat

from app.core.matching.query import Query, spans
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.prose.layouts import lay_out
from app.ui.widgets.prose.text_style import format_range
from app.ui.widgets.prose.utf16 import Units

ROW = Qt.ItemDataRole.UserRole
QUERY = Qt.ItemDataRole.UserRole + 1


class PaletteDelegate(ListDelegate):
    """Icon, words with the typed letters in bold, and the key."""

    HEIGHT = 32
    ICON = 14
    PADDING = 9
    INDENT = 31

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        row = index.data(ROW)
        top = bounds.y() + (bounds.height() - self.ICON) // 2
        rest, found_in, words = ("t4", "t4", "t4") if row.why_not else ("t3", "acc", "t1")
        icon = "acc" if selected else rest
        self._icon(painter, bounds.x() + self.PADDING, top, row.icon, icon)
        left = bounds.x() + self.INDENT
        keys, detail = ("", row.why_not) if row.why_not else (row.keys, row.detail)
        right = self._paint_end(painter, keys, detail, bounds)
        width = right - left - 8
        layout = self._lines(row.text, 13, width, 1, 0)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.DemiBold)
        bold.setForeground(self._theme.colour(found_in))
        text = layout.text()
        units, found = Units(text), spans(Query(index.data(QUERY)), text)
        stretches = [(units.qt(start), units.qt(start + length)) for start, length in found]
        layout.setFormats([format_range(start, end - start, bold) for start, end in stretches])
        lay_out(layout, width, most=1)
        painter.setPen(self._theme.colour(words))
        height = round(layout.boundingRect().height())
        layout.draw(painter, QPoint(left, bounds.y() + (bounds.height() - height) // 2))

    def _paint_end(self, painter: QPainter, keys: str, detail: str, bounds: QRect) -> int:
        """The key in its frame, and a caption before it; where the words have to end."""
        line = QRect(bounds)
        line.setRight(bounds.right() - self.PADDING)
        colour = self._theme.colour("t2")
        if keys:
            line.setRight(self._key(painter, line, keys) - 8)
        return self._end(painter, line, detail, colour) - 8 if detail else line.right()
