"""The numbers in front of the steps: written anew, or following steps that change places."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from app.core.skills.editing.references import Edit, edited, follow
from app.core.skills.editing.slots import indent_edits, width_of
from app.core.skills.model import Skill, Step
from app.core.skills.reading.blocks import content_width
from app.core.skills.reading.grammar import parse

_LAST_NUMBER = re.compile(r"[0-9]{1,9}(?=[^0-9]*\Z)")
_OUTLINE = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_BULLETS = ("-", "*", "+", "•")
_ROMAN = (
    "", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv",
    "xv", "xvi", "xvii", "xviii", "xix", "xx",
)  # fmt: skip


def number_steps(text: str) -> str:
    """With every step numbered 1, 2, 3 …; paragraphs and bullets that are steps become items.

    Sub-steps that have a number are numbered in their step; others stay as they are.
    """
    return numbered(parse(text))


def numbered(skill: Skill) -> str:
    """As `number_steps`, for a text that is parsed already."""
    numbers = _counted(skill.steps)
    edits = follow(skill, {n: n for n in range(1, len(numbers) + 1)}, numbers)
    return edited(skill.text, [*edits, *_marked(skill, numbers)])


def renumbered(
    skill: Skill, moved: Mapping[int, int | None], numbers: Sequence[int | None],
    kept: Sequence[int | None], others: Callable[[Skill], Sequence[Edit]],
) -> str:  # fmt: skip
    """Mentions as they will be, the numbers in `kept` in front of the steps as they are.

    `others` are what else is to change, in a text that has the mentions. It is all done at once:
    letters and outlines are only read where none is missing.
    """
    skill = parse(edited(skill.text, follow(skill, moved, numbers)))
    more = others(skill)
    gone = [(start, end) for start, end, new in more if not new]
    marks = [
        edit for edit in _marked(skill, kept)
        if not any(start <= edit[0] < end for start, end in gone)
    ]  # fmt: skip
    return edited(skill.text, [*marks, *more])


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


def _marked(skill: Skill, numbers: Sequence[int | None]) -> Iterator[Edit]:
    """Those numbers in front of the steps, and what is below indented to them."""
    text = skill.text
    shifts, labels = [0], [("", "")]
    for step, number in zip(skill.steps, numbers, strict=True):
        prefix = text[step.start : step.body_start]
        new = prefix
        old, above = labels[step.parent]
        if old and step.label.startswith(f"{old}."):
            new = new.replace(f"{old}.", f"{above}.", 1)
        if number is not None and number != step.number:
            new = with_number(new, number, step.label)
        labels.append((step.label, _OUTLINE.search(new)[0] if "." in step.label else ""))  # type: ignore[index]
        outer = shifts[step.parent]
        new = " " * outer + new if outer >= 0 else new[min(-outer, _blanks(new)) :]
        plain = not step.label and not prefix.lstrip().startswith("#")
        shift = content_width(new) - width_of(text, step.start, step.body_start) if plain else 0
        shifts.append(shift)
        if new != prefix:
            yield step.start, step.body_start, new
        if shift:
            yield from indent_edits(text, step, shift)


def with_number(prefix: str, number: int, label: str) -> str:
    """A marker with another number: `3. `, `5.1 `, `b) `, `## Step 2: `, or none yet."""
    if not prefix.strip() or prefix.strip() in _BULLETS:
        return f"{number}. "
    found = _LAST_NUMBER.search(prefix)
    if found is not None:
        return prefix[: found.start()] + str(number) + prefix[found.end() :]
    at = prefix.rfind(label) if label else -1
    written = _lettered(label, number)
    return prefix[:at] + written + prefix[at + len(label) :] if at >= 0 and written else prefix


def _lettered(label: str, number: int) -> str:
    """The letter, or the Roman number, that comes in the place of the label; empty for words."""
    low = label.lower()
    if len(low) > 1 or low == "i":
        written = _ROMAN[number] if low in _ROMAN and number < len(_ROMAN) else ""
    else:
        written = chr(96 + number) if low.isalpha() and number <= 26 else ""
    return written.upper() if label.isupper() else written


def _blanks(prefix: str) -> int:
    return len(prefix) - len(prefix.lstrip(" "))
