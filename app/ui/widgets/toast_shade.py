"""What a message lies over, put out of sight whole. Public name: `ToastShade`."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QFrame, QWidget

LINGERS = 1000
"""Milliseconds that it stays after the message: a click that was meant for that is for nothing."""


class ToastShade(QFrame):
    """Covers the parts of a line that a message touches: none is cut, none is clicked."""

    def __init__(self, line: QWidget, spared: Sequence[QWidget]) -> None:
        super().__init__(line)
        self._line, self._spared = line, spared
        self.setObjectName("toastShade")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.going = QTimer(self, interval=LINGERS, singleShot=True)
        self.going.timeout.connect(self.hide)
        self.hide()

    def come(self, message: QRect) -> None:
        """Lie under a message with that place in the window, as long as it is there."""
        line = self._line
        message = message.translated(-line.mapTo(line.window(), QPoint()))
        under = QRect(message)
        parts = line.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        for part in parts:
            stays = part is self or part in self._spared or not part.isVisible()
            if not stays and part.geometry().intersects(message):
                under = under.united(part.geometry())
        self.setGeometry(under.left(), 1, under.width(), line.height() - 1)
        self.going.stop()
        self.show()
        self.raise_()

    def go(self) -> None:
        """The message is gone."""
        self.going.start()
