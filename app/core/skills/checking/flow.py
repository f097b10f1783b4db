"""Findings about the way through the steps: jumps, loops, numbers, reachability."""

import re
from collections.abc import Iterator
from itertools import pairwise

from app.core.skills.checking.finding import Finding, Repair, Severity
from app.core.skills.editing.numbering import numbered
from app.core.skills.model import Jump, JumpKind, Skill, Step
from app.core.skills.reading.deleted import DELETED
from app.core.skills.reading.jump_tags import jump_tags
from app.core.skills.reading.markers import is_phase
from app.core.words import _

_LETTERED = re.compile(r"([0-9]+)[a-z]")
_LIMIT = re.compile(r"\bmax", re.IGNORECASE)
_USUAL_CAP = 3
"""What a repair proposes for a loop without one."""


def flow_findings(skill: Skill) -> Iterator[Finding]:
    """Jumps to nowhere, loops without a cap, steps that are never reached, odd numbers."""
    for step in skill.steps:
        tried = _tried(skill, step) if step.jumps else ()
        for jump in step.jumps:
            if jump.target is None and jump.reference and not DELETED.search(jump.reference):
                yield _nowhere(step, jump)
            if jump.kind is JumpKind.LOOP and not jump.maximum and jump.start not in tried:
                yield _uncapped(step, jump)
    yield from _unreachable(skill)
    yield from _numbers(skill)


def _nowhere(step: Step, jump: Jump) -> Finding:
    return Finding(
        Severity.PROBLEM, "jump-nowhere",
        _("There is no step ‘{reference}’.").format(reference=jump.reference),
        _("Name a step by its number or by its first words."),
        jump.reference_start, jump.reference_end, step.position,
    )  # fmt: skip


def _uncapped(step: Step, jump: Jump) -> Finding:
    return Finding(
        Severity.WARNING, "loop-uncapped", _("This loop has no limit."),
        _("Say how many times it may repeat."), jump.start, jump.end, step.position,
        repairs=(_cap(jump),),
    )  # fmt: skip


def _tried(skill: Skill, step: Step) -> set[int]:
    """Where tags begin whose limit could not be read, which is a finding of its own."""
    spans = ((one.start, one.end) for one in step.jumps)
    return {
        tag.start
        for tag in jump_tags(skill.text, spans, step.body_end)
        if _LIMIT.search(skill.text, tag.unread, tag.unread_end)
    }


def _cap(jump: Jump) -> Repair:
    written = f" max={_USUAL_CAP}"
    edit = (jump.end, jump.end, written)
    if jump.start == jump.end:
        edit = (jump.end, jump.end, f"@loop: {written.strip()}")
    return Repair(_("Limit to {count}").format(count=_USUAL_CAP), (edit,))


def _unreachable(skill: Skill) -> Iterator[Finding]:
    steps = skill.steps
    reached: set[int] = set()
    waiting = [1] if steps else []
    while waiting:
        position = waiting.pop()
        while position not in reached:
            reached.add(position)
            jumps = steps[position - 1].jumps
            if jumps:
                waiting += [jump.target for jump in jumps if jump.target is not None]
            if position == len(steps):
                break
            inside = steps[position].parent == position
            if jumps and not inside and not _falls_through(jumps):
                break
            position += 1
    for step in steps:
        if step.position not in reached:
            yield Finding(
                Severity.WARNING, "step-unreachable", _("This step is never reached."),
                _("Every path skips it."), step.start, step.body_end, step.position,
            )  # fmt: skip


def _falls_through(jumps: tuple[Jump, ...]) -> bool:
    """Whether the next step may follow. Not when a written branch covers both outcomes."""
    covered = False
    for first, second in pairwise(jumps):
        both = first.kind is JumpKind.BRANCH and second.kind is JumpKind.BRANCH
        if both and second.condition == "else" and None not in (first.target, second.target):
            covered = True
    return not covered


def _numbers(skill: Skill) -> Iterator[Finding]:
    """The first place where the steps of one list are not counted in order.

    In a step there may be several lists, and between phases that are steps some that have steps.
    """
    lists: dict[tuple[int, int, str], list[Step]] = {}
    for step in skill.steps:
        if step.number is not None:
            lists.setdefault((step.parent, step.phase, _style(step)), []).append(step)
    for items in lists.values():
        for before, step in pairwise(items):
            another = step.parent and step.number == 1
            if step.number != (before.number or 0) + 1 and not another:
                yield _out_of_order(skill, before, step)
                return


def _style(step: Step) -> str:
    """What the steps of a list have in common in front: `5.`, `step`, nothing for plain numbers.

    Every phase is a list of its own.
    """
    if not step.label:
        return ""
    words = step.label.split()
    if len(words) > 1:
        return step.label if is_phase(step.label) else words[0].casefold()
    lettered = _LETTERED.fullmatch(step.label)
    return lettered[1] if lettered is not None else step.label.rpartition(".")[0]


def _out_of_order(skill: Skill, before: Step, step: Step) -> Finding:
    twice = step.number == before.number
    return Finding(
        Severity.WARNING, "numbers-twice" if twice else "numbers-order",
        _("Two steps have the number {number}.").format(number=step.number) if twice
        else _("The number {number} comes after {before}.").format(
            number=step.number, before=before.number),
        "", step.start, step.body_start, step.position,
        repairs=(whole(skill.text, numbered(skill), _("Renumber")),),
    )  # fmt: skip


def whole(old: str, new: str, label: str) -> Repair:
    """A repair that turns `old` into `new` by replacing what lies between their common ends."""
    most = min(len(old), len(new))
    left = 0
    while left < most and old[left] == new[left]:
        left += 1
    right = 0
    while right < most - left and old[-1 - right] == new[-1 - right]:
        right += 1
    return Repair(label, ((left, len(old) - right, new[left : len(new) - right]),))
