"""Phases that change places, with their headings and all that is below them."""

import re
from collections.abc import Sequence
from itertools import pairwise

from app.core.skills.editing.following import following
from app.core.skills.editing.markers import marker_with
from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.slots import slots_of
from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse

_OUTLINE = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*")


def move_phase(text: str, phase: int, to: int) -> str:
    """With the phase (counted from 1) moved to where the phase `to` is.

    Numbers of the headings stay where they are, and so do those of steps that are counted over
    all phases. Raises IndexError when there is no such phase.
    """
    skill = parse(text)
    count = len(skill.phases)
    if not (1 <= phase <= count and 1 <= to <= count):
        raise IndexError(phase)
    order = list(range(1, count + 1))
    order.insert(to - 1, order.pop(phase - 1))
    moved: dict[int, int | None] = {s.position: s.position for s in skill.steps if not s.phase}
    at = skill.phases[0].first
    for n in order:
        for step in (step for step in skill.steps if step.phase == n):
            moved[step.position] = at
            at += 1

    def change(marked: str) -> str:
        read = parse(marked)
        return edited(marked, _rotated(read, order))

    return following(skill, moved, change)


def _rotated(skill: Skill, order: Sequence[int]) -> list[Edit]:
    """In the place of each phase the one that `order` puts there."""
    text, ends = skill.text, _ends(skill)
    edits: list[Edit] = []
    counted = _counted_on(skill, order)
    for place, n in zip(skill.phases, order, strict=True):
        own = skill.phases[n - 1]
        body = _numbered(skill, own.start, ends[n - 1], n, place.start, counted)
        edits.append((place.start, ends[skill.phases.index(place)], body))
    return [edit for edit in edits if edit[2] != text[edit[0] : edit[1]]]


def _ends(skill: Skill) -> list[int]:
    """Where each phase ends, without the white space before the next one."""
    text, phases = skill.text, skill.phases
    ends = [
        phase.start + len(text[phase.start : after.start].rstrip())
        for phase, after in pairwise(phases)
    ]
    last = [slot.end for slot, step in zip(slots_of(skill), skill.steps, strict=True) if step.phase]
    return [*ends, max(last[-1:], default=len(text.rstrip()))]


def _counted_on(skill: Skill, order: Sequence[int]) -> dict[int, int]:
    """The numbers of the top-level steps afterwards, where they go on from phase to phase."""
    top = [step for step in skill.top_steps if step.phase and step.number is not None]
    numbers = [step.number or 0 for step in top]
    if len(skill.phases) < 2 or len({*numbers}) < len(numbers) or numbers != sorted(numbers):
        return {}
    if any("." in step.label for step in top):
        return {}
    anew = [step for n in order for step in top if step.phase == n]
    return {step.position: number for step, number in zip(anew, numbers, strict=True)}


def _numbered(
    skill: Skill, start: int, end: int, phase: int, place: int, counted: dict[int, int]
) -> str:
    """A phase as it is written at that place: with the number of the heading that was there."""
    text = skill.text
    edits: list[Edit] = []
    own, there = _heading_number(skill, start), _heading_number(skill, place)
    if own is not None and there is not None:
        edits.append((own.start() - start, own.end() - start, there[0]))
    for step in (step for step in skill.steps if step.phase == phase):
        new = _marker(text, step, counted, own[0] if own else "", there[0] if there else "")
        edits.append((step.start - start, step.body_start - start, new))
    return edited(text[start:end], edits)


def _heading_number(skill: Skill, start: int) -> re.Match[str] | None:
    phase = next(phase for phase in skill.phases if phase.start == start)
    return _OUTLINE.search(skill.text, start, phase.end) if phase.number else None


def _marker(text: str, step: Step, counted: dict[int, int], own: str, there: str) -> str:
    prefix = text[step.start : step.body_start]
    if step.position in counted:
        return marker_with(prefix, step, counted[step.position])
    if own and there and step.label.startswith(f"{own}."):
        return prefix.replace(step.label, there + step.label[len(own) :], 1)
    return prefix
