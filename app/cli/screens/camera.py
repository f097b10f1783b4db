"""Takes pictures of a window once nothing in it moves any more. Public name: `Camera`."""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from app.cli.offscreen_window import turn
from app.core.settings import Scheme
from app.ui.jobs import Job, Jobs

PATIENCE = 20.0
"""Seconds to wait for a screen to become still."""
STILL = 30
"""Milliseconds without work after which it is."""


class Camera(QObject):
    """Takes a window with the dialogs and menus above it."""

    def __init__(self, folder: Path, scheme: Scheme) -> None:
        super().__init__()
        self._folder, self._scheme = folder, scheme
        self._busy: set[Job] = set()

    def watch(self, jobs: Jobs) -> None:
        """Wait for these jobs before a picture is taken."""
        jobs.started.connect(self._busy.add)
        jobs.ended.connect(self._busy.discard)

    def wait(self, until: Callable[[], bool] = lambda: True) -> None:
        """Let the window work until it has nothing to do."""
        end = time.monotonic() + PATIENCE
        turn(STILL)
        while (self._busy or not until()) and time.monotonic() < end:
            turn(STILL)
        turn(STILL)

    def take(self, name: str, window: QWidget) -> Path:
        """The picture of a screen, in a file of that name."""
        self.wait()
        picture = window.grab()
        painter = QPainter(picture)
        for above in above_window(window):
            painter.drawPixmap(above.pos() - window.pos(), above.grab())
        painter.end()
        path = self._folder / f"{name}-{self._scheme}.png"
        picture.save(str(path))
        return path


def above_window(window: QWidget) -> list[QWidget]:
    """The dialogs and open menus of a window."""
    return [
        above
        for above in QApplication.topLevelWidgets()
        if above is not window
        and above.isVisible()
        and above.windowType() in (Qt.WindowType.Dialog, Qt.WindowType.Popup)
    ]
