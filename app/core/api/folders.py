"""Folders on the disk that agents read skills from, and how each skill stands to its file."""

from collections.abc import Sequence
from pathlib import Path

from typing_extensions import TypedDict

from app.core.errors import NotFound
from app.core.library import catalogue
from app.core.library.engrams import engrams
from app.core.mirror import folders, reconcile, taking
from app.core.mirror.clients import Client, clients, readers
from app.core.mirror.folders import Mode
from app.core.mirror.oddities import Oddity, oddities
from app.core.mirror.report import Report
from app.core.mirror.survey import Standing, State, Survey, survey
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _


class RefusalDocument(TypedDict):
    """A client that would not load a file, or would let only a person call it, and why."""

    client: str
    why: list[str]
    byHand: bool


class SkillFileDocument(TypedDict):
    """A skill in a folder: `name` is its path there; `id` and `title` are of the skill here."""

    name: str
    state: str
    id: str | None
    title: str
    about: str
    refusals: list[RefusalDocument]


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
    name: str
    why: str


class UnlinkedDocument(TypedDict):
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
    linked = [
        _document(vault, survey(vault, one, progress), known) for one in folders.folders(vault)
    ]
    paths = {one["path"] for one in linked}
    return [*linked, *(_unlinked(path, known) for path in found(known) if str(path) not in paths)]


def found(known: Sequence[Client]) -> list[Path]:
    """The folders of these clients that exist, each once."""
    places = (folders.whole(path) for one in known for path in one.user_folders())
    return [path for path in dict.fromkeys(places) if path.is_dir()]


def link(
    vault: Vault, path: Path, mode: Mode = Mode.LINKED, engram: str | None = None
) -> FolderDocument:
    """Link a folder. Nothing is read or written yet (`sync`). Raises `AppError`."""
    made = folders.link(vault, path, mode, engram)
    return _document(vault, survey(vault, made), clients(vault.home.folder))


def unlink(vault: Vault, path: Path) -> UnlinkedDocument:
    """Follow a folder no longer; its files stay, and so do the skills. Raises `NotFound`."""
    folder = folders.linked_at(vault, path)
    folders.unlink(vault, folder)
    return {"unlinked": str(folder.path)}


def sync(vault: Vault, paths: Sequence[Path] = (), progress: Progress = SILENT) -> SyncDocument:
    """Bring the library and these folders, or all, together. Raises `NotFound`, `Cancelled`."""
    some = [folders.linked_at(vault, path) for path in paths] or None
    return _report(reconcile.reconcile(vault, some, progress=progress))


def adopt(
    vault: Vault, path: Path, names: Sequence[str], progress: Progress = SILENT
) -> SyncDocument:
    """Take over skills that another program put into a linked folder. Raises `NotFound`."""
    folder = folders.linked_at(vault, path)
    looked = survey(vault, folder, progress)
    there = {one.name: one for one in looked.standings if one.state is State.FOREIGN}
    for name in names:
        if name not in there:
            raise NotFound(
                _("{folder} has no foreign skill called “{name}”.").format(folder=path, name=name),
                _("techne link lists what is there."),
            )
    report = Report()
    taking.take(vault, [there[name] for name in names], report, progress)
    return _report(report)


def _document(vault: Vault, looked: Survey, known: Sequence[Client]) -> FolderDocument:
    folder = looked.folder
    who = readers(folder.path, known)
    ids = [one.skill for one in looked.standings if one.skill is not None]
    rows = catalogue.some(vault, ids)
    engram = next((one.name for one in engrams(vault) if one.id == folder.engram), "")
    skills = [
        _skill(one, rows[one.skill].title if one.skill in rows else "", who)
        for one in looked.standings
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


def _skill(one: Standing, title: str, who: Sequence[Client]) -> SkillFileDocument:
    return {
        "name": one.name,
        "state": one.state.value,
        "id": source_id(one.skill) if one.skill is not None else None,
        "title": title,
        "about": one.about,
        "refusals": refusals(_odd(one), who),
    }


def _odd(one: Standing) -> tuple[Oddity, ...]:
    if one.found is None or one.found.stamp is None:
        return ()
    path = one.folder.path / one.found.name / one.found.file
    try:
        return oddities(path.read_bytes(), one.found.folder, one.found.file)
    except OSError:
        return ()


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
