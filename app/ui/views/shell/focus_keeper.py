"""The keyboard is never nowhere while a page is in front. Public name: `FocusKeeper`."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.views.shell.workspace import Workspace


class FocusKeeper(QObject):
    """Gives the keyboard to the page when what had it is gone, as after a dialog."""

    def __init__(self, window: QWidget, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._window, self._workspace = window, workspace
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._look)
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]
        window.installEventFilter(self)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is None:
            self._soon.start()

    def _look(self) -> None:
        if self._window.isActiveWindow() and QApplication.focusWidget() in (None, self._window):
            self._workspace.take_focus()

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """The window is in front again: Qt would go to the first field of all."""
        if event.type() == QEvent.Type.WindowActivate:
            last = self._window.focusWidget()
            if last is None or not last.isVisible():
                self._workspace.take_focus()
        return False
