"""Findings about calls of other skills and about variables."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz import fuzz, process

from app.core.skills.checking.arguments import interface_findings
from app.core.skills.checking.finding import (
    Finding,
    Known,
    Loss,
    Repair,
    Severity,
    Target,
    call_finding,
)
from app.core.skills.editing.complete import written_name
from app.core.skills.editing.parameters import parameters_edit
from app.core.skills.model import Argument, Call, Goal, GoalKind, Skill, Step, VariableUse
from app.core.skills.names import call_key, key, readings
from app.core.skills.reading.calls import argument_spans
from app.core.skills.step_names import step_name
from app.core.words import _

_QUOTES = ('"', "'", "“", "„", "‘", "`", "«")
_WORD = re.compile(r"\S+")
_ALIKE = 70
"""From this similarity (0 to 100) on a title is suggested in place of an unknown name."""
_BEHIND = 80
"""Characters behind a call that are looked at."""


def call_findings(skill: Skill, known: Known, name: str) -> Iterator[Finding]:
    """Unknown, ambiguous and circular calls, arguments that nothing takes."""
    sound = _sound(
        known, known.me or key(name), frozenset((p.name, p.type) for p in skill.requires)
    )
    still: set[_Written] = set()
    for owner in _owners(skill):
        for call in owner.calls:
            if not call.explicit:
                continue
            written = _written(skill.text, call)
            if written not in sound.calls:
                found = list(_call(skill, owner, call, known, name))
                yield from found
                if found:
                    continue
            still.add(written)
    sound.calls = still


_Written = tuple[str, int, str, tuple[Argument, ...], tuple[str, ...]]


def _written(text: str, call: Call) -> _Written:
    """Everything about a call that is looked at; nothing about where in the text it is."""
    around = text[max(call.start - 1, 0) : call.end + _BEHIND]
    return around, call.end - call.start, call.target, call.arguments, call.captures


@dataclass(slots=True)
class _Sound:
    """Calls with which nothing is wrong; at the next key there are hardly others."""

    calls: set[_Written]


@lru_cache(maxsize=1)
def _sound(_known: Known, _own: str, _inputs: frozenset[tuple[str, str]]) -> _Sound:
    """Those among these skills, in a skill that has these inputs."""
    return _Sound(set())


def _owners(skill: Skill) -> tuple[Goal | Step, ...]:
    return (*skill.goals, *skill.steps)


def _call(
    skill: Skill, owner: Goal | Step, call: Call, known: Known, name: str
) -> Iterator[Finding]:
    text, target = skill.text, known.target(call.target)
    titles, own, node = known.found(call.target), known.me or key(name), known.node(call.target)
    if own and node == own:
        yield _cycle(owner, call, [name, name])
    elif target is not None and target.loss is not None:
        yield _lost(owner, call, target, target.loss, known)
    elif not titles:
        yield _unknown(text, owner, call, known)
    elif len(titles) > 1:
        places = _distinct(known.with_engrams(call.target))
        yield call_finding(
            owner, call, Severity.WARNING, "call-ambiguous",
            _("‘{name}’ could be several skills.").format(name=call.target),
            ", ".join(places) or ", ".join(titles),
            tuple(_replace(text, call, place) for place in places),
            candidates=() if places else known.candidates(call.target),
        )  # fmt: skip
    else:
        path = _ways(known, own).start_at(node)
        if path is not None:
            yield _cycle(
                owner, call, [name, titles[0] if "/" in call.target else call.target, *path, name]
            )
        interface = known.interface(call.target)
        if interface is not None:
            yield from interface_findings(skill, owner, call, interface)
        if target is not None and not _names(call, target):
            yield _renamed(text, owner, call, target)
    yield from _unread(text, owner, call)


def _distinct(places: tuple[str, ...]) -> tuple[str, ...]:
    """Those that tell the skills apart: two of one name in one engram are not."""
    found = [call_key(place) for place in places]
    return tuple(p for p, own in zip(places, found, strict=True) if found.count(own) == 1)


def _unknown(text: str, owner: Goal | Step, call: Call, known: Known) -> Finding:
    """What calls by that name led to comes before what only has a name like it."""
    former, guess = known.former(call.target), _guessed(text, owner, call, known)
    if former is None:
        return guess
    others = tuple(replace(one, short="") for one in guess.repairs)
    if former.binned is not None:
        detail = _("It led to a skill that was deleted.")
        return replace(guess, detail=detail, repairs=others, restore=former.binned)
    label = _("Change it to “{name}”").format(name=former.title)
    first = Repair(label, _replace(text, call, former.title).edits)
    return replace(
        guess,
        detail=_("The skill is now called {name}.").format(name=former.title),
        repairs=(first, *(one for one in others if one.edits != first.edits)),
    )


def _guessed(text: str, owner: Goal | Step, call: Call, known: Known) -> Finding:
    target = call.target
    for word in reversed(list(_WORD.finditer(target))[:-1]):
        if known.found(target[: word.end()]):
            shorter = target[: word.end()]
            return _not_found(owner, call, shorter, _replace(text, call, shorter, word.end()))
    like = process.extractOne(
        key(target), known.keys(), scorer=fuzz.ratio,
        score_cutoff=_ALIKE,
    )  # fmt: skip
    if like is None:
        return _not_found(owner, call, "", None)
    return _not_found(owner, call, like[2], _replace(text, call, like[2]))


def _lost(owner: Goal | Step, call: Call, target: Target, loss: Loss, known: Known) -> Finding:
    said = {
        Loss.DELETED: (
            _("‘{name}’ was deleted."),
            _("Restore it to make the call work."),
        ),
        Loss.FOR_GOOD: (_("‘{name}’ was permanently deleted."), ""),
        Loss.QUARANTINED: (
            _("‘{name}’ is in quarantine."),
            _("Release it to make the call work."),
        ),
    }
    message, detail = said[loss]
    return call_finding(
        owner, call, Severity.PROBLEM, "call-unknown", message.format(name=call.target), detail,
        candidates=known.candidates(call.target),
        restore=target.binned,
    )  # fmt: skip


def _names(call: Call, target: Target) -> bool:
    """Whether a call has the name of where it leads, with the engram or without."""
    return any(own == key(target.title) for _engram, own in readings(call_key(call.target)))


def _renamed(text: str, owner: Goal | Step, call: Call, target: Target) -> Finding:
    return call_finding(
        owner, call, Severity.SUGGESTION, "call-renamed",
        _("‘{name}’ is now called {title}.").format(name=call.target, title=target.title),
        _("The call still leads there."), (_replace(text, call, target.title),),
    )  # fmt: skip


def _not_found(owner: Goal | Step, call: Call, suggestion: str, repair: Repair | None) -> Finding:
    detail = _("Did you mean {name}?").format(name=suggestion) if suggestion else ""
    return call_finding(
        owner, call, Severity.PROBLEM, "call-unknown",
        _("‘{name}’ not found.").format(name=call.target), detail,
        (replace(repair, short=_("Replace")),) if repair is not None else (), create=call.target,
    )  # fmt: skip


def _replace(text: str, call: Call, name: str, length: int | None = None) -> Repair:
    """Another name in the place of the target, or of its first `length` characters.

    In quotes where prose could join it otherwise.
    """
    framed = text[call.start : call.target_start].endswith(("[[skill:", "[[skill: ", *_QUOTES))
    end = call.target_end if length is None or framed else call.target_start + length
    written = name if framed else written_name(name)
    if written == name and not framed and _goes_on(text[end:], name):
        written = f'"{name}"'
    edit = (call.target_start, end, written)
    return Repair(_("Replace with {name}").format(name=name), (edit,))


def _goes_on(behind: str, name: str) -> bool:
    """Whether words behind a bare name of one word would be read as more of it."""
    return behind.lstrip(" \t")[:1].isalnum() and not {"-", "_"} & set(name)


def _cycle(owner: Goal | Step, call: Call, path: list[str]) -> Finding:
    return call_finding(
        owner, call, Severity.WARNING, "call-cycle",
        _("This call leads back to this skill."), " → ".join(path),
    )  # fmt: skip


class _Ways:
    """The ways of calls to one node, as far as they were asked for."""

    def __init__(self, known: Known, goal: str) -> None:
        self._known, self._goal = known, goal
        self._found: dict[str, tuple[str, ...] | None] = {}
        self._astray: set[str] = set()
        """What calls nothing that leads there."""

    def start_at(self, node: str) -> tuple[str, ...] | None:
        """The names on a shortest way from a node, both ends left out; None when there is none."""
        if node not in self._found:
            self._found[node] = self._search(node)
        return self._found[node]

    def _search(self, node: str) -> tuple[str, ...] | None:
        before = {node: ""}
        queue = deque(before)
        while queue and self._goal:
            caller = queue.popleft()
            if caller in self._astray:
                continue
            for called in self._known.called_by(caller):
                if called == self._goal:
                    return tuple(one.partition(" ")[0] for one in _between(before, caller))
                if called not in before:
                    before[called] = caller
                    queue.append(called)
        self._astray.update(before)
        return None


@lru_cache(maxsize=1)
def _ways(known: Known, goal: str) -> _Ways:
    """Kept from one key to the next: a skill is checked again and again among the same ones."""
    return _Ways(known, goal)


def _between(before: dict[str, str], last: str) -> list[str]:
    """The way to `last` without where it began."""
    way = []
    while before[last]:
        way.append(last)
        last = before[last]
    return way[::-1]


def _unread(text: str, owner: Goal | Step, call: Call) -> Iterator[Finding]:
    """Arguments whose bracket is never closed or that are none, captures without `$`."""
    rest = text[call.end : call.end + _BEHIND]
    never_closed = call.end == call.target_end and rest.startswith("(")
    if never_closed or len(argument_spans(text, call)[1]) > len(call.arguments):
        yield call_finding(
            owner, call, Severity.WARNING, "call-arguments-unread",
            _("The arguments of ‘{name}’ could not be read.").format(name=call.target),
            _("Write them as (name=value, other=$variable)."),
        )  # fmt: skip
    stripped = rest.lstrip(" \t")
    arrow = next((a for a in ("->", "→", "=>") if stripped.startswith(a)), "")
    word = stripped[len(arrow) :].lstrip(" \t")
    if arrow and not call.captures and word[:1].isalpha():
        at = call.end + rest.index(word, rest.index(arrow))
        yield call_finding(
            owner, call, Severity.WARNING, "call-capture-unread",
            _("The result of ‘{name}’ is not captured.").format(name=call.target),
            _("A variable begins with $."), (Repair(_("Add $"), ((at, at, "$"),)),),
        )  # fmt: skip


def variable_findings(skill: Skill) -> Iterator[Finding]:
    """Variables that nothing sets, that nothing uses, that are used before they are set."""
    inputs = {p.name for p in skill.requires}
    outputs = {p.name for p in skill.produces}
    first: dict[str, int] = {}
    for step in skill.steps:
        for use in step.variables:
            if use.captured:
                first.setdefault(use.name, step.position)
    failing = {n for g in skill.goals for c in g.calls for n in c.captures}
    used: set[str] = set()
    for owner in _owners(skill):
        if isinstance(owner, Goal) and owner.kind in (GoalKind.REQUIRES, GoalKind.PRODUCES):
            continue
        for use in owner.variables:
            if use.captured:
                continue
            new = use.name not in used
            used.add(use.name)
            if new and use.name not in inputs | outputs | first.keys() | failing:
                yield from _undefined(skill, owner, use)
            elif new and isinstance(owner, Step) and use.name not in inputs | outputs | failing:
                later = first[use.name]
                yield from (
                    [_early(owner, use, step_name(skill, later))] if later > owner.position else []
                )
    yield from _unused(skill, used, outputs)
    yield from _produces(skill, first, inputs)


def _undefined(skill: Skill, owner: Goal | Step, use: VariableUse) -> Iterator[Finding]:
    if skill.text[use.start - 1 : use.start] == "`" or _in_code(skill.text, use):
        return
    yield Finding(
        Severity.WARNING, "variable-undefined",
        _("${name} is never set.").format(name=use.name),
        _("No input and no result has this name."), use.start, use.end,
        owner.position if isinstance(owner, Step) else 0,
        owner.kind if isinstance(owner, Goal) else None,
        (_add(skill, GoalKind.REQUIRES, [use.name], _("Add to Requires")),),
    )  # fmt: skip


def _in_code(text: str, use: VariableUse) -> bool:
    line = max(text.rfind("\n", 0, use.start), text.rfind("\r", 0, use.start)) + 1
    return text.count("`", line, use.start) % 2 == 1


def _early(step: Step, use: VariableUse, later: str) -> Finding:
    return Finding(
        Severity.SUGGESTION, "variable-early",
        _("${name} is used before it is set.").format(name=use.name),
        _("Step {step} sets it.").format(step=later), use.start, use.end, step.position,
    )  # fmt: skip


def _unused(skill: Skill, used: set[str], outputs: set[str]) -> Iterator[Finding]:
    for parameter in skill.requires:
        if parameter.name not in used and parameter.name not in outputs:
            yield Finding(
                Severity.SUGGESTION, "input-unused",
                _("No step uses the input ${name}.").format(name=parameter.name), "",
                parameter.start, parameter.end, goal=GoalKind.REQUIRES,
            )  # fmt: skip
    seen: set[str] = set()
    for step in skill.steps:
        for use in step.variables:
            if use.captured and use.name not in used | outputs | seen and skill.produces:
                seen.add(use.name)
                yield Finding(
                    Severity.SUGGESTION, "result-unused",
                    _("Nothing uses ${name}.").format(name=use.name), "", use.start, use.end,
                    step.position,
                    repairs=(_add(skill, GoalKind.PRODUCES, [use.name], _("Add to Produces")),),
                )  # fmt: skip


def _produces(skill: Skill, first: dict[str, int], inputs: set[str]) -> Iterator[Finding]:
    captured = [name for name in first if name not in inputs]
    goal = skill.goal(GoalKind.PRODUCES)
    if not captured or skill.produces or (goal is not None and goal.value):
        return
    names = ", ".join(f"${name}" for name in captured)
    yield Finding(
        Severity.SUGGESTION, "produces-empty", _("Produces is empty."),
        _("{names} are captured; offer them to callers?").format(names=names)
        if len(captured) > 1
        else _("{names} is captured; offer it to callers?").format(names=names),
        goal.start if goal else 0, goal.end if goal else 0, goal=GoalKind.PRODUCES,
        repairs=(_add(skill, GoalKind.PRODUCES, captured, _("Fill in")),),
    )  # fmt: skip


def _add(skill: Skill, kind: GoalKind, names: list[str], label: str) -> Repair:
    return Repair(label, (parameters_edit(skill, kind, names),))
