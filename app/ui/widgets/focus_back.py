"""Giving the keyboard back when what lay over the work goes. Public name: `FocusBack`."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class FocusBack(QObject):
    """When `panel` hides with the keyboard in it, what had it before has it again.

    Qt would give it to whatever follows, which may be a field.
    """

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._before: QWidget | None = None
        panel.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        came = now is not None and self._panel.isAncestorOf(now)
        if came and old is not None and isValid(old) and not self._panel.isAncestorOf(old):
            self._before = old

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        focused = QApplication.focusWidget()
        if event.type() == QEvent.Type.Hide and focused and self._panel.isAncestorOf(focused):
            before, self._before = self._before, None
            if before is not None and isValid(before) and before.isVisible():
                before.setFocus(Qt.FocusReason.PopupFocusReason)
        return False
