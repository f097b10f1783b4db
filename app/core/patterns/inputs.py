"""What varied each time a pattern was done, and so has to be given to whoever does it. Pure.

Known by digests alone: where they differ from time to time there is an input, and where two
parameters mostly have the same one there is one input for both.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.patterns.operands import in_order, operand
from app.core.patterns.pattern import Step
from app.core.patterns.values import may_be_secret
from app.core.transcripts.subcommands import without_rehearsal

Place = tuple[int, str]
"""A step, counted from 0, and the name of a parameter."""

_SAME = 0.7
"""The share of the times in which two parameters are the same to be one."""
_OFTEN = 0.5
"""The share of the calls of a step that have a parameter."""
_MOST = 8
"""Inputs that are named of one step."""
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
    """In the order of the steps; of one step at most eight, first those that others have too.

    What may be a password or a key is none: nobody should be asked to write it down.
    """
    digests = _digests(steps)
    groups: list[list[Place]] = []
    for place in sorted(digests, key=_in_order):
        if len(set(digests[place].values())) < 2:
            continue
        for group in groups:
            if _are_same(digests[group[0]], digests[place]):
                group.append(place)
                break
        else:
            groups.append([place])
    groups = [
        group for group in groups if not any(_may_be_secret(steps, *place) for place in group)
    ]
    groups.sort(key=lambda group: (-len({step for step, _name in group}), _in_order(group[0])))
    chosen = sorted(_of_each_step(groups), key=lambda group: _in_order(group[0]))
    kinds = [_kind(steps[step], parameter) for (step, parameter), *_more in chosen]
    called = [_called(steps, group, kind) for group, kind in zip(chosen, kinds, strict=True)]
    return tuple(
        Input(name, _type(steps, group, kind), tuple(group))
        for group, kind, name in zip(chosen, kinds, _apart(called), strict=True)
    )


def _may_be_secret(steps: Sequence[Step], step: int, parameter: str) -> bool:
    own = operand(steps[step], parameter, _kind(steps[step], parameter))
    return any(map(may_be_secret, (parameter, own.option, own.may)))


def _in_order(place: Place) -> tuple[int, str]:
    step, parameter = place
    return step, in_order(parameter)


def _of_each_step(groups: Sequence[list[Place]]) -> Iterator[list[Place]]:
    """The first few of those that begin at the same step: a long draft leaves no step without."""
    counts: Counter[int] = Counter()
    for group in groups:
        first, _name = group[0]
        counts[first] += 1
        if counts[first] <= _MOST:
            yield group


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


def own_name(parameter: str) -> str:
    """What a parameter itself says it is, or nothing: `--to-revision` is `to_revision`."""
    plain = _CALLED.get(parameter, parameter.lstrip("-").replace("-", "_"))
    return plain if _NAME.fullmatch(plain) else ""


def _called(steps: Sequence[Step], group: Sequence[Place], kind: str) -> tuple[str, str]:
    """A name for an input, and a longer one for where several would have that one."""
    step, parameter = group[0]
    tool = without_rehearsal(steps[step].tool)
    operands = [operand(steps[at], own, kind) for at, own in group]
    known = [own_name(one.option) or one.known for one in operands]
    known += [own_name(one.may) for one in operands]
    of_kind = "path" if kind == "path" and tool.startswith("shell ") else _OF_KIND.get(kind, "")
    name = own_name(parameter) or next(filter(None, known), "") or of_kind or "value"
    done = [word for word in tool.split() if not word.startswith("-")][-1]
    word = re.sub(r"[^a-z]+", "_", done.lower()).strip("_")
    longer = f"{word}_{name}"
    return name, longer if _NAME.fullmatch(longer) else name


def _apart(called: Sequence[tuple[str, str]]) -> list[str]:
    """Names of which no two are the same."""
    short = Counter(name for name, _longer in called)
    taken: Counter[str] = Counter()
    found = []
    for name, longer in called:
        best = longer if short[name] > 1 else name
        taken[best] += 1
        found.append(best if taken[best] == 1 else f"{best}{taken[best]}")
    return found


def _type(steps: Sequence[Step], group: Sequence[Place], kind: str) -> str:
    """What is known to be a tag or a commit is no number, whatever it looks like."""
    operands = [operand(steps[at], own, kind) for at, own in group]
    is_known = not operands[0].option and any(one.known not in ("", "number") for one in operands)
    return "string" if is_known else _TYPES.get(kind, "string")
