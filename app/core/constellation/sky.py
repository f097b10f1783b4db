"""Everything the constellation shows: skills, what connects them, their clusters and places."""

import json
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime

from app.core.constellation.clustering import Clustering, clustered
from app.core.constellation.layers import Layer
from app.core.constellation.places import Places, keep, keep_way_back, known
from app.core.constellation.unclustered import among, beside, scattered, strayed
from app.core.graph.free_places import Position
from app.core.graph.layout import Graph, arrange, coarse
from app.core.library.catalogue import SkillRow, rows, some
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.related_skills import CALL
from app.core.memory import relations
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Star:
    """A skill with what its size and colour can say; `signer` is who signed its pack, if known."""

    row: SkillRow
    importance: float
    uses: int
    last_used: datetime | None
    signer: str

    @property
    def id(self) -> int:
        return self.row.id


@dataclass(frozen=True, slots=True)
class Tie:
    """A line from skill `source` to skill `target`; `strength` is between 0 and 1."""

    layer: Layer
    source: int
    target: int
    strength: float


@dataclass(frozen=True, slots=True)
class Sky:
    """Every skill and every tie once; `clusters` has the stars that are in one."""

    stars: tuple[Star, ...]
    ties: tuple[Tie, ...]
    clusters: Clustering
    places: dict[int, Position]
    pinned: frozenset[int]


def first_look(vault: Vault, settings: Procedural) -> Sky:
    """What can be shown at once: the stars at the places that are kept, and no ties.

    Where hardly any place is kept, all stand in a coarse order until `sky` laid them out.
    """
    stars, before = _stars(vault, settings), known(vault)
    if 2 * len(before.at) < len(stars):
        called = vault.rows("select caller, target from called")
        at = coarse([star.id for star in stars], called)
        return Sky(stars, (), Clustering(), at, frozenset())
    standing = tuple(star for star in stars if star.id in before.at)
    at = {star.id: before.at[star.id] for star in standing}
    return Sky(standing, (), before.clusters, at, before.pinned & at.keys())


