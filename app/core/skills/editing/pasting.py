"""A text that was pasted into a skill: what of it becomes the title, the goals and the steps.

Public names: `Pasted`, `is_bare`, `is_procedure`, `into_title`, `into_step`, `with_steps`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.core.skills.editing import render, titling, trees
from app.core.skills.model import BlockKind, Skill, Step
from app.core.skills.reading.grammar import parse

_BARE = (BlockKind.TITLE, BlockKind.STEP, BlockKind.BLANK)
_SAID = (BlockKind.NOTE, BlockKind.HEADING, BlockKind.RECIPE)
_MARKER = re.compile(r"\s*(?:#+|[-*+•]|[0-9]{1,9}[.)])\s+")


@dataclass(frozen=True, slots=True)
class Pasted:
    """The whole `text` afterwards. `more` steps came in from `first` on, by position.

    `title_left` is a title that was pasted and did not become that of the skill, empty for none.
    """

    text: str
    first: int = 1
    more: int = 0
    title_left: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """What becomes a step; `parent` is the number of the line it is a sub-step of, 0 for none."""

    text: str
    parent: int = 0


def is_bare(skill: Skill) -> bool:
    """Whether nothing of it is written yet, but perhaps its title."""
    is_written = any(step.text.strip() for step in skill.steps)
    return not is_written and all(block.kind in _BARE for block in skill.blocks)


def is_procedure(text: str) -> bool:
    """Whether there is more in a text than one step."""
    if "\n" not in text.strip():
        return False
    skill = parse(text)
    numbered = sum(step.number is not None for step in skill.steps)
    return bool(skill.goals) or numbered > 1 or bool(skill.title and skill.steps)


def into_title(text: str, before: str, pasted: str, behind: str) -> Pasted:
    """With lines that were pasted into the title, between what it says `before` and `behind`.

    A bare skill becomes what was pasted. In another one the title that was pasted, or else the
    first line, goes into the title, and the rest becomes its last steps.
    """
    skill, read = parse(text), parse(pasted)
    is_titled = _is_titled(read)
    if is_bare(skill) and is_titled:
        return Pasted(pasted)
    head, rest = (read.title, pasted) if is_titled else _headed(read)
    title = f"{before}{head}{behind}"
    if not is_bare(skill):
        titled = titling.with_title(text, title)
        return _continued(titled, 0, parse(rest), instead=False, with_title=not is_titled)
    body = parse(rest)
    if not body.goals and not any(_is_marked(step) for step in body.steps):
        rest = "\n".join(f"{n}. {line}" for n, line in enumerate(_plain_lines(rest), 1))
    return Pasted(titling.with_title(f"{rest.strip()}\n", title))


def into_step(text: str, position: int, pasted: str) -> Pasted:
    """With a procedure that was pasted into the step at `position`.

    A bare skill becomes that procedure, but keeps a title that it has. In another one its steps
    follow the step, or take its place where that is empty.
    """
    skill, read = parse(text), parse(pasted)
    if is_bare(skill) and not skill.title:
        return Pasted(pasted)
    left = read.title if read.title != skill.title else ""
    if is_bare(skill):
        return Pasted(titling.with_title(pasted, skill.title), title_left=left)
    is_empty = not skill.steps[position - 1].text
    instead = is_empty and trees.last_of(skill.steps, position) == position
    made = _continued(text, position, read, instead=instead, with_title=False)
    return replace(made, title_left=left)


def with_steps(text: str, position: int, steps: Sequence[_Line], *, instead: bool) -> str:
    """The text with those steps after the one at that position, or `instead` of it.

    They are of its kind, and their sub-steps are sub-steps.
    """
    after = trees.last_of(parse(text).steps, position)
    before = {0: position}
    """By the step that they are part of, the last that was written; 0 for those of none."""
    for new, step in enumerate(steps, after + 1):
        beside = before.get(step.parent, 0)
        if beside:
            text = render.insert_beside(text, beside, step.text)
        else:
            text = render.insert_beside(text, after + step.parent, step.text)
            text = render.indent_step(text, new)
        before[step.parent] = new
    return render.take_step_out(text, position) if instead else text


def _is_titled(read: Skill) -> bool:
    """Whether it has a title of its own; of plain lines, the first is read as one too."""
    return bool(read.title) and bool(read.goals or read.steps)


def _headed(read: Skill) -> tuple[str, str]:
    """The first line as a title, and the rest; neither a goal nor a step of a list is one."""
    text = read.text.strip()
    parsed = parse(text)
    if any(goal.start == 0 for goal in parsed.goals) or any(map(_is_marked, parsed.steps[:1])):
        return "", text
    head, _end, rest = text.partition("\n")
    return head.strip(), rest


def _continued(text: str, position: int, read: Skill, *, instead: bool, with_title: bool) -> Pasted:
    """With the goals and steps of what was pasted, after the step at `position` or all (0).

    `with_title` when a heading of it has not become a title, so that it stays as a step.
    """
    lines, first = _lines(read, with_title=with_title), position
    if lines:
        top = [step.position for step in parse(text).top_steps]
        if not position and not top:
            text, position, instead = render.insert_step(text, 0, ""), 1, True
        position = position or top[-1]
        first = position if instead else trees.last_of(parse(text).steps, position) + 1
        text = with_steps(text, position, lines, instead=instead)
    for goal in read.goals:
        there = parse(text).goal(goal.kind)
        said = [there.value] if there is not None and there.value else []
        text = render.with_goal(text, goal.kind, "\n".join((*said, goal.value)))
    return Pasted(text, first, len(lines))


def _lines(read: Skill, *, with_title: bool) -> list[_Line]:
    """Its steps, and between them what else is written; without a list, each line is one."""
    plain = not any(map(_is_marked, read.steps))
    said = (*_SAID, BlockKind.TITLE) if with_title else _SAID
    lines, number = list[_Line](), dict[int, int]()
    for block in read.blocks:
        words = read.text[block.start : block.end]
        step = next((one for one in read.steps if one.start == block.start), None)
        if step is not None and not plain:
            lines.append(_Line(step.text, number.get(step.parent, 0)))
            number[step.position] = len(lines)
        elif step is not None:
            lines += map(_Line, _plain_lines(words))
        elif block.kind in said:
            lines.append(_Line(" ".join(_plain_lines(words))))
    return lines


def _is_marked(step: Step) -> bool:
    """Whether a number or a bullet stands before it."""
    return step.body_start > step.start


def _plain_lines(text: str) -> list[str]:
    """Its lines that say something, without what marks them."""
    return [_MARKER.sub("", line, count=1).strip() for line in text.splitlines() if line.strip()]
