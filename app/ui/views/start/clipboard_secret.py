"""A secret lent to the clipboard for a minute. Public name: `ClipboardSecret`."""

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QGuiApplication

KEPT_FOR = 60_000
"""Milliseconds."""


class ClipboardSecret(QObject):
    """Outlives the screen it was copied from; taken back early when the application ends."""

    def __init__(self, secret: str) -> None:
        application = QCoreApplication.instance()
        super().__init__(application)
        self._secret = secret
        QGuiApplication.clipboard().setText(secret)
        self._timer = QTimer(self, interval=KEPT_FOR, singleShot=True)
        self._timer.timeout.connect(self.take_back)
        self._timer.start()
        assert application is not None
        application.aboutToQuit.connect(self.take_back)

    def take_back(self) -> None:
        """Empty the clipboard, unless something else is in it by now."""
        clipboard = QGuiApplication.clipboard()
        if clipboard.text() == self._secret:
            clipboard.clear()
        self.deleteLater()
