"""Single edits of a skill's steps, each touching only its lines and what refers to them."""

import re
from collections.abc import Callable
from functools import partial

from app.core.skills.editing.following import following
from app.core.skills.editing.goal_edits import goal_edit, with_goal
from app.core.skills.editing.markers import marker_beside
from app.core.skills.editing.moving import (
    BULLETS,
    indent_step,
    move_step,
    outdent_step,
    with_children_beside,
)
from app.core.skills.editing.numbering import number_edits, shrunk
from app.core.skills.editing.phases import move_phase
from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.slots import beside, gap_of, inserted, prefix_width, slots_of
from app.core.skills.editing.step_text import body_edit, says, with_step, write_step
from app.core.skills.editing.trees import last_of, siblings, step_at
from app.core.skills.editing.writing import body_lines, compose, indented, line_end, recipe_text
from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.grammar import parse

__all__ = [
    "compose",
    "delete_step",
    "goal_edit",
    "indent_step",
    "insert_beside",
    "insert_step",
    "merge_step",
    "move_phase",
    "move_step",
    "outdent_step",
    "recipe_text",
    "split_step",
    "take_step_out",
    "with_goal",
    "with_step",
    "write_step",
]

_BULLET = re.compile(r"[-*+•][ \t]")


def insert_step(text: str, after: int, body: str) -> str:
    """With a new step after the one at position `after` (0: before the first).

    After a step that has sub-steps it is the first of those. The numbers after it go up by one;
    what refers to those steps follows. Raises IndexError when there is no such step.
    """
    skill = parse(text)
    count = len(skill.steps)
    if not 0 <= after <= count:
        raise IndexError(after)
    if not count:
        return _first_step(skill, body)
    near = beside(skill.steps, after).position
    return _with_new(skill, after, near, body)


def insert_beside(text: str, position: int, body: str) -> str:
    """With a new step of its kind after the one at `position` and all its sub-steps.

    Raises IndexError when there is no such step.
    """
    skill = parse(text)
    step_at(skill, position)
    return _with_new(skill, last_of(skill.steps, position), position, body)


def _with_new(skill: Skill, after: int, near: int, body: str) -> str:
    moved: dict[int, int | None] = {
        p: p if p <= after else p + 1 for p in range(1, len(skill.steps) + 1)
    }
    return following(skill, moved, partial(_inserted, after=after, near=near, body=body))


def _inserted(text: str, after: int, near: int, body: str, head: str | None = None) -> str:
    """With a new step; where `head` is given, that is what the one before it says."""
    skill = parse(text)
    step = skill.steps[near - 1]
    numbers = inserted(skill.steps, after, step)
    number = numbers.pop(after)
    edits = list(number_edits(skill, numbers))
    if head is not None:
        rewritten = body_edit(skill, after, head)
        edits = [e for e in edits if not rewritten[0] <= e[0] < rewritten[1]]
        edits.append(rewritten)
    prefix = marker_beside(skill, step, number)
    at = slots_of(skill)[after - 1].end if after else skill.steps[0].start

    def written(prefix: str) -> str:
        width = prefix_width(prefix)
        lines = body_lines(body)
        if width and _BULLET.match(lines[0]):  # no item of its own on the line of its step
            lines = ["", *lines]
        said = prefix + indented(lines, width).replace("\n", line_end(text))
        return _put(text, edits, at, said, after, gap_of(skill))

    done = written(prefix)
    if prefix_width(prefix) and prefix.lstrip()[:1] in BULLETS:
        # bullets that decide between steps are part of what their step says; numbers are not
        if len(parse(done).steps) > len(skill.steps):
            return done
        place = 1 + sum(one.position <= after for one in siblings(skill.steps, step))
        return written(f"{prefix[: len(prefix) - len(prefix.lstrip())]}{place}. ")
    if prefix_width(prefix) or says(done, after + 1, body_lines(body)):
        return done
    return written("- ")


def _put(text: str, edits: list[Edit], at: int, written: str, after: int, gap: str) -> str:
    new = gap + written if after else written + gap
    return edited(text, [*edits, (at, at, new)])


def _first_step(skill: Skill, body: str) -> str:
    """The first step of a skill that has none goes before recipes, else to the end."""
    text, end = skill.text, line_end(skill.text)
    recipe = next((b for b in skill.blocks if b.kind is BlockKind.RECIPE), None)
    at = len(text)
    if recipe is not None:
        at = recipe.start
        heading = [b for b in skill.blocks if b.end <= at and b.kind is not BlockKind.BLANK]
        if heading and heading[-1].kind is BlockKind.HEADING:
            at = heading[-1].start
    before = text[:at].rstrip()
    lead = before + end * 2 if before else text[:at]
    rest = text[at:]
    written = "1. " + indented(body_lines(body), 3).replace("\n", end)
    return lead + written + (end * 2 + rest if rest.strip() else end)


