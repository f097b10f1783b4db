"""A row of a card that leads somewhere: icon, two lines, a value. Public name: `FactRow`."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import isolated
from app.ui.widgets.gauges import BAR, paint_bar
from app.ui.widgets.pressable import PaintedButton
from app.ui.widgets.tips import plain_tip

HEIGHT = 45
LEADING = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
PADDING = 12
INDENT = 34
ICON = 16
BODY = 13
ROOMY = 320
"""From this width on there is room for a bar."""


class FactRow(PaintedButton):
    """`clicked` goes there. `share` (0 to 1) draws a bar before `value`, -1 none."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str,
        caption: str,
        *,
        value: str = "",
        share: float = -1.0,
        colour: str = "t3",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._colour = theme, icon, colour
        self._title, self._caption = " ".join(title.split()), " ".join(caption.split())
        self._value, self._share = value, share
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        said = (self._title, self._caption, value)
        self.setAccessibleName(". ".join(part.rstrip(".") for part in said if part))
        self.setToolTip(plain_tip("\n".join(part for part in (title, caption) if part)))
        theme.changed.connect(self.update)

    def _line(self, painter: QPainter, place: QRect, text: str, size: int, colour: QColor) -> None:
        font = self._theme.font(size, 500 if size == BODY else 400)
        painter.setFont(font)
        painter.setPen(colour)
        cut = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, LEADING, isolated(cut))

    def _paint_value(self, painter: QPainter) -> int:
        """The value at the end of the row, and its bar; where they begin."""
        edge = self.width() - PADDING
        if self._value:
            font = self._theme.font(12)
            width = QFontMetrics(font).horizontalAdvance(self._value)
            painter.setFont(font)
            painter.setPen(self._theme.colour("t2"))
            place = QRect(edge - width, 0, width + 1, self.height())
            painter.drawText(place, LEADING, isolated(self._value))
            edge -= width + 8
        if self._share >= 0 and self.width() >= ROOMY:
            top = (self.height() - BAR.height()) / 2
            bar = QRectF(edge - BAR.width(), top, BAR.width(), BAR.height())
            colour = self._theme.colour
            paint_bar(painter, bar, self._share, colour("t2"), colour("line2"))
            edge -= BAR.width() + 8
        return edge

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(160, self._theme.scaled(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.colour
        raised = self.underMouse() or self.isDown()
        if raised:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("bg4"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 1, -2, -1), 6, 6)
        scale = self.devicePixelRatioF()
        middle = self.height() // 2
        icon, indent = self._theme.scaled(ICON), self._theme.scaled(INDENT)
        mark = self._theme.pixmap(self._icon, self._colour, icon, scale)
        painter.drawPixmap(PADDING, middle - icon + 2, mark)
        edge = self._paint_value(painter)
        words = QRect(indent, 4, edge - indent - 6, middle - 4)
        self._line(painter, words, self._title, BODY, colour("t1"))
        below = QRect(indent, middle, edge - indent - 6, middle - 4)
        self._line(painter, below, self._caption, 11, colour("t2" if raised else "t3"))
        if self.hasFocus():
            painter.setPen(QPen(colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 6, 6)
