"""Which inputs of a skill a call is given that is made instead of its steps, or between them."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence, Set

from app.core.learning.input_words import input_words, is_alone, values_of_word
from app.core.patterns.drift import Change, Kind
from app.core.patterns.inputs import Input, inputs
from app.core.patterns.pattern import Pattern, Step
from app.core.transcripts.model import Call

_MOSTLY = 0.5
_KINDS = {"url": "url", "file": "path", "path": "path", "number": "number"}
"""What inputs are that are called by their kind."""


def inputs_of(
    change: Change,
    tools: Sequence[str],
    texts: Sequence[str],
    works: Mapping[str, Sequence[Call]],
) -> dict[str, str]:
    """The words in which inputs stand in the `texts` of the steps that the `tools` are called in,
    with the parameters of the new call that they go to.

    `works` are the sessions by their keys. A word still occurs if the new call has a value that the
    other steps with this word have too or, where there are no others and it is the input alone, at
    least one that nothing else explains.
    """
    words = [input_words(text) for text in texts]
    old = words[change.step] if change.kind is Kind.REPLACED else {}
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
    found: dict[str, str] = {}
    for word in dict.fromkeys([*old, *(word for own in words for word in own)]):
        others = [
            (own, tool)
            for step, (own, tool) in enumerate(zip(words, tools, strict=False))
            if word in own and (step != change.step or change.kind is Kind.ADDED)
        ]
        if not others and (word not in old or not is_alone(word)):
            continue
        same = {
            key: left[key]
            & (
                {value for own, tool in others for value in values_of_word(word, own, work, tool)}
                if others
                else _fitting(work, change.tool, word)
            )
            for key, work in works.items()
            if key in left
        }
        if sum(map(bool, same.values())) > _MOSTLY * len(made):
            found[word] = _parameter(change.tool, same, works)
            for key, values in same.items():
                left[key] -= values if others else _values_of(works[key], change.tool, found[word])
    return found


def new_inputs(
    changes: Sequence[Change],
    going_on: Sequence[Container[str]],
    kept: Sequence[str],
    works: Mapping[str, Sequence[Call]],
) -> list[Input]:
    """What the new calls are given that is no input of the skill: it varies, and none of the
    calls that are `kept` has it. Their places are those of the `changes`, and in the parameters
    `going_on` there is an input of the skill that stands in no other step.
    """
    keys = list(dict.fromkeys(key for one in changes for key in one.sessions if key in works))
    steps = [step_of(one, {key: works[key] for key in keys}) for one in changes]
    known = [_values(works[key], kept) for key in keys]
    found = []
    for one in inputs(steps):
        step, parameter = one.places[0]
        values = [call.values.get(parameter) if call else None for call in steps[step].calls]
        given = [value in known[at] for at, value in enumerate(values) if value is not None]
        if sum(given) > _MOSTLY * len(given):
            continue
        if not any(own in going_on[at] for at, own in one.places):
            found.append(one)
    return found


def step_of(change: Change, works: Mapping[str, Sequence[Call]]) -> Step:
    """What is done by now, with the last call of each session."""
    return Step(change.tool, tuple(_last(work, change.tool) for work in works.values()))


def _last(work: Sequence[Call], tool: str) -> Call | None:
    return next((call for call in reversed(work) if call.tool == tool), None)


def works_of(pattern: Pattern) -> dict[str, list[Call]]:
    """What was done to follow a pattern, by the keys of the sessions."""
    found: dict[str, list[Call]] = {}
    for number, one in enumerate(pattern.occurrences):
        calls = (step.calls[number] for step in pattern.steps)
        found[one.session] = [call for call in calls if call is not None]
    return found


def _fitting(work: Sequence[Call], tool: str, word: str) -> set[int]:
    """Values of a tool that may be an input of this name: a path is no URL."""
    name = word.removeprefix("$").rstrip("0123456789").rpartition("_")[2]
    kind = _KINDS.get(name, "")
    return {
        value
        for call in work
        if call.tool == tool
        for parameter, value in call.values.items()
        if not kind or call.shape[parameter] == kind
    }


def _parameter(
    tool: str, values: Mapping[str, Set[int]], works: Mapping[str, Sequence[Call]]
) -> str:
    """The one of a tool that mostly has these values."""
    counts = Counter(
        parameter
        for key, own in values.items()
        for call in works[key]
        if call.tool == tool
        for parameter, value in call.values.items()
        if value in own
    )
    return counts.most_common(1)[0][0]


def _values_of(work: Sequence[Call], tool: str, parameter: str) -> set[int]:
    return {call.values[parameter] for call in work
            if call.tool == tool and parameter in call.values}  # fmt: skip


def _values(work: Sequence[Call], tools: Sequence[str]) -> set[int]:
    return {value for call in work if call.tool in tools for value in call.values.values()}
