"""Comparing two texts of a skill step by step: `compare`. Pure, and any two texts will do."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace

from app.core.library.align import Key, Pair, Ranges, differences, pair
from app.core.library.comparison import Comparison, Item, Row, Section
from app.core.library.links import Link, StepName, links
from app.core.library.passages import Part, body, goals, recipes, rest, title
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.grammar import parse

_A_STEP = "\0"
_UNWRITTEN = "?"
"""Stands for every step without words."""


def compare(old: str, new: str) -> Comparison:
    """Every part of both texts once, next to its counterpart.

    Goals are matched by their kind, everything else by what it says, so a step that moved is
    found again. A step whose number changed is still the same, and so is one that refers to it.
    """
    left, right = parse(old), parse(new)
    before, after = _written(left), _written(right)
    steps = pair([_key(part) for part in before], [_key(part) for part in after])
    names = _step_names(before, after, steps)
    rows = [
        *_rows(Section.NAME, title(left), title(right)),
        *_goal_rows(left, right),
        *(_row(Section.STEPS, before, after, couple, names) for couple in steps),
        *_rows(Section.RECIPES, recipes(left), recipes(right)),
        *_link_rows(links(left, names[0]), links(right, names[1])),
        *_rows(Section.REST, rest(left), rest(right)),
    ]
    return Comparison(tuple(rows), old == new)


def _written(skill: Skill) -> list[Part]:
    """The body without the steps that are still to be written: they say nothing."""
    return [part for part in body(skill) if part.item.text or not part.position]


def _key(part: Part) -> Key:
    """What a part is found again by: its words, whichever steps their numbers name."""
    return (part.item.kind.value, *_said(part, lambda _position: ""))


def _said(part: Part, step_name: StepName) -> list[str]:
    words = part.words()
    for token, position in part.references:
        words[token] = _A_STEP + step_name(position)
    return words


def _step_names(
    before: Sequence[Part], after: Sequence[Part], couples: Sequence[Pair]
) -> tuple[StepName, StepName]:
    """For each side, a name for every step that is the same for the same step of the other."""
    old: dict[int, str] = {}
    new: dict[int, str] = {}
    for n, couple in enumerate(couples):
        if couple.left is not None:
            old[before[couple.left].position] = str(n)
        if couple.right is not None:
            new[after[couple.right].position] = str(n)

    def named(names: dict[int, str]) -> StepName:
        return lambda position: names.get(position, _UNWRITTEN)

    return named(old), named(new)


def _rows(section: Section, before: Sequence[Part], after: Sequence[Part]) -> Iterator[Row]:
    """The rows of a section whose parts have an order; a single part is reworded, not replaced."""
    if len(before) == len(after) == 1 and before[0].item.kind is after[0].item.kind:
        couples: tuple[Pair, ...] = (Pair(0, 0),)
    else:
        couples = pair([_key(part) for part in before], [_key(part) for part in after])
    for couple in couples:
        yield _row(section, before, after, couple)


def _goal_rows(left: Skill, right: Skill) -> Iterator[Row]:
    for kind in GoalKind:
        for row in _rows(Section.GOALS, goals(left, kind), goals(right, kind)):
            yield replace(row, moved=False)


def _row(
    section: Section,
    before: Sequence[Part],
    after: Sequence[Part],
    couple: Pair,
    names: tuple[StepName, StepName] = (str, str),
) -> Row:
    left = None if couple.left is None else before[couple.left]
    right = None if couple.right is None else after[couple.right]
    if left is None or right is None:
        return Row(section, left.item if left else None, right.item if right else None)
    old, new = _said(left, names[0]), _said(right, names[1])
    if old == new:
        return Row(section, left.item, right.item, moved=couple.moved)
    gone, come = differences(old, new)
    items = _shown(left, gone), _shown(right, come)
    return Row(section, *items, reworded=True, moved=couple.moved)


def _shown(part: Part, changed: Ranges) -> Item:
    """The item with the ranges of its text that those tokens cover."""
    spans = tuple((part.tokens[a][0], part.tokens[b - 1][1]) for a, b in changed)
    return replace(part.item, changes=spans)


def _link_rows(before: list[Link], after: list[Link]) -> Iterator[Row]:
    """Links paired as closely as possible: saying the same, leading to the same, of one step."""
    couples: dict[int, int] = {}
    for sameness in (_everything, _end, _place):
        couples |= _paired(before, after, couples, sameness)
    partner = {j: i for i, j in couples.items()}
    gone = [i for i in range(len(before)) if i not in couples]
    for j, link in enumerate(after):
        i = partner.get(j)
        while gone and i is not None and gone[0] < i:
            yield Row(Section.LINKS, before[gone.pop(0)].item, None)
        if i is None:
            yield Row(Section.LINKS, None, link.item)
        else:
            changed = before[i].said != link.said
            yield Row(Section.LINKS, before[i].item, link.item, reworded=changed)
    for i in gone:
        yield Row(Section.LINKS, before[i].item, None)


def _paired(
    before: list[Link],
    after: list[Link],
    found: dict[int, int],
    sameness: Callable[[Link], Hashable],
) -> dict[int, int]:
    taken = set(found.values())
    free: defaultdict[Hashable, list[int]] = defaultdict(list)
    for j in reversed(range(len(after))):
        if j not in taken:
            free[sameness(after[j])].append(j)
    return {
        i: free[sameness(link)].pop()
        for i, link in enumerate(before)
        if i not in found and free.get(sameness(link))
    }


def _everything(link: Link) -> Hashable:
    return link.said


def _end(link: Link) -> Hashable:
    return link.end


def _place(link: Link) -> Hashable:
    return link.place
