"""A paragraph in several styles that wraps, can be selected and copied, and has links in it."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from app.ui.theme.fonts import BODY
from app.ui.theme.theme import Theme
from app.ui.widgets.prose.hits import Hit, hit_formats, paint_hits, x_at
from app.ui.widgets.prose.text_style import Run, format_range, ranges
from app.ui.widgets.prose.utf16 import Units

LINE = 19
"""Of body text at its usual size, in px."""
_BREAK = "\u2028"


def scaled(theme: Theme, px: int) -> int:
    """A measure that grows with the size of the text."""
    return round(px * theme.font().pixelSize() / BODY)


class RichParagraph(QWidget):
    """`pressed(at)` for a click that selected nothing, with the place in what the author wrote;
    `followed(link)` for a click on a link.
    """

    pressed = Signal(int)
    followed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._runs: tuple[Run, ...] = ()
        self._text = ""
        self._selected = (0, 0)
        self._hits: tuple[Hit, ...] = ()
        self._height = 0
        self._layout = QTextLayout()
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._laid_out_for = -1
        self._line = LINE
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self._recolour()
        theme.changed.connect(self._recolour)

    def show_runs(self, runs: Sequence[Run]) -> None:
        if tuple(runs) == self._runs:
            return
        self._runs = tuple(runs)
        self._text = "".join(run.text for run in runs)
        self._selected = (0, 0)
        self._hits = ()
        self._layout.setText(self._text.replace("\n", _BREAK))
        self._recolour()

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in the text (code points)."""
        units = Units(self._text)
        marked = tuple((units.qt(start), units.qt(end), now) for start, end, now in hits)
        if marked != self._hits:
            self._hits = marked
            self.update()

    @property
    def text(self) -> str:
        return self._text

    @property
    def selected_text(self) -> str:
        units = Units(self._text)
        start, end = sorted(self._selected)
        return self._text[units.ours(start) : units.ours(end)]

    def height_for(self, width: int) -> int:
        """The height in px the text takes when it is `width` px wide; lays it out for that."""
        if width != self._laid_out_for:
            self._laid_out_for = width
            self._lay_out(width)
        return self._height

    def _lay_out(self, width: int) -> None:
        self._layout.beginLayout()
        y = 0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 40))
            line.setPosition(QPointF(0, y + (self._line - line.height()) / 2))
            y += self._line
        self._layout.endLayout()
        self._height = max(y, self._line)

    def _recolour(self) -> None:
        self._line = scaled(self._theme, LINE)
        self._layout.setFont(self._theme.font())
        self._layout.setFormats(ranges(self._theme, self._runs))
        self._laid_out_for = -1
        self.update()

    def _line_at(self, point: QPointF) -> QTextLine:
        """The line at that height, or the one nearest to it."""
        row = int(point.y() // self._line)
        return self._layout.lineAt(min(max(row, 0), self._layout.lineCount() - 1))

    def _position(self, point: QPointF) -> int:
        """Qt's position of the character at `point`."""
        if not self._layout.lineCount():
            return 0
        return int(self._line_at(point).xToCursor(point.x()))

    def _link(self, point: QPointF) -> str:
        if not self._layout.lineCount() or not 0 <= point.y() < self._height:
            return ""
        line = self._line_at(point)
        if point.x() > line.naturalTextWidth():
            return ""
        over = line.xToCursor(point.x(), QTextLine.CursorPosition.CursorOnCharacter)
        at = Units(self._text).ours(int(over))
        for run in self._runs:
            if at < len(run.text):
                return run.link
            at -= len(run.text)
        return ""

    def _paint_grounds(self, painter: QPainter) -> None:
        """The soft fill under each pill in the sentence, once per line it is on."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("acc_line"))
        painter.setBrush(self._theme.colour("acc_soft"))
        at = 0
        for run in self._runs:
            end = at + Units(run.text).qt(len(run.text))
            for row in range(self._layout.lineCount()) if run.pill else ():
                line = self._layout.lineAt(row)
                first = max(at, line.textStart())
                last = min(end, line.textStart() + line.textLength())
                if first < last:
                    left, right = x_at(line, first), x_at(line, last)
                    ground = QRectF(
                        left + 0.5, row * self._line + 0.5, right - left - 1, self._line - 1
                    )
                    painter.drawRoundedRect(ground, 4, 4)
            at = end
        painter.restore()

    def _source(self, shown: int) -> int:
        """The place in what the author wrote of the character at `shown`."""
        for run in self._runs:
            if shown <= len(run.text):
                return run.at + (0 if run.pill else shown)
            shown -= len(run.text)
        return 0

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(200, self._height or self._line)

    def resizeEvent(self, event: object) -> None:
        self.height_for(self.width())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            at = self._position(event.position())
            self._selected = (at, at)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._selected = (self._selected[0], self._position(event.position()))
            self.update()
        else:
            over = bool(self._link(event.position()))
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
            self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._selected[0] != self._selected[1]:
            clipboard = QGuiApplication.clipboard()
            if clipboard.supportsSelection():
                clipboard.setText(self.selected_text, clipboard.Mode.Selection)
        elif link := self._link(event.position()):
            self.followed.emit(link)
        else:
            self.pressed.emit(self._source(Units(self._text).ours(self._selected[0])))

    def paintEvent(self, event: QPaintEvent) -> None:
        self.height_for(self.width())
        painter = QPainter(self)
        painter.setPen(self._theme.colour("t1"))
        self._paint_grounds(painter)
        paint_hits(painter, self._theme, self._layout, self._hits)
        start, end = sorted(self._selected)
        chosen = hit_formats(self._theme, self._hits)
        if start != end:
            ground = QTextCharFormat()
            ground.setBackground(self._theme.colour("acc_line"))
            chosen.append(format_range(start, end - start, ground))
        self._layout.draw(painter, QPointF(0, 0), chosen)
