"""Fixtures for everything with a window: no display is needed."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.settings import Settings
from app.ui.techne import Techne
from app.ui.theme.theme import Theme
from tests.conftest import Keychain

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    """The dark scheme, without motion."""
    return Theme(qapp, Settings(theme="dark", reduce_motion=True))


@pytest.fixture
def recovery_key(_pristine: tuple[Path, bytes, str]) -> str:
    return _pristine[2]


class Started:
    """Runs the application on a folder, as often as a test wants."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._running: list[Techne] = []

    def __call__(self, home: Path, *paths: str) -> Techne:
        home.mkdir(exist_ok=True)
        techne = Techne(self._application, home, list(paths))
        self._running.append(techne)
        return techne

    def stop(self) -> None:
        for techne in self._running:
            techne.shut_down()
            techne.window.hide()
            delete(techne.window)
            delete(techne.theme)
            delete(techne)


@pytest.fixture
def start(qtbot: QtBot, qapp: QApplication, theme: Theme, keychain: Keychain) -> Iterator[Started]:
    started = Started(qapp)
    yield started
    started.stop()
    theme.use(Settings(theme="dark", reduce_motion=True))
