"""A text read again after an edit inside one step, as every key makes one."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.core.skills.model import Block, Skill, Step
from app.core.skills.reading import shifting
from app.core.skills.reading.annotations import DISPATCH, VERIFY, hide_inline
from app.core.skills.reading.blocks import begins_nothing, content_width
from app.core.skills.reading.folding import fold
from app.core.skills.reading.marks import Marks
from app.core.skills.reading.nesting import LOOKED_AT, Place, decides
from app.core.skills.reading.pieces import Piece, Shape
from app.core.skills.reading.placed_memories import is_marked
from app.core.skills.reading.section_names import named
from app.core.skills.reading.steps import read_step, words
from app.core.skills.reading.targets import Targets, label

_LINE_END = re.compile(r"[\r\n]|\Z")
_PLAIN_MARKER = re.compile(r"[ ]*[0-9]{1,9}[.)][ \t]+")
_TERM = ("**", "__")
_LINK = ("[", "*[", "**[", "_[")
_BEGINS = re.compile(
    r"[ \t]*(?:\(?\w{1,5}[.)]|[☐☑☒□▢\[]"
    r"|(?:\*\*|__)?\w+[ \t]+[\w.]+(?:\*\*|__)?[ \t]*(?:[:.)–—-]|\t|  |\Z))"
)
"""What may be the marker of an item of another kind."""
_REACHES_FAR = re.compile(r"<!--|-->|```|~~~")
"""What can change how the lines further down are read."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """`old[start:old_end]` became `new[start:new_end]`."""

    old: str
    new: str
    start: int
    old_end: int
    new_end: int

    @property
    def by(self) -> int:
        return self.new_end - self.old_end


def reread(text: str, before: Skill) -> Skill | None:
    """What `text` says, given what a similar text said; None when all of it has to be read.

    The edit has to be inside one line of a numbered step, and leave that line a line of it. Then
    every other block stays what it was, and of the other steps only those can say something else
    in which a jump names a step by its words.
    """
    edit = _edit(before.text, text)
    n = bisect_right(before.steps, edit.start, key=lambda step: step.start) - 1
    if n < 0 or not _stays_in(before.steps[n], edit):
        return None
    if before.sections or any("." in step.label for step in before.steps):
        return None
    if _may_be_more(before.steps[n], edit):
        return None
    was, steps = before.steps[n], _moved(before.steps, edit, shifting.step)
    end = was.end + edit.by
    body = words(text, Piece(Shape.NUMBERED, was.start, end, was.body_start))
    steps[n] = replace(was, text=body, end=end)
    again = {n} if label(was.text) == label(body) else {n, *(p - 1 for p in before.by_name)}
    if any(_REACHES_FAR.search(text, steps[i].start, steps[i].end) for i in again):
        return None
    targets = Targets.of(steps, before.phases)
    for i in again:
        steps[i] = _read(text, steps[i], targets)
    by_name = before.by_name.difference(i + 1 for i in again) | targets.asked_by_name
    return _around(before, edit, steps, by_name)


def _edit(old: str, new: str) -> _Edit:
    head, tail = ends_in_common(old, new)
    return _Edit(old, new, head, len(old) - tail, len(new) - tail)


def ends_in_common(one: str, other: str) -> tuple[int, int]:
    """How many characters two texts begin, and how many of the others they end, in common."""
    head = in_common(one, other)
    return head, in_common(one[head:][::-1], other[head:][::-1])


def in_common(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _stays_in(step: Step, edit: _Edit) -> bool:
    """Whether the edit is inside one line of the step, which stays a line of it as before."""
    old, new = edit.old, edit.new
    if step.number is None or edit.start < step.body_start or "<!--" in old:
        return False
    if old[step.body_start - 1] not in " \t" or _is_below(edit.start, step, old):
        return False
    if _line_end(old, edit.start) < edit.old_end or _line_end(new, edit.start) < edit.new_end:
        return False
    left = 1 + max(old.rfind(end, step.body_start, edit.start) for end in "\r\n")
    begin, right = left or step.body_start, _line_end(old, edit.old_end)
    lines = old[begin:right], new[begin : right + edit.by]
    if any(_reaches_far(line) for line in lines):
        return False
    if left and any(_BEGINS.match(line) or named(line)[0] for line in lines):
        return False
    if not left:
        return not any(line == "" or line[0].isspace() for line in lines)
    prefix = old[step.start : step.body_start]
    return "\t" not in prefix and all(begins_nothing(x, content_width(prefix)) for x in lines)


def _may_be_more(step: Step, edit: _Edit) -> bool:
    """Whether what the step says, or said, may decide what it and those around it are.

    It is so for the name of a section, a line of a table of contents, an answer, a term of a list
    of terms, what is said of the code below, and whatever is marked by more than a number.
    """
    text = edit.old
    if step.label or not _PLAIN_MARKER.fullmatch(text, step.start, step.body_start):
        return True
    for said in (text[step.body_start : step.end], edit.new[step.body_start : step.end + edit.by]):
        line = _LINE_END.split(said, maxsplit=1)[0]
        if line.startswith(_TERM) or said.rstrip().endswith(":"):
            return True
        if line.startswith(_LINK) or named(line.partition(":")[0])[0]:
            return True
        if step.parent and decides(said[:LOOKED_AT]):
            return True
    return False


def _is_below(at: int, step: Step, text: str) -> bool:
    """Whether that place is on a line that follows the step."""
    return at > step.end or (at == step.end and text[at - 1] in "\r\n")


def _line_end(text: str, at: int) -> int:
    found = _LINE_END.search(text, at)
    assert found is not None
    return found.start()


def _reaches_far(line: str) -> bool:
    """Whether what is around the step may be read differently because of this line."""
    said = _REACHES_FAR.search(line) or DISPATCH.search(line) or VERIFY.search(line)
    return said is not None or is_marked(line)


def _read(text: str, step: Step, targets: Targets) -> Step:
    """The step as it is by now; what it says and where it is are known."""
    own = text[step.start : step.end]
    shown = hide_inline(own)
    piece = Piece(Shape.NUMBERED, 0, len(own), step.body_start - step.start)
    marks = Marks(own, fold(shown), shown, own, [piece])
    place = Place(step.number, step.parent, step.path, step.phase, step.label)
    found = read_step(own, shown, piece, step.position, step.text, place, marks, targets)
    return shifting.step(found, step.start)


def _moved(parts: Sequence[Any], edit: _Edit, shift: Callable[[Any, int], Any]) -> list[Any]:
    """The parts at the places they have after the edit."""
    if not edit.by:
        return list(parts)
    return [shift(part, edit.by) if part.start > edit.start else part for part in parts]


def _around(before: Skill, edit: _Edit, steps: list[Step], by_name: frozenset[int]) -> Skill:
    """The skill with other steps, and what is below the edit moved along with it."""
    blocks = _moved(before.blocks, edit, shifting.block)
    n = bisect_right(before.blocks, edit.start, key=lambda block: block.start) - 1
    own = before.blocks[n]
    blocks[n] = Block(own.kind, own.start, own.end + edit.by)
    return replace(
        before,
        text=edit.new,
        blocks=tuple(blocks),
        goals=tuple(_moved(before.goals, edit, shifting.goal)),
        steps=tuple(steps),
        notes=tuple(_moved(before.notes, edit, shifting.note)),
        phases=tuple(_moved(before.phases, edit, shifting.phase)),
        sections=tuple(_moved(before.sections, edit, shifting.section)),
        recipes=tuple(_moved(before.recipes, edit, shifting.recipe)),
        memories=tuple(_moved(before.memories, edit, shifting.memory)),
        requires=tuple(_moved(before.requires, edit, shifting.parameter)),
        produces=tuple(_moved(before.produces, edit, shifting.parameter)),
        by_name=by_name,
    )
