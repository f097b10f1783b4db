"""The ring around a button that was reached with the keyboard. Public name: `FocusRing`."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QFocusFrame, QWidget
from shiboken6 import isValid


class FocusRing(QObject):
    """Follows the focus to buttons of all kinds, unless a mouse led it there."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._frame: QFocusFrame | None = None
        application.focusChanged.connect(self._follow)

    def _follow(self, _old: QWidget | None, now: QWidget | None) -> None:
        """A frame lives and dies with the parent of what it surrounds, so each is a new one."""
        if self._frame is not None and isValid(self._frame):
            self._frame.hide()
            self._frame.deleteLater()
        self._frame = None
        if not isinstance(now, QAbstractButton) or now.parentWidget() is None:
            return
        by_mouse = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        if by_mouse or not now.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            return
        self._frame = QFocusFrame(now)
        self._frame.setProperty("radius", now.property("radius"))
        self._frame.setWidget(now)
