"""What a person decides about skills in linked folders: read, write, keep one side, repair, heal.

Everything is kept: what does not win stays in the history, or among the backups.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.core.errors import AppError, NotFound, StaleEdit
from app.core.library import catalogue, editing, library
from app.core.mirror import deploy, folders, mending, reconcile, taking, writing
from app.core.mirror.decision import Decision
from app.core.mirror.folders import Known
from app.core.mirror.removing import BACKUPS
from app.core.mirror.report import Report
from app.core.mirror.skill_folders import Kind
from app.core.mirror.survey import Standing, State, survey
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Conflict:
    """A skill that changed on the disk and here. The disk's text is current (`disk`, version
    number `number`), and ours is in the history (`here`, `mine`). `base` is what both started
    from, if that is known, and `changed` when somebody last wrote to the file, while it has the
    disk's text still."""

    known: Known
    title: str
    path: Path
    disk: str
    here: str
    base: str | None
    number: int
    mine: int
    changed: datetime | None
    read_at: datetime
    edited_at: datetime
    version: int
    """The id of the current version."""


def conflict(vault: Vault, one: Standing) -> Conflict | None:
    """Both sides of a conflict that was read; None where there is none (any more)."""
    known = next((k for k in folders.known(vault, one.folder.id) if k.name == one.name), None)
    if known is None or known.skill is None or known.conflict is None:
        return None
    state = library.current(vault, known.skill)
    row = vault.row(
        "select number, at from version where id = ? and text is not null", known.conflict
    )
    if state is None or row is None:
        return None
    now, text, _meta = state
    (at,) = vault.rows("select at from version where id = ?", now.version)[0]
    (title,) = vault.rows("select title from skill where id = ?", known.skill)[0]
    file = one.found.file if one.found is not None else "SKILL.md"
    return Conflict(
        known,
        title,
        one.folder.path / one.name / file,
        text,
        editing.text_of(vault, known.skill, known.conflict),
        _base(vault, known.skill, folders.base_of(vault, known)),
        now.number,
        row[0],
        _changed(one),
        datetime.fromisoformat(at),
        datetime.fromisoformat(row[1]),
        now.version,
    )


def _base(vault: Vault, skill: int, version: int | None) -> str | None:
    try:
        return editing.text_of(vault, skill, version) if version is not None else None
    except NotFound:  # its history was emptied since
        return None


def _changed(one: Standing) -> datetime | None:
    """Who wrote to a file no system says, only when."""
    stamp = one.found.stamp if one.found is not None else None
    if stamp is None or one.known is None or one.digest != one.known.digest:
        return None
    return datetime.fromtimestamp(stamp.changed / 1e9, UTC)


def keep_disk(vault: Vault, some: Sequence[Known]) -> None:
    """The text of the disk, which is current, is the right one. Ours stays in the history."""
    with vault.write(None) as write:
        for one in some:
            folders.note(write, one, conflict=None)


def keep(vault: Vault, one: Conflict, text: str) -> None:
    """Make `text` the current one, ours or both together, and have it written to the disk.

    Raises `StaleEdit` when the skill changed since `one` was looked at.
    """
    assert one.known.skill is not None
    library.save(vault, one.known.skill, text, base=one.version, sitting=False)
    keep_disk(vault, [one.known])
    _write_all(vault, one.known)


def keep_side(
    vault: Vault, some: Sequence[Standing], mine: bool, progress: Progress = SILENT
) -> Report:
    """Settle several conflicts in the same way; one that cannot be is in the report."""
    report = Report()
    for n, one in enumerate(some):
        checkpoint(progress)
        progress.report(n / len(some), one.name)
        try:
            found = conflict(vault, one)
            if found is None and one.decision is Decision.CONFLICT:
                read(vault, [one])
                found = conflict(vault, one)
            if found is not None and mine:
                keep(vault, found, found.here)
            elif found is not None:
                keep_disk(vault, [found.known])
            report.reconciled += found is not None
        except (AppError, OSError) as error:
            report.troubles.append((one.name, str(error)))
    return report


def write(vault: Vault, some: Sequence[Standing], progress: Progress = SILENT) -> Report:
    """Write these to their files now. What cannot be is in the report. Raises `Cancelled`."""
    report = Report()
    for n, one in enumerate(some):
        checkpoint(progress)
        progress.report(n / len(some), one.name)
        try:
            if one.state is State.GONE:  # with the files that go with it, or as the link it was
                mending.heal(vault, one)
                report.reconciled += 1
                report.wrote.append(one.name)
            else:
                reconcile.write(vault, one, report)
        except (AppError, OSError) as error:
            report.troubles.append((one.name, str(error)))
    return report


