"""What can be completed between the parentheses of a call: inputs, and what each may be given."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.core.skills.model import Parameter
from app.core.skills.parameter_types import options

Inputs = Callable[[str], Sequence[Parameter]]
"""The inputs of the skill that a call means by this name; none where that is not known."""

_NAME = (
    r"(?:“(?P<quoted>[^“”\r\n]{1,120})”"
    r"|[\"“]?(?P<name>[^\r\n()\[\]@\"“”>→,]{1,120})[\"”]?)[ \t]*"
)
_GIVEN = r"\((?P<given>(?:[^()\r\n]*,)?)[ \t]*(?P<typed>[^(),\r\n]*)\Z"
_CALL = re.compile(r"(?:@skill:|\[\[skill:)[ \t]*" + _NAME + _GIVEN, re.I)
_MEMBER = re.compile(r"@parallel:[ \t]*\[(?:[^\[\]\r\n]*[,)])?[ \t]*" + _NAME + _GIVEN, re.I)
_VALUE = re.compile(r"(?P<name>[^\W\d][\w-]*)[ \t]*=[ \t]*(?P<typed>[^\s=]*)\Z")
_ARGUMENT = re.compile(r"\s*(?:(?P<name>[^\W\d][\w-]*)\s*=|\$(?P<variable>\w+)\s*\Z)")


@dataclass(frozen=True, slots=True)
class Asked:
    """An argument that is being written: `typed` of its value, or of its name if `name` is empty.

    `given` are the names of the other inputs that have one.
    """

    skill: str
    name: str
    typed: str
    given: frozenset[str]


def asked(before: str) -> Asked | None:
    """What the end of `before`, a part of a line, is about; None outside of parentheses."""
    if "(" not in before:
        return None
    found = _CALL.search(before) or _MEMBER.search(before)
    if found is None:
        return None
    parts = [_ARGUMENT.match(part) for part in found["given"].split(",")]
    given = frozenset(part["name"] or part["variable"] for part in parts if part is not None)
    skill = (found["quoted"] or found["name"]).strip()
    value = _VALUE.match(found["typed"])
    if value is not None:
        return Asked(skill, value["name"], value["typed"], given)
    return Asked(skill, "", found["typed"], given)


def names(question: Asked, inputs: Sequence[Parameter]) -> list[Parameter]:
    """The inputs that have no argument yet and begin as typed; the ones that are needed first."""
    typed = question.typed.casefold()
    free = [p for p in inputs if p.name not in question.given]
    fitting = [p for p in free if p.name.casefold().startswith(typed)]
    return sorted(fitting, key=lambda parameter: parameter.optional)


def values(question: Asked, inputs: Sequence[Parameter]) -> tuple[str, ...]:
    """The values that the type of the input has, of those the ones that begin as typed."""
    parameter = next((p for p in inputs if p.name == question.name), None)
    if parameter is None:
        return ()
    typed = question.typed.casefold()
    return tuple(one for one in options(parameter.type) if one.casefold().startswith(typed))
