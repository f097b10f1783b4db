"""Choosing the sessions of agents, and reading them. Public name: `SessionScan`."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.core.api import learning
from app.core.api.learning import ScannedDocument
from app.core.errors import Cancelled
from app.core.learning import candidates, resting, sessions, watching
from app.core.learning.usual import usual_folders
from app.core.lifecycle import config
from app.core.progress import Progress
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.lifecycle.client_names import client_name
from app.ui.views.lifecycle.scan_words import nothing_in, scanned, stopped_with, unread
from app.ui.views.lifecycle.unread_dialog import UnreadDialog
from app.ui.widgets.file_folder import begin_in_last_folder


class _Read(NamedTuple):
    """What a scan came to, how many sessions are known then, and whether a person has decided
    about candidates before.
    """

    done: ScannedDocument
    sessions: int
    has_decided: bool


class SessionScan(QWidget):
    """Shown nowhere: what it begins is a job with progress in the status bar.

    `turned` when reading has begun, and when it is over.
    """

    turned = Signal()

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self._context = context
        self._job: Job | None = None
        self._stopped: list[int] = []
        """How many sessions were known when it was stopped, if it was."""
        context.jobs.ended.connect(self._on_ended)

    @property
    def is_reading(self) -> bool:
        return self._job is not None

    def begin(self) -> None:
        """In the usual folders of the clients that are there; else ask for one."""
        if found := self._usual():
            self.scan([path for _name, path in found], watch=True)
        else:
            self.ask_folder()

    def fill(self, menu: QMenu) -> None:
        """What can be scanned, and what is watched."""
        menu.clear()
        watched = [one.path for one in watching.watched(self._context.vault)]
        if watched:
            menu.addAction(_("Scan the watched folders now"), lambda: self.scan([], watch=False))
            menu.addSeparator()
        for name, path in self._usual():
            if path.resolve() not in watched:
                said = _("Sessions of {client}: {path}").format(client=name, path=path)
                words = said.replace("&", "&&")
                menu.addAction(words, lambda path=path: self.scan([path], watch=True))
        menu.addAction(_("Choose a folder to watch…"), self.ask_folder)
        menu.addAction(_("Choose files…"), self.ask_files)
        if watched:
            menu.addSeparator()
        for path in watched:
            said = _("Stop watching {path}").format(path=path)
            words = said.replace("&", "&&")
            menu.addAction(words, lambda path=path: self._unwatch(path))

    def ask_folder(self) -> None:
        """Choose a folder that is scanned now, and again when something is new."""
        chosen = self._ask(_("Choose a folder of sessions"))
        chosen.setFileMode(QFileDialog.FileMode.Directory)
        chosen.setOption(QFileDialog.Option.ShowDirsOnly)
        chosen.fileSelected.connect(lambda path: self.scan([Path(path)], watch=True))
        chosen.open()

    def ask_files(self) -> None:
        """Choose sessions that are scanned once."""
        chosen = self._ask(_("Choose sessions"))
        chosen.setFileMode(QFileDialog.FileMode.ExistingFiles)
        chosen.filesSelected.connect(lambda paths: self.scan(list(map(Path, paths)), watch=False))
        chosen.open()

    def scan(self, paths: Sequence[Path], *, watch: bool) -> None:
        """Read these, or what is watched; a job."""
        vault = self._context.vault
        stopped: list[int] = []

        def work(progress: Progress) -> _Read:
            settings, _problems = config.load(vault.home)
            try:
                with resting.by_hand(vault):
                    if watch:
                        learning.watch(vault, paths)
                    done = learning.scan(vault, settings, paths, progress=progress)
            except Cancelled:
                stopped.append(sessions.count(vault))
                raise
            return _Read(done, sessions.count(vault), any(candidates.decided(vault)))

        def start() -> None:
            title = _("Reading the sessions of agents")
            self._stopped = stopped
            self._job = self._context.jobs.start(
                self, title, work, lambda read: self._tell(read, paths)
            )
            self.turned.emit()

        self._context.writes.after(self, start)

    def _on_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self.turned.emit()
            for count in self._stopped:
                self._context.say.tell(stopped_with(count))

    def _ask(self, title: str) -> QFileDialog:
        made = QFileDialog(self.window(), title)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        begin_in_last_folder(made, self._context.window_state)
        return made

    def _usual(self) -> list[tuple[str, Path]]:
        return [(client_name(client), path) for client, path in usual_folders(Path.home())]

    def _unwatch(self, path: Path) -> None:
        vault, writes = self._context.vault, self._context.writes
        back = writes.way_back(lambda: watching.watch(vault, path))
        said = _("{path} is no longer watched; what was read stays").format(path=path)
        writes.write(
            self,
            _("Saving"),
            lambda: watching.unwatch(vault, path),
            lambda _done: self._context.say.offer(said, back),
        )

    def _tell(self, what: _Read, paths: Sequence[Path]) -> None:
        """What was read, and what could not be."""
        done, troubles = what.done, what.done["troubles"]
        if not done["read"] + done["unchanged"] and not troubles:
            self._warn(nothing_in(str(paths[0]) if len(paths) == 1 else ""))
            return
        if troubles:
            self._warn_of(troubles)
        elif not done["read"]:
            self._context.say.tell(_("Nothing has changed since the last scan"))
        if done["read"]:
            self._context.say.tell(scanned(done, what.sessions, has_decided=what.has_decided))

    def _warn_of(self, troubles: Sequence[str]) -> None:
        """With where to look: of several in a list of their own."""
        if len(troubles) == 1:
            self._warn(unread(troubles))
            return
        self._context.say.warn(
            unread(troubles),
            _("Show…"),
            lambda: UnreadDialog(self._context.theme, troubles, self.window()).open(),
        )

    def _warn(self, said: str) -> None:
        """With another place to look."""
        self._context.say.warn(said, _("Choose a folder…"), self.ask_folder)
