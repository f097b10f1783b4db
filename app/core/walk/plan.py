"""A skill as steps to execute: how the plan comes out of what its text says."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.graph.edges import identifier
from app.core.library import catalogue, library, reread
from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.skills.model import Call, Goal, GoalKind, Jump, JumpKind, Recipe, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.model import (
    Branch,
    FailureHandler,
    Loop,
    Plan,
    WalkedArgument,
    WalkedCall,
    WalkedRecipe,
    WalkedRecipeStep,
    WalkedSkill,
    WalkedStep,
)
from app.core.words import _

DEEPEST = 3
"""How many skills may call each other in a recursive walk before it stops unfolding."""
MOST = 10_000
"""Steps of called skills in one recursive walk: skills that call many that call many stop there."""

NESTED = 20
"""Levels of sub-steps in a plan; what lies deeper stands in the last of them, in its order."""

Resolve = Callable[[Call], Sequence[SkillRow]]
"""The skills a call can mean: one is the answer, several are an ambiguity, none is unknown."""


@dataclass(frozen=True, slots=True)
class Inside:
    """The steps of a called skill, or why they are not walked."""

    steps: tuple[WalkedStep, ...] = ()
    note: str = ""


Sees = Callable[[SkillRow], bool]
"""Whether whoever follows the plan may know of a skill; a call of another leads nowhere."""
Unfold = Callable[[SkillRow], Inside]
_CLOSED = Inside()


def source_id(skill: int) -> str:
    """How agents name a skill."""
    return f"skill:{skill}"


def number_of(source_id: str) -> int:
    """The skill that agents name so."""
    return int(source_id.removeprefix("skill:"))


def _sees_all(_skill: SkillRow) -> bool:
    return True


def resolver(vault: Vault, caller: SkillRow, sees: Sees = _sees_all) -> Resolve:
    """Find the targets of the calls in the text of a skill."""
    return lambda call: tuple(filter(sees, catalogue.targets(vault, caller, call)))


def walk(vault: Vault, skill: int, *, recursive: bool = False, sees: Sees = _sees_all) -> Plan:
    """The plan of a stored skill; with `recursive`, calls hold the steps of what they call.

    Raises `NotFound`.
    """
    parsed = parse(library.text(vault, skill))
    row = catalogue.row(vault, skill)
    assert row is not None
    unfolding = _Unfolding(vault, sees)
    unfold = unfolding.beneath((skill,)) if recursive else _closed
    found = plan(parsed, _named(row), resolver(vault, row, sees), unfold)
    about = replace(
        found.skill,
        read_differently=reread.is_changed(vault, skill),
        called_read_differently=unfolding.read_differently,
    )
    return replace(found, skill=about)


def plan(skill: Skill, about: WalkedSkill, resolve: Resolve, unfold: Unfold | None = None) -> Plan:
    """The plan of a parsed skill; `unfold` gives the steps of those it calls."""
    return Plan(
        skill=about,
        requires=tuple(p.name for p in skill.requires),
        requires_types={p.name: p.type for p in skill.requires if p.type},
        requires_optional=tuple(p.name for p in skill.requires if p.optional),
        produces=tuple(p.name for p in skill.produces),
        constraints=_constraints(skill),
        steps=_steps(skill, resolve, unfold or _closed),
        failure_handlers=tuple(h for g in skill.goals for h in _handlers(g, resolve)),
        unanchored_context=tuple(m.text for m in skill.memories if not m.after),
        recipes=tuple(map(_recipe, skill.recipes)),
    )


def _closed(_target: SkillRow) -> Inside:
    return _CLOSED


def _named(row: SkillRow) -> WalkedSkill:
    in_quarantine = row.status is Status.QUARANTINED
    return WalkedSkill(
        source_id=source_id(row.id),
        title=row.title,
        engram_name=row.engram_name,
        status=row.status if in_quarantine else None,
    )


def _constraints(skill: Skill) -> dict[str, str]:
    return {
        kind.spec.constraint: goal.value
        for kind in GoalKind
        if kind.spec.constraint and (goal := skill.goal(kind)) is not None
    }


class _Unfolding:
    """One recursive walk; a cycle, a deep chain or one step too many is only named."""

    def __init__(self, vault: Vault, sees: Sees) -> None:
        self._vault, self._sees = vault, sees
        self._left = MOST
        self._walked: dict[int, str] = {}

    @property
    def read_differently(self) -> tuple[str, ...]:
        """The titles of the skills in it that an update reads otherwise, which nobody has seen."""
        return tuple(
            title for skill, title in self._walked.items() if reread.is_changed(self._vault, skill)
        )

    def beneath(self, above: tuple[int, ...]) -> Unfold:
        """How calls are unfolded in the last of these skills, each called by the one before."""

        def unfold(target: SkillRow) -> Inside:
            if target.id in above:
                said = _("“{title}” is already being walked; continue there.")
            elif len(above) > DEEPEST or self._left <= 0:
                said = _("“{title}” is not expanded any further.")
            else:
                called = parse(library.text(self._vault, target.id))
                self._left -= len(called.steps)
                self._walked[target.id] = target.title
                deeper = self.beneath((*above, target.id))
                return Inside(_steps(called, resolver(self._vault, target, self._sees), deeper))
            return Inside(note=said.format(title=target.title))

        return unfold


def _steps(skill: Skill, resolve: Resolve, unfold: Unfold) -> tuple[WalkedStep, ...]:
    """The top-level steps with those below them."""
    places = _places(skill)
    context: dict[int, list[str]] = defaultdict(list)
    for memory in skill.memories:
        context[memory.after].append(memory.text)
    made = [_step(skill, step, places, resolve, unfold) for step in skill.steps]
    below: dict[int, list[WalkedStep]] = defaultdict(list)
    for step, alone in zip(reversed(skill.steps), reversed(made), strict=True):
        inside = tuple(reversed(below.pop(step.position, [])))
        below[places[step.position].above].append(
            replace(alone, steps=inside, supporting_context=tuple(context[step.position]))
        )
    return tuple(reversed(below[0]))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a step is in the plan: the index of its top-level step, and a sub-step's own path.

    `above` is the position of the step it stands in, `level` how many of them there are.
    """

    index: int
    path: str = ""
    above: int = 0
    level: int = 0


