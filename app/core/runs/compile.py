"""The program of a run: what a skill and all that it calls say now, ready to be followed."""

import re
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.library.record import Saved
from app.core.runs.program import (
    Callee,
    Exit,
    ExitKind,
    Given,
    Handler,
    Input,
    Node,
    Procedure,
    Program,
)
from app.core.runs.step_notes import step_notes
from app.core.skills.model import (
    Call,
    Goal,
    GoalKind,
    Jump,
    JumpKind,
    PlacedMemory,
    Skill,
    Step,
)
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.plan import Resolve, Sees, resolver
from app.core.words import _

MOST = 300
"""Procedures in one program; calls of others are done by hand."""
_PART = re.compile(r";\s+|(?<=[.!?。！？])\s+(?=[^\W\d_a-z])|\s+(?=[-*•☐]\s)")
_BULLET = re.compile(r"^(?:[-*•☐]|\[ ?\])\s*")


def compiled(vault: Vault, skill: int, sees: Sees = lambda _skill: True) -> Program:
    """The program of a stored skill, as somebody may follow it who sees what `sees` says.

    Raises `NotFound`.
    """
    found: dict[int, Procedure] = {}
    waiting = deque([skill])
    asked = {skill}
    while waiting:
        current = library.current(vault, number := waiting.popleft())
        row = catalogue.row(vault, number)
        if current is None or row is None:
            raise library.gone()
        saved, text, _meta = current
        resolve = resolver(vault, row, sees)

        def known(target: SkillRow) -> bool:
            if target.id not in asked and len(asked) < MOST:
                asked.add(target.id)
                waiting.append(target.id)
            return target.id in asked

        found[number] = procedure(parse(text), row, saved, resolve, known)
    return Program(skill, found)


def procedure(
    skill: Skill,
    row: SkillRow,
    saved: Saved,
    resolve: Resolve,
    known: Callable[[SkillRow], bool] = lambda _target: True,
) -> Procedure:
    """A parsed skill as it is run; `known` says whether a skill that it calls is run as well."""

    def callee(call: Call) -> Callee:
        return _callee(call, resolve(call), known)

    brought, notes = _brought(skill), step_notes(skill)
    return Procedure(
        skill=row.id,
        version=saved.version,
        number=saved.number,
        title=row.title,
        nodes=tuple(
            replace(_node(skill, step, callee, brought), notes=notes.get(step.position, ()))
            for step in skill.steps
        ),
        requires=tuple(Input(one.name, one.type, one.optional) for one in skill.requires),
        produces=tuple(one.name for one in skill.produces),
        prerequisites=_parts(skill, GoalKind.PREREQUISITES),
        handlers=tuple(
            handler
            for goal in skill.goals
            if goal.kind is GoalKind.ON_FAILURE
            for handler in _handlers(goal, callee)
        ),
        success=_said(skill, GoalKind.SUCCESS),
        out_of_scope=_said(skill, GoalKind.OUT_OF_SCOPE),
        completion=_said(skill, GoalKind.ON_COMPLETION),
        context=_memories(skill, lambda one: not one.after and _leads(skill, one)),
        supporting=_memories(skill, lambda one: not one.after and not _leads(skill, one)),
        notes=notes.get(0, ()) if skill.steps else (),
        types=tuple((one.name, one.type) for one in skill.produces if one.type),
    )


def _memories(skill: Skill, belongs: Callable[[PlacedMemory], bool]) -> tuple[str, ...]:
    """With where they are from."""
    said = _("{memory} (from {source})")
    return tuple(
        said.format(memory=one.text, source=one.source) if one.source else one.text
        for one in skill.memories
        if belongs(one)
    )


def _leads(skill: Skill, memory: PlacedMemory) -> bool:
    """Whether it stands before the first step."""
    return bool(skill.steps) and memory.start < skill.steps[0].start


def _said(skill: Skill, kind: GoalKind) -> str:
    return " ".join(goal.value for goal in skill.goals if goal.kind is kind)


def _parts(skill: Skill, kind: GoalKind) -> tuple[str, ...]:
    """The single statements of a goal: sentences, what semicolons separate, and bullets."""
    parts = (
        _BULLET.sub("", part).strip().rstrip(";")
        for goal in skill.goals
        if goal.kind is kind
        for part in _PART.split(goal.value)
    )
    return tuple(filter(None, parts))


def _brought(skill: Skill) -> Mapping[int, list[str]]:
    """The results that no step captures and no caller gives, by the position of the last step that
    names them, as in “Write $report”: there they are asked for."""
    known = {name for step in skill.steps for call in step.calls for name in call.captures}
    known |= {use.name for step in skill.steps for use in step.variables if use.captured}
    known |= {one.name for one in skill.requires}
    found = defaultdict[int, list[str]](list)
    for one in skill.produces:
        named = [
            step.position
            for step in skill.steps
            if any(use.name == one.name for use in step.variables)
        ]
        if named and one.name not in known:
            found[named[-1]].append(one.name)
    return found


def _node(
    skill: Skill, step: Step, callee: Callable[[Call], Callee], brought: Mapping[int, list[str]]
) -> Node:
    calls = tuple(callee(call) for call in step.calls if call.explicit)
    returned = {name for call in calls for name in call.captures}
    captured = [use.name for use in step.variables if use.captured]
    captured += brought.get(step.position, [])
    return Node(
        path=step.path,
        text=step.text,
        label=step.label or _own_number(step),
        phase=skill.phases[step.phase - 1].title if step.phase else "",
        parent=step.parent - 1,
        calls=calls,
        exits=tuple(map(_exit, step.jumps)),
        captures=tuple(dict.fromkeys(name for name in captured if name not in returned)),
        context=_memories(skill, lambda one: one.after == step.position),
    )


def _own_number(step: Step) -> str:
    """The number that the author wrote, where it is not its place."""
    counted = int(step.path.rpartition(".")[2])
    return str(step.number) if step.number not in (None, counted) else ""


def _exit(jump: Jump) -> Exit:
    kind = ExitKind.BRANCH if jump.kind is JumpKind.BRANCH else ExitKind.LOOP
    to = jump.target - 1 if jump.target else None
    return Exit(kind, to, jump.condition, jump.maximum)


def _handlers(goal: Goal, callee: Callable[[Call], Callee]) -> list[Handler]:
    """One for each call, or what is said alone."""
    calls = [callee(call) for call in goal.calls if call.explicit]
    return [Handler(goal.value, call) for call in calls] or [Handler(goal.value)]


def _callee(call: Call, targets: Sequence[SkillRow], known: Callable[[SkillRow], bool]) -> Callee:
    title, why, number = call.target, "", 0
    if not targets:
        why = _("No skill is called “{title}”.").format(title=title)
    elif len(targets) > 1:
        why = _("Several skills are called “{title}”.").format(title=title)
    elif not known(targets[0]):
        why = _("This run has too many skills to follow “{title}”.").format(title=title)
    else:
        title, number = targets[0].title, targets[0].id
    return Callee(
        title=title,
        skill=number,
        why=why,
        given=tuple(Given(one.name, one.value, one.is_variable) for one in call.arguments),
        captures=call.captures,
        parallel=call.parallel,
    )
