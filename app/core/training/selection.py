"""Which of the recalled fragments are worth a place in a skill, and which place."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from app.core.skills.model import Skill
from app.core.training.placement import Placement, Procedure, Tokens, jaccard, tokens
from app.core.training.procedure import procedure_of
from app.core.training.proposal import Choice, Fragment, Item, LeftOut, Why
from app.core.training.remarks import Remark

IN_GAP = 3
"""More memories between two steps would hide the steps; where there are few steps, they share."""
IN_CONTEXT = 4
IN_ALL = 12
"""More than this, and than there are steps, would be more to read than there is to do."""
CONSIDERED = 120
"""The most relevant ones get a place looked for; a skill of 20 steps has no more."""
LONGEST = 1_200
"""Characters; what is longer is a document, not a remark on a step."""
SAME = 0.9
"""Share of common words from which two texts say the same. A word in ten may be the "never"."""


@dataclass(frozen=True, slots=True)
class Found:
    """A fragment with the steps it was recalled for (0: the goals), and `relevances` as in Item."""

    fragment: Fragment
    asked: tuple[int, ...]
    relevances: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...]


def select(
    skill: Skill,
    found: Iterable[Found],
    standing: Sequence[Item],
    rejected: Collection[int] = (),
    taken_out: Collection[int] = (),
    remarks: Sequence[Remark] = (),
) -> Selection:
    """Place what was found in the authored `skill`, and each of the `remarks` beside its step.

    `standing` are the items that the skill has now: pinned and corrected ones stay where they are,
    of the others those that are found again are accepted already. `rejected` are never offered,
    those that were `taken_out` of the text are marked.
    """
    procedure = procedure_of(skill)
    staying = [
        _rated(item, procedure)
        for item in standing
        if (item.corrected and item.fragment.id not in rejected)
        or (item.pinned and not item.corrected)
    ]
    staying += _remarked(procedure, standing, staying, remarks, rejected, taken_out)
    candidates, left_out = _sift(skill, found, staying, rejected)
    known = {item.fragment.id: item for item in standing}
    placed = []
    for one in candidates:
        placement = procedure.place(one.fragment.text, one.relevances)
        item = Item(one.fragment, placement, placement.after, one.asked, one.relevances)
        if (stands := known.get(one.fragment.id)) is not None:
            item = replace(item, choice=stands.choice, since=stands.since)
        placed.append(replace(item, taken_out=one.fragment.id in taken_out))
    items, crowded = _within_limits(staying, placed, len(skill.steps))
    left_out += [LeftOut(item.fragment, Why.CROWDED) for item in crowded]
    return Selection(tuple(sorted(items, key=_reading_order)), tuple(left_out))


def _rated(item: Item, procedure: Procedure) -> Item:
    """With what the formula says about its place."""
    said, near = item.fragment.text, item.relevances
    if item.after is None:
        return replace(item, placement=procedure.place(said, near))
    return replace(item, placement=procedure.at(said, item.after, near))


def _remarked(
    procedure: Procedure, standing: Sequence[Item], staying: Sequence[Item],
    remarks: Sequence[Remark], rejected: Collection[int], taken_out: Collection[int],
) -> list[Item]:  # fmt: skip
    """Whatever they have in common with the skill: somebody said where they belong."""
    known = {item.fragment.id: item for item in standing}
    there = {item.fragment.id for item in staying}
    items = []
    for one in remarks:
        number, stands = one.fragment.id, known.get(one.fragment.id)
        if number in rejected or number in there or (one.is_settled and stands is None):
            continue
        item = Item(one.fragment, Placement(None, 0.0), one.after, remarked=True)
        if stands is not None:
            item = replace(
                item, choice=stands.choice, since=stands.since, relevances=stands.relevances
            )
        items.append(replace(_rated(item, procedure), taken_out=number in taken_out))
    return items


def _sift(
    skill: Skill, found: Iterable[Found], staying: Sequence[Item], rejected: Collection[int]
) -> tuple[list[Found], list[LeftOut]]:
    """What may be offered, best first, and why the rest may not."""
    said = [tokens(text) for text in _said(skill)]
    taken = [tokens(item.fragment.text) for item in staying]
    stay = {item.fragment.id for item in staying}
    offered: list[Found] = []
    left_out: list[LeftOut] = []
    for one in sorted(found, key=lambda one: (-one.fragment.relevance, one.fragment.id)):
        own = tokens(one.fragment.text)
        if one.fragment.id in stay or not own:
            continue
        why = None
        if one.fragment.id in rejected:
            why = Why.REJECTED
        elif len(offered) == CONSIDERED:
            why = Why.CROWDED
        elif len(one.fragment.text) > LONGEST:
            why = Why.LONG
        elif _is_among(own, said):
            why = Why.SAID
        elif _is_among(own, taken):
            why = Why.REPEATED
        if why is None:
            taken.append(own)
            offered.append(one)
        else:
            left_out.append(LeftOut(one.fragment, why))
    return offered, left_out


def _said(skill: Skill) -> list[str]:
    return [
        *(step.text for step in skill.steps),
        *(goal.value for goal in skill.goals),
        *(note.text for note in skill.notes),
        *(memory.text for memory in skill.memories),
    ]


def _is_among(own: Tokens, others: Iterable[Tokens]) -> bool:
    """Whether one of the others has all of the words, or nearly the same ones."""
    # One with more words cannot share so many of all: there is no need to count them.
    most = len(own) / SAME
    return any(
        own <= other or (len(other) <= most and jaccard(own, other) >= SAME) for other in others
    )


def _within_limits(
    staying: Sequence[Item], placed: Sequence[Item], steps: int
) -> tuple[list[Item], list[Item]]:
    """The best of them; what stands there already counts, and always stays."""
    items, crowded = list(staying), list[Item]()
    in_all = max(IN_ALL, steps)
    in_gap = max(IN_GAP, in_all // (steps + 1))
    count = Counter(item.after for item in staying)
    for item in sorted(placed, key=lambda one: (one.choice is not Choice.ACCEPTED, *_rank(one))):
        most = IN_CONTEXT if item.after is None else in_gap
        stays = item.choice is Choice.ACCEPTED
        if stays or (len(items) < in_all and count[item.after] < most):
            items.append(item)
            count[item.after] += 1
        else:
            crowded.append(item)
    return items, crowded


def _rank(item: Item) -> tuple[bool, float, float, int]:
    """Placed ones by their score, then supporting context by its relevance."""
    fragment = item.fragment
    return item.after is None, -item.placement.score, -fragment.relevance, fragment.id


def _reading_order(item: Item) -> tuple[bool, int, float, float, int]:
    return item.after is None, item.after or 0, *_rank(item)[1:]
