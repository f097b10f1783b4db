"""The draft of a skill out of a procedure that was found: its steps, and inputs from what varied.

Pure, and made of the names of tools and parameters alone: no value ever is in it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.patterns.pattern import Pattern, Step
from app.core.patterns.streams import LOOKING
from app.core.words import _

_MOST_WORDS = 4
_OFTEN = 0.5
"""A parameter that fewer of the calls have is left out."""
_SOMETIMES = 0.8
"""A step that fewer of the occurrences have is done where it is needed."""
_TYPES = {"number": "number", "boolean": "boolean"}
_UNSAID = frozenset(("text", "list", "object", "none", "flag"))
"""Kinds of values that are made anew each time, or are none."""
_WORD = re.compile(r"[^\W_]+")

Place = tuple[int, str]
"""A parameter: the step, counted from 0, and its name."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a skill, its name as a folder would have it, and what it does in a sentence."""

    name: str
    description: str
    text: str


def draft(pattern: Pattern) -> Draft:
    inputs = _inputs(pattern.steps)
    acting = [step.tool for step in pattern.steps if step.tool not in LOOKING] or pattern.tools
    words = _telling(acting)
    title = " ".join(words).capitalize()
    said = [_said(tool) for tool in dict.fromkeys(acting)]
    description = _("Does what was done {times} times in {sessions} sessions: {calls}.").format(
        times=len(pattern.occurrences), sessions=pattern.sessions, calls=", ".join(said[:8])
    )
    lines = [
        f"# {title}",
        "",
        _("Trigger: you are about to {first}, and in the end {last}.").format(
            first=said[0], last=said[-1]
        ),
    ]
    if inputs:
        lines.append("Requires: " + ", ".join(_requires(pattern.steps, inputs)))
    lines += [_("Success: every step ended without an error."), ""]
    ends = {loop.last: loop for loop in pattern.loops}
    for number, step in enumerate(pattern.steps):
        sentence = _sentence(step, [inputs[p] for p in _places(number, step) if p in inputs])
        loop = ends.get(number)
        again = f" @loop: {loop.first + 1} max={max(loop.most, 2)}" if loop else ""
        lines.append(f"{number + 1}. {sentence}{again}")
    return Draft("-".join(words), description, "\n".join(lines) + "\n")


def _inputs(steps: Sequence[Step]) -> dict[Place, str]:
    """The name of the variable for each parameter that varies; equal ones share one."""
    columns = {
        place: column
        for number, step in enumerate(steps)
        for place in _places(number, step)
        if _varies(column := _column(step, place[1]))
    }
    found: dict[Place, str] = {}
    known: list[tuple[tuple[int | None, ...], str]] = []
    for place, column in columns.items():
        name = next((name for other, name in known if _agree(column, other)), "")
        if not name:
            name = _free(_variable(steps[place[0]], place[1]), {name for _column, name in known})
            known.append((column, name))
        found[place] = name
    return found


def _places(number: int, step: Step) -> Iterator[Place]:
    """The parameters that most calls of a step have, of kinds that somebody can give."""
    calls = [call for call in step.calls if call is not None]
    names = dict.fromkeys(name for call in calls for name in call.shape)
    for name in names:
        kinds = [call.shape[name] for call in calls if name in call.shape]
        if len(kinds) >= _OFTEN * len(calls) and not _UNSAID.intersection(kinds):
            yield number, name


def _column(step: Step, name: str) -> tuple[int | None, ...]:
    """Digests of the values of a parameter, one for each occurrence."""
    return tuple(call.values.get(name) if call is not None else None for call in step.calls)


def _varies(column: Sequence[int | None]) -> bool:
    return len({one for one in column if one is not None}) > 1


def _agree(column: Sequence[int | None], other: Sequence[int | None]) -> bool:
    """Whether two parameters have the same value each time that both have one."""
    both = [(a, b) for a, b in zip(column, other, strict=True) if None not in (a, b)]
    return len(both) > 1 and all(a == b for a, b in both)


def _variable(step: Step, name: str) -> str:
    """What a parameter is called as a variable; a word of a command by its kind."""
    if not name.isdecimal() and len(name) > 1:
        return "_".join(_WORD.findall(name)).lower() or "value"
    kinds = (call.shape[name] for call in step.calls if call is not None and name in call.shape)
    kind = next(kinds, "")
    return {"word": "name", "": "value"}.get(kind, kind)


def _free(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name}{n}" for n in range(2, len(taken) + 3) if f"{name}{n}" not in taken)


def _requires(steps: Sequence[Step], inputs: Mapping[Place, str]) -> list[str]:
    found: dict[str, str] = {}
    for (number, name), variable in inputs.items():
        calls = (call for call in steps[number].calls if call is not None and name in call.shape)
        kind = _TYPES.get(next(calls).shape[name], "")
        found.setdefault(variable, f"${variable}:{kind}" if kind else f"${variable}")
    return list(found.values())


def _sentence(step: Step, names: Sequence[str]) -> str:
    said = _said(step.tool)
    given = ", ".join(f"${name}" for name in dict.fromkeys(names))
    if given:
        said = _("{what} with {given}").format(what=said, given=given)
    missing = sum(call is None for call in step.calls)
    if step.calls and 1 - missing / len(step.calls) < _SOMETIMES:
        return _("Where it is needed, {what}.").format(what=said)
    return said[:1].upper() + said[1:] + "."


def _said(tool: str) -> str:
    """A call as something to do."""
    kind, _space, rest = tool.partition(" ")
    if kind == "shell" and rest:
        return _("run `{command}`").format(command=rest)
    if kind == "mcp" and rest:
        server, _space, name = rest.partition(" ")
        return _("call `{tool}` of {server}").format(tool=name or server, server=server)
    plain = {
        "read": _("read the file"),
        "edit": _("edit the file"),
        "write": _("write the file"),
        "search": _("search"),
        "find": _("find the files"),
        "list": _("list the folder"),
        "fetch": _("fetch the page"),
    }
    return plain.get(tool) or _("use `{tool}`").format(tool=tool)


def _telling(tools: Sequence[str]) -> list[str]:
    """A few words that tell a procedure: the last of each call, and once the first."""
    found: list[str] = []
    for tool in tools:
        words = [word.lower() for word in _WORD.findall(tool)]
        words = words[1:] if words and words[0] in ("shell", "mcp") and len(words) > 1 else words
        for word in (words[:1] if not found else []) + words[-1:]:
            if word not in found and len(found) < _MOST_WORDS:
                found.append(word)
    return found or ["procedure"]
