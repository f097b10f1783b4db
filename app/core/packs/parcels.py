"""Which skills of reviewed packs are written, under which names, as which text."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.errors import AppError
from app.core.packs import rename
from app.core.packs.incoming import IncomingSkill
from app.core.packs.library_state import Existing, LibraryState
from app.core.packs.match import Choice
from app.core.packs.plan import Plan
from app.core.skills import names
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.words import _

Choices = Mapping[int, Choice]
"""What is done with a skill of a pack, by `Item.index`; by default what is not in it."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """One skill that is being taken over: the place of its pack in the review, and the text."""

    pack: int
    incoming: IncomingSkill
    existing: Existing | None
    skill: Skill


def coming(plans: Sequence[Plan], chosen: Mapping[int, Choices]) -> int:
    """How many skills come in with the packs, by their places, for which there are choices."""
    return sum(len(written) for _at, _choices, written, _twins in _written(plans, chosen))


def parcels(
    plans: Sequence[Plan], chosen: Mapping[int, Choices], states: Sequence[LibraryState]
) -> list[Parcel]:
    """The skills with what is written of each, free names found for them in `states`.

    Raises `AppError` for a choice that is not possible.
    """
    taken: dict[str, set[str]] = defaultdict(set)
    titles: dict[tuple[int, int], str] = {}
    found = []
    for at, choices, written, twins in _written(plans, chosen):
        plan, place = plans[at], names.key(plans[at].engram_name)
        settled = rename.settle(
            zip(plan.incoming_skills, choices, (item.existing for item in plan.items), strict=True),
            states[at].taken | taken[place],
            {index: titles[first] for index, first in twins.items()},
        )
        for index in written:
            incoming, text = (
                plan.incoming_skills[index],
                settled.text(index, plan.incoming_skills[index]),
            )
            titles[at, index] = settled.titles[index]
            taken[place].add(names.key(settled.titles[index]))
            existing = plan.items[index].existing if choices[index] is Choice.REPLACE else None
            skill = incoming.skill if text == incoming.text else parse(text)
            found.append(Parcel(at, incoming, existing, skill))
    return found


def _written(
    plans: Sequence[Plan], chosen: Mapping[int, Choices]
) -> Iterator[tuple[int, list[Choice], list[int], dict[int, tuple[int, int]]]]:
    """Of each pack its place, what is done with its skills, and which of them are written.

    Then those that are not because a pack before brings the very same into the same engram:
    where that one is.
    """
    brought: dict[object, tuple[int, int]] = {}
    for at in sorted(chosen):
        plan = plans[at]
        place = names.key(plan.engram_name)
        choices = [
            _possible(chosen[at].get(item.index, item.default), item.choices) for item in plan.items
        ]
        wanted = [index for index, choice in enumerate(choices) if choice is not Choice.KEEP]
        same = {
            index: (place, one.key, one.content) for index, one in enumerate(plan.incoming_skills)
        }
        twins = {
            index: brought[same[index]]
            for index in wanted
            if choices[index] is not Choice.REPLACE and same[index] in brought
        }
        written = [index for index in wanted if index not in twins]
        yield at, choices, written, twins
        for index in written:
            if plan.incoming_skills[index].key:
                brought.setdefault(same[index], (at, index))


def _possible(choice: Choice, possible: tuple[Choice, ...]) -> Choice:
    if choice not in possible:
        raise AppError(
            _("“{choice}” is not possible for every skill it was chosen for.").format(
                choice=choice
            ),
            _("Choose one of: {choices}.").format(choices=", ".join(possible)),
        )
    return choice
