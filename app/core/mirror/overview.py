"""All folders at a glance: the linked ones and those that were found, and every skill in them.

Reads the disk and changes nothing; of what did not change on the disk no file is read.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.mirror import folders, skill_folders
from app.core.mirror.budgets import Budget, Offered, budgets
from app.core.mirror.clients import Client, clients, readers
from app.core.mirror.folders import Folder, Mode
from app.core.mirror.heads import UNREAD, Head, Heads
from app.core.mirror.oddities import Oddity
from app.core.mirror.repairs import MENDABLE
from app.core.mirror.shadowing import Placed, shadowed
from app.core.mirror.skill_folders import Found, Kind, SkillFolder
from app.core.mirror.survey import Standing, State, Survey, survey
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault


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
class Shadow:
    """A client that takes another skill of the same name, from the folder `by`."""

    client: str
    by: Path


@dataclass(frozen=True, slots=True)
class SkillFile:
    """A skill in a folder. `row` is of the skill here."""

    standing: Standing
    row: SkillRow | None = None
    refusals: tuple[Refusal, ...] = ()
    shadows: tuple[Shadow, ...] = ()

    @property
    def winner(self) -> Path | None:
        """The folder from which a client takes another skill of that name."""
        return self.shadows[0].by if self.shadows else None

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


_CALM = (State.IN_SYNC, State.FOREIGN, State.NEW, State.OFF, State.FOUND)


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
    budgets: tuple[Budget, ...] = ()
    """Of the clients that read it: of all skills that each of them finds where it is."""

    def count(self, state: State) -> int:
        return sum(one.standing.state is state for one in self.skills)


def overview(
    vault: Vault, heads: Heads, progress: Progress = SILENT, *, reads: int | None = None
) -> tuple[FolderLook, ...]:
    """Every linked folder by its path, then those of known clients that exist and are not linked.

    `heads` spare another reading; of those that it lacks it reads at most so many (None: all), and
    what is not read yet has nothing odd. A job. Raises `Cancelled`, `AppError`.
    """
    heads.begin(reads)
    known = clients(vault.home.folder)
    places = [_Place(one.path, one) for one in folders.folders(vault)]
    paths = {one.path for one in places}
    places += [_Place(path, None) for path in found(known) if path not in paths]
    for place in places:
        place.look(vault, heads, progress)
    offered = [one for place in places for one in place.offered]
    hidden = {client.id: _hidden(client, offered) for client in known}
    listed = budgets(vault, known, offered, [place.path for place in places])
    return tuple(place.made(vault, known, hidden, listed) for place in places)


def found(known: Sequence[Client]) -> list[Path]:
    """The folders of these clients that exist, each once."""
    places = (folders.whole(path) for one in known for path in one.user_folders())
    return [path for path in dict.fromkeys(places) if path.is_dir()]


Hidden = Mapping[str, Mapping[Placed, Placed]]
"""By the id of each client what it does not show, with what it shows instead."""


@dataclass(slots=True)
class _Place:
    """A folder while it is looked at."""

    path: Path
    folder: Folder | None
    survey: Survey | None = None
    looked: Found = field(default_factory=Found)
    heads: dict[str, Head] = field(default_factory=dict)

    def look(self, vault: Vault, heads: Heads, progress: Progress) -> None:
        if self.folder is None:
            self.looked = skill_folders.look(self.path, progress)
        else:
            self.survey = survey(vault, self.folder, progress)
        for one in self.there:
            checkpoint(progress)
            self.heads[one.name] = heads.of(self.path, one)

    @property
    def standings(self) -> tuple[Standing, ...]:
        return self.survey.standings if self.survey is not None else ()

    @property
    def there(self) -> list[SkillFolder]:
        """What is on the disk."""
        if self.survey is None:
            return [*self.looked.skills]
        return [one.found for one in self.standings if one.found is not None]

    @property
    def offered(self) -> list[Offered]:
        """What there is for clients to choose from, with what is odd about it."""
        skills = {one.name: one.skill for one in self.standings}
        return [
            Offered(self.placed(one), self.heads[one.name], skills.get(one.name))
            for one in self.there
            if one.kind is not Kind.BROKEN
        ]

    def placed(self, one: SkillFolder) -> Placed:
        return Placed(self.path, one.folder, self.heads[one.name].called)

    def made(
        self,
        vault: Vault,
        known: Sequence[Client],
        hidden: Hidden,
        listed: Mapping[Path, Sequence[Budget]],
    ) -> FolderLook:
        who = readers(self.path, known)
        names, budget = tuple(one.name for one in who), tuple(listed[self.path])
        looked = self.survey
        if looked is None:
            found = [self._found(one) for one in self.looked.skills]
            skills = self._files(found, {}, who, hidden, known)
            return FolderLook(
                self.path, None, names, skills, len(found), self.looked.is_there,
                self.looked.is_whole, budget,
            )  # fmt: skip
        rows = catalogue.some(vault, [one.skill for one in looked.standings if one.skill])
        skills = self._files(looked.standings, rows, who, hidden, known)
        number = len(self.there)
        if not looked.is_there:
            number = len(folders.known(vault, looked.folder.id))
        return FolderLook(
            self.path, self.folder, names, skills, number, looked.is_there,
            looked.is_whole, budget,
        )  # fmt: skip

    def _found(self, one: SkillFolder) -> Standing:
        """A skill of a folder that is not linked."""
        folder = Folder(0, self.path, Mode.LINKED, 0, 0, None)
        state = State.BROKEN if one.kind is Kind.BROKEN else State.FOUND
        return Standing(folder, one.name, one, None, state, about=one.target)

    def _files(
        self,
        standings: Sequence[Standing],
        rows: Mapping[int, SkillRow],
        who: Sequence[Client],
        hidden: Hidden,
        known: Sequence[Client],
    ) -> tuple[SkillFile, ...]:
        return tuple(
            SkillFile(
                one,
                rows.get(one.skill or 0),
                refusals(self._odd(one), who),
                self._shadows(one, hidden, known),
            )
            for one in standings
        )

    def _odd(self, one: Standing) -> tuple[Oddity, ...]:
        return self.heads.get(one.name, UNREAD).odd

    def _shadows(
        self, one: Standing, hidden: Hidden, known: Sequence[Client]
    ) -> tuple[Shadow, ...]:
        """Who takes that name from another folder."""
        if one.found is None:
            return ()
        placed = self.placed(one.found)
        found = ((client.name, hidden[client.id].get(placed)) for client in known)
        return tuple(Shadow(name, by.folder) for name, by in found if by is not None)


def _hidden(client: Client, offered: Sequence[Offered]) -> dict[Placed, Placed]:
    """What a client does not show of what it would load, with what it shows instead; not where
    that comes to the same."""
    of = {one.placed: one for one in offered if not client.refused(one.head.odd)}
    found = shadowed(client, of)
    return {one: by for one, by in found.items() if not _is_same(of[one], of[by])}


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


def _is_same(one: Offered, other: Offered) -> bool:
    """Whether both are one skill: a link or a copy that was put there, or the same file."""
    if one.skill is not None and one.skill == other.skill:
        return True
    if one.head.digest and one.head.digest == other.head.digest:
        return True
    places = (os.path.realpath(at.folder / at.name) for at in (one.placed, other.placed))
    return len({*places}) == 1
