"""Fixtures for everything with a window: no display is needed."""

import os
import threading
import traceback
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.actor import USER, Actor
from app.core.settings import Settings
from app.core.store.turns import AT_ONCE
from app.core.vault import Row, Vault, Write
from app.ui import techne as techne_module
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.jobs import Jobs
from app.ui.techne import Techne
from app.ui.theme.theme import Theme
from app.ui.views.shell.workspace import Workspace
from app.ui.window_state import WindowState
from tests.conftest import Keychain
from tests.ui.proposing import Make, context_with, workspace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def never_waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the window writes on its own thread, it writes at once or not there."""
    found: set[str] = set()
    usual = Vault.write

    def write(
        vault: Vault,
        label: str | None,
        actor: Actor = USER,
        undoes: int | None = None,
        *,
        wait: timedelta | None = None,
    ) -> AbstractContextManager[Write]:
        on_its_thread = threading.current_thread() is threading.main_thread()
        if on_its_thread and vault.turns.wait != AT_ONCE:
            window = str(Path(techne_module.__file__).parent)
            found.update(
                f"{frame.filename}:{frame.lineno}"
                for frame in traceback.extract_stack()
                if frame.filename.startswith(window)
            )
        return usual(vault, label, actor, undoes, wait=wait)

    monkeypatch.setattr(Vault, "write", write)
    yield
    assert not found


@pytest.fixture(autouse=True)
def lets_go(qapp: QApplication) -> Iterator[None]:
    """A button of the mouse that a test leaves pressed is pressed in every test after it. So is
    a window there that only goes once an event loop runs, and every change of the style is for it
    too."""
    yield
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert qapp.mouseButtons() == Qt.MouseButton.NoButton


USUAL = Settings(theme="dark", reduce_motion=True)


@pytest.fixture(scope="session")
def _one_theme(qapp: QApplication) -> Theme:
    return Theme.of(qapp, USUAL)


@pytest.fixture(autouse=True)
def theme(_one_theme: Theme) -> Theme:
    """The dark scheme, without motion, whatever the test before has left."""
    if _one_theme.settings != USUAL:
        _one_theme.use(USUAL)
    return _one_theme


@pytest.fixture
def recovery_key(_pristine: tuple[Path, bytes, str]) -> str:
    return _pristine[2]


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    """What views are handed, over a vault and without a model."""
    jobs, bridge = Jobs(), Bridge(vault)
    yield AppContext(vault, bridge, jobs, theme, WindowState(tmp_path / "window.json"))
    bridge.stop()
    jobs.shut_down()


@pytest.fixture
def make(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[Make]:
    """Makes contexts over a model that gives these answers, or over none."""
    with ExitStack() as stack:
        yield lambda *answers, **more: stack.enter_context(
            context_with(vault, theme, tmp_path, *answers, **more)
        )


@pytest.fixture
def space(make: Make) -> Iterator[Workspace]:
    """Everything behind the unlocked vault, without a model."""
    with workspace(make()) as made:
        yield made


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """Something for a dialog to stand above."""
    made = QWidget()
    made.resize(1200, 800)
    qtbot.addWidget(made)
    made.show()
    return made


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
            delete(techne)


@pytest.fixture
def start(
    qtbot: QtBot,
    qapp: QApplication,
    keychain: Keychain,
) -> Iterator[Started]:
    started = Started(qapp)
    yield started
    started.stop()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the vault was asked on the thread of the window, from now on."""
    found: list[str] = []
    usual = Vault.rows, Vault.row

    def rows(vault: Vault, sql: str, *args: object) -> list[Row]:
        if threading.current_thread() is threading.main_thread():
            found.append(sql)
        return usual[0](vault, sql, *args)

    def row(vault: Vault, sql: str, *args: object) -> Row | None:
        if threading.current_thread() is threading.main_thread():
            found.append(sql)
        return usual[1](vault, sql, *args)

    monkeypatch.setattr(Vault, "rows", rows)
    monkeypatch.setattr(Vault, "row", row)
    return found
