"""What a button with the focus has: a ring if the keyboard led there.

Public names: `FocusRing`, `lead_to`.
"""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFocusFrame,
    QScrollArea,
    QWidget,
)
from shiboken6 import delete, isValid

from app.ui.theme.icons import HasTokens
from app.ui.theme.style import RingStyle

_LED = "led"
"""The property of a widget that a key leads to, other than Tab, which Qt notes itself."""

_RINGED = "ringed"
"""The property of a widget with a ring: it has one again when the keyboard is back from another
window, after which Qt does not know any more that a key led there."""


def lead_to(widget: QWidget) -> None:
    """Give it the focus because a key was pressed: it gets its ring."""
    widget.setProperty(_LED, True)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    widget.setProperty(_LED, None)


class FocusRing(QObject):
    """Follows the focus to buttons and to what only scrolls, unless a mouse led it there; to
    something else if it has the property `ring`."""

    def __init__(self, application: QApplication, theme: HasTokens) -> None:
        for other in application.findChildren(FocusRing):  # of a theme before this one
            other.retire()
        super().__init__(application)
        self._application = application
        self._style = RingStyle(theme)
        self._frame: QFocusFrame | None = None
        self._is_retired = False
        application.focusChanged.connect(self._follow)
        application.aboutToQuit.connect(self.retire)

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is not None and now is not None and isValid(old) and old.window() is now.window():
            old.setProperty(_RINGED, None)
        self._surround(now)

    def retire(self) -> None:
        """The ring goes before its style, which Python takes down when the process ends."""
        if not self._is_retired:
            self._is_retired = True
            self._application.focusChanged.disconnect(self._follow)
            self._drop()

    def _drop(self) -> None:
        if self._frame is not None and isValid(self._frame):
            delete(self._frame)
        self._frame = None

    def _surround(self, now: QWidget | None) -> None:
        """A frame lives and dies with what holds it, so each is a new one."""
        self._drop()
        if now is None or now.parentWidget() is None:
            return
        if not (isinstance(now, QAbstractButton | QScrollArea) or now.property("ring")):
            return
        by_mouse = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        by_tab = now.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
        is_led = not by_mouse and bool(by_tab or now.property(_LED) or now.property(_RINGED))
        now.setProperty(_RINGED, is_led or None)
        if not is_led:
            return
        self._frame = QFocusFrame(now)
        self._frame.setStyle(self._style)
        for name in ("radius", "snug"):
            self._frame.setProperty(name, now.property(name))
        self._frame.setWidget(now)
