"""The places steps stand in: markers, authored numbers and indentation when steps change places."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.core.skills.editing.references import Edit
from app.core.skills.editing.trees import siblings
from app.core.skills.model import BlockKind, Skill, Step
from app.core.skills.reading.blocks import content_width

_ENDS = re.compile(r"\r\n|\r|\n")
_SPACES = re.compile(" +")
_KEPT_BEHIND = (BlockKind.MEMORY, BlockKind.NOTE)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a step: `text[start:body]` is its marker, `text[body:end]` what moves.

    The notes and memories that stand right after a step belong to what moves.
    """

    start: int
    body: int
    end: int


def slots_of(skill: Skill) -> list[Slot]:
    ends = {step.start: step.body_end for step in skill.steps}
    sections = sorted(section.start for section in skill.sections)
    current = -1
    for block in skill.blocks:
        if block.kind is BlockKind.STEP:
            current = block.start
        elif bisect_right(sections, current) < bisect_right(sections, block.start):
            current = -1  # the records of a classic procedure belong to none of its steps
        elif block.kind in _KEPT_BEHIND and current >= 0:
            ends[current] = block.start + len(skill.text[block.start : block.end].rstrip())
        elif block.kind is not BlockKind.BLANK:
            current = -1
    return [Slot(step.start, step.body_start, ends[step.start]) for step in skill.steps]


def width_of(text: str, start: int, body: int) -> int:
    return prefix_width(text[start:body])


def marker_of(prefix: str) -> str:
    """The marker as it stands before other words: with a space, and what is bold closed."""
    for bold in ("**", "__"):
        if prefix.count(bold) % 2:
            prefix = prefix.rstrip() + bold
    return prefix if not prefix.strip() or prefix.endswith((" ", "\t")) else prefix + " "


def prefix_width(prefix: str) -> int:
    """The column that the lines below a marker are indented to: 0 below a heading, or none."""
    said = prefix.strip()
    return content_width(prefix) if said and not said.startswith("#") else 0


def shifted(body: str, shift: int, source: Slot, text: str) -> str:
    """Continuation lines indented for another marker; lines not indented to the old one stay."""
    if not shift or not _ENDS.search(body):
        return body
    width = width_of(text, source.start, source.body)
    lines = re.split(r"(\r\n|\r|\n)", body)
    for n in range(2, len(lines), 2):
        line = lines[n]
        deep = len(line) - len(line.lstrip(" "))
        if line.strip() and deep >= width:
            lines[n] = " " * shift + line if shift > 0 else line[-shift:]
    return "".join(lines)


def indent_edits(text: str, step: Step, shift: int) -> list[Edit]:
    """Indent the continuation lines of a step by `shift` more (or less) columns."""
    width = width_of(text, step.start, step.body_start)
    edits: list[Edit] = []
    for found in _ENDS.finditer(text, step.body_start, step.body_end):
        at = found.end()
        spaces = _SPACES.match(text, at, step.body_end)
        deep = spaces.end() - at if spaces is not None else 0
        if text[at : min(at + 1, step.body_end)] in "\r\n" or deep < width:
            continue
        edits.append((at, at, " " * shift) if shift > 0 else (at, at - shift, ""))
    return edits


def gap_of(skill: Skill) -> str:
    """What stands between two steps: one line end, or two when they are set apart."""
    end = _ENDS.search(skill.text)
    line_end = end[0] if end is not None else "\n"
    slots = slots_of(skill)
    for left, right in pairwise(slots):
        between = skill.text[left.end : right.start]
        if not between.strip():
            return line_end * min(len(_ENDS.findall(between)), 2)
    plain = skill.text[slots[0].start : slots[0].body]
    return line_end if plain.strip() else line_end * 2


def beside(steps: Sequence[Step], after: int) -> Step:
    """The step whose marker a new one after the first `after` takes: what it stands beside.

    After a step that has sub-steps, it is the first of those.
    """
    if 0 < after < len(steps) and steps[after].parent == after:
        return steps[after]
    return steps[max(after, 1) - 1]


def inserted(steps: Sequence[Step], after: int, near: Step) -> list[int | None]:
    """The authored numbers with one more after the first `after`, counted together with `near`."""
    numbers = [step.number for step in steps]
    group = siblings(steps, near)
    place = sum(step.position <= after for step in group)
    new = _inserted([step.number for step in group], place)
    for step, number in zip(group, [*new[:place], *new[place + 1 :]], strict=True):
        numbers[step.position - 1] = number
    return [*numbers[:after], new[place], *numbers[after:]]


def deleted(steps: Sequence[Step], position: int) -> list[int | None]:
    """The authored numbers without that of the step at `position`."""
    numbers = [step.number for step in steps]
    group = siblings(steps, steps[position - 1])
    place = group.index(steps[position - 1]) + 1
    kept = _deleted([step.number for step in group], place)
    for step, number in zip([*group[: place - 1], *group[place:]], kept, strict=True):
        numbers[step.position - 1] = number
    return [*numbers[: position - 1], *numbers[position:]]


def _inserted(old: list[int | None], after: int) -> list[int | None]:
    near = old[max(after, 1) - 1]
    if near is None:
        return [*old[:after], None, *old[after:]]
    beside = old[after : after + 1] + old[max(after - 2, 0) : max(after - 1, 0)]
    same = near in (beside if after else old[1:2])
    new = near if after == 0 or same else near + 1
    numbers = [*old[:after], new, *old[after:]]
    for n in range(after + 1, len(numbers)):
        number, before = numbers[n], numbers[n - 1]
        if same or number is None or number != before:
            break
        numbers[n] = number + 1
    return numbers


def _deleted(old: list[int | None], position: int) -> list[int | None]:
    numbers = [*old[: position - 1], *old[position:]]
    expected = old[position - 1]
    for n in range(position - 1, len(numbers)):
        number = numbers[n]
        if number is None or expected is None or number != expected + 1:
            break
        numbers[n], expected = number - 1, number
    return numbers
