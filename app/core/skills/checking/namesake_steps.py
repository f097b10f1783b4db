"""Findings about numbers that lead a sub-step back to itself, though a step around has them too."""

from collections.abc import Iterator

from app.core.skills.checking.finding import Finding, Repair, Severity, apply
from app.core.skills.editing.numbers import plain_number
from app.core.skills.model import Jump, JumpKind, Skill, Step
from app.core.skills.reading.deleted import plain_name
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.targets import Targets
from app.core.skills.step_names import step_name
from app.core.words import _


def namesake_findings(skill: Skill) -> Iterator[Finding]:
    """One for each such jump; the repairs name the other step, or say that this one is meant."""
    targets: Targets | None = None
    for step in skill.steps:
        for jump in step.jumps if step.parent else ():
            if jump.target != step.position or not jump.reference.isdecimal():
                continue
            targets = targets or Targets.of(skill.steps, skill.phases)
            if others := list(dict.fromkeys(_others(skill, targets, step, int(jump.reference)))):
                yield _finding(skill, targets, step, jump, others)


def _others(skill: Skill, targets: Targets, step: Step, number: int) -> Iterator[Step]:
    """What the number means in each step around this one."""
    around = step.parent
    while around:
        meant = targets.numbered(number, around)
        if meant is not None and meant != step.position:
            yield skill.steps[meant - 1]
        around = skill.steps[around - 1].parent


def _finding(skill: Skill, targets: Targets, step: Step, jump: Jump, others: list[Step]) -> Finding:
    named = [(_leading(skill, targets, step, jump, other), other) for other in others]
    repairs = [repair for repair, _other in named if repair is not None]
    itself = _written(skill.text, jump, "self")
    return Finding(
        Severity.WARNING, "jump-namesake",
        _("‘{number}’ leads back to this step, {name}.").format(
            number=jump.reference, name=step_name(skill, step.position)),
        _("Within step {name}, numbers mean its sub-steps first.").format(
            name=step_name(skill, step.parent)),
        jump.reference_start, jump.reference_end, step.position,
        repairs=(*repairs, Repair(_("Repeat this step"), (itself,))),
    )  # fmt: skip


def _leading(skill: Skill, targets: Targets, step: Step, jump: Jump, other: Step) -> Repair | None:
    """Have the jump lead to the other step; None where nothing that can be written does."""
    label = _("Step {number}: {text}").format(
        number=step_name(skill, other.position), text=plain_name(other.text)
    )
    which = step.jumps.index(jump)
    words = " ".join(plain_name(other.text).split()[:6])
    for name in (plain_number(other, skill, targets, step.position), f'"{words}"'):
        repair = Repair(label, (_written(skill.text, jump, name),)) if name else None
        if repair is not None and _leads(apply(skill.text, repair), step, which) == other.position:
            return repair
    return None


def _written(text: str, jump: Jump, name: str) -> tuple[int, int, str]:
    """The edit that names another step: in the annotation, or by one in the place of the words."""
    if jump.condition == "else" or text.startswith(("@", "[["), jump.start):
        return jump.reference_start, jump.reference_end, name
    kind = "loop" if jump.kind is JumpKind.LOOP else "branch"
    cap = f" max={jump.maximum}" if jump.maximum else ""
    return jump.start, jump.end, f"@{kind}: {name}{cap}"


def _leads(text: str, step: Step, which: int) -> int | None:
    """Where that jump of the step leads in a text."""
    steps = parse(text).steps
    jumps = steps[step.position - 1].jumps if step.position <= len(steps) else ()
    return jumps[which].target if which < len(jumps) else None
