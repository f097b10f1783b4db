"""One pass over a linked folder: the disk is read, and what changed here is written.

Twice is once. What a pass does not finish, the next one does; a crash between any two steps leaves
either the old state or the new one on each side, and never loses a text.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from pathlib import Path

from app.core.actor import DISK
from app.core.library import library
from app.core.library.record import Status
from app.core.mirror import deploy, folders, removing, taking, writing
from app.core.mirror.carried import carry
from app.core.mirror.decision import Decision
from app.core.mirror.folders import Folder, Mode
from app.core.mirror.mirroring import mirror
from app.core.mirror.removing import BACKUPS
from app.core.mirror.report import Report, telling
from app.core.mirror.skill_folders import skill_at
from app.core.mirror.survey import Standing, State, Survey, files_beside, survey, written_text
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write

GRACE = timedelta(hours=24)
"""A skill whose file is gone stays so long, as when a branch is switched back and forth."""

_ROWS = 500
"""So many places are written down in one write."""


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
    wanted = folders.folders(vault) if some is None else some
    for folder in sorted(wanted, key=lambda one: one.mode is Mode.MIRROR):  # has what others read
        if folder.mode is Mode.MIRROR:
            mirror(vault, folder, report, progress)
            continue
        looked = survey(vault, folder, progress)
        if _recover(vault, looked):
            looked = survey(vault, folder, progress)
        if not looked.is_there:
            report.away.append(str(folder.path))
            continue
        report.indexed += sum(one.skill is not None for one in looked.standings)
        settle(vault, looked, report, grace, progress)
        if folder.mode is Mode.LINKED:
            carry(vault, folder, report, progress=progress)
    return report


def settle(
    vault: Vault, looked: Survey, report: Report, grace: timedelta, progress: Progress = SILENT
) -> None:
    """Do what was decided about every skill of a folder that can be done without a person."""
    by = _by([one for one in looked.standings if not one.is_pinned])
    follows = looked.folder.mode is Mode.LINKED
    _rename(vault, looked.standings)
    readable = by(Decision.READ, Decision.CONFLICT) if follows else by()
    taking.take(vault, readable, report, progress)
    for one in by(Decision.WRITE):
        checkpoint(progress)
        with telling(report, one):
            write(vault, one, report)
    gone = by(Decision.VANISHED, Decision.VANISHED_CHANGED) if looked.is_whole else by()
    unchanged = by(Decision.NOTHING)
    behind = [
        one for one in unchanged if one.state is State.IN_SYNC and deploy.is_behind(vault, one)
    ]
    for one in by(Decision.READ) if not follows else ():
        with telling(report, one):
            deploy.note_finished(vault, one)
    for one in behind:
        with telling(report, one):
            _bring_up_to_date(vault, one, report)
    _note(vault, looked, by(Decision.AGREE), [one for one in unchanged if one not in behind], gone)
    if follows:
        _remove(vault, [one for one in gone if _is_over(vault, one, grace)], report, progress)
    for one in by(Decision.TAKE_AWAY):
        with telling(report, one):
            _take_away(vault, one)
    if forgotten := [one.known for one in by(Decision.FORGET) if one.known and not one.known.gone]:
        with vault.write(None) as into:
            folders.forget(into, forgotten)


def _bring_up_to_date(vault: Vault, one: Standing, report: Report) -> None:
    """Put the files that go with a skill where its copy is."""
    assert one.known is not None and one.known.skill is not None
    deploy.deploy(vault, one.folder, one.known.skill)
    now = next(known for known in folders.known(vault, one.folder.id) if known.name == one.name)
    if now.files != one.known.files:
        report.reconciled += 1
        report.wrote.append(one.name)


def _recover(vault: Vault, looked: Survey) -> bool:
    """Put right what a crash left, here or in another program; whether there was anything."""
    into, now = vault.home.folder / BACKUPS, vault.now()
    for name in looked.torn:
        writing.recover_folder(looked.folder.path / name, into, now)
    torn = [one for one in looked.standings if one.found is not None and one.found.is_torn]
    for one in torn:
        known = one.known.digest if one.known is not None else ""
        writing.recover(looked.folder.path / one.name, known, into, now)
    return bool(looked.torn or torn)


def _rename(vault: Vault, standings: Sequence[Standing]) -> None:
    """Note the new names of folders that somebody renamed."""
    renamed = [
        (one.name, one.known) for one in standings if one.known and one.known.name != one.name
    ]
    if renamed:
        with vault.write(None) as into:
            for name, known in renamed:
                folders.note(into, known, name=name)


def _note(
    vault: Vault,
    looked: Survey,
    agreed: Sequence[Standing],
    unchanged: Sequence[Standing],
    gone: Sequence[Standing],
) -> None:
    """Write down what was seen, if any of it is news: one short write."""
    stamped = [
        one for one in unchanged if one.known and one.digest and one.found and _is_news(vault, one)
    ]
    new = [one.known for one in gone if one.known is not None and one.known.gone is None]
    if not (agreed or stamped or new or looked.device != looked.folder.device):
        return
    seen = [*agreed, *stamped]
    for at in range(0, len(seen), _ROWS):
        with vault.write(None) as into:
            folders.agree_all(into, [_agreed(into, one) for one in seen[at : at + _ROWS]])
    for at in range(0, len(new), _ROWS):
        with vault.write(None) as into:
            folders.vanished(into, new[at : at + _ROWS])
    with vault.write(None) as into:
        folders.looked_at(into, looked.folder.id, looked.device)


def write(vault: Vault, one: Standing, report: Report | None = None) -> None:
    """Write a skill to its file. Raises `StaleEdit` when that changed meanwhile, and `AppError`."""
    known = one.known
    assert known is not None and known.skill is not None
    state = library.current(vault, known.skill)
    if state is None or state[2].status is Status.QUARANTINED:  # it waits until somebody looked
        return
    saved, text, meta = state
    file = one.found.file if one.found is not None else "SKILL.md"
    path = one.folder.path / one.name / file
    content = written_text(text, meta, known, path.parent.name).encode()
    path = Path(os.path.realpath(path))  # a link that was adopted stays one
    if one.digest is not None and not known.ours and not known.backup:
        kept = writing.back_up(path, vault.home.folder / BACKUPS, vault.now())
        with vault.write(None) as into:
            folders.note(into, known, backup=str(kept))
    writing.put(path, content, one.digest)
    there = skill_at(path.parent, one.name)
    files = files_beside(path.parent, known)
    with vault.write(None) as into:
        folders.agree(
            into, one.folder.id, one.name, known.skill, saved.version, sha256(content),
            str(there.stamp or "") if there is not None else "", files,
        )  # fmt: skip
    if report is not None:
        report.reconciled += 1
        report.wrote.append(one.name)


def _remove(vault: Vault, some: Sequence[Standing], report: Report, progress: Progress) -> None:
    """Skills whose files are gone for good leave the library; their history stays, and what they
    were known by too, so that one that returns is the same.

    What Techne put there, or is in another linked folder, stays: only its place is forgotten.
    """
    stay = [
        one.known for one in some if one.known and (one.known.ours or _is_elsewhere(vault, one))
    ]
    leave = [one.known for one in some if one.known and one.known not in stay]
    if stay:
        with vault.write(None) as into:
            folders.forget(into, stay)
    if leave:
        skills = [one.skill for one in leave if one.skill is not None]
        library.delete(vault, *skills, actor=DISK, progress=progress)
        with vault.write(None) as into:
            for one in leave:
                folders.note(into, one, version=None)
        report.removed += len(skills)


def _is_elsewhere(vault: Vault, one: Standing) -> bool:
    assert one.known is not None and one.skill is not None
    return any(
        known.id != one.known.id and known.gone is None and folder.mode is Mode.LINKED
        for folder, known in folders.places(vault, one.skill)
    )


def _take_away(vault: Vault, one: Standing) -> None:
    """A skill that was deleted here goes from the disk, where Techne put it there."""
    assert one.known is not None
    removing.remove(vault, one)
    with vault.write(None) as into:
        folders.forget(into, [one.known])


def _agreed(into: Write, one: Standing) -> folders.Agreed:
    assert one.known is not None and one.found is not None and one.digest is not None
    row = into.row("select current from skill where id = ?", one.known.skill)
    version = row[0] if row else one.known.version
    stamp = str(one.found.stamp or "")
    return (
        one.folder.id, one.name, one.known.skill, version, one.digest, stamp, one.files,
        one.files_stamp,
    )  # fmt: skip


def _is_news(vault: Vault, one: Standing) -> bool:
    known, found = one.known, one.found
    assert known is not None and found is not None
    seen = str(found.stamp or ""), one.files_stamp
    if (known.stamp, known.files_stamp) != seen or known.gone is not None or known.off:
        return True
    row = vault.row("select current from skill where id = ?", known.skill)
    return row is not None and row[0] != known.version


def _is_over(vault: Vault, one: Standing, grace: timedelta) -> bool:
    """Whether the time of grace of a skill that vanished unchanged has passed."""
    if one.decision is not Decision.VANISHED or one.known is None or one.known.gone is None:
        return False
    if one.known.version is None:  # it went once, and somebody brought it back without its file
        return False
    return vault.now() - one.known.gone >= grace


def _by(standings: Sequence[Standing]) -> Callable[..., list[Standing]]:
    def some(*decisions: Decision) -> list[Standing]:
        return [one for one in standings if one.decision in decisions]

    return some
