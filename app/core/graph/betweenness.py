"""Through which skills the shortest paths lead (Brandes 2001), for many starts at once. Pure."""

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from app.core.progress import SILENT, Progress, checkpoint

SAMPLED = 200
"""Stars from which paths are followed: all of a small graph."""
_AT_ONCE = 1_000_000
"""Ends of lines that are followed at once, and the places they are counted at: some MB, and at
most some tenths of a second until one may cancel."""

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


def betweenness(
    stars: Sequence[int], pairs: Iterable[tuple[int, int]], progress: Progress = SILENT
) -> dict[int, float]:
    """The share of the shortest paths through each skill, whichever way its lines lead.

    In a large graph that of the paths from a sample of skills. Raises `Cancelled`.
    """
    count, index = len(stars), {star: n for n, star in enumerate(stars)}
    if count < 3:
        return dict.fromkeys(stars, 0.0)
    once = {(min(a, b), max(a, b)) for a, b in pairs if a != b}
    lines = np.array(sorted((index[a], index[b]) for a, b in once), dtype=np.intp).reshape(-1, 2)
    ends = np.concatenate([lines, lines[:, ::-1]])
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    first = np.concatenate([[0], np.cumsum(np.bincount(ends[:, 0], minlength=count))])
    sources = Random(1).sample(range(count), min(SAMPLED, count))
    size = max(1, _AT_ONCE // max(len(ends), count))
    found = np.zeros(count)
    for done in range(0, len(sources), size):
        checkpoint(progress)
        progress.report(done / len(sources))
        starts = np.array(sources[done : done + size], dtype=np.intp)
        found += _shares(first.astype(np.intp), ends[:, 1], starts, progress)
    found *= count / len(sources) / ((count - 1) * (count - 2))
    return dict(zip(stars, found.tolist(), strict=True))


def _shares(first: Indices, near: Indices, starts: Indices, progress: Progress) -> Floats:
    """What each skill has of the shortest paths from these starts.

    `near[first[n]:first[n + 1]]` are the neighbours of one. Each start counts at places of its own.
    """
    count = len(first) - 1
    origin = np.arange(len(starts)) * count + starts
    far = np.full(len(starts) * count, -1)
    ways, slot = np.zeros(len(far)), np.zeros(len(far), dtype=np.intp)
    far[origin], ways[origin] = 0, 1.0
    steps: list[tuple[Indices, Indices]] = []
    front = origin
    while len(front):
        checkpoint(progress)
        node = front % count
        degree = first[node + 1] - first[node]
        skipped = np.repeat(first[node] - (np.cumsum(degree) - degree), degree)
        ends = near[skipped + np.arange(len(skipped))] + np.repeat(front - node, degree)
        begins = np.repeat(front, degree)
        new = ends[far[ends] < 0]
        far[new] = len(steps) + 1
        onwards = far[ends] == len(steps) + 1
        begins, ends = begins[onwards], ends[onwards]
        np.add.at(ways, ends, ways[begins])
        steps.append((begins, ends))
        slot[new] = np.arange(len(new))
        front = new[slot[new] == np.arange(len(new))]  # each once
    share = np.zeros(len(far))
    for begins, ends in reversed(steps):
        np.add.at(share, begins, ways[begins] / ways[ends] * (1 + share[ends]))
    share[origin] = 0
    whole: Floats = share.reshape(len(starts), count).sum(axis=0)
    return whole
