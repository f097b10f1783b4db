"""Who calls a skill, in which step, and what is said there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.core.library import call_targets, catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.skills import names
from app.core.skills.model import Goal, GoalKind, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import sentences_of
from app.core.skills.step_names import step_name
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Usage:
    """One call: `text[start:end]` of the caller is the name.

    `step` is the position of the step it is in, 0 for a call in a goal, `path` what that step is
    called. It `is_certain` unless the name could as well mean another skill.
    """

    caller: SkillRow
    step: int
    path: str
    goal: GoalKind | None
    sentence: str
    start: int
    end: int
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Called:
    """A skill as others call it; what is known of that when it is gone, too."""

    skill: int
    title: str
    key: str
    callers: tuple[int, ...]


def called(vault: Vault, *skills: int) -> tuple[Called, ...]:
    """Those of the skills that others than these call."""
    among, found = set(skills), list[Called]()
    calls = catalogue.callers_of(vault, skills)
    for row in catalogue.some(vault, [skill for skill in skills if skill in calls]).values():
        others = tuple(one for one in calls[row.id] if one not in among)
        if others:
            found.append(Called(row.id, row.title, row.key, others))
    return tuple(found)


def usages(vault: Vault, skill: int) -> tuple[Usage, ...]:
    """Every call that means this skill, those of one caller together in the order of its text."""
    row = catalogue.row(vault, skill)
    if row is None:
        return ()
    return calls_of(vault, Called(skill, row.title, row.key, catalogue.callers(vault, skill)))


def calls_of(vault: Vault, *those: Called) -> tuple[Usage, ...]:
    """The calls of these skills, by those who called them then and still do."""
    found: list[Usage] = []
    for one in those:
        rows = catalogue.some(vault, one.callers).values()
        for caller in sorted(rows, key=lambda row: (row.title.casefold(), row.id)):
            state = library.current(vault, caller.id)
            if state is not None:
                found += _calls(parse(state[1]), caller, _names(vault, one, caller))
    return tuple(found)


def _names(vault: Vault, one: Called, caller: SkillRow) -> dict[str, bool]:
    """The keys by which a skill calls that one, and whether they mean no other."""
    kept = call_targets.kept(vault, caller.id)
    found = {key: True for key, target in kept.items() if target == one.skill}
    if one.key not in kept:
        meant = catalogue.named(vault, one.key, caller.engram, caller.id)
        if not meant or one.skill in meant:
            found[one.key] = len(meant) < 2
    for key, means in catalogue.called(vault, [caller.id]).get(caller.id, {}).items():
        if one.skill in means:
            found[key] = len(means) < 2
    return found


def _calls(parsed: Skill, caller: SkillRow, certain: Mapping[str, bool]) -> Iterator[Usage]:
    owners: tuple[Goal | Step, ...] = (*parsed.goals, *parsed.steps)
    for owner in sorted(owners, key=lambda owner: owner.start):
        step = owner.position if isinstance(owner, Step) else 0
        path = step_name(parsed, step) if step else ""
        goal = owner.kind if isinstance(owner, Goal) else None
        for call in owner.calls:
            key = names.call_key(call.target)
            if call.explicit and key in certain:
                sentence = _sentence(parsed, owner, call.start)
                place = call.target_start, call.target_end
                yield Usage(caller, step, path, goal, sentence, *place, certain[key])


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
