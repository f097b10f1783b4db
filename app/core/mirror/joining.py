"""Two texts of a skill made into one by choosing, difference by difference. Pure.

A line belongs together with the empty ones below it. The numbers of steps count for nothing here:
a step that has another number because one came before it is the same.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from app.core.library.merge import hunks
from app.core.skills.editing.numbering import number_steps

_ALIKE = 0.4
"""How much two lines must share (Indel similarity of their words) to be one, reworded."""
_MOST_CELLS = 10_000
"""Lines of one side times lines of the other up to which each is compared with each."""
_NUMBER = re.compile(r"(\s*)(\d+(?:\.\d+)*)[.)](\s+)")


@dataclass(frozen=True, slots=True)
class Passage:
    """What stands in one place on the disk and here; None on the side that has nothing there.

    A side that `is_old` has what both started from, so that the other one changed it or took it
    away; without a common base neither is.
    """

    disk: str | None
    here: str | None
    disk_is_old: bool = False
    here_is_old: bool = False

    @property
    def is_same(self) -> bool:
        return self.disk is not None and self.here is not None and _same(self.disk, self.here)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which sides of a difference are taken."""

    disk: bool
    here: bool


def passages(disk: str, here: str, base: str | None = None) -> tuple[Passage, ...]:
    """Both texts side by side, from top to bottom; the parts of a side are its whole text.

    `base` is what both started from.
    """
    both = _side_by_side(disk, here)
    if base is None:
        return both
    # in this order, which is that of the passages, so that equal lines are told apart as there
    old = {at for at, _base in _common(disk, base)}, {at for _base, at in _common(base, here)}
    found: list[Passage] = []
    at = [0, 0]
    for one in both:
        is_old = [
            part is not None and at[n] in old[n] for n, part in enumerate((one.disk, one.here))
        ]
        if all(is_old) and not one.is_same:  # two lines of the base, each deleted on one side
            found += (Passage(one.disk, None, True), Passage(None, one.here, False, True))
        else:
            found.append(Passage(one.disk, one.here, *is_old))
        at = [at[0] + (one.disk is not None), at[1] + (one.here is not None)]
    return tuple(found)


def _common(old: str, new: str) -> list[tuple[int, int]]:
    """The parts that both have, by their positions in each."""
    left, right = ([*map(_key, _parts(text))] for text in (old, new))
    found, i, j = list[tuple[int, int]](), 0, 0
    for hunk in hunks(left, right):
        found += zip(range(i, hunk.start), range(j, len(right)), strict=False)
        i, j = hunk.end, j + hunk.start - i + len(hunk.lines)
    return [*found, *zip(range(i, len(left)), range(j, len(right)), strict=True)]


def _side_by_side(disk: str, here: str) -> tuple[Passage, ...]:
    old, new = _parts(disk), _parts(here)
    found: list[Passage] = []
    i = j = 0
    for hunk in hunks([*map(_key, old)], [*map(_key, new)]):
        while i < hunk.start:
            found.append(Passage(old[i], new[j]))
            i, j = i + 1, j + 1
        end = j + len(hunk.lines)
        found += _paired(old[i : hunk.end], new[j:end])
        i, j = hunk.end, end
    found += [Passage(*both) for both in zip(old[i:], new[j:], strict=True)]
    return tuple(found)


def suggested(one: Passage) -> Choice:
    """What one side changed, added, or took away; of what both changed, ours.

    Without a common base nothing that only one side has is lost.
    """
    if one.disk is None:
        return Choice(disk=False, here=not one.here_is_old)
    if one.here is None:
        return Choice(disk=not one.disk_is_old, here=False)
    is_disks = one.here_is_old and not one.disk_is_old
    return Choice(disk=is_disks, here=not is_disks)


def joined(both: Sequence[Passage], choices: Mapping[int, Choice]) -> str:
    """The text that comes of it; `choices` are by the positions of the passages that differ.

    Where both texts number their steps 1, 2, 3 …, so does the new one.
    """
    taken: list[str] = []
    for n, one in enumerate(both):
        choice = Choice(disk=False, here=True) if one.is_same else choices[n]
        for part, is_taken in ((one.disk, choice.disk), (one.here, choice.here)):
            if part is not None and is_taken:
                if taken and not taken[-1].endswith("\n"):
                    taken.append("\n")
                taken.append(part)
    text = "".join(taken)
    if not any(numbered(line)[0] for line in text.splitlines()):
        return text  # nothing in it counts
    sides = ("".join(filter(None, side)) for side in _sides(both))
    return number_steps(text) if all(number_steps(side) == side for side in sides) else text


def numbered(part: str) -> tuple[str, str]:
    """The number in front of a step, if there is one, and its words."""
    found = _NUMBER.match(part)
    return (found[2], part[found.end() :].strip()) if found else ("", part.strip())


def _sides(both: Sequence[Passage]) -> tuple[list[str | None], list[str | None]]:
    return [one.disk for one in both], [one.here for one in both]


def _parts(text: str) -> list[str]:
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        if found and not line.strip():
            found[-1] += line
        else:
            found.append(line)
    return found


def _key(part: str) -> str:
    found = _NUMBER.match(part)
    words = part[found.end() :] if found else part
    return (f"{found[1]}#{found[3]}" if found else "") + words.rstrip()


def _same(one: str, other: str) -> bool:
    return _key(one) == _key(other)


def _paired(old: Sequence[str], new: Sequence[str]) -> Iterator[Passage]:
    """Lines that are alike beside each other in their order, the others by themselves."""
    i = j = 0
    for left, right in _alike(old, new):
        yield from (Passage(part, None) for part in old[i:left])
        yield from (Passage(None, part) for part in new[j:right])
        yield Passage(old[left], new[right])
        i, j = left + 1, right + 1
    yield from (Passage(part, None) for part in old[i:])
    yield from (Passage(None, part) for part in new[j:])


def _alike(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs with the most in common of which none crosses another."""
    if len(old) * len(new) > _MOST_CELLS:
        return []
    words = [[_key(part).split() for part in side] for side in (old, new)]
    best: list[list[tuple[float, tuple[tuple[int, int], ...]]]] = [
        [(0.0, ())] * (len(new) + 1) for _row in range(len(old) + 1)
    ]
    for i in range(1, len(old) + 1):
        for j in range(1, len(new) + 1):
            alike = Indel.normalized_similarity(words[0][i - 1], words[1][j - 1])
            options = [best[i - 1][j], best[i][j - 1]]
            if alike >= _ALIKE:
                before = best[i - 1][j - 1]
                options.append((before[0] + alike, (*before[1], (i - 1, j - 1))))
            best[i][j] = max(options, key=lambda one: one[0])
    return list(best[-1][-1][1])
