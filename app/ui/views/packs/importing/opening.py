"""Opening packs: read, verify, ask, review, import. Public name: `open_packs`."""

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.core.errors import AppError
from app.core.memory.reading.decoding import readable
from app.core.packs import trust
from app.core.packs.format.problems import WrongPassphrase
from app.core.packs.install import Imported
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.packs.importing.incoming import (
    Found,
    IncomingPack,
    Outside,
    enter,
    look_all,
    plan_alone,
)
from app.ui.views.packs.importing.many_packs import ReviewDialog
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.passphrase import PassphraseDialog
from app.ui.views.packs.importing.problem import ProblemDialog
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.late_dialog import LateDialog

Done = Callable[[str, tuple[int, ...]], None]
"""Told a sentence about what was imported, and the ids of the skills."""


def open_packs(
    context: AppContext, parent: QWidget, paths: Iterable[str | Path], done: Done | None = None
) -> None:
    """Review packs for import: one by itself, several together, also with those open already."""
    window = parent.window()
    opening = window.findChild(Opening)
    if opening is None:
        opening = Opening(context, window)
    opening.add([Path(path) for path in paths], done)


class Opening(LateDialog):
    """Reads files and shows what became of them; seen itself only while reading takes long."""

    def __init__(self, context: AppContext, window: QWidget) -> None:
        super().__init__(context, _("Opening files"), "packs", window)
        self._waiting: list[Path] = []
        self._reading: list[Path] = []
        self._found: list[Found] = []
        """What is under review."""
        self._unshown: tuple[list[Found], IncomingPack | None] | None = None
        """What was read and is not under review yet."""
        self._done: Done | None = None
        self._stage: Dialog | None = None
        self._is_unlocking = False
        context.jobs.ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def add(self, paths: Iterable[Path], done: Done | None) -> None:
        """Open these as well; those that are open already are brought to the front."""
        self._done = done or self._done
        unshown = self._unshown[0] if self._unshown is not None else []
        known = {found.path for found in (*self._found, *unshown)}
        known |= {*self._waiting, *self._reading}
        new = [path for path in dict.fromkeys(one.absolute() for one in paths) if path not in known]
        self._waiting += new
        if not new and self._stage is not None:
            self._stage.raise_()
            self._stage.activateWindow()
        self._read()

    def _read(self) -> None:
        """Read what waits, unless something is read or imported now."""
        busy = self._job is not None or self._unshown is not None or self._is_importing()
        if busy or not self._waiting:
            return
        vault, paths = self._context.vault, self._waiting
        self._reading, self._waiting = paths, []

        def work(job: Job) -> tuple[list[Found], IncomingPack | None]:
            found = look_all(vault, paths, job)
            alone = len(found) == 1 and found[0].unpacked is not None
            return found, plan_alone(vault, found[0], job) if alone else None

        words = ngettext("Opening {file}", "Opening {count} files", len(paths))
        title = words.format(file=paths[0].name, count=len(paths))
        is_unseen = self._stage is not None
        self._start(title, work, self._on_read, self._on_bug, unseen=is_unseen)

    def _is_importing(self) -> bool:
        stage = self._stage
        return isinstance(stage, ImportDialog | ReviewDialog) and stage.is_importing

    # Reading

    def _arrived(self) -> None:
        self._is_unlocking = False
        self._reading = []
        super()._arrived()

    def _on_read(self, read: tuple[list[Found], IncomingPack | None]) -> None:
        self._arrived()
        self._unshown = read
        self._show_read()

    def _show_read(self) -> None:
        """Show what was read, unless something is just being imported: then afterwards."""
        if self._unshown is None or self._is_importing():
            return
        (found, alone), self._unshown = self._unshown, None
        self._found += found
        if isinstance(self._stage, ReviewDialog):
            self._stage.add(found)
        elif len(self._found) > 1:
            self._review_together()
        elif alone is not None:
            self._review_alone(alone)
        elif self._found[0].problem is not None:
            self._explain(self._found[0].problem)
        elif self._found[0].outside is not None:
            self._ask(self._found[0].outside)
        self._read()

    # What the person sees

    def _review_together(self) -> None:
        """What was decided about the one that is open stays decided."""
        before = self._stage
        self._leave_stage()
        review = ReviewDialog(self._context, self._below)
        first, *_rest = review.add(self._found)
        if isinstance(before, ImportDialog):
            first.choices = before.contents.choices()
            review.review.trust(first, before.publisher.trusts)
        review.imported.connect(self._tell)
        self._show_stage(review)

    def _review_alone(self, incoming: IncomingPack) -> None:
        self._leave_stage()
        review = ImportDialog(self._context, incoming, self._below)
        review.imported.connect(lambda done: self._tell([done]))
        self._show_stage(review)

    def _ask(self, outside: Outside) -> None:
        vault, signer = self._context.vault, outside.envelope.signer
        judgement = trust.judge(vault, signer) if signer is not None else None
        asking = PassphraseDialog(self._theme, outside, judgement, self._below)

        def unlock(passphrase: str) -> None:
            def work(job: Job) -> IncomingPack:
                return plan_alone(vault, enter(vault, outside, passphrase, job), job)

            self._is_unlocking = True
            title = _("Opening {file}").format(file=outside.path.name)
            self._start(title, work, self._on_unlocked, self._on_refused, unseen=True)

        asking.form.given.connect(unlock)
        self._show_stage(asking)

    def _on_unlocked(self, incoming: IncomingPack) -> None:
        self._arrived()
        path = incoming.outside.path
        self._found = [Found(path, incoming.outside, incoming.plan.unpacked)]
        self._review_alone(incoming)
        self._read()

    def _on_refused(self, error: Exception) -> None:
        self._arrived()
        if isinstance(error, WrongPassphrase) and isinstance(self._stage, PassphraseDialog):
            self._stage.refuse(error)
        else:
            self._leave_stage()
            self._explain(error)
        self._read()

    def _explain(self, error: Exception) -> None:
        if isinstance(error, AppError):
            name = self._found[0].path.name
            self._show_stage(ProblemDialog(self._theme, name, error, self._below))
        else:
            self._on_bug(error)

    def _show_stage(self, stage: Dialog) -> None:
        self._stage = stage
        stage.finished.connect(self._on_finished)
        stage.open()

    def _leave_stage(self) -> None:
        """Close what is shown, because something else takes its place."""
        if self._stage is not None:
            self._stage.finished.disconnect(self._on_finished)
            if isinstance(self._stage, ImportDialog):
                self._stage.leave()  # what was chosen there is taken over
            else:
                self._stage.reject()
            self._stage = None

    def _on_finished(self) -> None:
        """The person is done with all that was open; what is being read comes next."""
        self._stage, self._found = None, []
        if self._is_unlocking and self._job is not None:
            self._job.cancel()
            self._arrived()
        self._on_ended()

    def _on_ended(self) -> None:
        """What came while others were imported waits no longer."""
        self._show_read()
        self._read()

    def _tell(self, done: list[Imported]) -> None:
        skills = tuple(skill for one in done for skill in (*one.added, *one.replaced))
        if self._done is None or not skills:
            return
        brought = [one for one in done if one.added or one.replaced]
        words = ngettext(
            "{count} skill imported from {packs}",
            "{count} skills imported from {packs}",
            len(skills),
        )
        packs = ngettext("{count} pack", "{count} packs", len(brought)).format(count=len(brought))
        if any(
            one.unpacked is not None and one.unpacked.pack.is_skill_files for one in self._found
        ):
            packs = ngettext("{count} place", "{count} places", len(brought))
            packs = packs.format(count=len(brought))
        if len(self._found) == 1 and self._found[0].unpacked is not None:
            pack = self._found[0].unpacked.pack
            packs = readable(self._found[0].path.name) if pack.is_skill_files else pack.name
        said = words.format(count=len(skills), packs=packs)
        waiting = sum(len(one.inert) for one in brought)
        if waiting == len(skills):
            said = _("{said}, in quarantine").format(said=said)
        elif waiting:
            said = _("{said}, {count} of them in quarantine").format(said=said, count=waiting)
        self._done(said, skills)
        if len(brought) == 1:
            self._context.go.skill(skills[0])

    # Qt

    def reject(self) -> None:
        """Stop reading."""
        if self._job is not None:
            self._job.cancel()
        self._arrived()
        self._read()
