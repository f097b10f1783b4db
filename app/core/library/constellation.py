"""The skills and the calls between them as one graph, with the places they were given."""

from dataclasses import dataclass

from app.core.actor import TECHNE
from app.core.changes import Part
from app.core.graph.layout import Graph, Position, arrange
from app.core.library.catalogue import SkillRow, rows
from app.core.library.slices import Slices
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Sky:
    """Every skill, each pair (caller, called) once, and where each skill stands."""

    stars: tuple[SkillRow, ...]
    calls: tuple[tuple[int, int], ...]
    places: dict[int, Position]


def sky(vault: Vault, progress: Progress = SILENT) -> Sky:
    """The constellation of the vault. New skills get a place, which is kept; slow, so a job.

    Raises `Cancelled`.
    """
    stars = rows(vault)
    calls = tuple(dict.fromkeys(vault.rows("select caller, target from called")))
    known = {i: (x, y) for i, x, y in vault.rows("select skill, x, y from place")}
    graph = Graph([s.id for s in stars], {s.id: s.engram for s in stars}, calls)
    places = arrange(graph, known, progress)
    _keep(vault, {star: at for star, at in places.items() if star not in known})
    return Sky(stars, calls, places)


def _keep(vault: Vault, places: dict[int, Position]) -> None:
    new, slices = [(star, x, y) for star, (x, y) in places.items()], Slices(1_000)
    while new:
        some, new = new[: slices.size], new[slices.size :]
        with slices.write(vault, len(some), TECHNE) as write:
            write.db.executemany(
                "insert or replace into place (skill, x, y, pinned) values (?, ?, ?, 0)", some
            )
            write.touch(Part.PLACES)


def forget_places(vault: Vault) -> None:
    """Let the whole constellation be laid out anew."""
    with vault.write(None) as write:
        write.db.execute("delete from place")
        write.touch(Part.PLACES)
