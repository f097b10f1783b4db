"""A paragraph in several styles that wraps, can be selected and copied, and has links in it."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLine,
)
from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.prose.hits import Hit, hit_formats, in_units, paint_hits
from app.ui.widgets.prose.paragraph import BODY_TYPE, Paragraph, TypeSize
from app.ui.widgets.prose.text_style import Run, format_range
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.tips import plain_tip


class RichParagraph(QWidget):
    """`pressed(at)` for a click that selected nothing, with the place in what the author wrote;
    `followed(link)` for a click on a link.
    """

    pressed = Signal(int)
    followed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._size = BODY_TYPE
        self._paragraph = Paragraph(theme)
        self._selected = (0, 0)
        self._hits: tuple[Hit, ...] = ()
        self._height = 0
        self._laid_out_for = -1
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        theme.changed.connect(self._recolour)

    @property
    def line(self) -> int:
        """The height of one, in px."""
        return self._paragraph.line

    def show_runs(self, runs: Sequence[Run]) -> None:
        if tuple(runs) == self._paragraph.runs:
            return
        self._selected, self._hits = (0, 0), ()
        self._show(runs)

    def show_sized(self, runs: Sequence[Run], size: TypeSize) -> None:
        """In another size of the type scale."""
        self._size = size
        self._selected, self._hits = (0, 0), ()
        self._show(runs)

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in the text (code points)."""
        marked = in_units(self.text, hits)
        if marked != self._hits:
            self._hits = marked
            self.update()

    @property
    def paragraph(self) -> Paragraph:
        """As it is laid out now."""
        return self._paragraph

    @property
    def text(self) -> str:
        return self._paragraph.text

    @property
    def selected_text(self) -> str:
        units = Units(self.text)
        start, end = sorted(self._selected)
        return self.text[units.ours(start) : units.ours(end)]

    def height_for(self, width: int) -> int:
        """The height in px the text takes when it is `width` px wide; lays it out for that."""
        if width != self._laid_out_for:
            self._laid_out_for = width
            self._height = self._paragraph.height_for(width)
        return self._height

    def _recolour(self) -> None:
        self._show(self._paragraph.runs)

    def _show(self, runs: Sequence[Run]) -> None:
        self._paragraph = Paragraph(self._theme, runs, self._size)
        self._laid_out_for = -1
        self.update()

    def _line_at(self, point: QPointF) -> QTextLine:
        """The line at that height, or the one nearest to it."""
        row = int(point.y() // self._paragraph.line)
        layout = self._paragraph.layout
        return layout.lineAt(min(max(row, 0), layout.lineCount() - 1))

    def _position(self, point: QPointF) -> int:
        """Qt's position of the character at `point`."""
        if not self._paragraph.layout.lineCount():
            return 0
        line = self._line_at(point)
        words = line.naturalTextRect()  # left of Arabic words Qt gives their beginning
        over = int(line.xToCursor(min(max(point.x(), words.left() + 0.1), words.right())))
        return self._paragraph.written(over)

    def _run(self, point: QPointF) -> Run:
        """What is said at `point`; nothing, where there are no words."""
        if not self._paragraph.layout.lineCount() or not 0 <= point.y() < self._height:
            return Run("")
        line = self._line_at(point)
        words = line.naturalTextRect()
        if not words.left() <= point.x() <= words.right():
            return Run("")
        over = line.xToCursor(point.x(), QTextLine.CursorPosition.CursorOnCharacter)
        at = Units(self.text).ours(self._paragraph.written(int(over)))
        for run in self._paragraph.runs:
            if at < len(run.text):
                return run
            at -= len(run.text)
        return Run("")

    def _source(self, shown: int) -> int:
        """The place in what the author wrote of the character at `shown`."""
        for run in self._paragraph.runs:
            if shown <= len(run.text):
                if run.pill:  # the end that is nearer
                    return run.until if 2 * shown > len(run.text) else run.at
                return run.at + shown
            shown -= len(run.text)
        return 0

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(200, self._height or self._paragraph.line)

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
            over = self._run(event.position())
            self.setToolTip(plain_tip(over.about))
            shape = Qt.CursorShape.PointingHandCursor if over.link else Qt.CursorShape.IBeamCursor
            self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._selected[0] != self._selected[1]:
            clipboard = QGuiApplication.clipboard()
            if clipboard.supportsSelection():
                clipboard.setText(self.selected_text, clipboard.Mode.Selection)
        elif link := self._run(event.position()).link:
            self.followed.emit(link)
        else:
            self.pressed.emit(self._source(Units(self.text).ours(self._selected[0])))

    def paintEvent(self, event: QPaintEvent) -> None:
        self.height_for(self.width())
        painter = QPainter(self)
        self._paragraph.paint_grounds(painter, QPointF())
        shown = self._paragraph.shown
        hits = [(*shown(start, end), now) for start, end, now in self._hits]
        paint_hits(painter, self._theme, self._paragraph.layout, hits)
        start, end = sorted(self._selected)
        chosen = hit_formats(self._theme, self._hits)
        if start != end:
            ground = QTextCharFormat()
            ground.setBackground(self._theme.colour("acc_line"))
            chosen.append(format_range(start, end - start, ground))
        self._paragraph.paint(painter, QPointF(), chosen)
