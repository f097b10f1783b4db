"""Opening packs: read, verify, ask, review, import. Public name: `open_pack`."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressBar, QWidget

from app.core.errors import AppError
from app.core.packs import trust
from app.core.packs.format.problems import WrongPassphrase
from app.core.packs.install import Imported
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.packs.importing.incoming import IncomingPack, Outside, enter, look
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.passphrase import PackPassphraseDialog
from app.ui.views.packs.importing.problem import ProblemDialog
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.labels import label

T = TypeVar("T")
APPEARS_AFTER = 600
WIDTH = 460
STEPS = 1000
Done = Callable[[str, tuple[int, ...]], None]
"""Told a sentence about what was imported, and the ids of the skills."""


def open_pack(
    context: AppContext, parent: QWidget, path: str | Path, done: Done | None = None
) -> None:
    """Review a pack for import. Several wait for each other; one that is open already is raised."""
    window = parent.window()
    opening = window.findChild(Opening)
    if opening is None:
        opening = Opening(context, window)
    opening.add(Path(path), done)


class Opening(Dialog):
    """Takes one pack after the other through every stage; seen only while reading takes long."""

    def __init__(self, context: AppContext, window: QWidget) -> None:
        super().__init__(context.theme, _("Opening a pack"), parent=window, icon="packs")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        self._context = context
        self._waiting: list[tuple[Path, Done | None]] = []
        self._now: tuple[Path, Done | None] | None = None
        self._number = self._all = 0
        """Which pack this is, of all that were asked for since nothing was open."""
        self._stage: Dialog | None = None
        self._job: Job | None = None
        self._late = QTimer(self, singleShot=True, interval=APPEARS_AFTER)
        self._late.timeout.connect(self.open)
        self._bar = QProgressBar()
        self._bar.setRange(0, STEPS)
        self._bar.setTextVisible(False)
        self._said = label("", "muted")
        self.body.addWidget(self._bar)
        self.body.addWidget(self._said)
        stop = Button(context.theme, _("Stop"), size="large")
        stop.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(stop)
        self.setFixedWidth(WIDTH)
        context.jobs.progressed.connect(self._on_progressed)

    def add(self, path: Path, done: Done | None) -> None:
        """Open this one as well, after those that wait."""
        path = path.absolute()
        if self._now is not None and self._now[0] == path:
            self._raise_stage()
        elif path not in [waiting for waiting, _done in self._waiting]:
            self._waiting.append((path, done))
            self._all += 1
            if self._now is None:
                self._next()
            else:
                self._say_place()

    def _raise_stage(self) -> None:
        if self._stage is not None:
            self._stage.raise_()
            self._stage.activateWindow()

    def _next(self) -> None:
        self._stage = self._now = None
        if not self._waiting:
            self._number = self._all = 0
            return
        self._now = self._waiting.pop(0)
        self._number += 1
        path = self._now[0]
        self._start(lambda job: look(path, job), self._on_outside, self._on_failed)

    # Reading

    def _start(
        self,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> None:
        assert self._now is not None
        title = _("Opening {file}").format(file=self._now[0].name)
        self.title.setText(title)
        self._bar.setAccessibleName(title)
        self._say_place()
        self._bar.setValue(0)
        self._said.clear()
        if self._stage is None:
            self._late.start()
        self._job = self._context.jobs.start(self, title, work, done, failed)

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self._bar.setValue(round(fraction * STEPS))
            self._said.setText(text)

    def _arrived(self) -> None:
        """The work is done: stop showing that it goes on."""
        self._job = None
        self._late.stop()
        if self.isVisible():
            self.done(0)

    def _on_outside(self, outside: Outside) -> None:
        self._arrived()
        if not outside.envelope.needs_passphrase:
            self._enter(outside, None)
            return
        signer = outside.envelope.signer
        judgement = trust.judge(self._context.vault, signer) if signer is not None else None
        asking = PackPassphraseDialog(self._theme, outside, judgement, self._below)
        asking.given.connect(lambda passphrase: self._enter(outside, passphrase))
        self._show_stage(asking)

    def _enter(self, outside: Outside, passphrase: str | None) -> None:
        vault = self._context.vault
        self._start(
            lambda job: enter(vault, outside, passphrase, job), self._on_incoming, self._on_failed
        )

    def _on_failed(self, error: Exception) -> None:
        self._arrived()
        if isinstance(error, WrongPassphrase) and isinstance(self._stage, PackPassphraseDialog):
            self._stage.refuse(error)
            return
        self._leave_stage()
        if not isinstance(error, AppError):
            self._context.jobs.failed.emit(self, error)
            self._next()
            return
        assert self._now is not None
        self._show_stage(ProblemDialog(self._theme, self._now[0].name, error, self._below))

    # What the person sees

    def _on_incoming(self, incoming: IncomingPack) -> None:
        self._arrived()
        self._leave_stage()
        review = ImportDialog(self._context, incoming, self._below)
        review.imported.connect(lambda done: self._tell(incoming, done))
        self._show_stage(review)

    def _show_stage(self, stage: Dialog) -> None:
        self._stage = stage
        stage.finished.connect(self._on_finished)
        self._say_place()
        stage.open()

    def _say_place(self) -> None:
        """Of several packs: the how many-th this is."""
        place = _("Pack {number} of {all}").format(number=self._number, all=self._all)
        for dialog in (self, self._stage):
            if dialog is not None:
                dialog.show_place(place if self._all > 1 else "")

    def _leave_stage(self) -> None:
        """Close what is shown without going on to the next pack."""
        if self._stage is not None:
            self._stage.finished.disconnect(self._on_finished)
            self._stage.reject()
            self._stage = None

    def _on_finished(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._next()

    def _tell(self, incoming: IncomingPack, done: Imported) -> None:
        skills = (*done.added, *done.replaced)
        tell = self._now[1] if self._now is not None else None
        if tell is None or not skills:
            return
        words = ngettext(
            "{count} skill imported from {pack}", "{count} skills imported from {pack}", len(skills)
        )
        said = words.format(count=len(skills), pack=incoming.plan.pack.name)
        if done.quarantined:
            said = _("{said}, in quarantine").format(said=said)
        tell(said, skills)

    # Qt

    def reject(self) -> None:
        """Stop reading this one."""
        if self._job is not None:
            self._job.cancel()
        self._arrived()
        self._next()
