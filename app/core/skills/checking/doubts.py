"""Findings about what looks like a way through the steps and is not understood."""

from collections.abc import Iterator

from app.core.skills.checking.finding import Finding, Repair, Severity
from app.core.skills.model import Doubt, Skill, Step
from app.core.skills.reading.targets import Targets
from app.core.skills.step_names import step_name
from app.core.words import _

_LONGEST = 60
"""Characters of a step that are quoted."""


def doubt_findings(skill: Skill) -> Iterator[Finding]:
    """A question for each; every answer writes the annotation that says it."""
    doubtful = [step for step in skill.steps if step.doubts]
    if not doubtful:
        return
    targets = Targets.of(skill.steps, skill.phases)
    for step in doubtful:
        for doubt in step.doubts:
            said = _short(skill.text[doubt.start : doubt.end])
            yield Finding(
                Severity.WARNING, "jump-unread",
                _("It is not clear where ‘{words}’ leads.").format(words=said),
                _("Say which step it means: by its number, or with @loop or @branch."),
                doubt.start, doubt.end, step.position,
                repairs=tuple(_repairs(skill, step, doubt, targets)),
            )  # fmt: skip


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"


def _repairs(skill: Skill, step: Step, doubt: Doubt, targets: Targets) -> Iterator[Repair]:
    for target in dict.fromkeys(_offered(skill, step, doubt, targets)):
        number = skill.steps[target - 1].number or target
        if target == step.position or targets.numbered(number, step.position) == target:
            yield _repair(skill, step, doubt, target, number)


def _offered(skill: Skill, step: Step, doubt: Doubt, targets: Targets) -> Iterator[int]:
    """The steps it may mean, the likeliest first."""
    if doubt.target is not None:
        yield doubt.target
        return
    words = skill.text[doubt.start : doubt.end].split()
    for n in range(1, len(words)):
        named = targets.begun(" ".join(words[n:]), step.position)
        if named:
            yield from named
            return
    first = skill.phases[step.phase - 1].first if step.phase else 1
    before = targets.neighbour(step.position, -1) or step.position
    yield from (first, before) if _is_alone(skill, step, doubt) else (step.position, before)
    yield from (step.position, first)


def _is_alone(skill: Skill, step: Step, doubt: Doubt) -> bool:
    """Whether the step says nothing before it; then the steps above are meant."""
    return not skill.text[step.body_start : doubt.sentence_start].strip()


def _repair(skill: Skill, step: Step, doubt: Doubt, target: int, number: int) -> Repair:
    back = target <= step.position
    if target == step.position:
        label, written = _("Repeat this step"), "@loop: self"
    elif back:
        label = _("Repeat from step {number}").format(number=step_name(skill, target))
        written = f"@loop: {number}"
    else:
        label = _("Go to step {number}").format(number=step_name(skill, target))
        written = f"@branch: {number}"
    at = doubt.sentence_end
    while at < step.body_end and skill.text[at] in ".!?;)*_":
        at += 1
    return Repair(label, ((at, at, f" {written}"),))
