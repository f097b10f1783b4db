"""The screens of the application as pictures: the real window, driven as a person would."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QWidget

from app.cli.demo_model import DESCRIBED, DemoModels, model
from app.cli.demo_vault import BUSIEST, FAULTY, TRAINED, DemoVault, build
from app.cli.offscreen_window import application, stage, turn
from app.core import settings as settings_file
from app.core.packs import demos
from app.core.settings import Scheme, Settings
from app.core.skills.editing.find import Query
from app.core.skills.model import GoalKind
from app.core.training.proposal import Choice
from app.core.training.rewriting.weaving import Finished, weave
from app.ui.context import AppContext
from app.ui.jobs import Job, Jobs
from app.ui.main_window import MainWindow
from app.ui.model_service import ModelService
from app.ui.models.skill_list import HIT
from app.ui.theme.theme import Theme
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.memories.writing import WriteDialog
from app.ui.views.packs.exporting.dialog import ExportDialog, export_skills
from app.ui.views.packs.importing.many_packs import ReviewDialog
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.opening import open_packs
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.views.skills.find.everywhere import ReplaceDialog
from app.ui.views.skills.proposals.describe.dialog import DescribeDialog
from app.ui.views.skills.proposals.draft.dialog import DraftDialog
from app.ui.views.skills.proposals.fix_findings.dialog import FixFindingsDialog
from app.ui.views.skills.training.view import TrainView
from app.ui.views.start.unlock import Unlock
from app.ui.views.start.welcome import Welcome

Shown = TypeVar("Shown", bound=QWidget)

SCHEMES: tuple[Scheme, ...] = ("dark", "light")
PATIENCE = 20.0
"""Seconds to wait for a screen to become still."""
MARGIN = 20
"""Above what is scrolled to."""
SEARCHED = "rollback"
STILL = 30
"""Milliseconds without work after which it is."""


def draw_all(folder: Path, workshop: Path) -> Iterator[Path]:
    """Draw every screen in every scheme; yields each file as it is written."""
    (workshop / "full").mkdir()
    (workshop / "empty").mkdir()
    full = build(workshop / "full")
    empty = build(workshop / "empty", empty=True)
    with full.vault, empty.vault:
        for scheme in SCHEMES:
            settings = Settings(theme=scheme, reduce_motion=True)
            for show in (full, empty):
                place = show.vault.home.settings
                place.write_text(settings_file.to_json(settings, place), encoding="utf-8")
            theme = Theme(application(), settings)
            camera = Camera(folder, scheme)
            yield from _start_screens(camera, theme, workshop / "home")
            models = DemoModels(full.vault.home.models)
            yield from _walk(camera, theme, full, models, Tour.screens)
            yield from _walk(camera, theme, empty, ModelService(), Tour.empty_screens)


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
        turn(STILL)
        while (self._busy or not until()) and time.monotonic() < end:
            turn(STILL)
        turn(STILL)

    def take(self, name: str, window: QWidget) -> Path:
        self.wait()
        picture = window.grab()
        painter = QPainter(picture)
        for above in QApplication.topLevelWidgets():
            if above is not window and above.isVisible() and not isinstance(above, QMenu):
                painter.drawPixmap(above.pos() - window.pos(), above.grab())
        painter.end()
        path = self._folder / f"{name}-{self._scheme}.png"
        picture.save(str(path))
        return path


def _start_screens(camera: Camera, theme: Theme, home: Path) -> Iterator[Path]:
    """The screens before the vault is open."""
    with stage(theme) as bare:
        camera.watch(bare.jobs)
        bare.window.show_start_screen(Welcome(theme, bare.jobs, home, demos.available()))
        yield camera.take("welcome", bare.window)
        unlock = Unlock(theme, bare.jobs, home)
        bare.window.show_start_screen(unlock)
        unlock.show_form()
        yield camera.take("unlock", bare.window)


def _walk(
    camera: Camera,
    theme: Theme,
    show: DemoVault,
    models: ModelService,
    screens: Callable[["Tour"], Iterator[Path]],
) -> Iterator[Path]:
    show.vault.put_setting("documents", None)  # what the walk before had open
    demos.put_to_show(show.vault, show.first)
    with stage(theme) as bare, bare.vault(show.vault, models) as (context, workspace):
        camera.watch(bare.jobs)
        yield from screens(Tour(camera, show, bare.window, context, workspace))


@dataclass(frozen=True)
class Tour:
    """One walk through the window with a vault."""

    camera: Camera
    show: DemoVault
    window: MainWindow
    context: AppContext
    workspace: Workspace

    def screens(self) -> Iterator[Path]:
        yield self._take("first-start")
        self.workspace.skills.documents.close_current()
        yield from self._documents()
        yield from self._searching()
        yield from self._dialogs()
        yield from self._proposals()
        yield from self._pages()

    def empty_screens(self) -> Iterator[Path]:
        yield self._take("library-empty")
        self.workspace.go("packs")
        yield self._take("packs-empty")
        self.workspace.go("constellation")
        yield self._take("constellation-empty")
        self.workspace.go("memories")
        yield self._take("memories-empty")

    def _take(self, name: str) -> Path:
        return self.camera.take(name, self.window)

    def _editor(self, title: str) -> EditorView:
        self.workspace.context.go.skill(self.show.skill(title))
        self.camera.wait()
        editor = self.workspace.skills.documents.editor
        assert editor is not None
        return editor

    def _searching(self) -> Iterator[Path]:
        """The library while something is searched for, every hit with its sentence."""
        library = self.workspace.skills.library
        library.search.setText(SEARCHED)
        model = library.model
        self.camera.wait(
            lambda: model.query.typed == SEARCHED and model.index(0).data(HIT) is not None
        )
        yield self._take("search")
        library.clear_search()
        library.show_bin()
        yield self._take("bin")
        library.leave_bin()

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
        yield from self._finding()
        self._editor(FAULTY)
        skills.show_panel("checks")
        yield self._take("checks")
        skills.context.go.history(self.show.skill(BUSIEST), (2, 5))
        yield self._take("history")
        skills.documents.close_current()
        self._editor(BUSIEST)
        skills.show_panel("knowledge")
        yield self._take("knowledge")
        skills.context.go.knowledge(self.show.skill(BUSIEST))
        yield self._take("knowledge-document")
        skills.documents.close_current()
        skills.context.go.knowledge(self.show.skill(TRAINED))
        yield self._take("knowledge-trained")
        skills.documents.close_current()
        skills.context.go.training(self.show.skill(BUSIEST))
        yield self._take("training")
        view = skills.documents.findChildren(TrainView)[-1]
        yield self._rewritten(view)
        view.footer.discard.click()
        skills.show_panel("checks")

    def _finding(self) -> Iterator[Path]:
        """In the skill in front, and in all of them."""
        documents = self.workspace.skills.documents
        documents.finding.open()
        documents.find_bar.query.show_query(Query("customers"))
        documents.find_bar.written.setText("clients")
        documents.find_bar.edited.emit()
        yield self._take("find")
        documents.finding.everywhere()
        self.camera.wait(lambda: bool(self._open(ReplaceDialog)))
        yield self._take("replace")
        self._dismiss(ReplaceDialog)
        documents.finding.leave()

    def _rewritten(self, view: TrainView) -> Path:
        """Most memories are accepted, and the model has woven them in."""
        assert view.proposal is not None
        *_events, last = weave(model(), view.proposal)
        assert isinstance(last, Finished)
        view.accept_good()
        doubtful = next(item for item in view.proposal.items if "holiday" in item.fragment.text)
        view.choose(doubtful.fragment.id, Choice.REJECTED)
        view.side.show_rewrite(last.rewrite)
        return self._take("training-rewrite")

    def _proposals(self) -> Iterator[Path]:
        """What a model helps with, as far as a person has asked for it."""
        skills = self.workspace.skills
        self._editor(FAULTY)
        skills.context.go.describe(self.show.skill(FAULTY))
        yield self._take("describe")
        self._dismiss(DescribeDialog)
        skills.context.go.fix_findings()
        yield self._take("fix-findings")
        self._dismiss(FixFindingsDialog)
        skills.context.go.draft()
        for dialog in self.window.findChildren(DraftDialog):
            dialog.text.setPlainText(DESCRIBED)
            dialog.start()
        yield self._take("draft")
        self._dismiss(DraftDialog)

    def _dialogs(self) -> Iterator[Path]:
        for name, path in (("signed", self.show.signed), ("unsigned", self.show.unsigned)):
            open_packs(self.context, self.window, [path])
            self.camera.wait(lambda: bool(self._open(ImportDialog)))
            yield self._take(f"import-{name}")
            self._dismiss(ImportDialog)
        open_packs(self.context, self.window, self.show.several)
        self.camera.wait(lambda: any(d.review.plans for d in self._open(ReviewDialog)))
        yield self._take("import-several")
        self._dismiss(ReviewDialog)
        export_skills(self.context, self.window, (self.show.skill(BUSIEST),))
        self.camera.wait(lambda: bool(self._open(ExportDialog)))
        yield self._take("export")
        self._dismiss(ExportDialog)
        self._editor(BUSIEST)
        palette = next(c for c in self.window.commands if c.id == "app.palette")
        palette.run()
        yield self._take("palette")
        self.window.finder.hide()

    def _scroll_to(self, section: QWidget) -> None:
        self.camera.wait()
        for scroll in self.workspace.settings.findChildren(QScrollArea):
            scroll.verticalScrollBar().setValue(section.y() - MARGIN)

    def _open(self, kind: type[Shown]) -> list[Shown]:
        return [dialog for dialog in self.window.findChildren(kind) if dialog.isVisible()]

    def _dismiss(self, kind: type[QWidget]) -> None:
        for dialog in self._open(kind):
            dialog.close()
        self.camera.wait()

    def _pages(self) -> Iterator[Path]:
        for page in ("packs", "settings", "constellation"):
            self.workspace.go(page)
            yield self._take(page)
        self.workspace.go("settings")
        self._scroll_to(self.workspace.settings.knowledge)
        yield self._take("settings-knowledge")
        self.workspace.settings.show_model()
        yield self._take("settings-model")
        self.workspace.go("memories")
        memories = self.workspace.memories
        memories.write("Ask Ana for the key of the archive.\n\nThe archive is closed on Fridays.")
        yield self._take("remember")
        self._dismiss(WriteDialog)
        memories.list.setCurrentIndex(memories.model.index(1))
        yield self._take("memories")
        memories.search.setText("who tells the customers during an incident")
        self.camera.wait(lambda: any(row.why for row in memories.model.rows))
        memories.list.setCurrentIndex(memories.model.index(0))
        yield self._take("memories-answers")
        self.workspace.go("constellation")
        (sky,) = self.workspace.findChildren(ConstellationView)
        sky.show_skill(self.show.skill(BUSIEST))
        yield self._take("constellation-selected")
