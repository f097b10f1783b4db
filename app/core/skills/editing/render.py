"""Single edits of a skill's text, each touching only its lines and what refers to them."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from app.core.skills.editing.numbering import renumbered, with_number
from app.core.skills.editing.references import Edit, edited, follow
from app.core.skills.editing.slots import (
    beside,
    deleted,
    inserted,
    marker_of,
    prefix_width,
    shifted,
    slots_of,
    width_of,
)
from app.core.skills.editing.writing import (
    body_lines,
    compose,
    goal_text,
    indented,
    line_end,
    recipe_text,
    top,
)
from app.core.skills.model import Block, BlockKind, Goal, GoalKind, Skill, Step
from app.core.skills.reading.grammar import parse

__all__ = [
    "compose",
    "delete_step",
    "goal_edit",
    "insert_step",
    "merge_step",
    "move_step",
    "recipe_text",
    "split_step",
    "with_goal",
    "with_step",
    "write_step",
]

_SYMBOL = re.compile(r"[^\w\s*+•:\-]\ufe0f?[ \t]*")
_ENDS = re.compile(r"\r\n|\r|\n")


def with_goal(text: str, kind: GoalKind, value: str) -> str:
    """With another value of the first goal of that kind; an empty one takes it out.

    A new goal goes after the last one, else after the title. Lines after the first are written
    indented, so that they are read as part of the goal.
    """
    skill = parse(text)
    if not value.strip() and skill.goal(kind) is None:
        return text
    return edited(text, [goal_edit(skill, kind, value)])


def goal_edit(skill: Skill, kind: GoalKind, value: str) -> Edit:
    """The one edit `with_goal` makes."""
    goal = skill.goal(kind)
    if goal is None:
        return _new_goal(skill, kind, value)
    if not value.strip():
        return _without_goal(skill, goal)
    end = line_end(skill.text)
    prefix = skill.text[goal.start : goal.value_start].rstrip()
    if _ENDS.search(prefix):
        prefix = _ENDS.split(prefix)[0].rstrip()
    written = goal_text(prefix, value).replace("\n", end)
    if _shares_line(skill.text, goal):
        return goal.start, goal.end, written + end
    tail = skill.text[goal.start : goal.end]
    stop = goal.start + len(tail.rstrip()) if tail.strip() else goal.end
    return goal.start, stop, written


def _shares_line(text: str, goal: Goal) -> bool:
    """Whether another goal follows on the same line."""
    return goal.end < len(text) and text[goal.end - 1] not in "\r\n"


def _without_goal(skill: Skill, goal: Goal) -> Edit:
    text = skill.text
    before = next((g for g in skill.goals if g.end == goal.start), None)
    if before is not None and _shares_line(text, before) and not _shares_line(text, goal):
        return before.value_end, goal.end, line_end(text)
    return goal.start, goal.end, ""


def _new_goal(skill: Skill, kind: GoalKind, value: str) -> Edit:
    text, end = skill.text, line_end(skill.text)
    if not skill.goals:
        title = _block(skill, BlockKind.TITLE)
        at = title.end if title is not None else top(skill)
        lead = "" if at == 0 or text[at - 1] in "\r\n" else end
        lead += end if title is not None else ""
        gap = "" if at == len(text) or text[at:].startswith(("\n", "\r")) else end
        return at, at, lead + goal_text(f"{kind.value}:", value).replace("\n", end) + end + gap
    last = skill.goals[-1]
    prefix = text[last.start : last.value_start].split(":")[0]
    bullet = re.match(r"[ ]{0,3}[-*+•][ \t]+", prefix)
    stars = "**" if "**" in prefix else ""
    start = (bullet[0] if bullet else "") + stars
    written = goal_text(f"{start}{kind.value}:{stars}", value).replace("\n", end)
    lead = "" if text[last.end - 1] in "\r\n" else end
    if len(skill.goals) > 1 and text[skill.goals[-2].end : last.start].strip(" \t"):
        lead += end
    return last.end, last.end, lead + written + end


def _block(skill: Skill, kind: BlockKind) -> Block | None:
    return next((block for block in skill.blocks if block.kind is kind), None)


def _step(skill: Skill, position: int) -> Step:
    """The step at `position`; IndexError when there is none."""
    if not 1 <= position <= len(skill.steps):
        raise IndexError(position)
    return skill.steps[position - 1]


def with_step(text: str, position: int, body: str) -> str:
    """With another text of the step at `position` (from 1); `Step.text` gives it back.

    Raises IndexError when there is no such step.
    """
    return write_step(parse(text), position, body)


def write_step(skill: Skill, position: int, body: str) -> str:
    """`with_step` for a text that has been read: fast enough for every key."""
    step = _step(skill, position)
    return _written(skill.text, step.start, step.body_start, step.body_end, body, position)


def _written(text: str, start: int, at: int, stop: int, body: str, position: int) -> str:
    """`body` in place of `text[at:stop]`; as a bullet where it could not be a step without."""
    end = line_end(text)
    lines = body_lines(body)
    prefix = marker_of(text[start:at])
    width = prefix_width(prefix)
    plain = text[:start] + prefix + indented(lines, width).replace("\n", end) + text[stop:]
    if prefix.strip() or _says(plain, position, lines):
        return plain
    bullet = text[:start] + "- " + indented(lines, 2).replace("\n", end) + text[stop:]
    return bullet if _says(bullet, position, lines) else plain


def _says(text: str, position: int, lines: Sequence[str]) -> bool:
    steps = parse(text).steps
    return len(steps) >= position and steps[position - 1].text == "\n".join(lines)


def insert_step(text: str, after: int, body: str) -> str:
    """With a new step after the one at position `after` (0: before the first).

    The numbers after it go up by one, and so do the mentions of those steps. Raises IndexError
    when there is no such step.
    """
    skill = parse(text)
    count = len(skill.steps)
    if not 0 <= after <= count:
        raise IndexError(after)
    numbers = inserted(skill.steps, after)
    moved = {p: p if p <= after else p + 1 for p in range(1, count + 1)}
    kept = [n for p, n in enumerate(numbers, 1) if p != after + 1]
    if not skill.steps:
        return _first_step(skill, body)

    def new(marker: str) -> Callable[[Skill], list[Edit]]:
        return lambda skill: [_insertion(skill, after, numbers[after], marker, body)]

    done = renumbered(skill, moved, numbers, kept, new(""))
    near = beside(skill.steps, after)
    if text[near.start : near.body_start].strip() or _says(done, after + 1, body_lines(body)):
        return done
    return renumbered(skill, moved, numbers, kept, new("- "))


def _insertion(skill: Skill, after: int, number: int | None, marker: str, body: str) -> Edit:
    """A new step after the first `after` ones, marked like the one beside it, or with `marker`."""
    text, end = skill.text, line_end(skill.text)
    near = beside(skill.steps, after)
    prefix = marker or text[near.start : near.body_start]
    if number is not None:
        prefix = with_number(prefix, number, near.label)
    prefix = marker_of(prefix)
    width = prefix_width(prefix)
    written = prefix + indented(body_lines(body), width).replace("\n", end)
    at = slots_of(skill)[after - 1].end if after else skill.steps[0].start
    return at, at, (_gap(skill) + written if after else written + _gap(skill))


def _first_step(skill: Skill, body: str) -> str:
    """The first step of a skill that has none goes before recipes, else to the end."""
    text, end = skill.text, line_end(skill.text)
    recipe = _block(skill, BlockKind.RECIPE)
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


def _gap(skill: Skill) -> str:
    """What stands between two steps: one line end, or two when they are set apart."""
    end = line_end(skill.text)
    slots = slots_of(skill)
    for left, right in pairwise(slots):
        between = skill.text[left.end : right.start]
        if not between.strip():
            return end * min(len(_ENDS.findall(between)), 2)
    plain = skill.text[slots[0].start : slots[0].body]
    return end if plain.strip() else end * 2


def delete_step(text: str, position: int) -> str:
    """Without the step at `position`; the numbers after it go down by one.

    Memories that stand after it stay. Mentions of the deleted step stay as they are, to be
    found by `check.findings`. Raises IndexError when there is no such step.
    """
    skill = parse(text)
    _step(skill, position)
    moved = {
        step.position: None if step.position == position
        else step.position - (step.position > position)
        for step in skill.steps
    }  # fmt: skip
    old = [step.number for step in skill.steps]
    numbers = deleted(skill.steps, position)
    kept = [*numbers[: position - 1], old[position - 1], *numbers[position - 1 :]]
    return renumbered(skill, moved, numbers, kept, lambda skill: [_cut_out(skill, position)])


def _cut_out(skill: Skill, position: int) -> Edit:
    step = skill.steps[position - 1]
    after = next((b for b in skill.blocks if b.start == step.end), None)
    before = next((b for b in skill.blocks if b.end == step.start), None)
    end = step.end
    lonely = before is None or before.kind is BlockKind.BLANK
    if after is not None and after.kind is BlockKind.BLANK and lonely:
        end = after.end
    return step.start, end, ""


def move_step(text: str, position: int, to: int) -> str:
    """With the step at `position` moved to position `to`, memories after it included.

    Numbers, bullets and blank lines stay where they are; only what they introduce moves. Moving
    back gives the same text again. Raises IndexError when there is no such step.
    """
    skill = parse(text)
    _step(skill, position)
    _step(skill, to)
    order = list(range(1, len(skill.steps) + 1))
    order.insert(to - 1, order.pop(position - 1))
    moved = {old: new for new, old in enumerate(order, 1)}
    numbers = [step.number for step in skill.steps]
    text = edited(text, follow(skill, moved, numbers))
    skill = parse(text)
    done = edited(text, _rotated(skill, order, bullets=False))
    if len(parse(done).steps) == len(skill.steps):
        return done
    return edited(text, _rotated(skill, order, bullets=True))


def _rotated(skill: Skill, order: Sequence[int], bullets: bool) -> list[Edit]:
    """In each slot the step that `order` puts there; with `bullets`, paragraphs become bullets."""
    text, slots = skill.text, slots_of(skill)
    edits: list[Edit] = []
    for slot, old in zip(slots, order, strict=True):
        source = slots[old - 1]
        if source == slot:
            continue
        width = width_of(text, slot.start, slot.body)
        marker = "- " if bullets and not width else ""
        shift = (2 if marker else width) - width_of(text, source.start, source.body)
        body = shifted(text[source.body : source.end], shift, source, text)
        edits.append((slot.body, slot.end, marker + body))
    return edits


def split_step(text: str, position: int, offset: int) -> str:
    """With the step at `position` cut in two at `offset` of its text.

    Raises IndexError when there is no such step.
    """
    body = _step(parse(text), position).text
    head, tail = body[:offset], body[offset:]
    return with_step(insert_step(text, position, tail), position, head)


def merge_step(text: str, position: int) -> str:
    """With the step at `position` and the next one joined; mentions of both mean the whole.

    Raises IndexError when there is no next step.
    """
    skill = parse(text)
    first, second = _step(skill, position), _step(skill, position + 1)
    joint = "\n" if "\n" in first.text + second.text else " "
    moved: dict[int, int | None] = {
        step.position: step.position - (step.position > position) for step in skill.steps
    }
    old = [step.number for step in skill.steps]
    numbers = deleted(skill.steps, position + 1)
    kept = [*numbers[:position], old[position], *numbers[position:]]
    bodies: list[str] = []

    def cut(skill: Skill) -> list[Edit]:
        bodies.extend(step.text for step in skill.steps[position - 1 : position + 1])
        return [_cut_out(skill, position + 1)]

    text = renumbered(skill, moved, numbers, kept, cut)
    return with_step(text, position, joint.join(filter(None, bodies)))
