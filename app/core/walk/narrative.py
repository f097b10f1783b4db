"""A plan as text to read aloud: the `walk_skill` layout of seed 004, with conditions and values."""

from collections.abc import Iterator, Sequence

from app.core.library.record import Status
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import IF, LANGUAGES
from app.core.walk.model import (
    Branch,
    FailureHandler,
    Loop,
    Plan,
    WalkedArgument,
    WalkedCall,
    WalkedSkill,
    WalkedStep,
)

_LONGEST_TITLE = 200


def narrative(skill: Skill, plan: Plan) -> str:
    """The sections that have content: constraints, procedure, supporting context, failures.

    Above them stands that a skill is in quarantine, if it is.
    The layout's words are part of the format (seed 004) and are not translated.
    """
    sections = [
        _status(plan.skill),
        _constraints(skill),
        _procedure(plan.steps),
        _context(plan.unanchored_context),
        _failures(plan.failure_handlers),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def _status(about: WalkedSkill) -> list[str]:
    if about.status is not Status.QUARANTINED:
        return []
    return ["⚠ IN QUARANTINE: do not follow this skill until a person has reviewed it."]


def _constraints(skill: Skill) -> list[str]:
    """The goals as the table of seed 004 has them: what success looks like is the first line."""
    order = {kind: place for place, kind in enumerate(GoalKind)}
    goals = sorted(skill.goals, key=lambda goal: order[goal.kind])
    lines = [f"  {g.kind.spec.mark} {g.kind.value}: {g.value}" for g in goals]
    return ["CONSTRAINTS:", *lines] if lines else []


def _procedure(steps: Sequence[WalkedStep]) -> list[str]:
    if not steps:
        return []
    head = f"PROCEDURE ({len(steps)} {'step' if len(steps) == 1 else 'steps'}):"
    return [head, *_steps(steps, "  ")]


def _steps(steps: Sequence[WalkedStep], indent: str, skill: str = "") -> list[str]:
    """The steps with those below them, and above the first of a phase its title.

    `skill` is the one they belong to, where that is not the one that is walked.
    """
    lines: list[str] = []
    phase = ""
    for depth, step in _flat(steps):
        if step.index is not None and step.phase != phase:
            phase = step.phase
            lines += [f"{indent}PHASE: {_one_line(phase)}"] if phase else []
        own = indent + "  " * depth
        first, *others = step.text.split("\n")
        lines.append(f"{own}Step {step.number}{_of(skill)}{_written(step)}: {first}")
        lines += [f"{own}  {line}" for line in others]
        lines += [f"{own}  {line}" for line in _annotations(step, skill)]
    return lines


def _flat(steps: Sequence[WalkedStep]) -> Iterator[tuple[int, WalkedStep]]:
    """Each step with how deep it is, then those below it."""
    waiting = [(0, step) for step in reversed(steps)]
    while waiting:
        depth, step = waiting.pop()
        yield depth, step
        waiting += [(depth + 1, below) for below in reversed(step.steps)]


def _written(step: WalkedStep) -> str:
    """How the author numbered it, since that is what the text calls it."""
    mark = step.label or (str(step.author) if step.author is not None else "")
    return "" if not mark or mark.split()[-1] == step.number else f" (written {mark})"


def _of(skill: str) -> str:
    return f" of {skill}" if skill else ""


def _annotations(step: WalkedStep, skill: str) -> list[str]:
    lines = [f"→ Context: {_one_line(fragment)}" for fragment in step.supporting_context]
    for call in step.calls_sequence or ((step.calls,) if step.calls else ()):
        lines += _invoked(call)
    if step.parallel:
        known = [call for call in step.parallel if call.target_title]
        if known:
            lines.append(f"→ INVOKES IN PARALLEL: {' | '.join(map(_member, known))}")
        for call in step.parallel:
            lines += _inside(call) if call.target_title else _invoked(call)
    lines += [f"→ {_jump('BRANCHES', branch, skill)}" for branch in step.branches]
    lines += [f"→ {_jump('LOOPS BACK', loop, skill)}{_cap(loop)}" for loop in step.loops]
    return lines


def _invoked(call: WalkedCall) -> list[str]:
    if call.unresolved_call:
        return [f'→ ⚠ UNRESOLVED CALL: "{call.unresolved_call}" — no such skill here']
    if call.ambiguous_call:
        return [f'→ ⚠ AMBIGUOUS CALL: "{call.ambiguous_call}" — {_candidates(call)}']
    return [f"→ INVOKES SKILL: {_invocation(call)}", *_inside(call)]


def _inside(call: WalkedCall) -> list[str]:
    """In a recursive walk: the steps of what is called, or why they are not walked."""
    note = [f"  ({_one_line(call.note)})"] if call.note else []
    return [*note, *_steps(call.steps, "  ", _title(call))]


def _candidates(call: WalkedCall) -> str:
    """Where the skills of that name are."""
    return "could be that of " + " or ".join(
        _one_line(candidate.engram_name) for candidate in call.candidates
    )


def _jump(verb: str, jump: Branch | Loop, skill: str) -> str:
    to = f" to step {jump.to_path or jump.to}{_of(skill)}" if jump.to else ""
    condition = _condition(jump.condition)
    return f"{verb}{to}{condition}" if to or condition else f"{verb} on condition"


def _cap(loop: Loop) -> str:
    if loop.max is None:
        return ""
    return f" (max {loop.max} {'iteration' if loop.max == 1 else 'iterations'})"


def _condition(condition: str) -> str:
    """With “if”, unless it is a question or has a word of its own: “until it is green”."""
    low = fold(condition).text
    own = IF.match(low)
    if not condition or (own is not None and own["kept"]):
        return f" {condition}" if condition else ""
    if any(language.otherwise_said.fullmatch(low) for language in LANGUAGES):
        return " otherwise"
    return f" ({condition})" if "?" in condition else f" if {condition}"


def _invocation(call: WalkedCall) -> str:
    words = [_title(call)]
    arguments = _arguments(call)
    if arguments:
        words.append(f"with {arguments}")
    captures = call.captures or ((call.capture_as,) if call.capture_as else ())
    if captures:
        results = ", ".join(f"${name}" for name in captures)
        words.append(f"capture result as {results}")
    return ", ".join([" ".join(words[:2]), *words[2:]]) if arguments else ", ".join(words)


def _member(call: WalkedCall) -> str:
    arguments = f" with {_arguments(call)}" if call.arguments else ""
    capture = f" → ${call.capture_as}" if call.capture_as else ""
    return f"{_title(call)}{arguments}{capture}"


def _arguments(call: WalkedCall) -> str:
    return ", ".join(map(_argument, call.arguments))


def _argument(argument: WalkedArgument) -> str:
    value = f"${argument.value}" if argument.is_variable else argument.value
    same = argument.is_variable and argument.name in ("", argument.value)
    return value if same or not argument.name else f"{argument.name} = {value}"


def _title(call: WalkedCall) -> str:
    return call.target_title[:_LONGEST_TITLE]


def _context(fragments: Sequence[str]) -> list[str]:
    said = [f"  - {_one_line(text)}" for text in fragments]
    return ["Supporting Context:", *said] if said else []


def _one_line(memory: str) -> str:
    """So that a line of a memory cannot look like a line of the procedure."""
    return " ".join(memory.split())


def _failures(handlers: Sequence[FailureHandler]) -> list[str]:
    lines: list[str] = []
    told = None
    for handler in handlers:
        if handler.description != told:
            told = handler.description
            lines.append(f"  → On failure: {told}")
        if handler.target_title:
            lines.append(f"     RECOVERY SKILL: {_invocation(handler)}")
        elif handler.unresolved_call:
            lines.append(f'     ⚠ UNRESOLVED RECOVERY SKILL: "{handler.unresolved_call}"')
        elif handler.ambiguous_call:
            name, where = handler.ambiguous_call, _candidates(handler)
            lines.append(f'     ⚠ AMBIGUOUS RECOVERY SKILL: "{name}" — {where}')
    return ["FAILURE HANDLERS:", *lines] if lines else []
