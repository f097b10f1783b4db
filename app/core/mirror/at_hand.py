"""Where skills are on the disk and how they stood when that was last looked at: asks the vault."""

from dataclasses import dataclass
from pathlib import Path

from app.core.library.record import DiskState
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Place:
    """A skill in a linked folder; `name` is its path there."""

    skill: int
    title: str
    folder: Path
    name: str
    state: DiskState


_PLACES = (
    "select s.id, s.title, f.path, k.name, case when k.conflict is not null then 'conflict'"
    " when k.gone is not null then 'gone' when k.version is not s.current then 'here'"
    " else 'synced' end from folder_skill k join folder f on f.id = k.folder"
    " join skill s on s.id = k.skill where s.current is not null"
)


def places(vault: Vault, skill: int) -> tuple[Place, ...]:
    """Everywhere a skill is, in the order in which that became known."""
    rows = vault.rows(f"{_PLACES} and s.id = ? order by k.id", skill)
    return tuple(map(_place, rows))


def conflicts(vault: Vault) -> tuple[Place, ...]:
    """What changed on both sides and waits for a person, by folder and name."""
    rows = vault.rows(f"{_PLACES} and k.conflict is not null order by f.path, k.name")
    return tuple(map(_place, rows))


def _place(row: tuple[int, str, str, str, str]) -> Place:
    skill, title, folder, name, state = row
    return Place(skill, title, Path(folder), name, DiskState(state))
