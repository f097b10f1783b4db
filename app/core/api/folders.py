"""Folders on the disk that agents read skills from, and how each skill stands to its file."""

import os
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.errors import NotFound
from app.core.library.engrams import engrams, filed
from app.core.lifecycle import config
from app.core.mirror import (
    deploy,
    folders,
    linking,
    mending,
    reconcile,
    skill_folders,
    support,
    taking,
)
from app.core.mirror.budgets import Budget
from app.core.mirror.folders import Folder, Known, Mode
from app.core.mirror.heads import Heads
from app.core.mirror.overview import FolderLook, Refusal, SkillFile, overview
from app.core.mirror.report import Report
from app.core.mirror.support import Support
from app.core.mirror.survey import Standing, survey
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


class RefusalDocument(TypedDict):
    """A client that would not load a file, or would let only a person call it, and why."""

    client: str
    why: list[str]
    byHand: bool


class ShadowDocument(TypedDict):
    """A client that shows the skill of the same name in the folder `by` instead."""

    client: str
    by: str


class SkillFileDocument(TypedDict):
    """A skill in a folder: `name` is its path there; `id` and `title` are of the skill here.
    `files` are those beside its SKILL.md."""

    name: str
    state: str
    id: str | None
    title: str
    about: str
    pinned: bool
    files: list[str]
    refusals: list[RefusalDocument]
    shadowed: list[ShadowDocument]


class BudgetDocument(TypedDict):
    """What becomes of the `listed` skills that a client finds, in a project or everywhere, with
    the characters it has for listing them (`most`) and for each description (`each`); 0: no
    limit is known. The descriptions of `dropped` are not shown to the agent, and those of `cut`
    only in part."""

    client: str
    project: str | None
    listed: int
    taken: int
    most: int
    each: int
    dropped: list[str]
    cut: list[str]


class FolderDocument(TypedDict):
    """A folder; `mode` is off for one that was found and is not linked."""

    path: str
    mode: str
    engram: str
    clients: list[str]
    isThere: bool
    checked: str | None
    skills: list[SkillFileDocument]
    budgets: list[BudgetDocument]


class TroubleDocument(TypedDict):
    """A skill with which nothing could be done, and why."""

    name: str
    why: str


class DeployedDocument(TypedDict):
    """Where a skill was put; `about` says why it is a copy where a link was wanted."""

    name: str
    path: str
    about: str


class RetractedDocument(TypedDict):
    """The folders that were taken away."""

    retracted: list[str]


class UnlinkedDocument(TypedDict):
    """The folder that is followed no longer."""

    unlinked: str


class SyncDocument(TypedDict):
    """What a pass did; the first three are counts, the others names."""

    skillsIndexed: int
    skillsReconciled: int
    skillsRemoved: int
    read: list[str]
    wrote: list[str]
    conflicts: list[str]
    quarantined: list[str]
    away: list[str]
    troubles: list[TroubleDocument]


def listed(vault: Vault, progress: Progress = SILENT) -> list[FolderDocument]:
    """Every linked folder, then those of the known clients that exist and are not linked."""
    return [_document(vault, one) for one in overview(vault, Heads(), progress)]


def link(
    vault: Vault,
    path: Path,
    mode: Mode = Mode.LINKED,
    engram: str | None = None,
    names: Sequence[str] | None = None,
    progress: Progress = SILENT,
) -> SyncDocument:
    """Link a folder and bring it and the library together; with `names` only these skills.

    In a folder that is followed they are those of its skills; the others are left out. In others
    they are skills of the library, which are put there. Raises `AppError`, `NotFound`.
    """
    if names is not None and mode is Mode.LINKED:
        _require(path, names, progress)
        return _report(linking.link_chosen(vault, path, names, engram, progress))
    ids = _skills(vault, names or ())
    folder = folders.link(vault, path, mode, engram)
    for skill in ids:
        deploy.deploy(vault, folder, skill)
    return _report(reconcile.reconcile(vault, [folder], grace=_grace(vault), progress=progress))


def unlink(vault: Vault, path: Path) -> UnlinkedDocument:
    """Follow a folder no longer; its files stay, and so do the skills. Raises `NotFound`."""
    folder = folders.linked_at(vault, path)
    folders.unlink(vault, folder)
    return {"unlinked": str(folder.path)}


def sync(vault: Vault, paths: Sequence[Path] = (), progress: Progress = SILENT) -> SyncDocument:
    """Bring the library and these folders, or all, together. Raises `NotFound`, `Cancelled`."""
    some = [folders.linked_at(vault, path) for path in paths] or None
    return _report(reconcile.reconcile(vault, some, grace=_grace(vault), progress=progress))


def preview(
    vault: Vault, paths: Sequence[Path] = (), progress: Progress = SILENT
) -> list[FolderDocument]:
    """How these folders stand, or all that are linked. Nothing changes. Raises `NotFound`."""
    wanted = {folders.linked_at(vault, path).path for path in paths}
    looks = overview(vault, Heads(), progress)
    return [
        _document(vault, one)
        for one in looks
        if one.folder is not None and (not wanted or one.path in wanted)
    ]


def adopt(
    vault: Vault, path: Path, names: Sequence[str], progress: Progress = SILENT
) -> SyncDocument:
    """Read skills that another program put into a linked folder, or changed there, and follow
    them from now on. Raises `NotFound`."""
    folder = folders.linked_at(vault, path)
    some = _standings(vault, folder, names, progress)
    report = Report()
    taking.take(vault, some, report, progress)
    return _report(report)


