"""What stands in front of a step, with another number: `3. `, `b) `, `5.1.2 `, `Step 3: `."""

import re

from app.core.skills.editing.slots import marker_of
from app.core.skills.model import Skill, Step
from app.core.skills.reading.blocks import content_width
from app.core.skills.reading.lettering import as_letters, as_roman, letter_value, roman_value

_NUMBER = re.compile(r"[0-9]{1,9}")
_LAST_NUMBER = re.compile(r"[0-9]+\Z")
_LAST_WORD = re.compile(r"[0-9]+(?=[a-zA-Z]?\Z)|[^\W\d_]+\Z")

_LETTERED = re.compile(r"(?P<number>[0-9]+)[a-z]")


def label_with(label: str, number: int, was: int | None) -> str:
    """A label as `5.1.2`, `b` or `Step 3` with another last number."""
    if label[-1].isdigit():
        return _LAST_NUMBER.sub(str(number), label)
    if " " in label:
        return _LAST_WORD.sub(str(number), label, count=1)
    lettered = _LETTERED.fullmatch(label)
    if lettered is not None:
        return lettered["number"] + as_letters(number)
    low = label.lower()
    if was == roman_value(low) and number < 40:
        new = as_roman(number)
    elif was == letter_value(low):
        new = as_letters(number)
    else:
        return label
    return new if label == low else new.upper()


def marker_with(prefix: str, step: Step, number: int, label: str = "") -> str:
    """The marker of `step` with that number, or with all of another label."""
    if step.label and step.label in prefix:
        new = label or label_with(step.label, number, step.number)
        return prefix.replace(step.label, new, 1)
    return _NUMBER.sub(str(number), prefix, count=1)


def marker_beside(skill: Skill, step: Step, number: int | None) -> str:
    """What a step that is counted together with `step` has in front of it."""
    prefix = skill.text[step.start : step.body_start]
    if number is not None:
        prefix = marker_with(prefix, step, number)
    return marker_of(prefix)


def marker_inside(skill: Skill, step: Step) -> tuple[str, str]:
    """What the first sub-step of `step` has in front of it, and its label if it is an outline."""
    prefix = skill.text[step.start : step.body_start]
    if "." in step.label:
        label = f"{step.label}.1"
        return marker_of(prefix.replace(step.label, label, 1)), label
    if " " in step.label or "#" in prefix:
        return "1. ", ""
    width = content_width(prefix) if prefix.strip() else 2
    return " " * width + ("- " if step.number is None else "1. "), ""
