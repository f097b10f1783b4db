"""A dialog that is in the way of what lies below before it has the keyboard.

Qt takes every key from a window below a modal one, and some systems give the keyboard to a new
window a moment later: what is typed in between would be lost. Public name: `Blocking`.
"""

from weakref import ref

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QDialog, QWidget
from shiboken6 import isValid

_AT_ONCE = ("windows", "cocoa")
"""Systems on which a new window has the keyboard as soon as it is there."""
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
_TAKEN = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.Enter,
    QEvent.Type.ContextMenu,
    QEvent.Type.TouchBegin,
    QEvent.Type.TouchUpdate,
    QEvent.Type.TouchEnd,
    QEvent.Type.TabletPress,
    QEvent.Type.TabletMove,
    QEvent.Type.TabletRelease,
    QEvent.Type.DragEnter,
    QEvent.Type.DragMove,
    QEvent.Type.Drop,
    QEvent.Type.Close,
}
"""What the window below does not hear of while the dialog is there."""


class Blocking(QObject):
    """While `dialog` is shown, keys that come to what lies below it are its own."""

    def __init__(self, dialog: QDialog, below: QWidget) -> None:
        super().__init__(dialog)
        self._below = below
        self._dialog = ref(dialog)  # which has this, and is gone as soon as nobody else has it
        self._blocked: list[QWindow] = []

    def show(self) -> None:
        """Show the dialog, and block until `end`."""
        dialog = self._dialog()
        assert dialog is not None
        if QGuiApplication.platformName() in _AT_ONCE:
            dialog.setWindowModality(Qt.WindowModality.WindowModal)
            dialog.show()
            return
        beside = (one for one in self._below.findChildren(QDialog) if one is not dialog)
        for one in (self._below, *(other for other in beside if other.isVisible())):
            if (handle := one.windowHandle()) is not None:
                handle.installEventFilter(self)
                self._blocked.append(handle)
                QCoreApplication.sendEvent(handle, QEvent(QEvent.Type.Leave))
        dialog.show()

    def end(self) -> None:
        """Let what lies below be used again."""
        for handle in self._blocked:
            handle.removeEventFilter(self)
        self._blocked.clear()

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """A window below that is brought to the front gives way to the dialog."""
        dialog = self._dialog()
        if dialog is None or not isValid(dialog):  # it goes, and the window below hears of it
            return False
        kind, handle = event.type(), dialog.windowHandle()
        if kind in _KEYS and handle is not None:
            QCoreApplication.sendEvent(handle, event)
        elif kind == QEvent.Type.ShortcutOverride:
            event.accept()  # no shortcut of the window below
        elif kind == QEvent.Type.FocusIn:
            QTimer.singleShot(0, dialog, dialog.activateWindow)
            return False
        elif kind not in _TAKEN:
            return False
        if kind == QEvent.Type.Close:
            event.ignore()
        return True
