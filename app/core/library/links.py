"""The calls, loops and branches of a skill as sentences that can be compared."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from app.core.library.comparison import Item, Kind
from app.core.skills import names
from app.core.skills.model import Call, Jump, JumpKind, Skill, Step
from app.core.skills.reading.languages.every import stands_alone
from app.core.skills.step_names import step_name
from app.core.words import _

StepName = Callable[[int], str]
"""What a step is called on both sides, by its position."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link. `place` says where it starts, `end` also where it leads, `said` all about it."""

    item: Item
    place: tuple[Hashable, ...]
    end: tuple[Hashable, ...]
    said: tuple[Hashable, ...]


def links(skill: Skill, named: StepName) -> list[Link]:
    """Every link in the order of the text."""
    found = [(c.start, _call(c, goal.kind.value)) for goal in skill.goals for c in goal.calls]
    for step in skill.steps:
        owner = named(step.position)
        found += [(call.start, _call(call, owner, step.position)) for call in step.calls]
        found += [(jump.start, _jump(jump, step, skill, named)) for jump in step.jumps]
    return [link for _start, link in sorted(found, key=lambda entry: entry[0])]


def _call(call: Call, owner: str, position: int = 0) -> Link:
    place = (Kind.CALL, owner)
    end = (*place, names.key(call.target))
    about = (call.arguments, call.captures, call.explicit, call.parallel, call.on_failure)
    item = Item(Kind.CALL, _call_words(call), link=call, position=position)
    return Link(item, place, end, (*end, about))


def _call_words(call: Call) -> str:
    if not call.explicit:
        sentence = _("mentions {name}")
    elif call.on_failure:
        sentence = _("calls {name} on failure")
    else:
        sentence = _("calls {name}")
    words = sentence.format(name=call.target)
    if call.arguments:
        given = (
            (f"{a.name} = " if a.name else "") + ("$" if a.is_variable else "") + a.value
            for a in call.arguments
        )
        words += f" ({', '.join(given)})"
    if call.captures:
        words += " → " + ", ".join(f"${name}" for name in call.captures)
    return words


def _jump(jump: Jump, step: Step, skill: Skill, named: StepName) -> Link:
    kind = Kind.LOOP if jump.kind is JumpKind.LOOP else Kind.BRANCH
    target = named(jump.target) if jump.target else jump.reference
    place = (kind, named(step.position))
    end = (*place, target)
    words = (
        _loop_words(jump, step, skill) if kind is Kind.LOOP else _way_and_when(jump, step, skill)
    )
    item = Item(kind, words, link=jump, position=step.position)
    return Link(item, place, end, (*end, jump.maximum, jump.condition))


def _loop_words(jump: Jump, step: Step, skill: Skill) -> str:
    way = _way_and_when(jump, step, skill)
    if jump.maximum is None:
        return _("{way}, no limit").format(way=way)
    return _("{way}, max {count}").format(way=way, count=jump.maximum)


def _way_and_when(jump: Jump, step: Step, skill: Skill) -> str:
    """Where it leads, and on which condition."""
    way = _way(jump, step, skill)
    if jump.condition == "else":
        return _("{way} otherwise").format(way=way)
    if not jump.condition:
        return way
    if stands_alone(jump.condition):
        return f"{way} ({jump.condition})"
    return _("{way} if {condition}").format(way=way, condition=jump.condition)


def _way(jump: Jump, step: Step, skill: Skill) -> str:
    here = step_name(skill, step.position)
    if jump.target == step.position:
        return _("step {here} again").format(here=here)
    if jump.target is not None:
        there = step_name(skill, jump.target)
        return _("step {here} to step {there}").format(here=here, there=there)
    if jump.reference:
        return _("step {here} to “{name}”").format(here=here, name=jump.reference)
    return _("step {here}").format(here=here)
