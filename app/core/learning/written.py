"""What the steps of a skill have an agent call, read from what stands in them as code."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.core.learning.input_words import CODE, unsaid
from app.core.patterns.drift import Change
from app.core.patterns.overlap import common_places
from app.core.skills.reading.grammar import parse
from app.core.transcripts.shapes import KEY
from app.core.transcripts.shell import commands
from app.core.transcripts.subcommands import without_rehearsal
from app.core.transcripts.tools import command

_FEWEST = 2
"""Calls of a procedure that have to stand in a text for it to be about that procedure."""
_MOSTLY = 0.5
"""The share of the steps that have to name a call for the text to be known by its calls."""


@dataclass(frozen=True, slots=True)
class Written:
    """The calls of a text and the places of their steps, counted from 0.

    `is_told` is one whose steps mostly name a call, and `is_plain` where none names several.
    """

    tools: tuple[str, ...]
    places: tuple[int, ...]
    is_told: bool
    is_plain: bool

    @property
    def steps(self) -> tuple[int, ...]:
        """With the place behind the last."""
        return (*self.places, self.places[-1] + 1)


def written(text: str, wanted: Sequence[str], made: Sequence[str] = ()) -> Written | None:
    """What a text comes to beside a procedure of `wanted` tools; None where it is of other things.
    Of a single word are also calls that were `made` another time.

    A step in plain words counts where the procedure has something there that is no command: nobody
    writes the name of the tool for “Correct the change log”.
    """
    steps = parse(text).steps
    said = [
        (place, tool)
        for place, step in enumerate(steps)
        for tool in calls(step.text, [*wanted, *made])
    ]
    common = common_places([tool for _place, tool in said], wanted)
    if len(common) < _FEWEST:
        return None
    places = [place for place, _tool in said]
    plain = [place for place in range(len(steps)) if place not in places]
    ends = [(-1, -1), *((places[at], other) for at, other in common), (len(steps), len(wanted))]
    for (place, at), (next_place, next_at) in pairwise(ends):
        unnamed = [tool for tool in wanted[at + 1 : next_at] if not _is_named(tool)]
        between = [one for one in plain if place < one < next_place]
        said += zip(between, unnamed, strict=False)
    said.sort(key=lambda one: one[0])
    is_told = len(set(places)) >= _MOSTLY * len(steps)
    return Written(
        tuple(tool for _place, tool in said),
        tuple(place for place, _tool in said),
        is_told,
        is_told and len(set(places)) == len(places),
    )


def calls(text: str, wanted: Sequence[str] = ()) -> list[str]:
    """The calls that stand in a step as code; of a single word only one that is `wanted`."""
    names = {name: tool for tool in wanted for name in _names(tool)}
    found = []
    for code in CODE.finditer(text):
        line = code["block"] or code["line"]
        if _plain(line) in names:
            found.append(names[_plain(line)])
            continue
        for words in commands(line):
            tool = command(words, KEY).tool
            if tool in wanted or code["block"] or len(words) > 1:
                found.append(tool)
    return found


def with_call(text: str, change: Change) -> str | None:
    """A step with another command, and what that is given, where its first one stands; its other
    words stay, and an input that stands in them is not told again. None where there is none, or it
    is no command that is done by now."""
    kind, _space, rest = change.tool.partition(" ")
    for code in CODE.finditer(text):
        if kind == "shell" and code["line"] and calls(code[0]):
            before, after = text[: code.start()], text[code.end() :]
            given = unsaid(change.inputs, f"{before} {after}")
            return f"{before}`{' '.join([rest, *change.options, *given])}`{after}"
    return None


def telling_words(tool: str) -> str:
    """What stands in a text that names this tool, or nothing where none would."""
    kind, _space, rest = without_rehearsal(tool).partition(" ")
    if kind == "mcp":
        return rest.partition(" ")[2]
    return rest if kind == "shell" else ""


def _names(tool: str) -> Iterator[str]:
    """How a tool that is no command is called in a text."""
    kind, _space, rest = tool.partition(" ")
    if kind == "mcp":
        yield _plain(rest)
        yield _plain(rest.partition(" ")[2])
    elif kind != "shell" and "_" in tool:
        yield _plain(tool)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", " ", name).strip().casefold()


def _is_named(tool: str) -> bool:
    return tool.startswith(("shell ", "mcp ")) or "_" in tool
