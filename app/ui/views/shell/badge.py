"""A number at the corner of an icon, for what waits behind it. Public name: `Badge`."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme

SIDE, SIZE = 15, 10
MOST = 99
BESIDE, ABOVE = 4, 3
"""How far it begins behind the middle of the button, and below its top, in px."""


class Badge(QWidget):
    """Lies on a button and lets clicks through; hidden while nothing waits."""

    def __init__(self, theme: Theme, button: QAbstractButton) -> None:
        super().__init__(button)
        self._theme, self._button, self._words = theme, button, ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        button.installEventFilter(self)
        theme.changed.connect(self._place)
        self.hide()

    def show_count(self, count: int) -> None:
        """Show the number; nothing for none."""
        self._words = str(count) if count <= MOST else _("{most}+").format(most=MOST)
        self.setVisible(count > 0)
        self._place()
        self.update()

    def _place(self) -> None:
        font = self._theme.font(SIZE, 600)
        height = self._theme.scaled(SIDE)
        width = max(height, QFontMetrics(font).horizontalAdvance(self._words) + 8)
        middle = self._button.width() // 2
        left = middle - BESIDE - width if self.isRightToLeft() else middle + BESIDE
        self.setGeometry(QRect(min(left, self._button.width() - width), ABOVE, width, height))

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("warn"))
        painter.drawRoundedRect(self.rect(), self.height() / 2, self.height() / 2)
        painter.setPen(self._theme.colour("bg0"))
        painter.setFont(self._theme.font(SIZE, 600))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._words)