def read(vault: Vault, some: Sequence[Standing], progress: Progress = SILENT) -> Report:
    """Read these files into the library now, foreign ones too, which are followed from then on."""
    report = Report()
    taking.take(vault, some, report, progress)
    return report


def repair(vault: Vault, one: Standing) -> None:
    """Mend what keeps clients from loading a file, on the disk and here; a copy of it is kept.

    Raises `AppError` where nothing can be mended by a rule, and `StaleEdit` when it changed.
    """
    if not mending.mend(vault, one):
        raise AppError(
            _("Nothing here can be mended by a rule."), _("Open the skill and correct it.")
        )
    reconcile.reconcile(vault, [one.folder])


def put(vault: Vault, path: Path, skills: Sequence[int], progress: Progress = SILENT) -> Report:
    """Put skills of the library into a linked folder. What cannot be is in the report.

    Raises `NotFound`, `Cancelled`.
    """
    folder, report = folders.linked_at(vault, path), Report()
    titles = {one: row.title for one, row in catalogue.some(vault, skills).items()}
    for n, skill in enumerate(skills):
        checkpoint(progress)
        progress.report(n / len(skills), titles.get(skill, ""))
        try:
            report.wrote.append(deploy.deploy(vault, folder, skill).name)
        except (AppError, OSError) as error:
            report.troubles.append((titles.get(skill, ""), str(error)))
    return report


def take_out(vault: Vault, some: Sequence[Standing]) -> None:
    """Take skills out of a folder that Techne put there; copies of them are kept.

    Raises `StaleEdit` where one is not as Techne put it there, and `AppError`.
    """
    for one in some:
        if one.skill is not None:
            deploy.retract(vault, one.folder, one.skill)


def switch(vault: Vault, some: Sequence[Standing], on: bool) -> None:
    """Let the agents that read the folder see these, or hide them from them. Raises `AppError`."""
    for one in some:
        if one.known is not None:
            deploy.switch(vault, one.folder, one.known, on)


def pin(vault: Vault, some: Sequence[Standing], on: bool) -> None:
    """Keep these as they are on both sides, or follow them again."""
    for one in some:
        if one.known is not None:
            deploy.pin(vault, one.known, on)


def heal(vault: Vault, one: Standing) -> Path | None:
    """Lead a broken link to where the skill is linked; where it is nowhere, take the link away.

    Returns where it leads now. Only the link itself is changed, and it is backed up before.
    """
    if one.known is not None and one.known.ours:
        return mending.heal(vault, one).path
    link = one.folder.path / one.name
    if one.state is not State.BROKEN or not link.is_symlink() or link.exists():
        raise StaleEdit(_("{file} changed on the disk at this moment.").format(file=link))
    target = _elsewhere(vault, one)
    writing.back_up(link, vault.home.folder / BACKUPS, vault.now())
    try:
        link.unlink()
        if target is not None:
            link.symlink_to(target, target_is_directory=True)
    except OSError as error:
        raise writing.unwritable(link, error) from error
    return target


def _elsewhere(vault: Vault, one: Standing) -> Path | None:
    """A folder of a skill with that name in another linked folder."""
    name = one.name.rpartition("/")[2]
    for folder in folders.folders(vault):
        if folder.id == one.folder.id:
            continue
        for known in folders.known(vault, folder.id):
            place = folder.path / known.name
            is_it = known.name.rpartition("/")[2] == name and known.skill is not None
            if is_it and place.is_dir() and not place.is_symlink():
                return place
    return None


def _write_all(vault: Vault, known: Known) -> None:
    """Have the current text in the file; what stands in the way is left to the next pass."""
    folder = next(one for one in folders.folders(vault) if one.id == known.folder)
    for one in survey(vault, folder).standings:
        if one.name == known.name and one.state is State.HERE:
            reconcile.write(vault, one)


def is_mendable(one: Standing) -> bool:
    """Whether a repair would be written: only to a file that is followed."""
    return (
        one.state is State.IN_SYNC
        and one.known is not None
        and one.found is not None
        and one.found.kind is Kind.PLAIN
    )
