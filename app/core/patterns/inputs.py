"""What varied each time a pattern was done, and so has to be given to whoever does it. Pure.

Known by digests alone: where they differ from time to time there is an input, and where two
parameters mostly have the same one there is one input for both.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.patterns.pattern import Step

Place = tuple[int, str]
"""A step, counted from 0, and the name of a parameter."""

_SAME = 0.7
"""The share of the times in which two parameters are the same to be one."""
_OFTEN = 0.5
"""The share of the calls of a step that have a parameter."""
MOST = 8
_NAME = re.compile(r"[a-z][a-z_]{1,23}")
_OF_KIND = {"path": "file", "url": "url", "number": "number", "word": "name", "text": "text"}
_TYPES = {"number": "number", "boolean": "boolean"}
_CONTENT = {
    "edit": ("file",), "write": ("file",), "read": ("file",), "fetch": ("url",),
    "search": ("pattern",), "find": ("pattern",), "list": ("path",),
}  # fmt: skip
"""What is worth naming of the calls whose other parameters are what the agent writes itself."""
_CALLED = {
    "file_path": "file", "absolute_path": "file", "filePath": "file", "path": "file",
    "filename": "file", "query": "query",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Input:
    """`type` is one of the grammar's; `places` are where its value goes."""

    name: str
    type: str
    places: tuple[Place, ...]


def inputs(steps: Sequence[Step]) -> tuple[Input, ...]:
    """Those that go to the most places first, then in the order of the steps; at most eight."""
    digests = _digests(steps)
    groups: list[list[Place]] = []
    for place in sorted(digests):
        if len(set(digests[place].values())) < 2:
            continue
        for group in groups:
            if _are_same(digests[group[0]], digests[place]):
                group.append(place)
                break
        else:
            groups.append([place])
    groups.sort(key=lambda group: (-len({step for step, _name in group}), group[0]))
    taken: Counter[str] = Counter()
    found = []
    for group in sorted(groups[:MOST]):
        step, parameter = group[0]
        kind = _kind(steps[step], parameter)
        name = _name(parameter, kind)
        taken[name] += 1
        if taken[name] > 1:
            name = f"{name}{taken[name]}"
        found.append(Input(name, _TYPES.get(kind, "string"), tuple(group)))
    return tuple(found)


def parameters(step: Step) -> tuple[str, ...]:
    """Names of the parameters that its calls mostly have."""
    calls = [call for call in step.calls if call is not None]
    counts = Counter(name for call in calls for name in call.shape)
    return tuple(name for name, count in counts.items() if count >= _OFTEN * len(calls))


def _digests(steps: Sequence[Step]) -> dict[Place, dict[int, int]]:
    """Of each parameter that is worth naming, by occurrence."""
    found: dict[Place, dict[int, int]] = {}
    for number, step in enumerate(steps):
        for name in parameters(step):
            wanted = _CONTENT.get(step.tool)
            if wanted is not None and _CALLED.get(name, name) not in wanted:
                continue
            found[number, name] = {
                occurrence: call.values[name]
                for occurrence, call in enumerate(step.calls)
                if call is not None and name in call.values
            }
    return found


def _are_same(one: Mapping[int, int], other: Mapping[int, int]) -> bool:
    both = one.keys() & other.keys()
    same = sum(one[occurrence] == other[occurrence] for occurrence in both)
    return len(both) > 1 and same >= _SAME * len(both)


def _kind(step: Step, parameter: str) -> str:
    kinds = Counter(
        call.shape[parameter] for call in step.calls if call is not None and parameter in call.shape
    )
    return kinds.most_common(1)[0][0]


def _name(parameter: str, kind: str) -> str:
    plain = _CALLED.get(parameter, parameter.lstrip("-").replace("-", "_"))
    return plain if _NAME.fullmatch(plain) else _OF_KIND.get(kind, "value")
