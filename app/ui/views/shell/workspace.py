"""Everything behind the unlocked vault: the rail and the pages it leads to."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.theme.focus import lead_to
from app.ui.views.agents.view import CLIENTS, FOLDERS
from app.ui.views.runs.checklist.keeper import CheckLists
from app.ui.views.runs.handed.keeper import HandedRuns
from app.ui.views.shell.agent_news import AgentNews
from app.ui.views.shell.folder_news import FolderNews
from app.ui.views.shell.lifecycle_news import LifecycleNews
from app.ui.views.shell.pages import Pages
from app.ui.views.shell.places import places
from app.ui.views.shell.rail import Rail
from app.ui.views.shell.rail_counts import RailCounts
from app.ui.views.shell.run_news import RunNews
from app.ui.views.shell.status import StatusLine
from app.ui.views.shell.upkeep_runner import UpkeepRunner
from app.ui.views.shell.way_back import WayBack
from app.ui.views.skills.knowledge.reviewing import ReviewDialog
from app.ui.widgets.banner import Banner
from app.ui.widgets.labels import rule
from app.ui.widgets.tab_order import follow_layout
from app.ui.write_queue import nothing

if TYPE_CHECKING:
    from app.ui.views.constellation.view import ConstellationView

SOON = 1500
"""Milliseconds after the vault opened until what takes long to load is loaded."""
_TAKE_LONG = (
    "memories.view",
    "runs.view",
    "settings.model.view",
    "skills.knowledge.page",
    "constellation.view",
    "skills.training.view",
)
_PAGE, _TRAIL, _RUN = "page", "trail", "run"
LABELLED = 1120
"""From this width of the window on the rail has words."""


class Workspace(QWidget):
    """Built when the vault opens, page by page as they are looked at; destroyed when it locks."""

    settings_changed = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.rail = Rail(context.theme, places(), self)
        self.pages = Pages(context, self)
        self.skills = self.pages.skills
        self.way_back = WayBack(context, self.skills.documents, lambda: self.current, self.go, self)
        self.rail.put_on_top(self.way_back.buttons)
        self.upkeep = UpkeepRunner(context, self)
        self.folder_news = FolderNews(context, lambda: self.current == "agents", self)
        self.agent_news = AgentNews(context, self._sees_clients, self)
        self.run_news = RunNews(context, self._shows_run, self)
        self.check_lists = CheckLists(context, self)
        self.handed_runs = HandedRuns(context, self)
        self.lifecycle_news = LifecycleNews(context, self)
        news = self.folder_news, self.agent_news, self.run_news, self.lifecycle_news
        RailCounts(self.rail, *news)  # lives as long as the rail
        context.disk.start()
        self.destroyed.connect(context.disk.stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(rule("down"))
        row.addWidget(self.pages, 1)
        self.rail.chosen.connect(self._choose_by_hand)
        self.rail.lock_pressed.connect(context.go.lock)
        self.pages.settings_changed.connect(self.settings_changed)
        self.pages.run_shown.connect(self.run_news.show_front)
        for place in (self.pages.currentChanged, self.pages.run_shown, self.skills.documents.shown):
            place.connect(context.say.change_place)
        context.go.page_requested.connect(self.go)
        context.go.memory_requested.connect(self.open_memory)
        context.go.run_requested.connect(self.show_run)
        context.go.run_skill_requested.connect(self.run_skill)
        context.go.folder_requested.connect(self.open_folder)
        context.go.requests_requested.connect(self.show_requests)
        context.go.conflicts_requested.connect(self.show_conflicts)
        context.go.model_settings_requested.connect(self.show_model_settings)
        context.go.setting_requested.connect(self.show_setting)
        context.go.scheme_requested.connect(self.choose_scheme)
        context.go.list_requested.connect(self.list_skills)
        context.go.selection_requested.connect(self.select_skills)
        self.go("skills")
        self.skills.documents.restore(context.vault.setting("documents"))
        self.skills.greeting.begin()
        QTimer.singleShot(SOON, self, self.get_ready)
        QTimer.singleShot(0, self, self.folder_news.look)
        QTimer.singleShot(0, self, self.agent_news.look)
        QTimer.singleShot(0, self, self.run_news.begin)
        QTimer.singleShot(0, self, self.check_lists.resume)
        QTimer.singleShot(0, self, self.lifecycle_news.look)

    @property
    def context(self) -> AppContext:
        return self._context

    @property
    def current(self) -> str:
        """The name of the page in front."""
        return self.rail.current

    def go(self, name: str) -> None:
        """Bring a page to the front."""
        self.rail.choose(name)
        self.pages.show_page(name)
        self.agent_news.look_seen()
        self.way_back.look_soon()

    def _choose(self, name: str) -> None:
        """The same of who asked for the place itself: of the skills, not the bin; the star of the
        skill that was in front; of the runs all of them, where one was in front."""
        skill = self.skills.documents.skill if self.current == "skills" else None
        is_there = self.current == name
        self.go(name)
        if name == "constellation":
            self.pages.constellation.follow(skill)
        if name == "skills":
            self.skills.library.show_library()
        if name == "runs" and is_there:
            self.pages.runs.show_list()

    def _choose_by_hand(self, name: str) -> None:
        """Where the list has no room beside the document, a second press shows it or hides it."""
        is_there = self.pages.currentWidget() is self.skills
        self._choose(name)
        if is_there and name == "skills":
            self.skills.sides.toggle_library()

    def go_into(self, name: str) -> None:
        """The same with the keyboard in it; a second press leads to what waits in Lifecycle."""
        page, was_there = self.pages.page(name), self.current == name
        is_new = page.focusWidget() is None or (was_there and name == "lifecycle")
        self._choose(name)
        last = self.pages.left_at(name)
        if not was_there and last is not None:
            _give(last)
        elif name == "runs" and is_new:
            self.pages.runs.take_focus()
        else:
            _focus_into(page, is_new=is_new)

    def take_focus(self) -> None:
        """Have the keyboard where work goes on: on the document, or on the page in front."""
        if self.pages.currentWidget() is self.skills:
            self.skills.documents.take_focus()
        else:
            _focus_into(self.pages.currentWidget())

    def get_ready(self) -> None:
        """Load what the pages are made of in the background, before somebody asks for one."""

        def load(_job: Job) -> None:
            for name in _TAKE_LONG:
                import_module(f"app.ui.views.{name}")

        jobs = self._context.jobs
        jobs.start(jobs, _("Loading"), load, lambda _nothing: None)

    def open_memory(self, memory: int) -> None:
        """Show a memory on its page."""
        self.go("memories")
        self.pages.memories.show_memory(memory)

    def _show_agents(self, page: int) -> None:
        self.go("agents")
        self.pages.agents.show_page(page)

    def show_run(self, run: int) -> None:
        """Show a run where it stands, with the keyboard there."""
        self.go("runs")
        self.pages.runs.show_run(run)

    def run_skill(self, skill: int) -> None:
        """Save a skill, then begin to follow it."""
        self.skills.documents.when_saved((skill,), lambda: self.pages.runs.begin(skill))

    def open_folder(self, path: Path, name: str) -> None:
        """Show a skill among the folders."""
        self._show_agents(FOLDERS)
        self.pages.agents.folders_page.show_skill(path, name)

    def show_requests(self) -> None:
        """What agents ask, with the keyboard there."""
        self._show_agents(CLIENTS)
        self.pages.agents.clients_page.card.take_focus()

    def show_conflicts(self) -> None:
        """The linked folders."""
        self._show_agents(FOLDERS)

    def _sees_clients(self) -> bool:
        return self.current == "agents" and self.pages.agents.pages.current == CLIENTS

    def _shows_run(self, run: int) -> bool:
        return self.current == "runs" and self.pages.runs.run == run

    def link_folder(self) -> None:
        """Choose a folder to be linked."""
        self._show_agents(FOLDERS)
        self.pages.agents.folders_page.ask_folder()

    def remember_files(self, paths: list[str]) -> None:
        """Import documents and folders, where that can be watched."""
        self.go("memories")
        self.pages.memories.take_files(paths)

    def remember(self) -> None:
        """Ask for something to remember, wherever somebody is, and let them stay there."""
        self.pages.memories.write()

    def review_relations(self) -> None:
        """Decide about what was found between skills and nobody has looked at yet."""
        ReviewDialog(self._context, self).open()

    def ask_new_passphrase(self) -> None:
        """For somebody who came in with the recovery key."""
        self.go("settings")
        self.pages.settings.ask_new_passphrase()

    def show_model_settings(self) -> None:
        """What the local model is, and choosing another one."""
        self.go("settings")
        self.pages.settings.show_model()

    def show_setting(self, name: str) -> None:
        """The row of the settings that is called so, with the focus on what changes it."""
        self.go("settings")
        self.pages.settings.show_setting(name)

    def choose_scheme(self, name: str) -> None:
        """Other colours, at once."""
        self.pages.settings.fields.set("theme", name)

    def list_skills(self, field: str, value: object, words: str) -> None:
        """Those of an engram or with a tag, with the focus in the list of them."""
        self.go("skills")
        self.skills.sides.reveal_library()
        self.skills.library.narrow(field, value, words)

    def select_skills(self, skills: tuple[int, ...]) -> None:
        """With the focus in the list of them."""
        self.go("skills")
        self.skills.sides.reveal_library()
        self.skills.library.show_skills(skills)
        self.skills.library.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def use_model_file(self, path: str) -> None:
        """Offer the model in a file that was dropped."""
        self.go("settings")
        self.pages.settings.use_model_file(path)

    def back_up(self) -> None:
        """Make a verified copy of the vault now."""
        self.pages.settings.back_up()

    def leave(self) -> None:
        """Save what is open, or keep it as drafts, and remember what was open."""
        self.skills.documents.flush()
        self.skills.keep_state()
        self.check_lists.keep()
        if self.pages.is_made("runs"):
            self.pages.runs.run_page.following.kept.keep()
        vault, page, trail = self._context.vault, self.current, self.way_back.state()
        run = self.pages.runs.run if page == "runs" else None

        def keep() -> None:
            vault.put_setting(_PAGE, page)
            vault.put_setting(_RUN, run)
            vault.put_setting(_TRAIL, trail)

        self._context.writes.write(
            self,
            _("Saving"),
            keep,
            failed=nothing,  # a full disk is no reason to stay
        )

    def resume(self) -> None:
        """Have in front what was there when the vault was locked, and the keyboard in it."""
        page = self._context.vault.setting(_PAGE)
        if page == "runs" and (run := self._context.vault.setting(_RUN)) is not None:
            self.show_run(run)
        elif page != "skills" and self.pages.knows(page):
            self.go_into(page)
        else:
            self.skills.resume()
        self.way_back.resume(self._context.vault.setting(_TRAIL))

    def step(self, by: int) -> None:
        """Move the focus to the next area: what is told above, rail, library, what is told above a
        skill, document, panel, status bar.
        """
        told = [one for one in self.window().findChildren(Banner)
                if one.parentWidget() is self.parentWidget()]  # fmt: skip
        areas = [area for area in (*told, *self._areas()) if area.isVisible()]
        focus = QApplication.focusWidget()
        here = next((n for n, a in enumerate(areas) if focus and a.isAncestorOf(focus)), -by)
        area, documents = areas[(here + by) % len(areas)], self.skills.documents
        if isinstance(area, StatusLine | Banner):
            area.take_focus()
        elif area is documents and documents.document is not None and not _is_in_work(area, areas):
            documents.take_focus()
        else:
            _focus_into(area)

    def _areas(self) -> list[QWidget]:
        status = self.window().findChildren(QWidget, "statusLine")
        if self.pages.currentWidget() is not self.skills:
            return [self.rail, self.pages.currentWidget(), *status]
        skills = self.skills
        panel = skills.panel.open if skills.panel.open.isVisible() else skills.panel.folded
        editor = skills.documents.editor
        bars = [editor.notice_bar] if editor is not None else []
        return [self.rail, skills.library, *bars, skills.documents, panel, *status]

    def show_constellation(self) -> "ConstellationView":
        """Bring it to the front, with the keyboard in it."""
        self.go_into("constellation")
        return self.pages.constellation

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (handle := self.window().windowHandle()) is not None:
            self.way_back.watch(handle)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Parts that were made late are not reached last; one that goes leaves the page."""
        focus = QApplication.focusWidget()
        if focus is not None and not (focus.isVisible() and focus.isEnabled()):
            self.take_focus()
            return True
        follow_layout(self)
        return super().focusNextPrevChild(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rail.show_labels(self.window().width() >= LABELLED)


def _remembered(area: QWidget) -> QWidget | None:
    """What had the focus last there."""
    last: QWidget | None = area.focusWidget()
    return last if last is not None and last.isVisible() else None


def _is_in_work(area: QWidget, areas: list[QWidget]) -> bool:
    """Whether it was left where work goes on, not in an area inside it."""
    last = _remembered(area)
    inside = [one for one in areas if area.isAncestorOf(one)]
    return last is not None and not any(one.isAncestorOf(last) for one in inside)


def _give(target: QWidget) -> None:
    """Give it the keyboard, where it can be seen."""
    if isinstance(target, QAbstractButton):
        lead_to(target)
    else:
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _focus_into(area: QWidget, *, is_new: bool = False) -> None:
    """Give the focus to what had it last there, or to the first that can take it; where it `is_new`
    that may be what Qt chose."""
    target = (None if is_new else _remembered(area)) or area.focusProxy() or _remembered(area)
    if target is None:
        candidates = (w for w in area.findChildren(QWidget) if w.isVisible() and w.isEnabled())
        keyboard = Qt.FocusPolicy.TabFocus
        target = next((w for w in candidates if w.focusPolicy() & keyboard), None)
    if target is not None:
        _give(target)