def put(vault: Vault, path: Path, names: Sequence[str]) -> list[DeployedDocument]:
    """Put skills of the library into a linked folder. Raises `NotFound`, `FolderTaken`."""
    folder = folders.linked_at(vault, path)
    done = [deploy.deploy(vault, folder, skill) for skill in _skills(vault, names)]
    return [{"name": one.name, "path": str(one.path), "about": one.about} for one in done]


def retract(vault: Vault, path: Path, names: Sequence[str]) -> RetractedDocument:
    """Take skills out of a folder that Techne put there. Raises `NotFound`, `StaleEdit`."""
    folder = folders.linked_at(vault, path)
    gone = [deploy.retract(vault, folder, skill) for skill in _skills(vault, names)]
    return {"retracted": list(map(str, gone))}


def pin(vault: Vault, path: Path, names: Sequence[str], on: bool) -> list[SkillFileDocument]:
    """Keep skills of a folder as they are on both sides, or follow them again."""
    return _each(vault, path, names, lambda _folder, known: deploy.pin(vault, known, on))


def enable(vault: Vault, path: Path, names: Sequence[str], on: bool) -> list[SkillFileDocument]:
    """Let the agents that read a folder see skills in it, or hide these from them."""
    return _each(vault, path, names, lambda folder, known: deploy.switch(vault, folder, known, on))


def repair(
    vault: Vault, path: Path, names: Sequence[str], progress: Progress = SILENT
) -> SyncDocument:
    """Put right what keeps clients from loading skills of a folder, and what is gone from it."""
    folder = folders.linked_at(vault, path)
    for one in _standings(vault, folder, names, progress):
        mending.mend(vault, one)
    return sync(vault, [path], progress)


def _each(
    vault: Vault, path: Path, names: Sequence[str], do: Callable[[Folder, Known], None]
) -> list[SkillFileDocument]:
    folder = folders.linked_at(vault, path)
    some = _standings(vault, folder, names)
    for one in some:
        if one.known is None:
            raise _unknown(folder.path, one.name)
        do(folder, one.known)
    (said,) = preview(vault, [path])
    return [one for one in said["skills"] if one["name"] in names]


def _standings(
    vault: Vault, folder: Folder, names: Sequence[str], progress: Progress = SILENT
) -> list[Standing]:
    there = {one.name: one for one in survey(vault, folder, progress).standings}
    for name in names:
        if name not in there:
            raise _unknown(folder.path, name)
    return [there[name] for name in names]


def _unknown(folder: Path, name: str) -> NotFound:
    return NotFound(
        _("{folder} has no skill called “{name}”.").format(folder=folder, name=name),
        _("techne link lists what is there."),
    )


def _skills(vault: Vault, names: Sequence[str]) -> list[int]:
    return [find(vault, name).id for name in names]


def _require(path: Path, names: Sequence[str], progress: Progress) -> None:
    """Raise `NotFound` for a name that no skill below a folder has."""
    there = {one.name for one in skill_folders.look(path, progress).skills}
    for name in names:
        if name not in there:
            raise _unknown(path, name)


def _grace(vault: Vault) -> timedelta:
    return timedelta(hours=config.load(vault.home)[0].disk_grace_hours)


def _document(vault: Vault, look: FolderLook) -> FolderDocument:
    folder = look.folder
    into = filed(vault, folder.engram) if folder is not None else 0
    checked = folder.checked if folder is not None else None
    return {
        "path": str(look.path),
        "mode": folder.mode.value if folder is not None else "off",
        "engram": next((one.name for one in engrams(vault) if one.id == into), ""),
        "clients": [*look.clients],
        "isThere": look.is_there,
        "checked": checked.isoformat() if checked else None,
        "skills": [_skill(one) for one in look.skills if _is_anywhere(one)],
        "budgets": [_budget(one) for one in look.budgets],
    }


def _is_anywhere(one: SkillFile) -> bool:
    standing = one.standing
    return standing.found is not None or standing.skill is None or one.row is not None


def _skill(one: SkillFile) -> SkillFileDocument:
    standing = one.standing
    beside = support.look(standing.folder.path / one.name) if standing.found else Support()
    return {
        "name": one.name,
        "state": standing.state.value,
        "id": source_id(standing.skill) if standing.skill is not None else None,
        "title": one.row.title if one.row is not None else "",
        "about": standing.about,
        "pinned": standing.is_pinned,
        "files": [os.fsencode(file.name).decode(errors="replace") for file in beside.files],
        "refusals": [said for refusal in one.refusals for said in _refusal(refusal)],
        "shadowed": [{"client": shadow.client, "by": str(shadow.by)} for shadow in one.shadows],
    }


def _refusal(one: Refusal) -> list[RefusalDocument]:
    why = [odd.said for odd in one.why]
    return [{"client": name, "why": why, "byHand": one.by_hand} for name in one.clients]


def _budget(one: Budget) -> BudgetDocument:
    meter = one.meter
    return {
        "client": one.name,
        "project": str(one.project) if one.project is not None else None,
        "listed": meter.count,
        "taken": meter.taken,
        "most": meter.most,
        "each": meter.each,
        "dropped": [skill.name for skill in meter.dropped],
        "cut": [skill.name for skill in meter.cut],
    }


def _report(report: Report) -> SyncDocument:
    return {
        "skillsIndexed": report.indexed,
        "skillsReconciled": report.reconciled,
        "skillsRemoved": report.removed,
        "read": report.read,
        "wrote": report.wrote,
        "conflicts": report.conflicts,
        "quarantined": report.quarantined,
        "away": report.away,
        "troubles": [{"name": name, "why": why} for name, why in report.troubles],
    }
