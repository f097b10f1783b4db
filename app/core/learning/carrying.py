"""Which inputs of a skill a call is given that is made instead of its steps, or between them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from app.core.patterns.drift import Change, Kind
from app.core.patterns.pattern import Pattern
from app.core.transcripts.model import Call

_INPUT = re.compile(r"\$([A-Za-z_]\w*)")
_MOSTLY = 0.5


def inputs_of(
    change: Change,
    tools: Sequence[str],
    texts: Sequence[str],
    works: Mapping[str, Sequence[Call]],
) -> tuple[str, ...]:
    """By their names in the `texts` of the steps that the `tools` are called in.

    `works` are the sessions by their keys. An input still occurs if the new call has a value of
    which the other steps with this input have one too, or, where there are no others, at least one
    that nothing else explains.
    """
    named = [_INPUT.findall(text) for text in texts]
    old = named[change.step] if change.kind is Kind.REPLACED else []
    made = {
        key: _values(works[key], [change.tool])
        for key in change.sessions
        if any(call.tool == change.tool for call in works.get(key, ()))
    }
    everywhere = Counter(value for values in made.values() for value in values)
    left = {
        key: {value for value in values if everywhere[value] <= _MOSTLY * len(made)}
        for key, values in made.items()
    }
    found = []
    for name in dict.fromkeys([*old, *(name for names in named for name in names)]):
        others = [
            tool
            for step, tool in enumerate(tools)
            if name in named[step] and (step != change.step or change.kind is Kind.ADDED)
        ]
        same = {key: left[key] & _values(works[key], others) for key in left} if others else left
        if sum(map(bool, same.values())) > _MOSTLY * len(made) and (others or name in old):
            found.append(name)
            for key, values in same.items():
                left[key] = left[key] - set(list(values)[:1]) if not others else left[key] - values
    return tuple(found)


def works_of(pattern: Pattern) -> dict[str, list[Call]]:
    """What was done to follow a pattern, by the keys of the sessions."""
    found: dict[str, list[Call]] = {}
    for number, one in enumerate(pattern.occurrences):
        calls = (step.calls[number] for step in pattern.steps)
        found[one.session] = [call for call in calls if call is not None]
    return found


def _values(work: Sequence[Call], tools: Sequence[str]) -> set[int]:
    return {value for call in work if call.tool in tools for value in call.values.values()}
