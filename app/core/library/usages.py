"""Who calls a skill, in which step, and what is said there."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.skills import names
from app.core.skills.model import Goal, GoalKind, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import sentences_of
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Usage:
    """One call: `text[start:end]` of the caller is the name.

    `step` is the position of the step it is in, 0 for a call in a goal. It `is_certain` unless
    the name could as well mean another skill.
    """

    caller: SkillRow
    step: int
    goal: GoalKind | None
    sentence: str
    start: int
    end: int
    is_certain: bool


def usages(vault: Vault, skill: int) -> tuple[Usage, ...]:
    """Every call that means this skill, those of one caller together in the order of its text."""
    me = catalogue.row(vault, skill)
    if me is None:
        return ()
    rows = catalogue.some(vault, catalogue.callers(vault, skill)).values()
    found: list[Usage] = []
    for caller in sorted(rows, key=lambda row: (row.title.casefold(), row.id)):
        meant = catalogue.resolve(vault, me.key, caller.engram, caller.status)
        state = library.current(vault, caller.id)
        if state is not None:
            found += _calls(parse(state[1]), caller, me.key, is_certain=meant == (skill,))
    return tuple(found)


def _calls(parsed: Skill, caller: SkillRow, key: str, *, is_certain: bool) -> Iterator[Usage]:
    owners: tuple[Goal | Step, ...] = (*parsed.goals, *parsed.steps)
    for owner in sorted(owners, key=lambda owner: owner.start):
        step = owner.position if isinstance(owner, Step) else 0
        goal = owner.kind if isinstance(owner, Goal) else None
        for call in owner.calls:
            if call.explicit and names.key(call.target) == key:
                sentence = _sentence(parsed, owner, call.start)
                place = call.target_start, call.target_end
                yield Usage(caller, step, goal, sentence, *place, is_certain)


def _sentence(parsed: Skill, owner: Goal | Step, at: int) -> str:
    """The sentence of a step in which that place is, else the line."""
    if isinstance(owner, Step):
        for sentence in sentences_of(parsed, owner):
            if sentence.start <= at < sentence.end:
                return sentence.said
    start, end = (
        (owner.body_start, owner.body_end)
        if isinstance(owner, Step)
        else (owner.value_start, owner.value_end)
    )
    before, after = parsed.text[start:at], parsed.text[at:end]
    return " ".join((before.splitlines() or [""])[-1].split() + after.splitlines()[0].split())
