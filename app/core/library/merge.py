"""Two edits of one text made into one, where nothing of either is lost. Pure."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from app.core.library import passages
from app.core.library.align import same_at_start
from app.core.library.links import links
from app.core.library.version import digest
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse

_MOST_CELLS = 25_000_000
"""Lines of one side times lines of the other; of more the whole middle counts as changed."""


class Hunk(NamedTuple):
    """What one side has in the place of the lines `start` to `end` of the base."""

    start: int
    end: int
    lines: Sequence[str]


def merge(base: str, mine: str, theirs: str) -> str | None:
    """`theirs` with what `mine` changed in `base`; None where that would lose something.

    What both changed alike is one change. Other changes of both sides that overlap or touch each
    other are not merged, nor is what reads differently together than apart: a jump that would
    lead elsewhere, a step that would fall into a code block of the other side.
    """
    if mine == theirs:
        return mine
    old = base.split("\n")
    ours, others = hunks(old, mine.split("\n")), hunks(old, theirs.split("\n"))
    alike = [one for one in ours if one in others]
    if alike and not _are_moves(old, alike, [one for one in [*ours, *others] if one not in alike]):
        return merge("\n".join(_applied(old, alike)), mine, theirs)
    if any(one.start <= other.end and other.start <= one.end for one in ours for other in others):
        return None
    merged = "\n".join(_applied(old, sorted([*ours, *others])))
    return merged if _keeps_what_both_say(base, mine, theirs, merged) else None


def hunks(old: Sequence[str], new: Sequence[str]) -> list[Hunk]:
    """What has to be done to the lines of `old`, from top to bottom, to have those of `new`."""
    head = same_at_start(old, new)
    tail = same_at_start(old[head:][::-1], new[head:][::-1])
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(left) * len(right) > _MOST_CELLS:
        return [Hunk(head, head + len(left), right)]
    found, i, j = list[Hunk](), 0, 0
    for block in Indel.opcodes(left, right).as_matching_blocks():
        if (i, j) != (block.a, block.b):
            found.append(Hunk(head + i, head + block.a, right[j : block.b]))
        i, j = block.a + block.size, block.b + block.size
    return found


def _are_moves(old: Sequence[str], some: Sequence[Hunk], others: Sequence[Hunk]) -> bool:
    """Whether a line goes with some changes and comes with others, as one that was moved does."""
    goes = [{line for one in side for line in old[one.start : one.end]} for side in (some, others)]
    comes = [{line for one in side for line in one.lines} for side in (some, others)]
    return any(line.strip() for line in (goes[0] & comes[1]) | (comes[0] & goes[1]))


def _applied(old: Sequence[str], changes: Sequence[Hunk]) -> Iterator[str]:
    done = 0
    for hunk in changes:
        yield from old[done : hunk.start]
        yield from hunk.lines
        done = hunk.end
    yield from old[done:]


def _keeps_what_both_say(base: str, mine: str, theirs: str, merged: str) -> bool:
    """Whether everything either side added is there and what it took out is not, as it reads it."""
    expected = _said(mine)
    expected.update(_said(theirs))
    expected.subtract(_said(base))
    found = _said(merged)
    return all(expected[one] == found[one] for one in expected.keys() | found.keys())


def _said(text: str) -> Counter[Hashable]:
    """Every line with what it is part of, and every link with the words of the steps it joins."""
    skill = parse(text)
    parts = [*passages.title(skill), *passages.body(skill), *passages.recipes(skill)]
    parts += [part for kind in GoalKind for part in passages.goals(skill, kind)]
    parts += passages.rest(skill)
    said = Counter[Hashable](
        (part.item.kind, part.item.goal, line)
        for part in parts
        for line in part.item.text.split("\n")
    )
    # a long step with many links is not compared again for each of them
    words = [digest(skill.text[step.body_start : step.body_end]) for step in skill.steps]
    said.update(link.said for link in links(skill, lambda position: words[position - 1]))
    return said