def sky(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> Sky:
    """The constellation of the vault. New skills get a cluster and a place, which are kept.

    Slow, so a job. Raises `Cancelled`.
    """
    stars, connected = _stars(vault, settings), ties(vault)
    before = known(vault)
    clusters = _clusters(vault, stars, connected, before)
    was = before.clusters
    # All are in their clusters for the time being: until it is known what they mean.
    is_first = bool(was.home and clusters.settled) and not was.settled
    found = _placed(stars, connected, before, clusters, {} if is_first else before.at, progress)
    keep(vault, before, found.places, clusters)
    return found


def renewed(vault: Vault, before: Sky, skills: AbstractSet[int]) -> Sky | None:
    """The same sky with what is new of a few skills, such as what they call.

    None if only `sky` can tell: some came, went, or are called otherwise, which others may mean.
    """
    rows_now = some(vault, skills)
    known = {star.id: star.row for star in before.stars if star.id in skills}
    if not skills == rows_now.keys() == known.keys():
        return None
    if any(_named(row) != _named(known[skill]) for skill, row in rows_now.items()):
        return None
    stars = tuple(
        replace(star, row=rows_now[star.id]) if star.id in rows_now else star
        for star in before.stars
    )
    called = vault.rows(
        "select caller, target from called where caller in (select value from json_each(?))",
        json.dumps(sorted(skills)),
    )
    kept = [t for t in before.ties if t.layer is not Layer.CALLS or t.source not in skills]
    new = [Tie(Layer.CALLS, caller, target, CALL) for caller, target in called]
    return replace(before, stars=stars, ties=_once([*kept, *new]))


def _named(row: SkillRow) -> tuple[object, ...]:
    """What calls can mean it by."""
    return row.title, row.engram, row.status


def tidy(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> Sky:
    """Find the clusters and lay the whole sky out again; only what is pinned stays.

    Slow, so a job. `places.put` with what `places.known` said before, or `places.way_back` says
    after, takes it back. Raises `Cancelled`.
    """
    stars, connected = _stars(vault, settings), ties(vault)
    before = known(vault)
    clusters = _clusters(vault, stars, connected, before, anew=True)
    found = _placed(stars, connected, before, clusters, {}, progress)
    if (found.places, clusters) != (before.at, before.clusters):
        keep_way_back(vault, before)
    keep(vault, before, found.places, clusters)
    return found


def _clusters(
    vault: Vault,
    stars: tuple[Star, ...],
    connected: tuple[Tie, ...],
    before: Places,
    *,
    anew: bool = False,
) -> Clustering:
    rows, pairs = [star.row for star in stars], connected_pairs(connected)
    importance = {star.id: star.importance for star in stars}
    return clustered(vault, rows, pairs, importance, before.clusters, anew=anew)


def _placed(
    stars: tuple[Star, ...],
    connected: tuple[Tie, ...],
    before: Places,
    clusters: Clustering,
    standing: Mapping[int, Position],
    progress: Progress,
) -> Sky:
    ids, home = [star.id for star in stars], clusters.home
    pairs = [(tie.source, tie.target) for tie in connected]
    bound = {star for pair in pairs for star in pair}
    loose = frozenset(star for star in ids if star not in home and star not in bound)
    groups = {**dict.fromkeys(loose, 0), **beside(home, pairs), **home}
    graph = Graph(ids, groups, pairs, loose)
    # What is connected by now leaves its place among those that are not.
    was = before.clusters.home
    kept = {star: number for star, number in was.items() if home.get(star) == number}
    new = {star for star in ids if star not in kept}
    left = (new & home.keys()) - bound
    left |= was.keys() - home.keys()
    left |= among(new & bound, loose | left, standing)
    # So do those of clusters that were made while nobody left it; who is connected stays.
    unbound = {star: number for star, number in home.items() if star not in bound | left}
    left |= strayed(unbound, loose & before.clusters.settled, standing)
    there = {star: at for star, at in standing.items() if star not in left}
    left |= scattered(home, kept, pairs, there)
    standing = {star: at for star, at in standing.items() if star not in left - before.pinned}
    pinned = {star: before.at[star] for star in before.pinned if star in before.at}
    at = arrange(graph, standing, progress) | (pinned if not standing else {})
    return Sky(stars, connected, clusters, at, before.pinned & at.keys())


def _stars(vault: Vault, settings: Procedural) -> tuple[Star, ...]:
    lives, now, usual = usage.lives(vault), vault.now(), settings.skills
    signers: dict[int, str] = dict(
        vault.rows(
            "select s.id, coalesce(p.name, '') from skill s join version v on v.id = s.current"
            " join publisher p on p.key = v.meta ->> '$.origin.publisher'"
        )
    )
    found = []
    for row in rows(vault):
        life = lives.get(row.id)
        found.append(
            Star(
                row,
                life.importance(usual, now).value if life is not None else usual.start,
                life.uses if life is not None else 0,
                life.last_used if life is not None else None,
                signers.get(row.id, ""),
            )
        )
    return tuple(found)


def ties(vault: Vault) -> tuple[Tie, ...]:
    """Every line between two skills, the strongest of each layer first."""
    called = vault.rows("select caller, target from called")
    found = [Tie(Layer.CALLS, caller, target, CALL) for caller, target in called]
    for relation in relations.between_skills(vault):
        assert relation.target is not None
        layer = Layer(relation.kind.value)
        found.append(Tie(layer, relation.source, relation.target, relation.strength))
    return _once(found)


def _once(found: Iterable[Tie]) -> tuple[Tie, ...]:
    once: dict[tuple[Layer, int, int], Tie] = {}
    for tie in found:
        ends = (tie.source, tie.target)
        if not tie.layer.spec.is_directed:
            ends = (min(ends), max(ends))
        if tie.source != tie.target:
            best = once.get((tie.layer, *ends))
            if best is None or best.strength < tie.strength:
                once[tie.layer, *ends] = tie
    order = {layer: n for n, layer in enumerate(Layer)}
    return tuple(
        sorted(once.values(), key=lambda t: (order[t.layer], -t.strength, t.source, t.target))
    )


def connected_pairs(connected: Iterable[Tie]) -> list[tuple[int, int, float]]:
    return [(tie.source, tie.target, tie.strength) for tie in connected]
