"""The numbers in front of the steps: written anew, or following steps that change places."""

from collections.abc import Iterator, Mapping, Sequence

from app.core.skills.editing.following import following
from app.core.skills.editing.markers import label_with, marker_with
from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.slots import deleted, indent_edits, prefix_width, width_of
from app.core.skills.editing.trees import siblings
from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse


def number_steps(text: str) -> str:
    """With every step numbered 1, 2, 3 …; paragraphs and bullets that are steps become items.

    Sub-steps that have a number are numbered in their step; others stay as they are.
    """
    return numbered(parse(text))


def numbered(skill: Skill) -> str:
    """As `number_steps`, for a text that is parsed already."""
    numbers = _counted(skill.steps)

    def change(text: str) -> str:
        return edited(text, list(number_edits(parse(text), numbers)))

    return following(skill, {n: n for n in range(1, len(numbers) + 1)}, change)


def _counted(steps: Sequence[Step]) -> list[int | None]:
    """The numbers they are to have: a sub-step only where it has one, each phase from 1.

    A phase that goes on where the one before it ended still does.
    """
    last: dict[tuple[int, int], int] = {}
    found: list[int | None] = []
    before: Step | None = None
    for step in steps:
        if step.parent and step.number is None:
            found.append(None)
            continue
        list_ = (step.parent, step.phase)
        if list_ not in last and not step.parent:
            goes_on = before is not None and step.number == (before.number or 0) + 1 != 1
            last[list_] = found[before.position - 1] or 0 if goes_on and before else 0
        last[list_] = last.get(list_, 0) + 1
        found.append(last[list_])
        before = step if not step.parent else before
    return found


def number_edits(
    skill: Skill, numbers: Sequence[int | None], labels: Mapping[int, str] | None = None
) -> Iterator[Edit]:
    """Those numbers in front of the steps, and what is below indented to them.

    The outline numbers of sub-steps begin like the one of their step; `labels` has those that
    steps are to have otherwise.
    """
    text = skill.text
    shifts, widths = [0], [0]
    new_labels: dict[int, str] = dict(labels or {})
    for step, number in zip(skill.steps, numbers, strict=True):
        prefix = text[step.start : step.body_start]
        label = new_labels.get(step.position) or _label(skill, step, numbers, new_labels)
        new_labels[step.position] = label
        new = prefix
        if number is not None and step.number is None:
            new = f"{number}. "
        elif number is not None and (number != step.number or label != step.label):
            new = marker_with(prefix, step, number, label)
        outer = shifts[step.parent]
        if _blanks(prefix) < widths[step.parent]:
            outer = 0
        new = " " * outer + new if outer >= 0 else new[min(-outer, _blanks(new)) :]
        width = width_of(text, step.start, step.body_start)
        shift = prefix_width(new) - width
        shifts.append(shift)
        widths.append(width)
        if new != prefix:
            yield step.start, step.body_start, new
        if shift:
            yield from indent_edits(text, step, shift)


def shrunk(
    skill: Skill, position: int, start: int, end: int, also: Sequence[Edit] = (), heir: str = ""
) -> str:
    """The text without `text[start:end]`, in which the step at `position` is; the rest renumbered.

    `also` is edited too, and sub-steps that stay are numbered in `heir`, an outline number. What is
    only read beside others is written so that it is read alone: a letter becomes a number, and so
    do bullets that would only say which way their step goes on. The heading of a phase that has no
    step left goes.
    """
    steps = skill.steps
    numbers = deleted(steps, position)
    numbers.insert(position - 1, steps[position - 1].number)
    spans = [(start, end), *((edit[0], edit[1]) for edit in also)]
    edits = [
        edit for edit in number_edits(skill, numbers, {position: heir} if heir else None)
        if not any(left <= edit[0] < right for left, right in spans)
    ]  # fmt: skip
    whole = [*edits, *also, (start, end, "")]
    gone = sum(start <= step.start < end for step in steps)
    text = edited(skill.text, whole)
    for more in _read_alone(skill, position, start, end, whole):
        if len(parse(text).steps) == len(steps) - gone:
            break
        text = edited(skill.text, more)
    return text


def _read_alone(
    skill: Skill, position: int, start: int, end: int, edits: Sequence[Edit]
) -> Iterator[list[Edit]]:
    """The edits with more and more of what helps."""
    steps, own = skill.steps, skill.steps[position - 1]
    kept = list(edits)
    if own.phase and all(start <= s.start < end for s in steps if s.phase == own.phase):
        phase = skill.phases[own.phase - 1]
        behind = skill.text[phase.end : start]
        kept.append((phase.start, phase.end + len(behind) - len(behind.lstrip("\r\n")), ""))
        yield kept
    left = [s for s in siblings(steps, own) if not start <= s.start < end]
    if len(left) == 1 and left[0].label and " " not in left[0].label:
        kept = _numbered_first(skill, left[0], kept)
        yield kept
    parents = {own.parent, steps[max(position - 2, 0)].parent} - {0}
    for step in steps:
        decides = step.jumps or step.position == position - 1
        inside = step.parent in parents and not start <= step.start < end
        if inside and step.number is None and decides:
            kept = _numbered_first(skill, step, kept)
    yield kept


def _numbered_first(skill: Skill, step: Step, edits: Sequence[Edit]) -> list[Edit]:
    """The edits, of which that one marks the step with the number 1."""
    blanks = " " * _blanks(skill.text[step.start : step.body_start])
    kept = [edit for edit in edits if edit[0] != step.start]
    return [*kept, (step.start, step.body_start, f"{blanks}1. ")]


def _label(
    skill: Skill, step: Step, numbers: Sequence[int | None], labels: Mapping[int, str]
) -> str:
    """The label of a step with its new number, beginning like the one of the step it is part of."""
    label, number = step.label, numbers[step.position - 1]
    if not label or number is None:
        return label
    if step.parent:
        above = skill.steps[step.parent - 1]
        was = above.label or str(above.number)
        if label[:-1] == str(above.number) and label[-1].isalpha():  # 4a, in step 4
            label = f"{numbers[step.parent - 1]}{label[-1]}"
        if label.startswith(f"{was}."):
            label = f"{labels.get(step.parent) or was}{label[len(was) :]}"
    return label if number == step.number else label_with(label, number, step.number)


def _blanks(prefix: str) -> int:
    return len(prefix) - len(prefix.lstrip(" "))
