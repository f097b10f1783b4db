"""Where the skills stand in the constellation. Pure: the same graph gives the same picture.

A force layout (Fruchterman and Reingold 1991) in numpy, with repulsion taken against a random
sample of the other stars above a few hundred of them, so that its cost grows with the number of
stars and not with its square. Groups have a place of their own, spread like the seeds of a
sunflower, biggest in the middle.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.progress import SILENT, Progress, checkpoint

SPACING = 64.0
"""The distance two neighbours like to have, in scene units (pixels at 100 %)."""

_GOLDEN = np.pi * (3 - np.sqrt(5))
"""The golden angle: however many stars, none stand in a row from the middle."""
_ROUNDS = 120
_EXACT = 400
"""Up to so many stars every pair pushes; of more, a sample does."""
_SAMPLE = 96
_ACROSS = 0.004
"""How hard calls between groups pull: enough to turn towards each other, not to mix."""

Points = NDArray[np.float64]
Position = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Graph:
    """Stars by id, the group each belongs to, and the pairs that are connected."""

    stars: Sequence[int]
    groups: Mapping[int, int]
    pairs: Sequence[tuple[int, int]]


def arrange(
    graph: Graph, known: Mapping[int, Position] | None = None, progress: Progress = SILENT
) -> dict[int, Position]:
    """A position for every star.

    Stars in `known` stay exactly where they are; a new one is put beside its neighbours, or at
    the edge of its group. Without any known position the whole sky is laid out. Raises
    `Cancelled`.
    """
    kept = {star: known[star] for star in graph.stars if known and star in known}
    if kept:
        return _join(graph, kept)
    return _lay_out(graph, progress)


def _lay_out(graph: Graph, progress: Progress) -> dict[int, Position]:
    stars = list(graph.stars)
    if not stars:
        return {}
    centres = _centres(graph)
    home = np.array([centres[graph.groups[star]] for star in stars])
    at = home + _sunflower(graph)
    index = {star: n for n, star in enumerate(stars)}
    ends = np.array([(index[a], index[b]) for a, b in graph.pairs if a != b], dtype=np.intp)
    ends = ends.reshape(-1, 2)
    group = np.array([graph.groups[star] for star in stars])
    strength = np.where(group[ends[:, 0]] == group[ends[:, 1]], 0.5, _ACROSS)
    generator = np.random.default_rng(len(stars))
    for step in range(_ROUNDS):
        checkpoint(progress)
        progress.report(step / _ROUNDS)
        # How far a star may move: less in each round, so that they come to rest.
        heat = SPACING * 0.6 * (1 - step / _ROUNDS) ** 2 + 0.5
        force = _repulsion(at, generator) + _attraction(at, ends, strength) + (home - at) * 0.12
        length = np.maximum(np.linalg.norm(force, axis=1, keepdims=True), 1e-9)
        at = at + force / length * np.minimum(length, heat)
    return dict(zip(stars, map(_position, at), strict=True))


def _centres(graph: Graph) -> dict[int, Points]:
    """A place for each group with room for its stars."""
    sizes: dict[int, int] = {}
    for star in graph.stars:
        sizes[graph.groups[star]] = sizes.get(graph.groups[star], 0) + 1
    placed: list[tuple[Points, float]] = []
    centres: dict[int, Points] = {}
    for group in sorted(sizes, key=lambda g: (-sizes[g], g)):
        radius = SPACING * (1.6 + 0.8 * np.sqrt(sizes[group]))
        turn, ring = 0.0, 0.0
        while True:
            # Wider than high, as windows are.
            candidate = ring * np.array([1.25 * np.cos(turn), np.sin(turn)])
            if all(np.linalg.norm(candidate - c) >= radius + r for c, r in placed):
                break
            turn, ring = turn + 0.35, ring + SPACING / 12
        placed.append((candidate, radius))
        centres[group] = candidate
    return centres


def _sunflower(graph: Graph) -> Points:
    """Where each star starts, relative to the centre of its group."""
    seen: dict[int, int] = {}
    start = np.empty((len(graph.stars), 2))
    for n, star in enumerate(graph.stars):
        count = seen[graph.groups[star]] = seen.get(graph.groups[star], -1) + 1
        radius, turn = SPACING * 0.62 * np.sqrt(count), count * _GOLDEN
        start[n] = radius * np.cos(turn), radius * np.sin(turn)
    return start


def _repulsion(at: Points, generator: np.random.Generator) -> Points:
    """Every star pushes every other away; above a few hundred a sample stands for all."""
    count = len(at)
    if count <= _EXACT:
        others, weight = np.arange(count), 1.0
    else:
        others, weight = generator.choice(count, _SAMPLE, replace=False), count / _SAMPLE
    gap = at[:, None, :] - at[None, others, :]
    square = np.einsum("ijk,ijk->ij", gap, gap)
    # Further away it would only push whole groups apart, which have places of their own.
    near = (square > 0) & (square < (3 * SPACING) ** 2)
    strength = np.where(near, SPACING**2 / np.maximum(square, 1.0), 0.0) * weight
    return np.asarray(np.einsum("ij,ijk->ik", strength, gap))


def _attraction(at: Points, ends: NDArray[np.intp], strength: Points) -> Points:
    """Connected stars pull each other together, each pair with its own strength."""
    force = np.zeros_like(at)
    gap = at[ends[:, 0]] - at[ends[:, 1]]
    length = np.linalg.norm(gap, axis=1, keepdims=True)
    pull = gap * length / SPACING * strength[:, None]
    np.add.at(force, ends[:, 0], -pull)
    np.add.at(force, ends[:, 1], pull)
    return force


def _join(graph: Graph, kept: dict[int, Position]) -> dict[int, Position]:
    """Place the new stars without moving the others."""
    result = dict(kept)
    neighbours: dict[int, list[int]] = {}
    for a, b in graph.pairs:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    for star in graph.stars:
        if star not in result:
            near = [result[n] for n in neighbours.get(star, ()) if n in result]
            group = graph.groups[star]
            own = [result[s] for s in graph.stars if s in result and graph.groups[s] == group]
            result[star] = _free_place(near or own, result, bool(near))
    return result


def _free_place(near: list[Position], taken: Mapping[int, Position], close: bool) -> Position:
    """The first free place on a spiral around the middle of `near`."""
    points = np.array(list(taken.values())).reshape(-1, 2)
    if near:
        centre = np.mean(near, axis=0)
    else:  # a new group stands right of everything
        centre = np.array([points[:, 0].max() + 4 * SPACING, points[:, 1].mean()])
    for n in range(1 if close else 0, 10_000):
        radius, turn = SPACING * 0.5 * np.sqrt(n), n * _GOLDEN
        place = centre + radius * np.array([np.cos(turn), np.sin(turn)])
        if np.min(np.linalg.norm(points - place, axis=1)) >= SPACING * 0.7:
            return _position(place)
    return _position(centre)


def _position(point: Points) -> Position:
    return float(point[0]), float(point[1])
