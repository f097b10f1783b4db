"""What stands in a file for us: lines with their numbers, ours marked. Public: `WrittenLines`."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.connect.planning import Line
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.scrolled import scrolled

MOST = 16
"""Lines before they scroll."""
SIZE, PAD = 12, 6
_GROUNDS = {"+": "ok_soft", "-": "err_soft"}
_COLOURS = {"+": "ok", "-": "err"}


class WrittenLines(QWidget):
    """As high as its lines, up to some of them; long lines can be scrolled to their end."""

    def __init__(self, theme: Theme, most: int = MOST) -> None:
        super().__init__()
        self._theme, self._most = theme, most
        self._lines = _Lines(theme)
        self._area = scrolled(self._lines, _("What was written"), with_keys=True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._area.setCornerWidget(QWidget())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._area)
        theme.changed.connect(self._fit)

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        self._lines.lines = lines
        self._area.setAccessibleDescription("\n".join(f"{one.sign} {one.text}" for one in lines))
        self._fit()

    def _fit(self) -> None:
        lines = self._lines
        lines.setMinimumSize(lines.sizeHint())
        lines.update()
        rows = max(min(len(lines.lines), self._most), 1)
        bar = self._area.horizontalScrollBar().sizeHint().height()
        is_wide = lines.sizeHint().width() > self.width()
        self._area.setFixedHeight(rows * lines.row_height() + 2 * PAD + (bar if is_wide else 0))

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class _Lines(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.lines: tuple[Line, ...] = ()

    def row_height(self) -> int:
        self.setFont(self._theme.mono(SIZE))
        return self.fontMetrics().height() + 3

    # Qt

    def sizeHint(self) -> QSize:
        high = self.row_height()
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(one.text) for one in self.lines), default=0)
        return QSize(self._left() + widest + 12, len(self.lines) * high + 2 * PAD)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("bg1"))
        high, left = self.row_height(), self._left()
        painter.setFont(self.font())
        for n, one in enumerate(self.lines):
            row = QRectF(0, PAD + n * high, self.width(), high)
            if one.sign in _GROUNDS:
                painter.fillRect(row, self._theme.colour(_GROUNDS[one.sign]))
                painter.setPen(self._theme.colour(_COLOURS[one.sign]))
                painter.drawText(row.adjusted(8, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, one.sign)
            painter.setPen(self._theme.colour("t3"))
            number = QRectF(0, row.top(), left - 12, high)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(number, flags, str(one.number))
            painter.setPen(self._theme.colour("t1" if one.sign == "+" else "t2"))
            painter.drawText(row.adjusted(left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, one.text)

    def _left(self) -> int:
        return 24 + self.fontMetrics().horizontalAdvance("00000")
