"""Skills that are connected but in no cluster: they never stand among those nothing connects."""

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

import numpy as np

from app.core.graph.free_places import SPACING, Position

_NEAR = 1.5 * SPACING
"""The places in the rows of unconnected skills are less than that from the next one."""
_BESIDE = 2 * SPACING
"""Who stands no farther than that from a star of a cluster stands with it."""
_AT_ONCE = 512


def beside(home: Mapping[int, int], pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """A group for those without a cluster: the same, below 0, for all that hang together."""
    near: dict[int, list[int]] = {}
    for one, other in pairs:
        for star, end in ((one, other), (other, one)):
            if star not in home:
                near.setdefault(star, []).append(end)
    found: dict[int, int] = {}
    for first in sorted(near):
        waiting = [first] if first not in found else []
        while waiting:
            star = waiting.pop()
            if star not in found:
                found[star] = -first
                waiting += [end for end in near[star] if end in near]
    return found


def strayed(
    home: Mapping[int, int], loose: AbstractSet[int], at: Mapping[int, Position]
) -> set[int]:
    """The stars of clusters that came to be while they stood among those that nothing connects.

    A cluster is one of them if one of its stars stands there, and more others than stars of the
    cluster around it; all of its stars that stand there have strayed.
    """
    there = among(home.keys(), loose, at)
    if not there:
        return set()
    ordered = sorted(star for star in at if star in home or star in loose)
    places = np.array([at[star] for star in ordered])
    homes = np.array([home.get(star, 0) for star in ordered])
    lost: set[int] = set()
    for star in sorted(there):
        if home[star] not in lost:
            gap = places - np.array(at[star])
            around = homes[np.hypot(gap[:, 0], gap[:, 1]) < _NEAR]
            own = int((around == home[star]).sum()) - 1  # without itself
            if own < len(around) - 1 - own:
                lost.add(home[star])
    return {star for star in there if home[star] in lost}


def scattered(
    home: Mapping[int, int],
    before: Mapping[int, int],
    pairs: Iterable[tuple[int, int]],
    at: Mapping[int, Position],
) -> set[int]:
    """The stars that came into a cluster which stands elsewhere: away from those that were in one
    before, or where none was, from the most that hang together."""
    coming: dict[int, list[int]] = {}
    for star in sorted(home.keys() & at.keys() - before.keys()):
        coming.setdefault(home[star], []).append(star)
    cores: dict[int, list[int]] = {number: [] for number in coming}
    for star in sorted(home.keys() & at.keys() & before.keys()):
        if home[star] in cores:
            cores[home[star]].append(star)
    inside = [p for p in pairs if home.get(p[0], 0) == home.get(p[1], 1)]
    bound = beside({}, inside)
    found: set[int] = set()
    for number, stars in coming.items():
        parts = Counter(bound.get(star, star) for star in stars)
        most = max(parts, key=lambda part: parts[part])
        core = cores[number] or [star for star in stars if bound.get(star, star) == most]
        places = np.array([at[star] for star in core])
        for star in stars:
            gap = places - np.array(at[star])
            if np.hypot(gap[:, 0], gap[:, 1]).min() > _BESIDE:
                found.add(star)
    return found


def among(stars: AbstractSet[int], loose: AbstractSet[int], at: Mapping[int, Position]) -> set[int]:
    """Those of these stars that stand next to one that nothing connects."""
    ordered = sorted(star for star in stars if star in at)
    others = np.array([at[star] for star in sorted(loose) if star in at]).reshape(-1, 2)
    found: set[int] = set()
    if not len(others):
        return found
    for first in range(0, len(ordered), _AT_ONCE):
        some = ordered[first : first + _AT_ONCE]
        gap = np.array([at[star] for star in some])[:, None] - others[None]
        is_near = (np.hypot(gap[..., 0], gap[..., 1]) < _NEAR).any(axis=1)
        found.update(star for star, near in zip(some, is_near.tolist(), strict=True) if near)
    return found
