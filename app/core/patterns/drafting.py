"""A skill drafted from a pattern: its name, what it is for, and its steps in the grammar. Pure.

Nothing in it comes from a value: only names of tools, commands and parameters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.patterns.inputs import Input, inputs
from app.core.patterns.pattern import Loop, Pattern
from app.core.skills.editing.writing import compose
from app.core.skills.model import GoalKind
from app.core.words import _

_LONGEST_NAME = 64
_FEWEST_ROUNDS = 3
_MOSTLY = 0.75
"""The share of the occurrences from which on a step simply belongs to it."""
_PLAIN = frozenset(["edit", "write", "read", "search", "find", "list"])
"""Calls that say nothing about what a procedure is for."""


@dataclass(frozen=True, slots=True)
class Draft:
    name: str
    description: str
    text: str
    inputs: tuple[Input, ...]


def draft(pattern: Pattern) -> Draft:
    """What the pattern would be as a skill."""
    given = inputs(pattern.steps)
    telling = [_words(step.tool) for step in pattern.steps if step.tool not in _PLAIN]
    telling = list(dict.fromkeys(telling)) or [_words(step.tool) for step in pattern.steps]
    first, last = telling[0], telling[-1]
    title = _("{first} to {last}").format(first=first, last=last) if first != last else first
    title = title[:1].upper() + title[1:]
    description = _("From {first} to {last}: {calls}. Use when this is to be done again.").format(
        first=first, last=last, calls=", ".join(_words(step.tool) for step in pattern.steps)
    )
    goals = {
        GoalKind.TRIGGER: _("somebody asks for the work from {first} to {last}").format(
            first=first, last=last
        ),
        GoalKind.SUCCESS: _("every step has ended without an error"),
        GoalKind.REQUIRES: ", ".join(f"${one.name}:{one.type}" for one in given),
    }
    body = "\n".join(
        f"{number}. {_step(pattern, number - 1, given)}"
        for number in range(1, len(pattern.steps) + 1)
    )
    return Draft(_name(first, last), description, compose(title, goals, body, ()), given)


def _name(first: str, last: str) -> str:
    """As the Agent Skills standard has it: small letters, digits and hyphens."""
    words = first if first == last else f"{first} to {last}"
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in words)
    return "-".join(filter(None, plain.lower().split("-")))[:_LONGEST_NAME].rstrip("-")


def _words(tool: str) -> str:
    """`shell git commit` is “git commit”, `mcp github create_issue` is “create issue”."""
    kind, _space, rest = tool.partition(" ")
    if kind == "mcp":
        return rest.partition(" ")[2].replace("_", " ").replace("-", " ") or rest
    return rest if kind == "shell" and rest else tool


def _step(pattern: Pattern, number: int, given: Sequence[Input]) -> str:
    step = pattern.steps[number]
    names = [f"${one.name}" for one in given if any(at == number for at, _n in one.places)]
    said = said_of(step.tool, _listed(names))
    there = sum(call is not None for call in step.calls)
    if there < _MOSTLY * len(step.calls):
        said = _("Where it is needed: {step}").format(step=said)
    for loop in pattern.loops:
        if loop.last == number:
            said += " " + _again(loop)
    return said


def said_of(tool: str, names: str = "") -> str:
    """A call as a sentence of a step, with the inputs it is given."""
    kind, _space, rest = tool.partition(" ")
    with_names = {
        "shell": _("Run `{call}` with {names}."),
        "mcp": _("Call {call} with {names}."),
        "edit": _("Edit the file {names}."),
        "write": _("Write the file {names}."),
        "read": _("Read the file {names}."),
        "search": _("Search for {names}."),
        "fetch": _("Fetch {names}."),
    }
    without = {
        "shell": _("Run `{call}`."),
        "mcp": _("Call {call}."),
        "edit": _("Edit the file."),
        "write": _("Write the file."),
        "read": _("Read the file."),
        "search": _("Search for it."),
        "fetch": _("Fetch it."),
    }
    sentences, other = (
        (with_names, _("Use {call} with {names}.")) if names else (without, _("Use {call}."))
    )
    call = rest
    if kind == "mcp":
        server, _gap, own = rest.partition(" ")
        call = _("`{tool}` of the server `{server}`").format(tool=own, server=server)
    elif kind not in sentences:
        call = f"`{tool}`"
    return sentences.get(kind, other).format(call=call, names=names)


def _listed(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _again(loop: Loop) -> str:
    most = max(_FEWEST_ROUNDS, loop.most)
    again = _("If it is not right yet, begin again with step {step}.").format(step=loop.first + 1)
    return f"{again} @loop: {loop.first + 1} max={most}"
