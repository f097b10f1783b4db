"""The options that belong to what a command of a step does, in the order they are written. Pure.

One that is nearly always there says what is done, as `-b` of `git checkout` does. What follows it
is an input where it varies, and never told where it does not.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.core.patterns.pattern import Step
from app.core.patterns.values import is_value_of
from app.core.transcripts.known_programs import IS_BEFORE
from app.core.transcripts.model import Call
from app.core.transcripts.subcommands import without_rehearsal

_NEARLY_ALWAYS = 0.9
_MOST = 4
_OPTION = re.compile(r"-[A-Za-z]{1,5}|--?[a-z][a-z-]{1,30}")
_SHORT = re.compile(r"-[A-Za-z]{1,4}")
"""Few letters are mostly an option with a value, or several of which the last has one."""
SOMETHING = "…"
"""Stands for a value that never varied, or that is not asked for."""


class Words(NamedTuple):
    """What follows the name of a command, and the parameters that are told by it."""

    said: tuple[str, ...]
    told: frozenset[str]


def options(step: Step, given: Mapping[str, str]) -> Words:
    """The options of a step; `given` are the words for the inputs, as they are written, by
    the parameters that they go to."""
    calls = [call for call in step.calls if call is not None]
    said: list[str] = []
    told: set[str] = set()
    for name, operand in _usual(step.tool, calls):
        words, parameter = _written(step.tool, name, operand, calls, given)
        said.append(words)
        told |= {parameter} & given.keys()
    return Words(tuple(said), frozenset(told))


def _usual(tool: str, calls: Sequence[Call]) -> list[tuple[str, str]]:
    """Options that are nearly always there, and the word that then follows each, if one does."""
    if not without_rehearsal(tool).startswith("shell "):
        return []
    nearly = _NEARLY_ALWAYS * len(calls)
    counts = Counter(name for call in calls for name in call.shape if _OPTION.fullmatch(name))
    usual = {name for name, count in counts.items() if count >= nearly} - IS_BEFORE
    usual.discard(tool.rpartition(" ")[2])  # it is in the name of the tool
    # of a short one with something glued to it, the rest of its name may be missing
    usual -= {name for call in calls for name, kind in call.shape.items()
              if len(name) == 2 and kind != "flag"}  # fmt: skip
    like = next((call.shape for call in calls if usual <= call.shape.keys()), {})
    found = []
    for name in like:
        if name not in usual:
            continue
        follower, count = Counter(_after(call, name) for call in calls).most_common(1)[0]
        operand = follower if count >= nearly and follower.isdigit() else ""
        found.append((name, operand))
    return found[:_MOST]


def _written(
    tool: str, name: str, operand: str, calls: Sequence[Call], given: Mapping[str, str]
) -> tuple[str, str]:
    """The option with what follows it, and the parameter that this is."""
    kinds = {call.shape[name] for call in calls if name in call.shape}
    if kinds != {"flag"}:
        value = given.get(name, SOMETHING)
        return f"{name}={value}", name
    if operand in given:
        return f"{name} {given[operand]}", operand
    is_value = operand and (
        _SHORT.fullmatch(name)
        or {call.shape.get(operand) for call in calls} == {"number"}
        or is_value_of(without_rehearsal(tool), name)
    )
    return (f"{name} {SOMETHING}" if is_value else name), ""


def _after(call: Call, name: str) -> str:
    names = list(call.shape)
    at = names.index(name) + 1 if name in call.shape else len(names)
    return names[at] if at < len(names) else ""
