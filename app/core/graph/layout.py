"""Where the skills stand in the constellation. Pure: the same graph gives the same picture.

Groups are discs that never overlap: drawn to the groups they have connections with, then pushed
apart (`_discs`). Inside each, a force layout (Fruchterman and Reingold 1991); in a large group what
pushes is how crowded a place is, not every other star, so that the cost grows with the number of
stars and not with its square. Stars that nothing connects stand in rows below everything.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from app.core.graph.free_places import GOLDEN, SPACING, FreePlaces, Points, Position
from app.core.progress import SILENT, Progress, checkpoint

_WIDE, _STRETCH = 1.7, 1.25
"""Wider than high, as windows are: while groups look for their places, and at the end."""
_ROUNDS = 60
_EXACT = 350
"""Up to so many stars of a group every pair pushes; of more, how crowded a place is."""
_DISC_ROUNDS = 250
_MANY_DISCS = 700
"""More groups than this only stand like the seeds of a sunflower."""
_GAP = 0.9 * SPACING
"""What stays free between two groups, for their names."""
_FEW = 2
"""So many new stars of a group stand beside those of others; more have a place of their own."""
_FAR, _ROOM = 3.0, 2 * SPACING
"""Farther from the middle of its group than so many times as half of it, and this, is a star that
was dragged away."""

Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Graph:
    """Stars by id, the group each belongs to, the pairs that are connected, and the loose stars.

    A group of `loose` stars is none: nothing connects them.
    """

    stars: Sequence[int]
    groups: Mapping[int, int]
    pairs: Sequence[tuple[int, int]]
    loose: frozenset[int] = field(default=frozenset())


def arrange(
    graph: Graph, known: Mapping[int, Position] | None = None, progress: Progress = SILENT
) -> dict[int, Position]:
    """A position for every star.

    Stars in `known` stay exactly where they are; a new one is put beside its neighbours, or
    within its group. Places that are no numbers are not known. Without any known position the
    whole sky is laid out. Raises `Cancelled`.
    """
    kept = {star: known[star] for star in graph.stars if known and _is_place(known.get(star))}
    if len(kept) == len(graph.stars):
        return kept
    if kept:
        return _join(graph, kept, progress)
    return _lay_out(graph, progress)


def _is_place(at: Position | None) -> bool:
    return at is not None and isfinite(at[0]) and isfinite(at[1])


# The whole sky


def coarse(stars: Sequence[int], pairs: Iterable[tuple[int, int]]) -> dict[int, Position]:
    """One disc with connected stars near each other: for the moment until `arrange` is done."""
    ends = _ends(stars, pairs)
    at = _sunflower(len(stars))
    ring = np.hypot(*at.T) // (4 * SPACING)
    # Ring by ring, and around each: what follows in the walk stands near.
    at = at[np.lexsort((np.arctan2(at[:, 1], at[:, 0]), ring))][_walk(len(stars), ends)]
    return dict(zip(stars, map(_position, at), strict=True))


def _lay_out(graph: Graph, progress: Progress) -> dict[int, Position]:
    members = _members(graph)
    ends, home = _ends(graph.stars, graph.pairs), np.full(len(graph.stars), -1)
    for number, stars in enumerate(members):
        home[stars] = number
    both = (home[ends[:, 0]] == home[ends[:, 1]]) & (home[ends[:, 0]] >= 0)
    own = ends[both]
    order = np.argsort(home[own[:, 0]], kind="stable")
    bounds = np.searchsorted(home[own[order, 0]], np.arange(len(members) + 1))
    inside = [own[order[a:b]] for a, b in pairwise(bounds)]
    at, radii = np.zeros((len(graph.stars), 2)), np.zeros(len(members))
    for number, (stars, pairs) in enumerate(zip(members, inside, strict=True)):
        checkpoint(progress)
        progress.report(number / (len(members) + 1))
        at[stars] = _disc(len(stars), np.searchsorted(stars, pairs))
        radii[number] = np.hypot(*at[stars].T).max() + SPACING / 2
    centres = _discs(radii, home[ends[~both]], progress)
    placed = home >= 0
    at[placed] += centres[home[placed]]
    loose = np.flatnonzero(~placed)
    pairs = np.searchsorted(loose, ends[(home[ends] < 0).all(axis=1)])
    # Two that are connected stand side by side: their line must not run behind others.
    at[loose] = _rows(len(loose), at[placed])[_walk(len(loose), pairs)]
    return dict(zip(graph.stars, map(_position, at), strict=True))


def _members(graph: Graph) -> list[Indices]:
    """The stars of each group as sorted indices, the largest group first."""
    found: dict[int, list[int]] = {}
    for n, star in enumerate(graph.stars):
        if star not in graph.loose:
            found.setdefault(graph.groups[star], []).append(n)
    ordered = sorted(found.items(), key=lambda group: (-len(group[1]), group[0]))
    return [np.array(stars, dtype=np.intp) for _group, stars in ordered]


def _ends(stars: Sequence[int], pairs: Iterable[tuple[int, int]]) -> Indices:
    index = {star: n for n, star in enumerate(stars)}
    once = {(min(a, b), max(a, b)) for a, b in pairs if a != b}
    found = np.array(sorted((index[a], index[b]) for a, b in once), dtype=np.intp)
    return found.reshape(-1, 2)


def _disc(count: int, ends: Indices) -> Points:
    """One group around the origin."""
    at = _sunflower(count)[_walk(count, ends)]
    if 2 * len(ends) < count:  # hardly anything to show by where they stand
        return at
    generator = np.random.default_rng(count)
    radius = SPACING * (0.72 * np.sqrt(count) + 0.4)
    for step in range(_ROUNDS):
        # How far a star may move: less in each round, so that they come to rest.
        heat = SPACING * 0.5 * (1 - step / _ROUNDS) ** 1.5 + 0.5
        crowd = _pushed(at) if count <= _EXACT else _crowded(at, generator)
        force = crowd + _pulled(at, ends, count) - at * 0.05
        length = np.maximum(np.hypot(*force.T), 1e-9)[:, None]
        at = at + force / length * np.minimum(length, heat)
        far = np.hypot(*at.T)[:, None]
        at = np.where(far > radius, at * radius / np.maximum(far, 1e-9), at)
        if count > _EXACT:
            at = (at + _spread(at)) / 2
    return np.asarray(at - (at.max(axis=0) + at.min(axis=0)) / 2)


def _spread(at: Points) -> Points:
    """The same directions from the middle, at distances that fill the disc evenly."""
    far = np.hypot(*at.T)
    rank = np.empty(len(at))
    rank[np.argsort(far, kind="stable")] = np.arange(len(at))
    wanted = SPACING * 0.66 * np.sqrt(rank + 0.3)
    return np.asarray(at * (wanted / np.maximum(far, 1e-9))[:, None])


def _sunflower(count: int) -> Points:
    turn, ring = np.arange(count) * GOLDEN, SPACING * 0.66 * np.sqrt(np.arange(count) + 0.3)
    return np.column_stack([ring * np.cos(turn), ring * np.sin(turn)])


def _walk(count: int, ends: Indices) -> Indices:
    """When each star is met by going from the most connected one to its neighbours, and on."""
    degree = np.bincount(ends.ravel(), minlength=count)
    both = np.vstack([ends, ends[:, ::-1]])
    order = np.lexsort((both[:, 1], -degree[both[:, 1]], both[:, 0]))
    near, starts = both[order, 1], np.searchsorted(both[order, 0], np.arange(count + 1))
    met, place = np.zeros(count, dtype=bool), np.empty(count, dtype=np.intp)
    found: list[int] = []
    for first in np.argsort(-degree, kind="stable").tolist():
        if met[first]:
            continue
        met[first] = True
        begin = len(found)
        found.append(first)
        while begin < len(found):
            star = found[begin]
            begin += 1
            for other in near[starts[star] : starts[star + 1]].tolist():
                if not met[other]:
                    met[other] = True
                    found.append(other)
    place[found] = np.arange(count)
    return place


def _pushed(at: Points) -> Points:
    """Every star pushes every other away."""
    x, y = at[:, 0, None] - at[None, :, 0], at[:, 1, None] - at[None, :, 1]
    square = x * x + y * y
    strength = np.where(square > 0, SPACING**2 / np.maximum(square, 64.0), 0.0)
    strength[square > (4 * SPACING) ** 2] = 0
    return np.column_stack([(x * strength).sum(axis=1), (y * strength).sum(axis=1)])


def _crowded(at: Points, generator: np.random.Generator) -> Points:
    """The force away from where more stars are: the slope of their density."""
    cell = SPACING * 0.75
    # Another grid in each round, or its lines would show.
    low = at.min(axis=0) - 3 * cell - generator.random(2) * cell
    column, row = np.floor((at - low) / cell).astype(np.intp).T
    shape = (int(column.max()) + 4, int(row.max()) + 4)
    density = np.zeros(shape)
    np.add.at(density, (column, row), 1.0)
    for _time in range(2):
        density[1:-1] = (density[:-2] + 2 * density[1:-1] + density[2:]) / 4
        density[:, 1:-1] = (density[:, :-2] + 2 * density[:, 1:-1] + density[:, 2:]) / 4
    slope = np.column_stack(
        [
            density[column + 1, row] - density[column - 1, row],
            density[column, row + 1] - density[column, row - 1],
        ]
    )
    jitter = generator.normal(size=at.shape) * np.maximum(density[column, row] - 1, 0)[:, None]
    return np.asarray((-slope * 1.2 + jitter * 0.25) * SPACING)


def _pulled(at: Points, ends: Indices, count: int) -> Points:
    """Connected stars pull each other together, those with many connections less hard."""
    gap = at[ends[:, 0]] - at[ends[:, 1]]
    degree = np.bincount(ends.ravel(), minlength=count)
    ease = np.sqrt(np.minimum(degree[ends[:, 0]], degree[ends[:, 1]]))
    pull = gap * (np.hypot(*gap.T) / SPACING * 0.4 / ease)[:, None]
    force = np.empty((count, 2))
    for axis in (0, 1):
        force[:, axis] = np.bincount(ends[:, 1], pull[:, axis], count)
        force[:, axis] -= np.bincount(ends[:, 0], pull[:, axis], count)
    return force


def _discs(radii: Points, between: Indices, progress: Progress) -> Points:
    """The centres of the groups: near those they are connected with, none over another."""
    count = len(radii)
    if not count:
        return np.zeros((0, 2))
    area = np.cumsum(np.concatenate([[0.0], (radii[:-1] + _GAP) ** 2]))
    turn = np.arange(count) * GOLDEN
    ring = np.sqrt(area) * 1.15
    at = np.column_stack([_WIDE * ring * np.cos(turn), ring * np.sin(turn)])
    if count > _MANY_DISCS:
        return np.asarray(at * 1.6)
    between = between[(between >= 0).all(axis=1)]
    bound = np.zeros((count, count))
    np.add.at(bound, (between[:, 0], between[:, 1]), 1.0)
    bound = np.log1p(bound + bound.T)
    reach = radii[:, None] + radii[None, :] + _GAP
    np.fill_diagonal(reach, 0)
    bound /= max(bound.sum(axis=1).max(), 1.0)
    for step in range(_DISC_ROUNDS):
        checkpoint(progress)
        cool = 1 - step / _DISC_ROUNDS
        gap = at[:, None] - at[None]
        length = np.maximum(np.hypot(gap[..., 0], gap[..., 1]), 1e-6)
        pull = np.maximum(length - reach, 0) / length * bound * 0.35 * cool
        middle = at / (_WIDE, 1.0) * 0.02 * cool
        at = at - (gap * pull[..., None]).sum(axis=1) - middle
        at = _apart(at, radii, reach, 0.5)
    at = at * (_STRETCH, 1.0)
    for _time in range(400):
        moved = _apart(at, radii, reach, 0.52)
        if np.abs(moved - at).max() < 0.01:
            break
        at = moved
    return at


def _apart(at: Points, radii: Points, reach: Points, share: float) -> Points:
    """Groups that overlap give way, the smaller one more."""
    gap = at[:, None] - at[None]
    length = np.hypot(gap[..., 0], gap[..., 1])
    np.fill_diagonal(length, 1.0)
    over = np.maximum(reach - length, 0)
    np.fill_diagonal(over, 0)
    weight = radii[None, :] / (radii[:, None] + radii[None, :])
    return np.asarray(
        at
        + (gap / np.maximum(length, 1e-6)[..., None] * (over * weight * share * 2)[..., None]).sum(
            axis=1
        )
        * 0.5
    )


def _rows(count: int, others: Points) -> Points:
    """Places side by side, below all others."""
    if not count:
        return np.zeros((0, 2))
    wide = int(np.ceil(np.sqrt(count) * 1.2))
    left, top = 0.0, 0.0
    if len(others):
        (low_x, low_y), (high_x, _high_y) = others.min(axis=0), others.max(axis=0)
        wide = max(wide, int((high_x - low_x) / SPACING / 1.6))
        left, top = (low_x + high_x) / 2, low_y - 2.5 * SPACING
    wide = min(wide, count)
    column, row = np.arange(count) % wide, np.arange(count) // wide
    # The scene's y goes up, as on paper with axes.
    x = left + (column - (wide - 1) / 2 + row % 2 / 2) * SPACING * 1.4
    return np.column_stack([x, top - row * SPACING])


# New stars in a sky that stands


def _join(graph: Graph, kept: dict[int, Position], progress: Progress) -> dict[int, Position]:
    """Place the new stars without moving the others."""
    taken = FreePlaces(kept.values())
    result = dict(kept)
    new = [star for star in graph.stars if star not in result]
    neighbours: dict[int, list[int]] = {star: [] for star in new}
    for a, b in graph.pairs:
        if a in neighbours:
            neighbours[a].append(b)
        if b in neighbours:
            neighbours[b].append(a)
    alone = [kept[star] for star in sorted(graph.loose) if star in kept]
    ground = _position(np.mean(alone, axis=0)) if alone else None
    single = [star for star in new if star in graph.loose and not neighbours[star]]
    if ground is None:
        rows = _rows(len(single), np.array(list(kept.values())))
        for star, at in zip(single, map(_position, rows), strict=True):
            result[star] = taken.place(at)
        single = []
    centres = _middles(graph, kept)
    placed = result.keys() | {*single}
    waiting = [star for star in new if star not in placed]
    coming = Counter(graph.groups[star] for star in waiting)
    for n, star in enumerate(_nearest_first(waiting, neighbours, kept)):
        checkpoint(progress)
        progress.report(n / len(new))
        group = graph.groups[star]
        near = [other for other in neighbours[star] if other in result]
        if group in centres or coming[group] > _FEW:  # it stands among its own
            near = [other for other in near if graph.groups[other] == group]
        if near:
            centre: Position = _position(np.mean([result[other] for other in near], axis=0))
        elif star in graph.loose:
            centre = ground if ground is not None else taken.below()
        else:
            if group not in centres:
                centres[group] = taken.for_group(coming[group])
            centre = centres[group]
        result[star] = taken.place(centre)
        centres.setdefault(group, result[star])
    if ground is not None:
        groups = _discs_of(graph, result)
        for n, star in enumerate(single, len(waiting)):
            checkpoint(progress)
            progress.report(n / len(new))
            result[star] = taken.place(ground, groups)
    return {star: result[star] for star in graph.stars}


def _grouped(graph: Graph, at: Mapping[int, Position]) -> dict[int, Points]:
    """The places of the stars of each group that has any."""
    found: dict[int, list[Position]] = {}
    for star, place in at.items():
        if star not in graph.loose:
            found.setdefault(graph.groups[star], []).append(place)
    return {group: np.array(places) for group, places in found.items()}


def _middles(graph: Graph, kept: Mapping[int, Position]) -> dict[int, Position]:
    """The middle of each group that has a place."""
    return {group: _position(at.mean(axis=0)) for group, at in _grouped(graph, kept).items()}


def _discs_of(graph: Graph, at: Mapping[int, Position]) -> Points:
    """The middle of each group, and how far it reaches; who was dragged away from it counts not."""
    found = []
    for places in _grouped(graph, at).values():
        middle = np.median(places, axis=0)
        far = np.hypot(*(places - middle).T)
        near = far[far <= _FAR * np.median(far) + _ROOM]
        found.append((*middle, near.max() + SPACING))
    return np.array(found).reshape(-1, 3)


def _nearest_first(
    waiting: Iterable[int], neighbours: Mapping[int, Sequence[int]], kept: Mapping[int, Position]
) -> list[int]:
    """New stars that a standing one is connected with, then those connected with these, and on;
    then those of whom none is, each followed by those it is connected with."""
    new = dict.fromkeys(waiting)
    first = [star for star in new if any(other in kept for other in neighbours[star])]
    found: list[int] = []
    seen: set[int] = set()
    for some in (first, *([star] for star in new)):
        queue = [star for star in some if star not in seen]
        seen.update(queue)
        for star in queue:
            more = [other for other in neighbours[star] if other in new and other not in seen]
            seen.update(more)
            queue += more
        found += queue
    return found


def _position(point: Points) -> Position:
    return float(point[0]), float(point[1])
