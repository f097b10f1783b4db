"""A skill as steps to execute: the structured plan an agent or a person follows.

The layout is the one of seed 004's `SkillExecutionPlan`, extended where it loses information:
named arguments and every capture beside `args` and `captureAs`, conditions beside `branchesTo`
and `loopsBackTo`, `number` ("3.1") beside `index`, and recipes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from app.core.graph.edges import identifier
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.skills import names
from app.core.skills.model import Call, Goal, GoalKind, JumpKind, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _

DEEPEST = 3
"""How many skills may call each other in a recursive walk before it stops unfolding."""

_CONSTRAINTS = {kind.spec.constraint: kind for kind in GoalKind if kind.spec.constraint}


@dataclass(frozen=True, slots=True)
class Target:
    """The skill a call means."""

    id: int
    title: str
    engram: int
    status: Status


Resolve = Callable[[Call], Target | None]
Plan = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Unfolded:
    """A step with its place in the walk; `number` is "3.1" for the first step of what 3 calls."""

    step: Step
    number: str
    skill: Skill
    title: str
    resolve: Resolve
    note: str = ""


def source_id(skill: int) -> str:
    """How agents name a skill."""
    return f"skill:{skill}"


def resolver(vault: Vault, skill: int, engram: int) -> Resolve:
    """Find what the calls of a skill mean; None if that is unknown or ambiguous."""

    def resolve(call: Call) -> Target | None:
        found = catalogue.resolve(vault, names.key(call.target), engram, skill)
        target = catalogue.row(vault, found[0]) if len(found) == 1 else None
        return Target(target.id, target.title, target.engram, target.status) if target else None

    return resolve


def walk(vault: Vault, skill: int, *, recursive: bool = False) -> Plan:
    """The plan of a stored skill; with `recursive`, called skills follow the step that calls them.

    Raises `NotFound`.
    """
    parsed = parse(library.text(vault, skill))
    row = catalogue.row(vault, skill)
    assert row is not None
    resolve = resolver(vault, skill, row.engram)
    unfolded = [_Unfolded(s, str(s.position), parsed, row.title, resolve) for s in parsed.steps]
    if recursive:
        unfolded = list(_unfold(vault, unfolded, (skill,)))
    about = {"sourceId": source_id(skill), "title": row.title, "engramName": row.engram_name}
    if row.status is Status.QUARANTINED:
        about["status"] = row.status.value
    return plan(parsed, about, resolve, unfolded)


def plan(
    skill: Skill, about: dict[str, str], resolve: Resolve, steps: list[_Unfolded] | None = None
) -> Plan:
    """The plan of a parsed skill, ready for JSON."""
    if steps is None:
        steps = [_Unfolded(s, str(s.position), skill, skill.title, resolve) for s in skill.steps]
    types = {p.name: p.type for p in skill.requires if p.type}
    optional = [p.name for p in skill.requires if p.optional]
    index = {item.number: n for n, item in enumerate(steps, start=1)}
    return {
        "skill": about,
        "requires": [p.name for p in skill.requires],
        **({"requiresTypes": types} if types else {}),
        **({"requiresOptional": optional} if optional else {}),
        "produces": [p.name for p in skill.produces],
        "constraints": {
            name: goal.value for name, kind in _CONSTRAINTS.items() if (goal := skill.goal(kind))
        },
        "steps": [_step(item, index) for item in steps],
        "failureHandlers": [h for g in skill.goals for h in _handlers(g, resolve)],
        "unanchoredContext": [m.text for m in skill.memories if not m.after],
        **({"recipes": recipes} if (recipes := _recipes(skill)) else {}),
    }


def _unfold(vault: Vault, steps: list[_Unfolded], above: tuple[int, ...]) -> Iterator[_Unfolded]:
    """Each step, then the steps of what it calls; a cycle or a deep chain is only named."""
    for item in steps:
        yield item
        count = 0
        for call in item.step.calls:
            target = item.resolve(call) if call.explicit else None
            if target is None:
                continue
            called = parse(library.text(vault, target.id))
            if target.id in above or len(above) > DEEPEST:
                count += 1
                yield _not_walked(item, call, called, target, f"{item.number}.{count}", above)
                continue
            inside = [
                _Unfolded(
                    s,
                    f"{item.number}.{count + s.position}",
                    called,
                    target.title,
                    resolver(vault, target.id, target.engram),
                )
                for s in called.steps
            ]
            count += len(inside)
            yield from _unfold(vault, inside, (*above, target.id))


def _not_walked(
    item: _Unfolded, call: Call, called: Skill, target: Target, number: str, above: tuple[int, ...]
) -> _Unfolded:
    note = (
        _("“{title}” is already being walked; continue there.")
        if target.id in above
        else _("“{title}” is not expanded any further.")
    ).format(title=target.title)
    bare = Step(
        position=0,
        number=None,
        text=note,
        calls=(),
        jumps=(),
        variables=(),
        needs=(),
        anchored=False,
        start=call.start,
        end=call.end,
        body_start=call.start,
        body_end=call.end,
    )
    return _Unfolded(bare, number, called, target.title, item.resolve, note)


def _step(item: _Unfolded, index: dict[str, int]) -> dict[str, Any]:
    step, resolve = item.step, item.resolve
    explicit = [call for call in step.calls if call.explicit]
    known = [(call, target) for call in explicit if (target := resolve(call))]
    unknown = [call.target for call in explicit if resolve(call) is None]
    in_order = [_call(call, target) for call, target in known if not call.parallel]
    parallel = [_call(call, target) for call, target in known if call.parallel]
    context = [m.text for m in item.skill.memories if step.position and m.after == step.position]
    return {
        "index": index[item.number],
        "number": item.number,
        **({"author": step.number} if step.number not in (None, step.position) else {}),
        "text": step.text,
        **({"skill": item.title} if "." in item.number else {}),
        **({"calls": in_order[0]} if in_order else {}),
        **({"callsSequence": in_order} if len(in_order) > 1 else {}),
        **({"parallel": parallel} if parallel else {}),
        **({"unresolvedCall": unknown[0]} if unknown else {}),
        **({"unresolvedCalls": unknown} if len(unknown) > 1 else {}),
        **_jumps(item, index),
        **({"needs": list(step.needs)} if step.needs else {}),
        "supportingContext": context,
    }


def _jumps(item: _Unfolded, index: dict[str, int]) -> dict[str, Any]:
    """Where the step may lead, as indices of this plan, with the conditions that decide."""
    outer = item.number.rpartition(".")[0]
    offset = _offset(item)

    def place(position: int) -> int | None:
        number = f"{outer}.{position + offset}" if outer else str(position)
        return index.get(number)

    found: dict[str, Any] = {}
    branches = [j for j in item.step.jumps if j.kind is JumpKind.BRANCH]
    loops = [j for j in item.step.jumps if j.kind is JumpKind.LOOP]
    to = [p for j in branches if j.target and (p := place(j.target))]
    back = [p for j in loops if j.target and (p := place(j.target))]
    caps = [j.maximum for j in loops if j.maximum is not None]
    if to:
        found["branchesTo"] = to
    if branches:
        found["branches"] = [
            {"to": place(j.target) if j.target else None, "condition": j.condition}
            for j in branches
        ]
    if back:
        found["loopsBackTo"] = back
    if caps:
        found["maxIterations"] = max(caps)
    if loops:
        found["loops"] = [
            {
                "to": place(j.target) if j.target else None,
                "max": j.maximum,
                "condition": j.condition,
            }
            for j in loops
        ]
    return found


def _offset(item: _Unfolded) -> int:
    """How far a nested number is from the position: the second of two calls goes on counting."""
    last = item.number.rpartition(".")[2]
    return int(last) - item.step.position


def _call(call: Call, target: Target) -> dict[str, Any]:
    return {
        "targetSourceId": source_id(target.id),
        "targetTitle": target.title,
        "args": [name for name in map(identifier, call.arguments) if name],
        **({"captureAs": call.captures[0]} if call.captures else {}),
        **(
            {
                "arguments": [
                    {"name": a.name, "value": a.value, "isVariable": a.is_variable}
                    for a in call.arguments
                ]
            }
            if call.arguments
            else {}
        ),
        **({"captures": list(call.captures)} if len(call.captures) > 1 else {}),
    }


def _handlers(goal: Goal, resolve: Resolve) -> list[dict[str, Any]]:
    """What to do on failure: one handler per call, or the prose alone."""
    if goal.kind is not GoalKind.ON_FAILURE:
        return []
    calls = [call for call in goal.calls if call.explicit]
    if not calls:
        return [{"description": goal.value, "args": []}]
    handlers = []
    for call in calls:
        target = resolve(call)
        found = _call(call, target) if target else {"args": [], "unresolvedCall": call.target}
        handlers.append({"description": goal.value, **found})
    return handlers


def _recipes(skill: Skill) -> list[dict[str, Any]]:
    return [
        {
            "name": recipe.name,
            "trigger": recipe.trigger,
            "steps": [
                {
                    "tool": step.tool,
                    "query": step.query,
                    **({"onlyEngrams": list(step.only_engrams)} if step.only_engrams else {}),
                    **(
                        {"ifResultsBelow": step.if_results_below}
                        if step.if_results_below is not None
                        else {}
                    ),
                }
                for step in recipe.steps
            ],
        }
        for recipe in skill.recipes
    ]
