"""A narrow chip that filters a list: pressed to apply, with a menu when there is a choice.

Public name: `FilterChip`.
"""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.tips import tell_whole

ABOVE = 4
"""Px over and below the words."""
PADDING = 10
MARK = 12
LEAST = 80
"""Wide enough to be told from others."""


class FilterChip(ToolButton):
    """Checked while it filters; a click on a checked one lets go. With a menu it opens that."""

    def __init__(
        self, theme: Theme, text: str, parent: QWidget | None = None, *, icon: str = ""
    ) -> None:
        """`icon` in the colour of what is marked stands before the words."""
        super().__init__(parent)
        self._theme, self._sign = theme, icon
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setProperty("kind", "filter")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self._scale)
        self._scale()

    def show_choice(self, text: str, *, chosen: bool) -> None:
        """What the menu behind it has set: the words on the chip, and whether it filters."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setChecked(chosen)
        self.updateGeometry()

    def _scale(self) -> None:
        """The text has another size or colour."""
        self.setProperty("radius", self.sizeHint().height() // 2)
        self.updateGeometry()
        self.update()

    def _mark(self) -> str:
        """A cross on what can be let go, a chevron on what opens a menu."""
        if self.menu() is not None:
            return "chevron-down"
        return "close" if self.isChecked() else ""

    # Qt

    def sizeHint(self) -> QSize:
        text = self.fontMetrics().horizontalAdvance(self.text())
        marks = bool(self._mark()) + bool(self._sign)
        scaled = self._theme.scaled
        return QSize(
            2 * PADDING + text + marks * (scaled(MARK) + 4), self.fontMetrics().height() + 2 * ABOVE
        )

    def minimumSizeHint(self) -> QSize:
        wanted = self.sizeHint()
        return QSize(min(wanted.width(), self._theme.scaled(LEAST)), wanted.height())

    def event(self, event: QEvent) -> bool:
        cut = self.text() if self.width() < self.sizeHint().width() else ""
        return tell_whole(self, event, cut) or super().event(event)

    def nextCheckState(self) -> None:
        super().nextCheckState()
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self._theme.colour
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        hover = self.underMouse() and self.isEnabled()
        painter.setPen(colour("acc_line" if on else "line2" if self.isEnabled() else "line"))
        painter.setBrush(
            colour("acc_soft") if on else colour("bg4") if hover else Qt.BrushStyle.NoBrush
        )
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        token = ("acc" if on else "t2") if self.isEnabled() else "t4"
        painter.setPen(colour(token))
        mark, side = self._mark(), self._theme.scaled(MARK)
        words = self.rect().adjusted(PADDING, 0, -PADDING, 0)
        if self._sign:
            words = self._paint_sign(painter, words)
        room = words.width() - (side + 4 if mark else 0) + 1
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(words, flags, shown)
        if mark:
            left = PADDING - 3 if self.isRightToLeft() else self.width() - PADDING - side + 2
            scale = self.devicePixelRatioF()
            top = (self.height() - side) // 2
            painter.drawPixmap(left, top, self._theme.pixmap(mark, token, side, scale))

    def _paint_sign(self, painter: QPainter, words: QRect) -> QRect:
        """The icon at the beginning; where the words are then."""
        token = "warn" if self.isEnabled() else "t4"
        side = self._theme.scaled(MARK)
        sign = self._theme.pixmap(self._sign, token, side, self.devicePixelRatioF())
        top = (self.height() - side) // 2
        if self.isRightToLeft():
            painter.drawPixmap(words.right() - side, top, sign)
            return words.adjusted(0, 0, -side - 4, 0)
        painter.drawPixmap(words.left(), top, sign)
        return words.adjusted(side + 4, 0, 0, 0)
