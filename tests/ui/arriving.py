"""Files that are opened over a window, reviewed and let in."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.context import AppContext


class Arriving:
    """A window that files are opened over, and what it was told of those that came in."""

    def __init__(self, context: AppContext, qtbot: QtBot, folder: Path) -> None:
        self.context, self.qtbot, self.folder = context, qtbot, folder
        self.window = QWidget()
        self.window.resize(1440, 900)
        self.window.show()
        qtbot.addWidget(self.window)
        self.told: list[tuple[str, tuple[int, ...]]] = []

    def tell(self, said: str, skills: tuple[int, ...]) -> None:
        self.told.append((said, skills))

    def let_in(self, act: Callable[[], object]) -> None:
        """Do it, and wait for what is told of it."""
        count = len(self.told)
        act()
        self.qtbot.waitUntil(lambda: len(self.told) > count)
