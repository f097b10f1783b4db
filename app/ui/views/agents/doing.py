"""What is done about folders and the skills in them: each a job, told in words.

Public name: `FolderActions`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.mirror import folders, settling
from app.core.mirror.folders import Mode
from app.core.mirror.overview import SkillFile
from app.core.mirror.report import Report
from app.core.mirror.settling import Conflict
from app.core.mirror.survey import Standing
from app.core.progress import Progress
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.agents.signs import Act, act_of, said_path

_READING = (Act.READ, Act.ADOPT)


class FolderActions(QObject):
    """`done` when something was: look again. `compare_wanted(SkillFile)`, `both_wanted(SkillFile)`
    where a person has to see more first."""

    done = Signal()
    compare_wanted = Signal(object)
    both_wanted = Signal(object)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def act(self, some: Sequence[SkillFile]) -> None:
        """What there is to do about them; of several, what can be done without another look."""
        if len(some) > 1:
            if reading := [one.standing for one in some if act_of(one) in _READING]:
                self.read(reading)
            if writing := [one.standing for one in some if act_of(one) is Act.WRITE]:
                self.write(writing)
            return
        one, act = some[0], act_of(some[0])
        if act is Act.COMPARE:
            self.compare_wanted.emit(one)
        elif act is Act.SHOW_BOTH:
            self.both_wanted.emit(one)
        elif act in _READING:
            self.read([one.standing])
        elif act is Act.WRITE:
            self.write([one.standing])
        elif act is Act.TURN_ON:
            self.switch([one], True)
        elif act is Act.HEAL:
            self._heal(one)

    def read(self, some: list[Standing]) -> None:
        """Read these files into the library."""
        vault = self._context.vault

        def tell(report: Report) -> None:
            if self._told_trouble(report):
                return
            count = len(report.read) + len(report.conflicts)
            said = ngettext("{count} skill read from disk", "{count} skills read from disk", count)
            self._context.say.tell(said.format(count=count), undoable=True)

        self._run(_("Reading"), lambda job: settling.read(vault, some, job), tell)

    def write(self, some: list[Standing]) -> None:
        """Write these skills to their files."""
        vault = self._context.vault

        def tell(report: Report) -> None:
            if not self._told_trouble(report):
                count = len(report.wrote)
                said = ngettext(
                    "{count} skill written to disk", "{count} skills written to disk", count
                )
                self._context.say.tell(said.format(count=count))

        self._run(_("Writing"), lambda job: settling.write(vault, some, job), tell)

    def repair(self, one: SkillFile) -> None:
        """Mend what keeps clients from loading it."""
        vault = self._context.vault
        said = _("{name} repaired. A copy of the file as it was is kept.").format(name=one.title)
        self._run(
            _("Repairing"),
            lambda _job: settling.repair(vault, one.standing),
            lambda _nothing: self._context.say.tell(said),
        )

    def keep_disk(self, one: Conflict) -> None:
        """The disk's text, which is current, is the right one."""
        vault, said = self._context.vault, _("The disk’s text stays. Yours is in History.")
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: settling.keep_disk(vault, [one.known]),
            lambda _nothing: self._tell_done(said),
        )

    def keep(self, one: Conflict, text: str) -> None:
        """Make this text the current one, and have it written."""
        vault = self._context.vault
        said = _("Saved and written to {file}.").format(file=said_path(one.path))
        self._run(
            _("Saving"),
            lambda _job: settling.keep(vault, one, text),
            lambda _nothing: self._context.say.tell(said, undoable=True),
        )

    def put(self, path: Path, skills: Sequence[int]) -> None:
        """Put skills of the library into a folder."""
        vault = self._context.vault

        def tell(report: Report) -> None:
            if not self._told_trouble(report):
                count = len(report.wrote)
                said = ngettext(
                    "{count} skill put into {folder}", "{count} skills put into {folder}", count
                )
                self._context.say.tell(said.format(count=count, folder=said_path(path)))

        self._run(
            _("Putting skills there"), lambda job: settling.put(vault, path, skills, job), tell
        )

    def take_out(self, some: Sequence[SkillFile]) -> None:
        """Take out what Techne put there."""
        said = ngettext(
            "{count} skill taken out of the folder. A copy is kept.",
            "{count} skills taken out of the folder. Copies are kept.",
            len(some),
        )
        self._change(some, _("Taking skills out"), settling.take_out, said)

    def switch(self, some: Sequence[SkillFile], on: bool) -> None:
        """Let agents see them in this folder, or not."""
        if on:
            said = ngettext("{count} skill turned on", "{count} skills turned on", len(some))
        else:
            said = ngettext("{count} skill turned off", "{count} skills turned off", len(some))
        self._change(some, _("Turning skills on or off"), partial(settling.switch, on=on), said)

    def pin(self, some: Sequence[SkillFile], on: bool) -> None:
        """Keep them as they are on both sides, or follow them again."""
        if on:
            said = ngettext("{count} skill pinned", "{count} skills pinned", len(some))
        else:
            said = ngettext("{count} skill unpinned", "{count} skills unpinned", len(some))
        self._change(some, _("Pinning"), partial(settling.pin, on=on), said)

    def _change(
        self,
        some: Sequence[SkillFile],
        title: str,
        work: Callable[[Vault, Sequence[Standing]], None],
        said: str,
    ) -> None:
        """Do one thing to several; `said` tells how many they were."""
        vault, standings = self._context.vault, [one.standing for one in some]
        words = said.format(count=len(standings))
        self._run(
            title,
            lambda _job: work(vault, standings),
            lambda _nothing: self._context.say.tell(words),
        )

    def keep_side(self, some: Sequence[SkillFile], mine: bool) -> None:
        """Of several conflicts one side, as it is."""
        vault, standings = self._context.vault, [one.standing for one in some]

        def tell(report: Report) -> None:
            if not self._told_trouble(report):
                count = report.reconciled
                said = ngettext("{count} conflict settled", "{count} conflicts settled", count)
                self._context.say.tell(said.format(count=count), undoable=mine)

        self._run(
            _("Settling conflicts"),
            lambda job: settling.keep_side(vault, standings, mine, job),
            tell,
        )

    def set_mode(self, path: Path, mode: Mode | None) -> None:
        """Another mode for a folder; None: it is not followed any more."""
        vault, name = self._context.vault, said_path(path)
        if mode is None:
            self._run(
                _("Unlinking"),
                lambda _job: folders.unlink(vault, folders.linked_at(vault, path)),
                lambda _nothing: self._context.say.tell(
                    _("{folder} is unlinked. Its files and the skills stay.").format(folder=name)
                ),
            )
            return
        said = {
            Mode.LINKED: _("{folder} is followed both ways. Its files are not encrypted."),
            Mode.COPIES: _("Chosen skills are copied to {folder}. Its files are not encrypted."),
            Mode.LINKS: _("Chosen skills are linked in {folder}. Its files are not encrypted."),
            Mode.MIRROR: _("All skills are written to {folder}. Its files are not encrypted."),
        }[mode].format(folder=name)

        def tell(_folder: object) -> None:
            self._context.say.tell(said)
            self._context.disk.look(path)

        self._run(_("Linking"), lambda _job: folders.link(vault, path, mode), tell)

    def _heal(self, one: SkillFile) -> None:
        vault = self._context.vault

        def tell(target: Path | None) -> None:
            if target is None:
                said = _("{name} was nowhere any more, so its link is gone. A copy is kept.")
                self._context.say.tell(said.format(name=one.title))
            else:
                said = _("{name} leads to {place} now.")
                self._context.say.tell(said.format(name=one.title, place=said_path(target)))

        self._run(_("Healing"), lambda _job: settling.heal(vault, one.standing), tell)

    def _run(
        self, title: str, work: Callable[[Progress], object], tell: Callable[..., object]
    ) -> None:
        """The disk may be slow, so it is never done on this thread."""

        def done(result: object) -> None:
            tell(result)
            self.done.emit()

        def failed(error: Exception) -> None:
            self._context.jobs.explain(self, error, self._context.say.explain)
            self.done.emit()

        context = self._context
        context.writes.after(self, lambda: context.jobs.start(self, title, work, done, failed))

    def _tell_done(self, said: str) -> None:
        self._context.say.tell(said)
        self.done.emit()

    def _told_trouble(self, report: Report) -> bool:
        """Say the first thing that could not be done, if there is one."""
        if not report.troubles:
            return False
        name, why = report.troubles[0]
        left = len(report.troubles) - 1
        more = ngettext(" So it was with {count} other.", " So it was with {count} others.", left)
        said = _("{name}: {why}").format(name=name, why=why)
        self._context.say.warn(said + (more.format(count=left) if left else ""))
        return True
