"""What becomes of all skills that a client finds, with the budget it has for listing them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.core.library import catalogue
from app.core.lifecycle import usage
from app.core.lifecycle.usage import Life
from app.core.mirror.clients import Client, readers
from app.core.mirror.heads import Head
from app.core.mirror.listing import Listed, Meter, measure, rank
from app.core.mirror.shadowing import Placed, in_order, project_of, shadowed
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Offered:
    """A skill on the disk for a client to choose; `skill` is the one here, if it is one."""

    placed: Placed
    head: Head
    skill: int | None = None

    def is_listed(self, client: Client) -> bool:
        """Whether the client loads it, and not only when a person calls it."""
        return not client.refused(self.head.odd) and not client.only_by_hand(self.head.odd)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a client lists: of a person's own folders, and of those of a project if it is one."""

    client: str
    """Its id."""
    name: str
    project: Path | None
    meter: Meter


def budgets(
    vault: Vault, known: Sequence[Client], offered: Sequence[Offered], folders: Sequence[Path]
) -> dict[Path, tuple[Budget, ...]]:
    """For each of these folders what the clients list that read it and are known to have a limit;
    for one of a project together with what they find everywhere."""
    limited = [client for client in known if client.listing.all or client.listing.each]
    maker = _Maker(vault, offered)
    return {
        folder: tuple(
            maker.budget(client, project_of(client, folder)) for client in readers(folder, limited)
        )
        for folder in folders
    }


class _Maker:
    def __init__(self, vault: Vault, offered: Sequence[Offered]) -> None:
        self._offered = {one.placed: one for one in offered}
        ids = [one.skill for one in offered if one.skill is not None]
        self._titles = {skill: row.title for skill, row in catalogue.some(vault, ids).items()}
        self._lives: Mapping[int, Life] = usage.lives(vault) if ids else {}
        self._now: datetime = vault.now()
        self._made: dict[tuple[str, Path | None], Budget] = {}

    def budget(self, client: Client, project: Path | None) -> Budget:
        """The same for all folders that a client reads there."""
        key = client.id, project
        if key not in self._made:
            meter = measure([*self._listed(client, project)], client.listing)
            self._made[key] = Budget(client.id, client.name, project, meter)
        return self._made[key]

    def _listed(self, client: Client, project: Path | None) -> Iterator[Listed]:
        """What it lists, in its order."""
        there = [
            one.placed
            for one in self._offered.values()
            if project_of(client, one.placed.folder) in (None, project) and one.is_listed(client)
        ]
        hidden = shadowed(client, there)
        for placed in in_order(client, there):
            if placed not in hidden:
                one = self._offered[placed]
                name = placed.name_in(client)
                life = self._lives.get(one.skill or 0)
                yield Listed(
                    name,
                    one.head.description,
                    rank(life.uses, life.last_used, self._now) if life is not None else 0.0,
                    self._titles.get(one.skill or 0, name),
                    one.skill,
                )
