"""Which cluster each skill belongs to: found once, then kept; new skills join one.

What a skill means is indexed a while after it came. Until then it is only in the cluster that it is
connected with, for the time being; when it is known, the skill gets the cluster it keeps.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from app.core.constellation.cluster_names import cluster_names, is_telling
from app.core.graph.clusters import joined, new_numbers, numbered
from app.core.graph.communities import communities
from app.core.library.catalogue import SkillRow
from app.core.vault import Vault

LEAST = 3
"""Stars from which on a group is a cluster."""
NEAR = 0.3
"""The cosine of two discovery vectors from which on skills are about the same."""
_NEAREST = 3
_AT_ONCE = 512
_MOST = 0.95
"""The share of all skills whose meaning is known, from which on it says which are alike."""
_PART = 0.6
"""What nearness in meaning weighs beside a call or a relation of the same strength."""

Pairs = Sequence[tuple[int, int, float]]


@dataclass(frozen=True, slots=True)
class Clustering:
    """The number of the cluster of each skill that is in one, and the names of the clusters.

    `settled` skills keep theirs: those of them without a cluster are in none. While the meaning of
    skills is still to be indexed, new ones are not: they may yet join another one.
    """

    home: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    settled: frozenset[int] = frozenset()


def clustered(
    vault: Vault,
    rows: Sequence[SkillRow],
    pairs: Pairs,
    importance: Mapping[int, float],
    before: Clustering,
    *,
    anew: bool = False,
) -> Clustering:
    """The clusters of these skills.

    Skills that are settled keep theirs; others join the one they hang together with, or are a new
    one together. All clusters are found when there are none yet, or `anew`; then too, one goes on
    as the cluster it has most in common with.
    """
    everybody = frozenset(row.id for row in rows)
    indexed, settled = _indexed(vault), before.settled & everybody
    known = everybody & (indexed or frozenset())
    unsettled = everybody - settled
    # Those that came together are looked at together: half of them would say little of the rest.
    is_known = unsettled <= known and len(known) >= _MOST * len(everybody)
    new = unsettled if is_known else unsettled - before.home.keys()
    if not new and not anew:
        return before
    if is_known:
        bound = {star for one, other, _strength in pairs for star in (one, other)}
        asked = everybody if anew or len(new) >= LEAST else new
        pairs = [*pairs, *_near(vault, sorted(asked - bound))]
        settled |= known
    # The first clusters; where many come who are one together, who is in none stays so.
    is_first = not before.home.keys() - new and (len(new) < LEAST or not before.settled)
    if anew or is_first:
        found = _found(vault, rows, pairs, importance, before)
    else:
        found = _joined(vault, rows, new, pairs, importance, before)
    if indexed is None:  # nothing more will be known
        settled |= found.home.keys() & everybody
    return replace(found, settled=settled)


def _found(
    vault: Vault,
    rows: Sequence[SkillRow],
    pairs: Pairs,
    importance: Mapping[int, float],
    before: Clustering,
) -> Clustering:
    everybody = [row.id for row in rows]
    groups = [g for g in communities(everybody, pairs) if len(g) >= LEAST]
    members = _members(before.home)
    clusters = numbered(groups, members)
    # What is left hangs together with too few to be a cluster, and may hang together with one.
    home = _drawn_in(everybody, _homes(clusters), pairs)
    clusters = _members(home)
    # Where others have joined so many that most are new, what it was called says little of it.
    same = {
        n
        for n, group in clusters.items()
        if 2 * len(group & members.get(n, frozenset())) > len(group)
    }
    kept = {n: said for n, said in before.names.items() if n in same and is_telling(said)}
    names = cluster_names(vault, rows, clusters, pairs, kept, importance)
    return Clustering(home, names)


def _joined(
    vault: Vault,
    rows: Sequence[SkillRow],
    new: frozenset[int],
    pairs: Pairs,
    importance: Mapping[int, float],
    before: Clustering,
) -> Clustering:
    home = {star: number for star, number in before.home.items() if star not in new}
    standing = frozenset(home.values())
    if len(new) >= LEAST:
        home |= _together([row.id for row in rows], new, pairs, before.home, standing)
    home = _drawn_in(sorted(new), home, pairs)
    members = _members(home)
    clusters = {n: group for n, group in members.items() if n not in standing}
    kept = {n: said for n, said in before.names.items() if n in members}
    names = cluster_names(vault, rows, clusters, pairs, kept, importance)
    return Clustering(home, names)


def _together(
    everybody: Sequence[int],
    new: frozenset[int],
    pairs: Pairs,
    before: Mapping[int, int],
    standing: frozenset[int],
) -> dict[int, int]:
    """The clusters of those new ones that would be in one with each other were all found anew: the
    one that goes on as, or a new one where most of them are new."""
    members = _members(before)
    groups = [group for group in communities(everybody, pairs) if len(group) >= LEAST]
    found = {
        number: group & new
        for number, group in numbered(groups, members).items()
        if number in members or 2 * len(group & new) > len(group)
    }
    fresh = found.keys() - members.keys()
    numbers = new_numbers(len(fresh), max(members, default=0), {*found, *standing} - fresh)
    anew = dict(zip(sorted(fresh), numbers, strict=True))
    return _homes({anew.get(number, number): group for number, group in found.items()})


def _drawn_in(stars: Iterable[int], home: Mapping[int, int], pairs: Pairs) -> dict[int, int]:
    """`home`, and those of the stars that hang together with a cluster, be it through others."""
    found = dict(home)
    neighbours: dict[int, list[tuple[int, float]]] = {}
    for one, other, strength in pairs:
        neighbours.setdefault(one, []).append((other, strength))
        neighbours.setdefault(other, []).append((one, strength))
    waiting = [star for star in stars if star not in found]
    while waiting:
        near = {star: joined(star, found, neighbours) for star in waiting}
        found |= {star: number for star, number in near.items() if number is not None}
        if not any(near.values()):
            break
        waiting = [star for star in waiting if near[star] is None]
    return found


def _homes(clusters: Mapping[int, frozenset[int]]) -> dict[int, int]:
    return {star: number for number, group in clusters.items() for star in group}


def _members(home: Mapping[int, int]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {}
    for star, number in home.items():
        found.setdefault(number, set()).add(star)
    return {number: frozenset(stars) for number, stars in found.items()}


def _indexed(vault: Vault) -> frozenset[int] | None:
    """The skills whose meaning is known; None where nothing is indexed."""
    if vault.row("select 1 from sqlite_master where name = 'discovery'") is None:
        return None
    return frozenset(skill for (skill,) in vault.rows("select skill from discovery"))


def alike(vault: Vault, skill: int) -> frozenset[int]:
    """The skills whose meaning is nearest to that of one, if it is near."""
    return frozenset(other for _skill, other, _strength in _near(vault, [skill]))


def _near(vault: Vault, skills: Sequence[int]) -> list[tuple[int, int, float]]:
    """For each of these skills those whose meaning is nearest to its own."""
    if not skills or vault.row("select 1 from sqlite_master where name = 'discovery'") is None:
        return []
    stored = vault.rows("select skill, vector from discovery order by skill")
    if not stored:
        return []
    ids = np.array([skill for skill, _vector in stored])
    vectors = np.stack([np.frombuffer(v, dtype=np.int8) for _skill, v in stored]).astype(np.float32)
    # What all of them say tells none of them from the others.
    vectors -= vectors.mean(axis=0) if len(vectors) > LEAST else 0
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    asked = np.flatnonzero(np.isin(ids, list(skills)))
    found: list[tuple[int, int, float]] = []
    for first in range(0, len(asked), _AT_ONCE):
        some = asked[first : first + _AT_ONCE]
        alike = vectors[some] @ vectors.T
        alike[np.arange(len(some)), some] = -1
        count = min(_NEAREST, alike.shape[1] - 1)
        best = (
            np.argpartition(-alike, count, axis=1)[:, :count]
            if count
            else np.empty((len(some), 0), int)
        )
        for row, columns in enumerate(best):
            for column in sorted(columns.tolist()):
                if alike[row, column] >= NEAR:
                    strength = float(alike[row, column]) * _PART
                    found.append((int(ids[some[row]]), int(ids[column]), strength))
    return found