def delete_step(text: str, position: int) -> str:
    """Without the step at `position`, its sub-steps, and the notes and memories after it.

    The numbers after it go down by one. What referred to it says so (`reading.deleted`), and is
    found by `check.findings`. Raises IndexError when there is no such step.
    """
    return _without(text, position, _with_notes)


def take_step_out(text: str, position: int) -> str:
    """The same where a step is empty or becomes something else: notes and memories stay."""
    return _without(text, position, _cut_of)


_Cut = Callable[[Skill, int, int], tuple[int, int]]
"""What of the text goes with the steps from one position to another."""


def _without(text: str, position: int, cut: _Cut) -> str:
    skill = parse(text)
    step_at(skill, position)
    last = last_of(skill.steps, position)
    by = last - position + 1
    moved = {
        p: p if p < position else None if p <= last else p - by
        for p in range(1, len(skill.steps) + 1)
    }
    return following(skill, moved, partial(_deleted, position=position, cut=cut))


def _deleted(text: str, position: int, cut: _Cut) -> str:
    skill = parse(text)
    return shrunk(skill, position, *cut(skill, position, last_of(skill.steps, position)))


def _cut_of(skill: Skill, position: int, last: int) -> tuple[int, int]:
    """The steps themselves, and a blank line."""
    return _with_blank(skill, skill.steps[position - 1].start, skill.steps[last - 1].end)


def _with_notes(skill: Skill, position: int, last: int) -> tuple[int, int]:
    """With what would go along if they were moved."""
    start, moves = skill.steps[position - 1].start, slots_of(skill)[last - 1].end
    behind = [block.end for block in skill.blocks if start < block.end and block.start < moves]
    return _with_blank(skill, start, max([skill.steps[last - 1].end, *behind]))


def _with_blank(skill: Skill, start: int, end: int) -> tuple[int, int]:
    after = next((b for b in skill.blocks if b.start == end), None)
    before = next((b for b in skill.blocks if b.end == start), None)
    lonely = before is None or before.kind is BlockKind.BLANK
    if after is not None and after.kind is BlockKind.BLANK and lonely:
        end = after.end
    return start, end


def split_step(text: str, position: int, offset: int) -> str:
    """With the step at `position` cut in two at `offset` of its text; sub-steps stay below.

    The same text where what is cut off would be read as several steps. Raises
    IndexError when there is no such step.
    """
    skill = parse(text)
    step_at(skill, position)
    moved: dict[int, int | None] = {
        p: p if p <= position else p + 1 for p in range(1, len(skill.steps) + 1)
    }
    plain = skill.steps[position - 1].text[:offset]
    if len(parse(_split(text, position, plain)).steps) != len(skill.steps) + 1:
        return text
    return following(skill, moved, partial(_split, position=position, head=plain))


def _split(text: str, position: int, head: str) -> str:
    steps = parse(text).steps
    body = steps[position - 1].text
    at = _behind(body, head)
    below = steps[position] if position < len(steps) else None
    outline = below is not None and below.parent == position and "." in below.label
    near = position + 1 if outline else position
    return _inserted(text, position, near, body[at:], body[:at])


def _behind(body: str, head: str) -> int:
    """Where in `body` the characters of `head` end; it may have others between them."""
    at = 0
    for char in head:
        at = body.index(char, at) + 1
    return at


def merge_step(text: str, position: int) -> str:
    """With the step at `position` and the next one joined; mentions of both mean the whole.

    The same text where another step would not be one any more without the next one. Raises
    IndexError when there is no next step.
    """
    skill = parse(text)
    step_at(skill, position)
    step_at(skill, position + 1)
    moved: dict[int, int | None] = {p: p - (p > position) for p in range(1, len(skill.steps) + 1)}
    if len(parse(_merged(text, position)).steps) != len(skill.steps) - 1:
        return text
    return following(skill, moved, partial(_merged, position=position))


def _merged(text: str, position: int) -> str:
    skill = parse(with_children_beside(text, position))
    text = skill.text
    first, second = skill.steps[position - 1], skill.steps[position]
    joint = "\n" if "\n" in first.text + second.text else " "
    body = joint.join(part for part in (first.text, second.text) if part)
    cut = _cut_of(skill, position + 1, position + 1)
    both = (position, position + 1)
    last = all(step.parent != second.parent for step in skill.steps[position + 1 :])
    heir = first.label if second.parent != first.position or last else ""
    return shrunk(skill, position + 1, *cut, [body_edit(skill, position, body, both)], heir)