def _places(skill: Skill) -> dict[int, _Place]:
    """By the position of the step."""
    found: dict[int, _Place] = {}
    index = 0
    for step in skill.steps:
        if step.parent:
            parent = found[step.parent]
            is_last = parent.level == NESTED
            above = parent.above if is_last else step.parent
            level = parent.level if is_last else parent.level + 1
            found[step.position] = _Place(parent.index, step.path, above, level)
        else:
            index += 1
            found[step.position] = _Place(index)
    return found


def _step(
    skill: Skill, step: Step, places: dict[int, _Place], resolve: Resolve, unfold: Unfold
) -> WalkedStep:
    explicit = [call for call in step.calls if call.explicit]
    sequence = [_called(call, resolve, unfold) for call in explicit if not call.parallel]
    branches = [_branch(j, places) for j in step.jumps if j.kind is JumpKind.BRANCH]
    loops = [_loop(j, places) for j in step.jumps if j.kind is JumpKind.LOOP]
    caps = [loop.max for loop in loops if loop.max is not None]
    counted = int(step.path.rpartition(".")[2])
    first = sequence[0] if sequence else None
    several = len(sequence) > 1
    return WalkedStep(
        index=None if step.parent else places[step.position].index,
        number=step.path,
        author=step.number if step.number != counted else None,
        label=step.label,
        phase=skill.phases[step.phase - 1].title if step.phase else "",
        text=step.text,
        calls=replace(first, steps=(), note="") if first and several else first,
        calls_sequence=tuple(sequence) if several else (),
        parallel=tuple(_called(call, resolve, unfold) for call in explicit if call.parallel),
        branches_to=tuple(branch.to for branch in branches if branch.to),
        branches=tuple(branches),
        loops_back_to=tuple(loop.to for loop in loops if loop.to),
        max_iterations=max(caps, default=None),
        loops=tuple(loops),
        needs=step.needs,
        supporting_context=(),
    )


def _branch(jump: Jump, places: dict[int, _Place]) -> Branch:
    place = places[jump.target] if jump.target else None
    return Branch(
        to=place.index if place else None,
        to_path=place.path if place else "",
        condition=jump.condition,
    )


def _loop(jump: Jump, places: dict[int, _Place]) -> Loop:
    place = places[jump.target] if jump.target else None
    return Loop(
        to=place.index if place else None,
        to_path=place.path if place else "",
        max=jump.maximum,
        condition=jump.condition,
    )


def _called(call: Call, resolve: Resolve, unfold: Unfold) -> WalkedCall:
    """A call with what it leads to, or why it leads nowhere."""
    found = resolve(call)
    said = WalkedCall(
        args=tuple(name for name in map(identifier, call.arguments) if name),
        capture_as=call.captures[0] if call.captures else "",
        arguments=tuple(
            WalkedArgument(name=a.name, value=a.value, is_variable=a.is_variable)
            for a in call.arguments
        ),
        captures=call.captures if len(call.captures) > 1 else (),
    )
    if not found:
        return replace(said, unresolved_call=call.target)
    if len(found) > 1:
        return replace(
            said, ambiguous_call=call.target, candidates=tuple(_named(row) for row in found)
        )
    (target,) = found
    inside = unfold(target)
    return replace(
        said,
        target_source_id=source_id(target.id),
        target_title=target.title,
        steps=inside.steps,
        note=inside.note,
    )


def _handlers(goal: Goal, resolve: Resolve) -> Iterator[FailureHandler]:
    """What to do on failure: one handler per call, or the prose alone."""
    if goal.kind is not GoalKind.ON_FAILURE:
        return
    calls = [_called(call, resolve, _closed) for call in goal.calls if call.explicit]
    for call in calls or [WalkedCall(args=())]:
        yield FailureHandler(
            description=goal.value,
            target_source_id=call.target_source_id,
            target_title=call.target_title,
            unresolved_call=call.unresolved_call,
            ambiguous_call=call.ambiguous_call,
            candidates=call.candidates,
            args=call.args,
            capture_as=call.capture_as,
            arguments=call.arguments,
            captures=call.captures,
        )


def _recipe(recipe: Recipe) -> WalkedRecipe:
    return WalkedRecipe(
        name=recipe.name,
        trigger=recipe.trigger,
        steps=tuple(
            WalkedRecipeStep(
                tool=step.tool,
                query=step.query,
                only_engrams=step.only_engrams,
                if_results_below=step.if_results_below,
            )
            for step in recipe.steps
        ),
    )
