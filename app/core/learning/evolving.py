"""The text of a skill as it is done by now: its steps, and the inputs and the occasion that go with
them. Whatever a person wrote in it stays."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.core.learning.carrying import inputs_of, new_inputs, step_of
from app.core.learning.input_words import INPUT, input_words, is_alone
from app.core.learning.written import calls, with_call
from app.core.patterns.drafting import entry, listed, occasion, said_of
from app.core.patterns.drift import Change, Kind, changed
from app.core.patterns.inputs import Input
from app.core.patterns.options import options
from app.core.skills.editing.render import delete_step, insert_step, with_goal, with_step
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from app.core.transcripts.model import Call
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Version:
    """A skill as it is: the calls it comes to and the steps they are, with the place behind the
    last of them, and which inputs it was given by learning. Of one that `is_own` a person wrote
    every word.
    """

    text: str
    tools: Sequence[str]
    steps: Sequence[int]
    learned: Set[str] = frozenset()
    is_own: bool = False

    @property
    def drafted(self) -> Mapping[int, str]:
        """What the steps call that learning drafted once."""
        return {} if self.is_own else dict(zip(self.steps, self.tools, strict=False))


@dataclass(frozen=True, slots=True)
class Evolved:
    """The text by now, and the changes by which it became that, at their steps."""

    text: str
    changes: Sequence[Change]


def evolved(
    version: Version, changes: Sequence[Change], works: Mapping[str, Sequence[Call]]
) -> Evolved:
    """The text with these changes to its calls; `works` are the sessions that tell what the new
    ones are given, by their keys."""
    there, more = _placed(version, changes, works)
    text = edited(version.text, there, version.drafted)
    text = _with_inputs(version, text, there, more)
    trigger = parse(text).goal(GoalKind.TRIGGER)
    if trigger is not None and trigger.value == occasion(version.tools):
        text = with_goal(text, GoalKind.TRIGGER, occasion(changed(version.tools, changes)))
    return Evolved(text, there)


def steps_of(text: str, tools: Sequence[str]) -> tuple[int, ...]:
    """Which step of a skill each tool is, counted from 0, and the place behind the last of them;
    nothing where that cannot be told.

    A person may have put steps between: those count that say what is called. As many steps as
    calls are these in their order, unless one is said elsewhere.
    """
    steps = parse(text).steps
    count = len(steps)
    said = [[_says(step.text, tool) for step in steps] for tool in tools]
    found: list[int] = []
    for own in said:
        later = range(found[-1] + 1 if found else 0, count)
        found.append(next((step for step in later if own[step]), count))
    if found and found[-1] < count:
        return (*found, found[-1] + 1)
    in_order = all(own[at] or not any(own) for at, own in enumerate(said[:count]))
    return tuple(range(count + 1)) if count == len(tools) and in_order else ()


def _says(text: str, tool: str) -> bool:
    if tool.startswith("shell ") and tool in calls(text, [tool]):
        return True
    said = said_of(tool)
    return all(one in text for one in _SAID.findall(said) or [said.rpartition(" ")[0]])


_SAID = re.compile(r"`[^`]+`")
"""What a drafted step calls, as it stands in it; others are told by how they begin."""


def edited(
    text: str, changes: Sequence[Change], drafted: Mapping[int, str] = MappingProxyType({})
) -> str:
    """The text with these changes at its steps, and what a person wrote around a command that
    becomes another. In steps that were `drafted` for a call, the sentence for it becomes another.

    From the last to the first, so that the steps before keep their places.
    """
    for _at, change in sorted(enumerate(changes), key=lambda one: (one[1].step, one[0]))[::-1]:
        names = listed([one if is_alone(one) else f"`{one}`" for one in change.inputs])
        said = said_of(change.tool, names, change.options)
        if change.kind is Kind.ADDED:
            text = insert_step(text, change.step, said)
        elif change.kind is Kind.REPLACED:
            own = parse(text).steps[change.step].text
            instead = _instead(own, change, said, drafted.get(change.step, ""))
            text = with_step(text, change.step + 1, instead)
        else:
            text = delete_step(text, change.step + 1)
    return text


def _instead(own: str, change: Change, said: str, before: str) -> str:
    """What a step says by now: `said` in place of the sentence that was drafted for the call
    `before`, else another command where one stands, else only what is `said`."""
    drafted = _drafted(before).search(own) if before else None
    if drafted is not None:
        return f"{own[: drafted.start()]}{said}{own[drafted.end() :]}"
    return with_call(own, change) or said


def _drafted(tool: str) -> re.Pattern[str]:
    """The sentences in which a call was drafted, whatever it is given."""
    names = re.escape(_SOMETHING)
    found = "|".join(re.escape(one) for one in (said_of(tool, _SOMETHING), said_of(tool)))
    call = re.escape(tool.partition(" ")[2])
    if tool.startswith("shell ") and call:
        found = found.replace(f"`{call}`", f"`{call}[^`]*`")
    needed = re.escape(_("If it is needed, {step}").format(step=""))
    return re.compile(f"(?:{needed})?(?:{found.replace(names, _NAMES)})", re.IGNORECASE)


_SOMETHING = "$_"
_NAMES = r"(?:`[^`]+` )?\$\w+(?:(?:, | \w+ )(?:`[^`]+` )?\$\w+)*"
"""Inputs as they are told in a sentence: `$a, $b and $c`."""


def _placed(
    version: Version, changes: Sequence[Change], works: Mapping[str, Sequence[Call]]
) -> tuple[list[Change], list[Input]]:
    """Changes at the steps of the text, with the inputs that their calls are given, and those of
    them that the skill did not have."""
    written = parse(version.text).steps
    texts = [written[step].text for step in version.steps[: len(version.tools)]]
    there = [replace(change, step=version.steps[change.step]) for change in changes]
    given = [inputs_of(change, version.tools, texts, works) for change in changes]
    gone = [change.step for change in changes if change.kind is not Kind.ADDED]
    kept = [tool for step, tool in enumerate(version.tools) if step not in gone]
    names = set(INPUT.findall(version.text))
    elsewhere = {
        word for step, own in enumerate(texts) if step not in gone for word in input_words(own)
    }
    going_on = [{own[word] for word in own.keys() - elsewhere} for own in given]
    more = []
    for one in new_inputs(there, going_on, kept, works):
        name = _apart(one.name, names)
        names.add(name)
        more.append(replace(one, name=name))
        for place, parameter in one.places:
            given[place].setdefault(f"${name}", parameter)
    return [_told(change, own, works) for change, own in zip(there, given, strict=True)], more


def _told(change: Change, given: Mapping[str, str], works: Mapping[str, Sequence[Call]]) -> Change:
    """With its options as a draft has them, and the inputs that are not told by these; `given`
    are the parameters by the words for them."""
    of = {parameter: word for word, parameter in given.items()}
    words = options(step_of(change, works), of)
    inputs = tuple(word for word, parameter in given.items() if parameter not in words.told)
    return replace(change, options=words.said, inputs=inputs)


def _apart(name: str, taken: Set[str]) -> str:
    number = 2
    found = name
    while found in taken:
        found, number = f"{name}{number}", number + 1
    return found


def _with_inputs(
    version: Version, text: str, changes: Sequence[Change], more: Sequence[Input]
) -> str:
    """Requires what is new, and no more what was learned and stands in no step any longer."""
    before, skill = parse(version.text), parse(text)
    goal = skill.goal(GoalKind.REQUIRES)
    value = goal.value if goal is not None else ""
    others = text[: goal.start] + text[goal.end :] if goal is not None else text
    used = set(INPUT.findall(others))
    stood = {
        name
        for change in changes
        if change.kind is not Kind.ADDED
        for name in INPUT.findall(before.steps[change.step].text)
    }
    for one in skill.requires:
        said = f"${one.name}:{one.type}"
        if one.name in stood - used and said in version.learned:
            value = re.sub(rf"(?:^|, *){re.escape(said)} *(?=,|$)", "", value).lstrip(", ")
    value = ", ".join(filter(None, [value, *map(entry, more)]))
    if value == (goal.value if goal is not None else ""):
        return text
    return with_goal(text, GoalKind.REQUIRES, value)
