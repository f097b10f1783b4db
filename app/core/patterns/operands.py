"""What the numbered words of a command are: values of options, or what the command takes. Pure."""

from collections import Counter
from typing import NamedTuple

from app.core.patterns.meanings import meaning
from app.core.patterns.pattern import Step
from app.core.patterns.values import may_be_value_of, value_of
from app.core.transcripts.model import Call
from app.core.transcripts.subcommands import without_rehearsal


class Operand(NamedTuple):
    """An `option` with a value, what is `known` of this place of the command, or else an option
    that `may` have one. What is not known is empty."""

    option: str = ""
    known: str = ""
    may: str = ""


def in_order(parameter: str) -> str:
    """A key to sort the names of parameters by: the tenth word comes after the ninth."""
    return parameter.zfill(_DIGITS) if parameter.isdigit() else parameter


_DIGITS = 6


def operand(step: Step, parameter: str, kind: str) -> Operand:
    """What a word of a step is, by its number."""
    calls = [call for call in step.calls if call is not None and parameter in call.shape]
    if not parameter.isdigit() or not calls:
        return Operand()
    tool = without_rehearsal(step.tool)
    before, count = Counter(_before(call, parameter) for call in calls).most_common(1)[0]
    before = before if count == len(calls) else ""
    may = may_be_value_of(tool, before)
    if sure := value_of(tool, before) or (may if kind == "number" else ""):
        return Operand(option=sure)
    at, told = _place(tool, calls[0], parameter)
    # with one dash there are as many without a value as with one
    return Operand(known=meaning(tool, at, kind, told), may=may if may[:2] == "--" else "")


def _place(tool: str, call: Call, parameter: str) -> tuple[int, set[str]]:
    """Which word it is without the values of options, counted from 0, and what these are."""
    values = {name: value_of(tool, _before(call, name)) for name in call.shape if name.isdigit()}
    words = [name for name, value in values.items() if not value]
    return words.index(parameter) if parameter in words else len(words), set(values.values())


def _before(call: Call, name: str) -> str:
    """The option right before a word, if nothing is given to it with `=`."""
    names = list(call.shape)
    at = names.index(name)
    return names[at - 1] if at and call.shape[names[at - 1]] == "flag" else ""
