"""Steps that change places, with their sub-steps; within their list or to another one."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from app.core.skills.editing.following import following
from app.core.skills.editing.markers import label_with, marker_beside, marker_inside
from app.core.skills.editing.numbering import number_edits, shrunk
from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.slots import (
    Slot,
    gap_of,
    inserted,
    prefix_width,
    shifted,
    slots_of,
    width_of,
)
from app.core.skills.editing.trees import last_of, siblings, step_at
from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse

BULLETS = ("-", "*", "+", "•")
_LINE_ENDS = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n))+")


def move_step(text: str, position: int, to: int) -> str:
    """With the step at `position` moved to where the one at `to` is, beside it.

    Its sub-steps, and the notes and memories after it, go along. Among the steps it is counted
    with, numbers, bullets and blank lines stay where they are; only what they introduce moves, and
    moving back gives the same text again. Elsewhere it becomes one more of that list. A step does
    not move into itself. Raises IndexError when there is no such step.
    """
    skill = parse(text)
    step, there = step_at(skill, position), step_at(skill, to)
    if position <= to <= last_of(skill.steps, position):
        return text
    if there.parent == step.parent and there.phase == step.phase:
        return _reordered(skill, step, there)
    down = to > position
    after = last_of(skill.steps, to) if down else to - 1
    return _relocated(skill, _Destination(position, after, to, child=False))


def indent_step(text: str, position: int) -> str:
    """With the step as the last sub-step of the one before it, in the same list.

    The first one of a list stays where it is. Raises IndexError when there is no such step.
    """
    skill = parse(text)
    step = step_at(skill, position)
    above = [s for s in siblings(skill.steps, step) if s.position < position]
    if not above or above[-1].phase != step.phase:
        return text
    parent = above[-1].position
    last = last_of(skill.steps, parent)
    inside = [s for s in skill.steps if s.parent == parent]
    near = inside[-1].position if inside else parent
    return _relocated(skill, _Destination(position, last, near, child=not inside))


def outdent_step(text: str, position: int) -> str:
    """With the sub-step as a step of its own after the one it was part of.

    A top-level step stays as it is. Raises IndexError when there is no such step.
    """
    skill = parse(text)
    step = step_at(skill, position)
    if not step.parent:
        return text
    last = last_of(skill.steps, step.parent)
    return _relocated(skill, _Destination(position, last, step.parent, child=False))


def with_children_beside(text: str, position: int) -> str:
    """With the sub-steps of the next step beside it, where it is in another phase.

    There they would be without a step when that one goes.
    """
    skill = parse(text)
    first, second = skill.steps[position - 1], skill.steps[position]
    inside = [step for step in skill.steps if step.parent == second.position]
    if first.phase == second.phase or not inside:
        return text
    child, last = inside[-1].position, last_of(skill.steps, second.position)
    where = _Destination(child, last, second.position, child=False)
    return with_children_beside(_put_elsewhere(text, where), position)


def _reordered(skill: Skill, step: Step, there: Step) -> str:
    group = [s.position for s in siblings(skill.steps, step) if s.phase == step.phase]
    order = list(group)
    order.insert(group.index(there.position), order.pop(group.index(step.position)))
    moved: dict[int, int | None] = {p: p for p in range(1, len(skill.steps) + 1)}
    at = group[0]
    for root in order:
        for position in range(root, last_of(skill.steps, root) + 1):
            moved[position] = at
            at += 1

    def change(text: str) -> str:
        read = parse(text)
        done = edited(text, _rotated(read, group, order, bullets=False))
        if len(parse(done).steps) == len(read.steps):
            return done
        return edited(text, _rotated(read, group, order, bullets=True))

    return _followed_if_kept(skill, moved, change)


def _rotated(skill: Skill, group: Sequence[int], order: Sequence[int], bullets: bool) -> list[Edit]:
    """In each place the step that `order` puts there; with `bullets`, paragraphs become bullets."""
    text, trees = skill.text, _tree_slots(skill)
    edits: list[Edit] = []
    for place, root in zip(group, order, strict=True):
        slot, source = trees[place - 1], trees[root - 1]
        if source == slot:
            continue
        width = width_of(text, slot.start, slot.body)
        marker = "- " if bullets and not width else ""
        shift = (2 if marker else width) - width_of(text, source.start, source.body)
        body = _body(skill, root, source, skill.steps[place - 1].label)
        edits.append((slot.body, slot.end, marker + shifted(body, shift, source, text)))
    return edits


def _tree_slots(skill: Skill) -> list[Slot]:
    """The slots of the steps, up to the end of their last sub-step."""
    slots = slots_of(skill)
    return [
        Slot(slot.start, slot.body, slots[last_of(skill.steps, n) - 1].end)
        for n, slot in enumerate(slots, 1)
    ]


def _body(skill: Skill, root: int, slot: Slot, label: str) -> str:
    """What the step says with its sub-steps, their outline numbers beginning with `label`."""
    text = skill.text[slot.body : slot.end]
    old = skill.steps[root - 1].label or str(skill.steps[root - 1].number)
    if not label or label == old:
        return text
    edits: list[Edit] = []
    for step in skill.steps[root : last_of(skill.steps, root)]:
        if step.label.startswith(f"{old}."):
            prefix = skill.text[step.start : step.body_start]
            new = prefix.replace(step.label, label + step.label[len(old) :], 1)
            edits.append((step.start - slot.body, step.body_start - slot.body, new))
    return edited(text, edits)


@dataclass(frozen=True, slots=True)
class _Destination:
    """The step at `position` goes after position `after`, beside `near` or, as `child`, into it."""

    position: int
    after: int
    near: int
    child: bool


def _relocated(skill: Skill, where: _Destination) -> str:
    """With the step there, if all are read there as they were."""
    root, last = where.position, last_of(skill.steps, where.position)
    size = last - root + 1
    moved: dict[int, int | None] = {}
    for p in range(1, len(skill.steps) + 1):
        if root <= p <= last:
            moved[p] = where.after + 1 + (p - root) - (size if where.after >= root else 0)
        elif root < p <= where.after:
            moved[p] = p - size
        elif where.after < p < root:
            moved[p] = p + size
        else:
            moved[p] = p
    return _followed_if_kept(skill, moved, partial(_put_elsewhere, where=where))


def _followed_if_kept(
    skill: Skill, moved: Mapping[int, int | None], change: Callable[[str], str]
) -> str:
    """What `following` makes of it; the same text where a step would not be read any more as it
    was."""
    if not _says_the_same(skill, parse(change(skill.text)), moved):
        return skill.text
    done = following(skill, moved, change)
    return done if len(parse(done).steps) == len(skill.steps) else skill.text


def _says_the_same(before: Skill, after: Skill, moved: Mapping[int, int | None]) -> bool:
    """Whether every step says where it went to what it said before."""
    if len(after.steps) != len(before.steps):
        return False
    there = {moved[step.position]: step.text.split() for step in before.steps}
    return all(there[step.position] == step.text.split() for step in after.steps)


def _put_elsewhere(text: str, where: _Destination) -> str:
    skill = parse(text)
    root, tree = skill.steps[where.position - 1], _tree_slots(skill)[where.position - 1]
    size = last_of(skill.steps, root.position) - root.position + 1
    rest = parse(_taken_out(skill, root, tree))
    if len(rest.steps) != len(skill.steps) - size:
        return text  # what stays would not be read as it is
    near = rest.steps[where.near - 1 - (size if where.near > root.position else 0)]
    after = where.after - (size if where.after >= root.position else 0)
    if where.child:
        numbers: list[int | None] = [step.number for step in rest.steps]
        marker, label = marker_inside(rest, near)
    else:
        numbers = inserted(rest.steps, after, near)
        number = numbers.pop(after)
        marker, label = marker_beside(rest, near, number), near.label
        if number is not None and label:
            label = label_with(label, number, near.number)
    at = slots_of(rest)[after - 1].end if after else rest.steps[0].start
    edits = list(number_edits(rest, numbers))

    def written(marker: str) -> str:
        shift = prefix_width(marker) - width_of(text, tree.start, tree.body)
        body = marker + shifted(_body(skill, root.position, tree, label), shift, tree, text)
        gap = gap_of(rest)
        return edited(rest.text, [*edits, (at, at, gap + body if after else body + gap)])

    done = written(marker)
    if len(parse(done).steps) == len(skill.steps) or not marker.lstrip().startswith(BULLETS):
        return done
    # bullets that decide between steps are part of what their step says; numbers are not
    return written(marker[: len(marker) - len(marker.lstrip())] + "1. ")


def _taken_out(skill: Skill, root: Step, tree: Slot) -> str:
    """The text without the step, its sub-steps and what stands with them."""
    text = skill.text
    start, end = tree.start, tree.end
    behind = _LINE_ENDS.match(text, end)
    if behind is not None and behind.end() < len(text):
        end = behind.end()
    else:
        before = text[:start]
        start = len(before.rstrip("\r\n"))
    return shrunk(skill, root.position, start, end)
