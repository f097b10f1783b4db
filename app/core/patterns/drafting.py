"""A skill drafted from a pattern: its name, what it is for, and its steps in the grammar. Pure.

Nothing in it comes from a value: only names of tools, commands and parameters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.patterns.describing import MOSTLY
from app.core.patterns.inputs import Input, inputs, own_name, parameters
from app.core.patterns.options import options
from app.core.patterns.pattern import Loop, Pattern
from app.core.patterns.streams import LOOKING
from app.core.skills.editing.writing import compose
from app.core.skills.model import GoalKind
from app.core.transcripts.subcommands import without_rehearsal
from app.core.transcripts.tools import UNNAMED
from app.core.words import _

_LONGEST_NAME = 64
_FEWEST_ROUNDS = 3
PLAIN = LOOKING | {"edit", "write"}
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
    words = [in_words(tool) for tool in pattern.tools]
    telling = _telling(pattern.tools)
    title = _("{first} to {last}").format(first=telling[0], last=telling[-1])
    title = title if len(telling) > 1 else telling[0]
    if not pattern.tools[words.index(telling[0])].startswith("shell "):  # which is written so
        title = title[:1].upper() + title[1:]
    goals = {
        GoalKind.TRIGGER: occasion(pattern.tools),
        GoalKind.SUCCESS: _("every step has ended without an error"),
        GoalKind.REQUIRES: ", ".join(map(entry, given)),
    }
    body = "\n".join(
        f"{number}. {_step(pattern, number - 1, given)}"
        for number in range(1, len(pattern.steps) + 1)
    )
    return Draft(_name(title), described(pattern.tools), compose(title, goals, body, ()), given)


def described(tools: Sequence[str]) -> str:
    """What a procedure of these calls does, and when to use it."""
    telling = _telling(tools)
    return _("In this order: {calls}. Use when a task calls for {telling}.").format(
        calls=", ".join(map(in_words, tools)),
        telling=listed(list(dict.fromkeys([telling[0], telling[-1]]))),
    )


def _telling(tools: Sequence[str]) -> list[str]:
    """The calls that say what it is for, else all of them; each once."""
    telling = [tool for tool in tools if tool not in PLAIN]
    return list(dict.fromkeys(map(in_words, telling or tools)))


def _name(title: str) -> str:
    """As the Agent Skills standard has it: small letters, digits and hyphens."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in title)
    return "-".join(filter(None, plain.lower().split("-")))[:_LONGEST_NAME].rstrip("-")


def occasion(tools: Sequence[str]) -> str:
    """When somebody needs these calls."""
    return _("a task calls for {telling}").format(telling=listed(_telling(tools)))


def entry(one: Input) -> str:
    """An input among those that a skill requires."""
    return f"${one.name}:{one.type}"


def in_words(tool: str) -> str:
    """`shell git commit` is “git commit”, `mcp jira get_issue` is “jira get issue”."""
    kind, _space, rest = tool.partition(" ")
    if kind == "mcp":
        server, own = served(tool)
        if not own:
            return _("a tool of {server}").format(server=_spaced(server)) if server else _("a tool")
        return _spaced(own if own.startswith(server) else f"{server} {own}")
    if kind == "shell":
        return _("a command") if _is_nameless(tool) else rest
    return _("a tool") if tool == UNNAMED else _spaced(tool)


def served(tool: str) -> tuple[str, str]:
    """The server and the tool of `mcp jira get_issue`; one without a usable name is empty."""
    server, _space, own = tool.removeprefix("mcp ").partition(" ")
    return ("" if server == UNNAMED else server), ("" if own == UNNAMED else own)


def _is_nameless(tool: str) -> bool:
    """A command of which no more is known than that it may be a rehearsal."""
    return without_rehearsal(tool) == "shell"


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def _step(pattern: Pattern, number: int, given: Sequence[Input]) -> str:
    step = pattern.steps[number]
    own = {
        parameter: one
        for parameter in parameters(step)
        for one in given
        if (number, parameter) in one.places
    }
    words = options(step, {parameter: f"${one.name}" for parameter, one in own.items()})
    told = {own[parameter].name for parameter in words.told}
    names = [
        _given(step.tool, one, parameter) for parameter, one in own.items() if one.name not in told
    ]
    said = said_of(step.tool, listed(list(dict.fromkeys(names))), words.said)
    there = sum(call is not None for call in step.calls)
    if there < MOSTLY * len(step.calls):
        said = _("If it is needed, {step}").format(step=said[:1].lower() + said[1:])
    for loop in pattern.loops:
        if loop.last == number:
            said += " " + _again(loop)
    return said


def _given(tool: str, one: Input, parameter: str) -> str:
    """An input, and which parameter it is where that has another name."""
    own = own_name(parameter)
    if tool in PLAIN or one.name.rstrip("0123456789").endswith(own):
        return f"${one.name}"
    return f"`{own}` ${one.name}"


def said_of(tool: str, names: str = "", options: Sequence[str] = ()) -> str:
    """A call as a sentence of a step, with the inputs it is given; of a command its options."""
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
    call = " ".join([rest, *options])
    if _is_nameless(tool):
        said = _("Run a command with {names}.") if names else _("Run a command.")
        return said.format(names=names)
    if kind == "mcp":
        server, own = served(tool)
        call = f"`{own}`" if own else _("a tool")
        if server:
            call = _("{tool} of the server `{server}`").format(tool=call, server=server)
    elif kind not in sentences:
        call = _("a tool") if tool == UNNAMED else f"`{tool}`"
    return sentences.get(kind, other).format(call=call, names=names)


def listed(names: Sequence[str]) -> str:
    """As they are told in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def _again(loop: Loop) -> str:
    most = max(_FEWEST_ROUNDS, loop.most)
    again = _("If it is not right yet, begin again with step {step}.").format(step=loop.first + 1)
    return f"{again} @loop: {loop.first + 1} max={most}"
