"""All folders at a glance: the linked ones and those that were found, and every skill in them.

Reads the disk and changes nothing; of what did not change on the disk no file is read.
"""

import os
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.mirror import folders, skill_folders
from app.core.mirror.clients import Client, clients, readers
from app.core.mirror.folders import Folder
from app.core.mirror.oddities import LARGEST, Oddity, oddities
from app.core.mirror.reading import read
from app.core.mirror.repairs import MENDABLE
from app.core.mirror.shadowing import Placed, shadowed
from app.core.mirror.skill_folders import Found, Kind, SkillFolder
from app.core.mirror.survey import Standing, State, survey
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault

Seen = MutableMapping[tuple[str, str], tuple[Oddity, ...]]
"""What was odd about files, by their paths and stamps."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Clients that would not load a file, or would let only a person call it, and why."""

    clients: tuple[str, ...]
    why: tuple[Oddity, ...]
    by_hand: bool = False

    @property
    def can_be_mended(self) -> bool:
        return any(one.odd in MENDABLE for one in self.why)


@dataclass(frozen=True, slots=True)
class SkillFile:
    """A skill in a folder. `row` is of the skill here, `winner` the folder from which a client
    takes another skill of that name."""

    standing: Standing
    row: SkillRow | None = None
    refusals: tuple[Refusal, ...] = ()
    winner: Path | None = None

    @property
    def name(self) -> str:
        return self.standing.name

    @property
    def title(self) -> str:
        """Of the skill here; that of its folder where there is none."""
        return self.row.title if self.row is not None else self.name.rpartition("/")[2]

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should look: an unlinked file waits for nobody."""
        if self.standing.state in _CALM:
            return bool(self.refusals and self.row is not None)
        return True


_CALM = (State.IN_SYNC, State.FOREIGN, State.NEW, State.OFF)


@dataclass(frozen=True, slots=True)
class FolderLook:
    """A folder as it was looked at; `folder` is None for one that is not linked."""

    path: Path
    folder: Folder | None
    clients: tuple[str, ...]
    skills: tuple[SkillFile, ...] = ()
    found: int = 0
    """How many skills are in it on the disk, or were when it was last there."""
    is_there: bool = True
    is_whole: bool = True

    def count(self, state: State) -> int:
        return sum(one.standing.state is state for one in self.skills)


def overview(
    vault: Vault, seen: Seen, progress: Progress = SILENT, *, reads: bool = True
) -> tuple[FolderLook, ...]:
    """Every linked folder by its path, then those of known clients that exist and are not linked.

    `seen` is filled and spares another reading; what is not in it yet has nothing odd unless it
    `reads`, which takes milliseconds for each file. A job. Raises `Cancelled`, `AppError`.
    """
    known = clients(vault.home.folder)
    linked = folders.folders(vault)
    paths = {one.path for one in linked}
    others = [path for path in found(known) if path not in paths]
    by_path = {path: skill_folders.look(path, progress) for path in (*paths, *others)}
    placed = _placed(by_path)
    hidden = [shadowed(client, placed) for client in known]
    made = [_linked(vault, one, known, seen, progress, reads=reads) for one in linked]
    made = [_with_winners(one, hidden) for one in made]
    for path in others:
        looked, who = by_path[path], _names(readers(path, known))
        made.append(FolderLook(path, None, who, found=len(looked.skills), is_there=looked.is_there))
    return tuple(made)


def found(known: Sequence[Client]) -> list[Path]:
    """The folders of these clients that exist, each once."""
    places = (folders.whole(path) for one in known for path in one.user_folders())
    return [path for path in dict.fromkeys(places) if path.is_dir()]


def _linked(
    vault: Vault,
    folder: Folder,
    known: Sequence[Client],
    seen: Seen,
    progress: Progress,
    *,
    reads: bool,
) -> FolderLook:
    looked = survey(vault, folder, progress)
    who = readers(folder.path, known)
    ids = [one.skill for one in looked.standings if one.skill is not None]
    rows = catalogue.some(vault, ids)
    skills = []
    for one in looked.standings:
        checkpoint(progress)
        row = rows.get(one.skill) if one.skill is not None else None
        skills.append(SkillFile(one, row, refusals(_odd(one, seen, reads=reads), who)))
    number = sum(one.found is not None for one in looked.standings)
    if not looked.is_there:
        number = len(folders.known(vault, folder.id))
    return FolderLook(
        folder.path, folder, _names(who), tuple(skills), number, looked.is_there, looked.is_whole
    )


def _names(who: Sequence[Client]) -> tuple[str, ...]:
    return tuple(one.name for one in who)


def _odd(one: Standing, seen: Seen, *, reads: bool) -> tuple[Oddity, ...]:
    if one.found is None or one.found.stamp is None or one.state is State.UNREADABLE:
        return ()
    path = one.folder.path / one.found.name / one.found.file
    key = (os.fspath(path), str(one.found.stamp))
    is_fresh = not key[1]  # it may change without another stamp
    if reads and (is_fresh or key not in seen):
        try:
            seen[key] = oddities(read(path, LARGEST + 1)[0], one.found.folder, one.found.file)
        except OSError:
            return ()
    return seen.get(key, ())


def refusals(odd: Sequence[Oddity], who: Sequence[Client]) -> tuple[Refusal, ...]:
    """Which of these clients would not load a file with these oddities; those that say the same
    together, and what keeps a file out before what only hides it from the agent."""
    said: dict[tuple[tuple[Oddity, ...], bool], list[str]] = {}
    for by_hand in (False, True):
        for client in who:
            why = client.only_by_hand(odd) if by_hand else client.refused(odd)
            if why:
                said.setdefault((why, by_hand), []).append(client.name)
    return tuple(Refusal(tuple(names), why, by_hand) for (why, by_hand), names in said.items())


Hidden = Mapping[Placed, Placed]


def _placed(by_path: Mapping[Path, Found]) -> list[Placed]:
    """What there is for clients to choose from."""
    return [
        Placed(path, one.folder)
        for path, looked in by_path.items()
        for one in looked.skills
        if one.kind is not Kind.BROKEN
    ]


def _with_winners(look: FolderLook, hidden: Sequence[Hidden]) -> FolderLook:
    """Say of each skill which folder a client takes that name from, if it is another one."""
    skills = []
    for one in look.skills:
        there = one.standing.found
        placed = Placed(look.path, there.folder) if there is not None else None
        winners = (by[placed].folder for by in hidden if placed is not None and placed in by)
        winner = next((path for path in winners if not _is_same(look.path, path, there)), None)
        skills.append(replace(one, winner=winner) if winner is not None else one)
    return replace(look, skills=tuple(skills))


def _is_same(one: Path, other: Path, there: SkillFolder | None) -> bool:
    """Whether both have one skill, as where one of them has a link to the other's."""
    name = there.folder if there is not None else ""
    return os.path.realpath(one / name) == os.path.realpath(other / name)
