"""Which items of two sequences belong together, and which of their words differ."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import Indel

Key: TypeAlias = tuple[str, ...]
"""The tokens of an item, with the kind of the item in front; only one kind is ever paired."""
Ranges: TypeAlias = tuple[tuple[int, int], ...]

_ALIKE = 0.5
_ALIKE_IN_PLACE = 0.3
"""How much two items must share (Indel similarity of their words) to be one item reworded."""
_MOST_CELLS = 100_000_000
"""Pairs of items or tokens up to which each is compared with each."""
_MOST_CANDIDATES = 100_000
_ENOUGH = 2_000
"""So many tokens say whether two items are alike."""
_SHORT = 4
"""Letters below which a single word in common, such as “the”, is part of the change around it."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Positions of one item on both sides; `moved` when it stands in another order now."""

    left: int | None
    right: int | None
    moved: bool = False


_TOKEN = re.compile(r"\w+")


def key_of(text: str) -> Key:
    """What a step is found again by: its words."""
    return ("step", *_TOKEN.findall(text.casefold()))


def pair(left: Sequence[Key], right: Sequence[Key]) -> tuple[Pair, ...]:
    """Every item of both sides exactly once, in the order of `right`; what is gone stays put.

    Equal items are paired wherever they are, then similar ones. The result for swapped sides is
    the same with its sides swapped.
    """
    if list(left) <= list(right):
        matches = _matches(left, right)
        moved = _out_of_order(matches)
    else:
        turned = _matches(right, left)
        moved = {turned[i] for i in _out_of_order(turned)}
        matches = {i: j for j, i in turned.items()}
    return tuple(_woven(len(left), len(right), matches, moved))


def differences(left: Sequence[str], right: Sequence[str]) -> tuple[Ranges, Ranges]:
    """The ranges of tokens each side does not share with the other."""
    if len(left) * len(right) > _MOST_CELLS:
        same = same_at_start(left, right)
        rest = same_at_start(left[same:][::-1], right[same:][::-1])
        return _filled([(same, len(left) - rest)]), _filled([(same, len(right) - rest)])
    gone, come, i, j = [], [], 0, 0
    for block in Indel.opcodes(left, right).as_matching_blocks():
        shared = left[block.a : block.a + block.size]
        between = (i, j) != (block.a, block.b) and block.a + 1 < len(left)
        if between and _negligible(shared):
            continue
        gone.append((i, block.a))
        come.append((j, block.b))
        i, j = block.a + block.size, block.b + block.size
    return _filled(gone), _filled(come)


def same_at_start(left: Sequence[str], right: Sequence[str]) -> int:
    """How many of both are equal from the beginning on."""
    pairs = zip(left, right, strict=False)
    shortest = min(len(left), len(right))
    return next((n for n, (one, other) in enumerate(pairs) if one != other), shortest)


def _negligible(tokens: Sequence[str]) -> bool:
    """Whether shared tokens between two changes say so little that they are part of the change."""
    return len(tokens) == 1 and len(tokens[0]) < _SHORT


def _filled(ranges: list[tuple[int, int]]) -> Ranges:
    return tuple((start, end) for start, end in ranges if start < end)


def _matches(left: Sequence[Key], right: Sequence[Key]) -> dict[int, int]:
    found = _equal_in_order(left, right)
    found |= _equal_elsewhere(left, right, found)
    return found | _alike(left, right, found)


def _equal_in_order(left: Sequence[Key], right: Sequence[Key]) -> dict[int, int]:
    if len(left) * len(right) > _MOST_CELLS:
        return {}
    blocks = Indel.opcodes(left, right).as_matching_blocks()
    return {block.a + n: block.b + n for block in blocks for n in range(block.size)}


def _equal_elsewhere(
    left: Sequence[Key], right: Sequence[Key], found: Mapping[int, int]
) -> dict[int, int]:
    taken = set(found.values())
    places: defaultdict[Key, list[int]] = defaultdict(list)
    for j in reversed(range(len(right))):
        if j not in taken:
            places[right[j]].append(j)
    free = (i for i in range(len(left)) if i not in found)
    return {i: places[left[i]].pop() for i in free if places.get(left[i])}


def _alike(left: Sequence[Key], right: Sequence[Key], found: Mapping[int, int]) -> dict[int, int]:
    """Pair what is left over, the most similar first."""
    taken = set(found.values())
    lefts = [i for i in range(len(left)) if i not in found]
    rights = [j for j in range(len(right)) if j not in taken]
    if not lefts or not rights or len(lefts) * len(rights) > _MOST_CANDIDATES:
        return {}
    scores = process.cdist(
        [_words(left[i]) for i in lefts],
        [_words(right[j]) for j in rights],
        scorer=Indel.normalized_similarity,
        score_cutoff=_ALIKE_IN_PLACE,
    )
    anchors = sorted(found.items())
    above = [bisect_left(anchors, (i, -1)) for i in lefts]
    in_order = sorted(taken)
    above_right = [bisect_left(in_order, j) for j in rights]
    candidates = []
    for a, b in zip(*scores.nonzero(), strict=True):
        i, j, score = lefts[a], rights[b], float(scores[a, b])
        in_place = above[a] == above_right[b]
        if left[i][0] == right[j][0] and (score > _ALIKE or in_place):
            candidates.append((-score, abs(i - j), i + j, i, j))
    return _greedy(sorted(candidates))


def _greedy(candidates: list[tuple[float, int, int, int, int]]) -> dict[int, int]:
    chosen: dict[int, int] = {}
    taken: set[int] = set()
    for _score, _distance, _sum, i, j in candidates:
        if i not in chosen and j not in taken:
            chosen[i] = j
            taken.add(j)
    return chosen


def _words(key: Key) -> Key:
    """The tokens that carry meaning: punctuation alone makes nothing similar."""
    start = key[1 : _ENOUGH + 1]
    return tuple(t.casefold() for t in start if t[0].isalnum() or t[0] == "$") or start


def _out_of_order(matches: Mapping[int, int]) -> set[int]:
    """The left positions outside the longest run of matches that kept their order."""
    lefts = sorted(matches)
    tails: list[int] = []
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for i in lefts:
        place = bisect_left(tails, matches[i])
        before[i] = ends[place - 1] if place else None
        tails[place : place + 1] = [matches[i]]
        ends[place : place + 1] = [i]
    kept: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        kept.add(last)
        last = before[last]
    return set(lefts) - kept


def _woven(lefts: int, rights: int, matches: Mapping[int, int], moved: set[int]) -> Iterator[Pair]:
    partner = {j: i for i, j in matches.items()}
    gone = iter([i for i in range(lefts) if i not in matches])
    next_gone = next(gone, None)
    for j in range(rights):
        i = partner.get(j)
        if i is not None and i not in moved:
            while next_gone is not None and next_gone < i:
                yield Pair(next_gone, None)
                next_gone = next(gone, None)
        yield Pair(i, j, i in moved)
    while next_gone is not None:
        yield Pair(next_gone, None)
        next_gone = next(gone, None)
