"""A checkbox that looks like a switch. Public names: `Switch`, `paint_switch`."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from app.ui.theme.theme import Theme

WIDTH = 28
HEIGHT = 16
GAP = 8


class Switch(QCheckBox):
    """For what takes effect at once; its words stand after it, in two lines if need be."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setProperty("radius", 9)
        theme.changed.connect(self.updateGeometry)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _before(self) -> int:
        """Px before its words."""
        return self._theme.scaled(WIDTH) + GAP

    # Qt

    def sizeHint(self) -> QSize:
        metrics, scaled = self.fontMetrics(), self._theme.scaled
        words = metrics.horizontalAdvance(self.text()) + GAP + 2 if self.text() else 0
        return QSize(scaled(WIDTH) + words, max(scaled(HEIGHT) + 4, metrics.height()))

    def minimumSizeHint(self) -> QSize:
        """Two lines of words that are cut in the middle."""
        metrics, whole = self.fontMetrics(), self.sizeHint()
        longest = max(map(metrics.horizontalAdvance, self.text().split()), default=0)
        words = max(longest, metrics.horizontalAdvance(self.text()) * 2 // 3)
        return QSize(self._before() + words + 2, whole.height()) if words else whole

    def heightForWidth(self, width: int) -> int:
        room, flags = QRect(0, 0, width - self._before(), 10_000), Qt.TextFlag.TextWordWrap
        words = self.fontMetrics().boundingRect(room, flags, self.text()).height()
        return max(self.sizeHint().height(), words)

    def hitButton(self, place: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self._theme.colour
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on, live, mirrored = self.isChecked(), self.isEnabled(), self.isRightToLeft()
        wide, high = self._theme.scaled(WIDTH), self._theme.scaled(HEIGHT)
        track = QRectF(0.5, (self.height() - high) / 2 + 0.5, wide - 1, high - 1)
        if mirrored:
            track.moveRight(self.width() - 0.5)
        paint_switch(painter, self._theme, track, at_right=on is not mirrored, on=on, live=live)
        painter.setPen(colour("t1" if live else "t4"))
        sides = (0, wide + GAP) if mirrored else (wide + GAP, 0)
        words = self.rect().adjusted(sides[0], 0, -sides[1], 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(words, flags | Qt.TextFlag.TextWordWrap, self.text())


def paint_switch(
    painter: QPainter, theme: Theme, track: QRectF, *, on: bool, at_right: bool, live: bool = True
) -> None:
    """The switch alone, for delegates, too; its knob is `at_right` or at the left."""
    colour = theme.colour
    painter.setPen(colour("acc_fill" if on and live else "line2" if live else "line"))
    painter.setBrush(colour("acc_fill" if on and live else "line2" if live else "bg2"))
    painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("on_acc" if live else "t4"))
    middle, knob = (track.height() + 1) / 2, theme.scaled(56) / 10
    x = track.right() - middle + 0.5 if at_right else track.left() + middle - 0.5
    painter.drawEllipse(QPointF(x, track.center().y()), knob, knob)
