"""One pass over a linked folder: the disk is read, and what changed here is written.

Twice is once. What a pass does not finish, the next one does; a crash between any two steps leaves
either the old state or the new one on each side, and never loses a text.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

from app.core.actor import DISK
from app.core.errors import AppError, StaleEdit
from app.core.library import bulk, library
from app.core.library.edit import Edit
from app.core.library.merge import merge
from app.core.library.record import Meta, Reason, Saved, Source, Status
from app.core.mirror import folders, writing
from app.core.mirror.decision import Decision
from app.core.mirror.folders import Folder, Mode
from app.core.mirror.oddities import decoded
from app.core.mirror.skill_folders import skill_at
from app.core.mirror.survey import Standing, Survey, survey, written_text
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import scan
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write
from app.core.words import _, ngettext

log = logging.getLogger(__name__)

GRACE = timedelta(hours=24)
"""A skill whose file is gone stays so long, as when a branch is switched back and forth."""
BACKUPS = "disk-backups"
"""In the folder of the vault: what files were before Techne wrote to them for the first time."""


@dataclass(slots=True)
class Report:
    """What a pass did. The first three are the metrics of seed 000, section 7.4."""

    indexed: int = 0
    reconciled: int = 0
    removed: int = 0
    read: list[str] = field(default_factory=list)
    wrote: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    quarantined: list[str] = field(default_factory=list)
    troubles: list[tuple[str, str]] = field(default_factory=list)
    """Names, each with why nothing could be done about it."""
    away: list[str] = field(default_factory=list)
    """Folders that are not there now."""


def reconcile(
    vault: Vault,
    some: Iterable[Folder] | None = None,
    *,
    grace: timedelta = GRACE,
    progress: Progress = SILENT,
) -> Report:
    """Bring these linked folders (by default all) and the library together. A job.

    Raises `Cancelled`; trouble with single skills is in the report.
    """
    report = Report()
    for folder in folders.folders(vault) if some is None else some:
        looked = survey(vault, folder, progress)
        if not looked.is_there:
            report.away.append(str(folder.path))
            continue
        report.indexed += sum(one.skill is not None for one in looked.standings)
        settle(vault, looked, report, grace, progress)
    return report


def settle(
    vault: Vault, looked: Survey, report: Report, grace: timedelta, progress: Progress = SILENT
) -> None:
    """Do what was decided about every skill of a folder that can be done without a person."""
    by = _by(looked.standings)
    follows = looked.folder.mode is Mode.LINKED
    readable = by(Decision.READ, Decision.CONFLICT) if follows else by()
    take(vault, readable, report, progress)
    for one in by(Decision.WRITE):
        checkpoint(progress)
        with _telling(report, one):
            write(vault, one, report)
    agreed = by(Decision.AGREE)
    gone = by(Decision.VANISHED, Decision.VANISHED_CHANGED) if looked.is_whole else by()
    stamped = [
        one
        for one in by(Decision.NOTHING)
        if one.known and one.digest and one.found and _is_news(vault, one)
    ]
    if agreed or stamped or gone or looked.device != looked.folder.device:
        with vault.write(None) as into:
            for one in (*agreed, *stamped):
                _agree(into, one)
            for one in gone:
                if one.known is not None and one.known.gone is None:
                    folders.note(into, one.known, gone=into.at.isoformat())
            folders.looked_at(into, looked.folder.id, looked.device)
    _remove(vault, [one for one in gone if _is_over(vault, one, grace)], report, progress)
    for one in by(Decision.TAKE_AWAY):
        with _telling(report, one):
            _take_away(vault, one)


def take(
    vault: Vault, some: Sequence[Standing], report: Report, progress: Progress = SILENT
) -> None:
    """Read files into the library: one journal entry, one undo. What both changed is a conflict.

    What is found in them is quarantined until a person has looked.
    """
    ready = [one for one in some if one.found is not None]
    files = dict[Standing, bytes]()
    for one in ready:
        checkpoint(progress)
        try:
            files[one] = _bytes(one)
        except (OSError, AppError) as error:
            report.troubles.append((one.name, str(error)))
    if not files:
        return
    taken = {one: _Taken(one, raw) for one, raw in files.items()}

    def edit(one: Standing) -> Edit | None:
        return taken[one].edit(vault)

    def also(into: Write, saved: Sequence[Saved]) -> None:
        new = [one for one in files if not taken[one].is_known]
        for one, now in zip(new, saved, strict=True):
            taken[one].note(into, now)

    said = ngettext("Read {count} skill from disk", "Read {count} skills from disk", len(files))
    bulk.change(
        vault,
        said.format(count=len(files)),
        [*files],
        edit,
        actor=DISK,
        also=also,
        progress=progress,
    )
    for one in files:
        if taken[one].is_known:
            continue
        report.reconciled += 1
        (report.conflicts if taken[one].ours is not None else report.read).append(one.name)
        if taken[one].is_quarantined:
            report.quarantined.append(one.name)


class _Taken:
    """A file on its way into the library."""

    def __init__(self, standing: Standing, raw: bytes) -> None:
        self.standing, self.digest = standing, sha256(raw)
        text = decoded(raw)
        if text is None:
            raise AppError(_("It is not UTF-8 text."))
        self.text = text
        self.ours: int | None = None
        self.is_quarantined = False
        self.is_known = False
        """Whether another process read it meanwhile."""

    def edit(self, vault: Vault) -> Edit | None:
        skill, self.ours = self.standing.skill, None
        state = library.current(vault, skill) if skill is not None else None
        known = self.standing.known
        meta = library.last_meta(vault, skill) if skill is not None else None
        meta = meta or Meta(self.standing.folder.engram, source=Source.DISK)
        text = self.text
        if state is not None:
            now, mine, meta = state
            folder = self.standing.name.rpartition("/")[2]
            here = written_text(mine, meta, known, folder)
            if (
                known is not None
                and now.version != known.version
                and sha256(here.encode()) not in (known.digest, self.digest)
            ):
                self.ours = now.version
            text = _brought_over(here, mine, text)
            self.is_known = text == mine
            if self.is_known:
                return None
        before = mine if state is not None else ""
        if _dangers(self.text) - _dangers(before):
            self.is_quarantined = True
            meta = replace(meta, status=Status.QUARANTINED)
        return Edit(skill, text, meta, Reason.DISK, self.standing.name)

    def note(self, into: Write, saved: Saved) -> None:
        one = self.standing
        assert one.found is not None
        folders.agree(
            into, one.folder.id, one.name, saved.skill, saved.version, self.digest,
            str(one.found.stamp),
        )  # fmt: skip
        if self.ours is not None:
            into.db.execute(
                "update folder_skill set conflict = ? where folder = ? and name = ?",
                (self.ours, one.folder.id, one.name),
            )


def _brought_over(here: str, mine: str, disk: str) -> str:
    """The text of the disk with what is here and never on the disk: memories, as training put them.

    Where that cannot be told without a loss it is the disk's alone; ours is in the history.
    """
    if here == mine:
        return disk
    merged = merge(here, mine, disk)
    return disk if merged is None else merged


def _dangers(text: str) -> set[tuple[str, str]]:
    return (
        {(one.code, one.excerpt) for one in scan(text) if one.severity is Severity.DANGER}
        if text
        else set()
    )


def write(vault: Vault, one: Standing, report: Report | None = None) -> None:
    """Write a skill to its file. Raises `StaleEdit` when that changed meanwhile, and `AppError`."""
    known = one.known
    assert known is not None and known.skill is not None
    state = library.current(vault, known.skill)
    if state is None:
        return
    saved, text, meta = state
    file = one.found.file if one.found is not None else "SKILL.md"
    path = one.folder.path / one.name / file
    content = written_text(text, meta, known, path.parent.name).encode()
    if one.digest is not None and not known.ours and not known.backup:
        kept = writing.back_up(path, vault.home.folder / BACKUPS, vault.now())
        with vault.write(None) as into:
            folders.note(into, known, backup=str(kept))
    writing.put(path, content, one.digest)
    there = skill_at(path.parent, one.name)
    with vault.write(None) as into:
        folders.agree(
            into, one.folder.id, one.name, known.skill, saved.version, sha256(content),
            str(there.stamp) if there is not None else "",
        )  # fmt: skip
    if report is not None:
        report.reconciled += 1
        report.wrote.append(one.name)


def _remove(vault: Vault, some: Sequence[Standing], report: Report, progress: Progress) -> None:
    """Skills whose files are gone for good leave the library; their history stays."""
    skills = [one.skill for one in some if one.skill is not None]
    if skills:
        library.delete(vault, *skills, actor=DISK, progress=progress)
        report.removed += len(skills)


def _take_away(vault: Vault, one: Standing) -> None:
    """A skill that was deleted here goes from the disk if Techne put it there; else it stays, and
    is not touched again."""
    known = one.known
    assert known is not None
    if known.ours and one.found is not None:
        path = one.folder.path / one.name / one.found.file
        if one.digest is None or sha256(path.read_bytes()) != one.digest:
            raise StaleEdit(_("{file} changed on the disk at this moment.").format(file=path))
        writing.back_up(path.parent, vault.home.folder / BACKUPS, vault.now())
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
        with vault.write(None) as into:
            folders.forget(into, [known])
        return
    with vault.write(None) as into:
        folders.note(into, known, skill=None)


def _agree(into: Write, one: Standing) -> None:
    assert one.known is not None and one.found is not None and one.digest is not None
    row = into.row("select current from skill where id = ?", one.known.skill)
    folders.agree(
        into, one.folder.id, one.name, one.known.skill, row[0] if row else one.known.version,
        one.digest, str(one.found.stamp),
    )  # fmt: skip


def _is_news(vault: Vault, one: Standing) -> bool:
    known, found = one.known, one.found
    assert known is not None and found is not None
    if known.stamp != str(found.stamp) or known.gone is not None:
        return True
    row = vault.row("select current from skill where id = ?", known.skill)
    return row is not None and row[0] != known.version


def _is_over(vault: Vault, one: Standing, grace: timedelta) -> bool:
    """Whether the time of grace of a skill that vanished unchanged has passed."""
    if one.decision is not Decision.VANISHED or one.known is None or one.known.gone is None:
        return False
    return vault.now() - one.known.gone >= grace


def _bytes(one: Standing) -> bytes:
    assert one.found is not None
    raw = (one.folder.path / one.found.name / one.found.file).read_bytes()
    if decoded(raw) is None:
        raise AppError(_("It is not UTF-8 text."))
    return raw


def _by(standings: Sequence[Standing]) -> Callable[..., list[Standing]]:
    def some(*decisions: Decision) -> list[Standing]:
        return [one for one in standings if one.decision in decisions]

    return some


@contextmanager
def _telling(report: Report, one: Standing) -> Iterator[None]:
    """Trouble with one skill is told in the report, and the others go on."""
    try:
        yield
    except (AppError, OSError) as error:
        report.troubles.append((one.name, str(error)))
