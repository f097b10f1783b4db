"""The folders that agents read, and how every skill in them stands. Public name: `FoldersPage`."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import Changes, Part
from app.core.mirror.folders import Mode
from app.core.mirror.heads import Heads
from app.core.mirror.overview import FolderLook, SkillFile, overview
from app.core.mirror.survey import State
from app.core.words import _, ngettext
from app.ui.commands import with_keys
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.agents.compare_pane import ComparePane, is_both
from app.ui.views.agents.doing import FolderActions
from app.ui.views.agents.folder_list import FolderList
from app.ui.views.agents.linking import LinkDialog
from app.ui.views.agents.putting import PutDialog
from app.ui.views.agents.skills_card import SkillsCard
from app.ui.widgets.banner import Banner
from app.ui.widgets.empty_state import EmptyState

SOON = 120
"""Milliseconds after news until all folders are looked at again."""
AT_ONCE = 200
"""Files that are read before what is known by then is shown."""
LEFT = 0.55
"""The share of the width that lists have beside a conflict."""
BOTH = 760
"""Px that lists and a conflict need beside each other while text has its usual size."""


class FoldersPage(QWidget):
    """Folders above their skills, and a conflict beside them. `looked(looks)` after each look."""

    looked = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._again = True
        self._heads = Heads()
        self._wanted: tuple[Path, str] | None = None
        self.looks: tuple[FolderLook, ...] = ()
        self.actions_ = FolderActions(context, self)
        self.banner = Banner(context.theme)
        self.folders = FolderList(context)
        self.skills = SkillsCard(context)
        self.compare = ComparePane(context, self.actions_)
        self.nothing = EmptyState(
            context.theme,
            "agents",
            _("No folder of an agent was found"),
            _(
                "Claude Code, Codex, Gemini and others keep skills in folders on this computer."
                " Link one of yours to write its skills here."
            ),
            _("Link a folder…"),
            kind="primary",
        )
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._look)
        self._listen()

    @property
    def busy(self) -> bool:
        """Whether what is shown may be old."""
        return self._job is not None or self._soon.isActive()

    def look_once(self) -> None:
        """Look at the folders for whoever else wants to know, if nobody has yet."""
        if not self.looks:
            self._look()

    def check(self) -> None:
        """Bring the linked folders and the library together now."""
        self._context.disk.look()
        self._look_soon()

    def ask_folder(self) -> None:
        """Choose a folder to be linked."""
        chosen = QFileDialog(self.window(), _("Link a folder"), str(Path.home()))
        chosen.setFileMode(QFileDialog.FileMode.Directory)
        chosen.setOption(QFileDialog.Option.ShowDirsOnly)
        chosen.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen.fileSelected.connect(lambda path: self.link(Path(path)))
        chosen.open()

    def link(self, path: Path) -> None:
        """Show what would come in, then link."""
        dialog = LinkDialog(self._context, path, self)
        dialog.linked.connect(self._on_linked)
        dialog.open()

    def show_skill(self, folder: Path, name: str) -> None:
        """A skill in a folder, as soon as it is known; a conflict beside the list."""
        self._wanted = (folder, name)
        self._show_wanted()

    def next_conflict(self) -> None:
        """Compare the conflict after the one that is shown."""
        found = self._conflicts()
        if not found:
            return
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            self.skills.list.setFocus(Qt.FocusReason.OtherFocusReason)  # the keys are meant for it
        shown = self.compare.shown
        names = [(look.path, one.name) for look, one in found]
        here = (shown.standing.folder.path, shown.name) if shown is not None else None
        at = (names.index(here) + 1) % len(names) if here in names else 0
        self.show_skill(*names[at])

    # How it is put together

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.banner)
        self._lists = QWidget()
        stacked = QVBoxLayout(self._lists)
        stacked.setContentsMargins(0, 0, 0, 0)
        stacked.setSpacing(12)
        stacked.addWidget(self.folders)
        stacked.addWidget(self.skills, 1)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(12)
        self._split.setProperty("gap", True)
        self._split.addWidget(self._lists)
        self._split.addWidget(self.compare)
        self._split.setStretchFactor(0, 5)
        self._split.setStretchFactor(1, 4)
        self.compare.hide()
        self._pages = QStackedLayout()
        column.addLayout(self._pages, 1)  # first: what it shows without a place is a window
        self._pages.addWidget(self._split)
        self._pages.addWidget(self.nothing)

    def _listen(self) -> None:
        context = self._context
        self.nothing.acted.connect(self.ask_folder)
        self.banner.acted.connect(self.next_conflict)
        self.folders.chosen.connect(self._show_folder)
        self.folders.link_wanted.connect(self.link)
        self.folders.mode_wanted.connect(self._on_mode)
        self.skills.list.acted.connect(self.actions_.act)
        self.skills.list.kept.connect(self.actions_.keep_side)
        self.skills.put_wanted.connect(self._ask_for_skills)
        self.skills.list.taken_out.connect(self.actions_.take_out)
        self.skills.list.switched.connect(self.actions_.switch)
        self.skills.list.pinned.connect(self.actions_.pin)
        self.skills.list.repair_wanted.connect(self.actions_.repair)
        self.skills.list.opened.connect(self._open_skill)
        self.skills.list.chosen.connect(self._on_skill)
        self.actions_.done.connect(self._look_soon)
        self.actions_.compare_wanted.connect(self._compare)
        self.actions_.both_wanted.connect(self._show_both)
        self.compare.closed.connect(self._close_compare)
        context.bridge.changed.connect(self._on_changed)
        context.disk.looked.connect(self._look_soon)
        context.theme.changed.connect(self._fit)
        context.disk.failed.connect(self.banner.explain)

    # Looking

    def _look_soon(self, *_news: object) -> None:
        self._again = True
        if self.isVisible():
            self._soon.start()

    def _look(self) -> None:
        """In a job; what happens meanwhile is seen by the next one."""
        if self._job is not None:
            return
        self._again = False
        vault, heads = self._context.vault, self._heads
        reads = AT_ONCE if self.looks else 0  # nobody waits until every file is read
        self._job = self._context.jobs.start(
            self,
            _("Looking at folders"),
            lambda job: overview(vault, heads, job, reads=reads),
            self._show,
            self._on_failed,
        )

    def _show(self, looks: tuple[FolderLook, ...]) -> None:
        self._job = None
        self._again |= not self._heads.is_whole
        self.looks = looks
        self.looked.emit(looks)
        self._pages.setCurrentWidget(self._split if looks else self.nothing)
        self.folders.show_looks(looks)
        paths = [one.path for one in looks]
        if self.folders.current not in paths:
            self.folders.choose(paths[0] if paths else None)
        if self.folders.current is not None:
            self._show_folder(self.folders.current)
        self._show_banner()
        self._follow_compare()
        self._show_wanted()
        if self._again:
            self._look_soon()

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._context.jobs.explain(self, error, self.banner.explain)

    def _show_folder(self, path: Path) -> None:
        look = next((one for one in self.looks if one.path == path), None)
        if look is not None:
            self.skills.show_look(look)

    def _show_wanted(self) -> None:
        """What was asked for before it was known."""
        if self._wanted is None:
            return
        folder, name = self._wanted
        look = next((one for one in self.looks if one.path == folder), None)
        if look is None:
            return
        self._wanted = None
        self.folders.choose(folder)
        self._show_folder(folder)
        if self.skills.list.rows.row_of(name) < 0:
            self.skills.show_all()
        self.skills.list.choose(name)
        one = self.skills.list.current
        if one is not None and one.standing.state is State.CONFLICT:
            self._compare(one)

    def _conflicts(self) -> list[tuple[FolderLook, SkillFile]]:
        return [
            (look, one)
            for look in self.looks
            for one in look.skills
            if one.standing.state is State.CONFLICT
        ]

    def _show_banner(self) -> None:
        found = self._conflicts()
        if not found:
            self.banner.hide()
            return
        title, count = found[0][1].title, len(found) - 1
        said = _("{name} changed on disk and here. Both are kept; neither was overwritten.")
        more = ngettext("{count} more like it.", "{count} more like it.", count)
        words = said.format(name=title) + (" " + more.format(count=count) if count else "")
        self.banner.say(words, "warn", with_keys(_("Compare"), "F8"), closable=False)

    # Doing

    def _on_skill(self, one: SkillFile | None) -> None:
        """A conflict is shown beside the list as soon as it is chosen."""
        if one is not None and one.standing.state is State.CONFLICT:
            self._compare(one)

    def _compare(self, one: SkillFile) -> None:
        self.compare.show_conflict(one)
        if self.compare.isHidden():
            self.compare.show()
            width = self._split.width()
            self._split.setSizes([round(width * LEFT), round(width * (1 - LEFT))])
            self._fit()

    def _fit(self) -> None:
        """Without room for both the lists give way to a conflict until it is closed."""
        is_narrow = self._split.width() < self._context.theme.scaled(BOTH)
        had_focus = self._lists.isAncestorOf(self.focusWidget() or self)
        self._lists.setVisible(self.compare.isHidden() or not is_narrow)
        if had_focus and self._lists.isHidden():
            self.compare.layouts.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow_compare(self) -> None:
        """What is compared may be settled by now, or have other texts."""
        shown = self.compare.shown
        if shown is None:
            return
        path = shown.standing.folder.path
        found = next(
            (one for look, one in self._conflicts() if (look.path, one.name) == (path, shown.name)),
            None,
        )
        if found is None:
            self._close_compare()
        else:
            self.compare.show_conflict(found)

    def _close_compare(self) -> None:
        had_focus = self.compare.isAncestorOf(self.focusWidget() or self)
        self.compare.forget()
        self.compare.hide()
        self._fit()
        if had_focus:
            self.skills.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_skill(self, one: SkillFile) -> None:
        if one.row is not None:
            self._context.go.skill(one.row.id)

    def _ask_for_skills(self, look: FolderLook) -> None:
        dialog = PutDialog(self._context, look, self)
        dialog.wanted.connect(lambda skills: self.actions_.put(look.path, skills))
        dialog.open()

    def _show_both(self, one: SkillFile) -> None:
        """The skill of that name in the folder that wins, if that one is linked; else this one."""
        assert one.winner is not None
        folder = one.name.rpartition("/")[2]
        for look in self.looks:
            for other in look.skills:
                if look.path == one.winner and other.name.rpartition("/")[2] == folder:
                    self._open_skill(other)
        self._open_skill(one)

    def _on_mode(self, path: Path, mode: Mode | None) -> None:
        look = next((one for one in self.looks if one.path == path), None)
        if mode is Mode.LINKED and look is not None and look.folder is None:
            self.link(path)
        else:
            self.actions_.set_mode(path, mode)

    def _on_linked(self, path: Path) -> None:
        self.folders.choose(path)
        self._context.disk.look(path)
        self._look_soon()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.FOLDERS | Part.LIST | Part.TEXT):
            self._look_soon()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """What is shown can be saved from beside it as well."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_asked and isinstance(event, QKeyEvent) and self._saves(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._saves(event):
            self.compare.save_both.click()
        else:
            super().keyPressEvent(event)

    def _saves(self, event: QKeyEvent) -> bool:
        return is_both(event) and not self.compare.isHidden()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._again:
            self._look()
