"""Folders on the disk that agents read skills from, and how each skill stands to its file."""

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.errors import NotFound
from app.core.library import catalogue
from app.core.library.engrams import engrams, filed
from app.core.lifecycle import config
from app.core.mirror import deploy, folders, mending, reconcile, skill_folders, support, taking
from app.core.mirror.clients import Client, clients, readers
from app.core.mirror.folders import Folder, Known, Mode
from app.core.mirror.oddities import LARGEST, Oddity, decoded, oddities
from app.core.mirror.reading import read
from app.core.mirror.report import Report
from app.core.mirror.shadowing import Placed, shadowed
from app.core.mirror.support import Support
from app.core.mirror.survey import Standing, Survey, survey
from app.core.progress import SILENT, Progress
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
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


class FolderDocument(TypedDict):
    """A folder; `mode` is off for one that was found and is not linked."""

    path: str
    mode: str
    engram: str
    clients: list[str]
    isThere: bool
    checked: str | None
    skills: list[SkillFileDocument]


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
    known = clients(vault.home.folder)
    looked = [survey(vault, one, progress) for one in folders.folders(vault)]
    linked = _documents(vault, looked, known)
    paths = {one["path"] for one in linked}
    return [*linked, *(_unlinked(path, known) for path in found(known) if str(path) not in paths)]


def found(known: Sequence[Client]) -> list[Path]:
    """The folders of these clients that exist, each once."""
    places = (folders.whole(path) for one in known for path in one.user_folders())
    return [path for path in dict.fromkeys(places) if path.is_dir()]


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
    ids = _skills(vault, names or ()) if mode is not Mode.LINKED else []
    followed = names if mode is Mode.LINKED else None
    others = _left_out(vault, path, followed, progress) if followed is not None else []
    folder = folders.link(vault, path, mode, engram)
    if others:
        with vault.write(None) as into:
            for name in others:
                folders.agree(into, folder.id, name, None, None, "", "")
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
    some = [folders.linked_at(vault, path) for path in paths] or folders.folders(vault)
    looked = [survey(vault, one, progress) for one in some]
    return _documents(vault, looked, clients(vault.home.folder))


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


def _left_out(vault: Vault, path: Path, names: Sequence[str], progress: Progress) -> list[str]:
    """The skills below a folder that are none of these and not followed; raises `NotFound`."""
    there = [one.name for one in skill_folders.look(path, progress).skills]
    for name in names:
        if name not in there:
            raise _unknown(path, name)
    linked = [one for one in folders.folders(vault) if one.path == folders.whole(path)]
    known = {one.name for folder in linked for one in folders.known(vault, folder.id)}
    return [name for name in there if name not in names and name not in known]


def _grace(vault: Vault) -> timedelta:
    return timedelta(hours=config.load(vault.home)[0].disk_grace_hours)


def _documents(
    vault: Vault, looked: Sequence[Survey], known: Sequence[Client]
) -> list[FolderDocument]:
    called = {
        Placed(one.folder.path, standing.name, _called(standing)): None
        for one in looked
        for standing in one.standings
        if standing.found is not None
    }
    hidden = {client.name: shadowed(client, called) for client in known}
    return [_document(vault, one, known, hidden) for one in looked]


def _document(
    vault: Vault,
    looked: Survey,
    known: Sequence[Client],
    hidden: Mapping[str, Mapping[Placed, Placed]],
) -> FolderDocument:
    folder = looked.folder
    who = readers(folder.path, known)
    ids = [one.skill for one in looked.standings if one.skill is not None]
    rows = catalogue.some(vault, ids)
    engram = next((one.name for one in engrams(vault) if one.id == filed(vault, folder.engram)), "")
    skills = [
        _skill(one, rows[one.skill].title if one.skill in rows else "", who, hidden)
        for one in looked.standings
        if one.found is not None or one.skill is None or one.skill in rows
    ]
    return {
        "path": str(folder.path),
        "mode": folder.mode.value,
        "engram": engram,
        "clients": [one.name for one in who],
        "isThere": looked.is_there,
        "checked": folder.checked.isoformat() if folder.checked else None,
        "skills": skills,
    }


def _unlinked(path: Path, known: Sequence[Client]) -> FolderDocument:
    return {
        "path": str(path),
        "mode": "off",
        "engram": "",
        "clients": [one.name for one in readers(path, known)],
        "isThere": True,
        "checked": None,
        "skills": [],
    }


def _skill(
    one: Standing,
    title: str,
    who: Sequence[Client],
    hidden: Mapping[str, Mapping[Placed, Placed]],
) -> SkillFileDocument:
    placed = Placed(one.folder.path, one.name, _called(one))
    beside = support.look(one.folder.path / one.name) if one.found is not None else Support()
    return {
        "name": one.name,
        "state": one.state.value,
        "id": source_id(one.skill) if one.skill is not None else None,
        "title": title,
        "about": one.about,
        "pinned": one.is_pinned,
        "files": [os.fsencode(file.name).decode(errors="replace") for file in beside.files],
        "refusals": refusals(_odd(one), who),
        "shadowed": [
            {"client": client, "by": str(by[placed].folder)}
            for client, by in hidden.items()
            if placed in by
        ],
    }


def _raw(one: Standing) -> bytes | None:
    if one.found is None or one.found.stamp is None:
        return None
    try:
        return read(one.folder.path / one.found.name / one.found.file, LARGEST + 1)[0]
    except OSError:
        return None


def _odd(one: Standing) -> tuple[Oddity, ...]:
    raw = _raw(one)
    if raw is None or one.found is None:
        return ()
    return oddities(raw, one.found.folder, one.found.file)


def _called(one: Standing) -> str:
    """The name that the frontmatter of a file gives."""
    raw = _raw(one)
    front = frontmatter(parse(decoded(raw) or "")) if raw is not None else None
    name = front.field("name") if front is not None else None
    return name.text.strip() if name is not None else ""


def refusals(odd: Sequence[Oddity], who: Sequence[Client]) -> list[RefusalDocument]:
    """Which clients would not load a file with these oddities."""
    said: list[RefusalDocument] = []
    for client in who:
        for by_hand, why in ((False, client.refused(odd)), (True, client.only_by_hand(odd))):
            if why:
                said.append(
                    {"client": client.name, "why": [one.said for one in why], "byHand": by_hand}
                )
    return said


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
