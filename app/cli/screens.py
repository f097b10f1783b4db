"""The screens of the application as pictures: the real window, driven as a person would."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.cli.showcase import BUSIEST, FAULTY, Showcase, build
from app.core.packs import demos
from app.core.settings import Scheme, Settings
from app.core.skills.model import GoalKind
from app.ui.application import TechneApplication
from app.ui.bridge import Bridge
from app.ui.desk import Desk
from app.ui.dialogs.export_pack import ExportDialog, export_skills
from app.ui.dialogs.import_pack import open_pack
from app.ui.dialogs.import_review import ImportDialog
from app.ui.jobs import Job, Jobs
from app.ui.keep import Keep
from app.ui.main_window import MainWindow
from app.ui.theme.theme import Theme
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.editor.view import STEPS, TEXT, EditorView
from app.ui.views.unlock import Unlock
from app.ui.views.welcome import Welcome
from app.ui.views.workspace import Workspace

WIDTH, HEIGHT = 1440, 900
SCHEMES: tuple[Scheme, ...] = ("dark", "light")
PATIENCE = 20.0
"""Seconds to wait for a screen to become still."""
STILL = 120
"""Milliseconds without work after which it is."""


def draw_all(folder: Path, workshop: Path) -> Iterator[Path]:
    """Draw every screen in every scheme; yields each file as it is written."""
    (workshop / "full").mkdir()
    (workshop / "empty").mkdir()
    full = build(workshop / "full")
    empty = build(workshop / "empty", empty=True)
    application = QApplication.instance() or TechneApplication(["techne"])
    assert isinstance(application, QApplication)
    application.setCursorFlashTime(0)
    with full.vault, empty.vault:
        for scheme in SCHEMES:
            theme = Theme(application, Settings(theme=scheme, reduce_motion=True))
            camera = Camera(folder, scheme)
            yield from _gates(camera, theme, workshop / "home")
            yield from Tour(camera, theme, full).screens()
            yield from Tour(camera, theme, empty).empty_screens()


class Camera(QObject):
    """Takes pictures of a window and of the dialogs above it, once nothing moves any more."""

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
        _turn(STILL)
        while (self._busy or not until()) and time.monotonic() < end:
            _turn(STILL)
        _turn(STILL)

    def take(self, name: str, window: QWidget) -> Path:
        self.wait()
        picture = window.grab()
        painter = QPainter(picture)
        for above in QApplication.topLevelWidgets():
            if above is not window and above.isVisible() and not isinstance(above, QMenu):
                painter.drawPixmap(above.pos() - window.pos(), _grab(above))
        painter.end()
        path = self._folder / f"{name}-{self._scheme}.png"
        picture.save(str(path))
        return path


def _grab(widget: QWidget) -> QPixmap:
    return widget.grab()


def _turn(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _window(camera: Camera, theme: Theme, jobs: Jobs, keep: Keep) -> MainWindow:
    window = MainWindow(theme, jobs, keep)
    window.resize(WIDTH, HEIGHT)
    window.move(0, 0)
    camera.watch(jobs)
    window.show()
    return window


def _close(window: MainWindow, jobs: Jobs) -> None:
    jobs.shut_down()
    window.leave()
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _gates(camera: Camera, theme: Theme, home: Path) -> Iterator[Path]:
    """The screens before the vault is open."""
    jobs = Jobs()
    window = _window(camera, theme, jobs, Keep(home / "window.json"))
    window.show_gate(Welcome(theme, jobs, home, demos.available()))
    yield camera.take("welcome", window)
    unlock = Unlock(theme, jobs, home)
    window.show_gate(unlock)
    unlock.show_form()
    yield camera.take("unlock", window)
    _close(window, jobs)


class Tour:
    """One walk through the window with a vault."""

    def __init__(self, camera: Camera, theme: Theme, show: Showcase) -> None:
        self._camera, self._show = camera, show
        self._jobs = Jobs()
        keep = Keep(show.vault.home.folder / "window.json")
        self.window = _window(camera, theme, self._jobs, keep)
        self._bridge = Bridge(show.vault, self.window)
        self.desk = Desk(show.vault, self._bridge, self._jobs, theme, keep)
        self.workspace: Workspace = self.window.enter(self.desk)

    def screens(self) -> Iterator[Path]:
        yield from self._documents()
        yield from self._dialogs()
        yield from self._pages()
        self._end()

    def empty_screens(self) -> Iterator[Path]:
        yield self._take("library-empty")
        self.workspace.go("packs")
        yield self._take("packs-empty")
        self.workspace.go("constellation")
        yield self._take("constellation-empty")
        self._end()

    def _take(self, name: str) -> Path:
        return self._camera.take(name, self.window)

    def _end(self) -> None:
        self._bridge.stop()
        _close(self.window, self._jobs)

    def _editor(self, title: str) -> EditorView:
        self.workspace.open_skill(self._show.skill(title))
        self._camera.wait()
        editor = self.workspace.skills.documents.editor
        assert editor is not None
        return editor

    def _documents(self) -> Iterator[Path]:
        skills = self.workspace.skills
        editor = self._editor(BUSIEST)
        skills.show_panel("outline")
        yield self._take("editor-steps")
        editor.goal_editing.open(GoalKind.REQUIRES)
        yield self._take("goal-open")
        editor.chips.close_box()
        editor.show_mode(TEXT)
        skills.show_panel("history")
        yield self._take("editor-text")
        editor.show_mode(STEPS)
        self._editor(FAULTY)
        skills.show_panel("checks")
        yield self._take("checks")
        skills.documents.open_history(self._show.skill(BUSIEST)).compare(2, 5)
        yield self._take("history")
        skills.documents.close_current()

    def _dialogs(self) -> Iterator[Path]:
        for name, path in (("signed", self._show.signed), ("unsigned", self._show.unsigned)):
            open_pack(self.desk, self.window, path)
            self._camera.wait(lambda: bool(self._open(ImportDialog)))
            yield self._take(f"import-{name}")
            self._dismiss(ImportDialog)
        export_skills(self.desk, self.window, (self._show.skill(BUSIEST),))
        self._camera.wait(lambda: bool(self._open(ExportDialog)))
        yield self._take("export")
        self._dismiss(ExportDialog)
        self._editor(BUSIEST)
        palette = next(c for c in self.window.commands if c.id == "app.palette")
        palette.run()
        yield self._take("palette")
        self.window.finder.hide()

    def _open(self, kind: type[QWidget]) -> list[QWidget]:
        return [dialog for dialog in self.window.findChildren(kind) if dialog.isVisible()]

    def _dismiss(self, kind: type[QWidget]) -> None:
        for dialog in self._open(kind):
            dialog.close()
        self._camera.wait()

    def _pages(self) -> Iterator[Path]:
        for page in ("packs", "settings", "constellation"):
            self.workspace.go(page)
            yield self._take(page)
        (sky,) = self.workspace.findChildren(ConstellationView)
        sky.show_skill(self._show.skill(BUSIEST))
        yield self._take("constellation-selected")
