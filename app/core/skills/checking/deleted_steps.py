"""Findings about references to steps that were deleted: `[deleted: Vent the tank]`."""

import re
from collections.abc import Iterator

from app.core.skills.checking.finding import Finding, Repair, Severity
from app.core.skills.checking.form import without_code
from app.core.skills.editing.numbers import plain_number
from app.core.skills.editing.references import Edit
from app.core.skills.model import Jump, JumpKind, Skill, Step
from app.core.skills.reading.deleted import DELETED, plain_name
from app.core.skills.reading.folding import fold
from app.core.skills.reading.prose.phases import ends_in_phase
from app.core.skills.reading.prose.sentences import Sentences
from app.core.skills.reading.prose.wording import contrary
from app.core.skills.reading.targets import Targets
from app.core.skills.step_names import step_name
from app.core.words import _

_MOST = 12
"""Steps that are offered, the nearest ones."""
_BLANKS = " \t"
_WORD = re.compile(r"\w+")


def deleted_findings(skill: Skill) -> Iterator[Finding]:
    """One for each; the repairs put another step in its place, or take the reference out."""
    if "[deleted:" not in skill.text.lower():
        return
    targets = Targets.of(skill.steps, skill.phases)
    for mark in DELETED.finditer(without_code(skill)):
        step = next((s for s in skill.steps if s.start <= mark.start() < s.end), None)
        jump = _jump_of(step, mark)
        name = mark["name"].strip()
        repairs = (*_others(skill, targets, step, jump, mark), _removal(skill, step, jump, mark))
        yield Finding(
            Severity.WARNING if jump is None else Severity.PROBLEM, "jump-deleted",
            _("This pointed to ‘{step}’, which was deleted.").format(step=name),
            _("Choose another step, or remove the reference."),
            *mark.span(), step.position if step is not None else 0,
            goal=next((g.kind for g in skill.goals if g.start <= mark.start() < g.end), None),
            repairs=repairs,
        )  # fmt: skip


def _jump_of(step: Step | None, mark: re.Match[str]) -> Jump | None:
    jumps = step.jumps if step is not None else ()
    start, end = mark.span()
    return next((j for j in jumps if j.reference_start < end and start < j.reference_end), None)


def _others(
    skill: Skill, targets: Targets, step: Step | None, jump: Jump | None, mark: re.Match[str]
) -> Iterator[Repair]:
    """Another step, or phase, for each that can be named there; no step repeats only itself."""
    if ends_in_phase(fold(skill.text[max(0, mark.start() - 20) : mark.start()]).text):
        for phase in skill.phases:
            written = str(phase.number) if phase.number else phase.title
            label = _("Phase {title}").format(title=phase.title)
            yield Repair(label, ((*mark.span(), written),))
        return
    here = step.position if step is not None else 0
    others = (other for other in skill.steps if other.position != here)
    words = _words_for(jump)
    for other in sorted(others, key=lambda other: _distance(other, here, jump))[:_MOST]:
        number = plain_number(other, skill, targets, here)
        if number is not None:
            label = words.format(
                number=step_name(skill, other.position), text=plain_name(other.text)
            )
            yield Repair(label, ((*mark.span(), number),))


def _words_for(jump: Jump | None) -> str:
    """What naming another step does: a number alone reads like one to press in a menu."""
    if jump is None:
        return _("Name step {number}: {text}")
    if jump.kind is JumpKind.LOOP:
        return _("Repeat from step {number}: {text}")
    return _("Go to step {number}: {text}")


def _distance(other: Step, here: int, jump: Jump | None) -> tuple[bool, int]:
    """How far away the step is; first those on the side to which the jump leads."""
    back = jump is not None and jump.kind is JumpKind.LOOP
    other_side = (other.position > here) if back else (other.position < here)
    return other_side, abs(other.position - here)


def _removal(skill: Skill, step: Step | None, jump: Jump | None, mark: re.Match[str]) -> Repair:
    edit = _removed(skill, step, jump, mark)
    return Repair(_("Remove the reference"), (edit,))


def _removed(skill: Skill, step: Step | None, jump: Jump | None, mark: re.Match[str]) -> Edit:
    """The edit that takes the jump out; where nothing leads there, only the name stays."""
    only_name = (*mark.span(), f"‘{mark['name'].strip()}’")
    if step is None or jump is None:
        return only_name
    if _is_alternative(skill.text, jump):
        return jump.start, jump.end, ""
    is_annotation = skill.text.startswith(("@", "[["), jump.start)
    if is_annotation and _says(skill.text[jump.start : jump.end], jump.condition):
        return _without_annotation(skill.text, step, jump)
    return _without_sentence(skill.text, step, jump) or only_name


def _says(annotation: str, condition: str) -> bool:
    """Whether it has the condition itself, which is not that of its sentence."""
    return set(_WORD.findall(condition)) <= set(_WORD.findall(annotation))


def _is_alternative(text: str, jump: Jump) -> bool:
    """Whether it is the second part of `@branch: if C -> 4 else 2`."""
    said = text[jump.start : jump.end].lstrip(" \t,;").lower()
    return jump.condition == "else" and said.startswith(("else", "otherwise"))


def _without_annotation(text: str, step: Step, jump: Jump) -> Edit:
    other = next((j for j in step.jumps if j.start == jump.end and _is_alternative(text, j)), None)
    if other is not None:
        # what is left is what is done where the condition does not hold
        marker = text[jump.start : text.index(":", jump.start) + 1]
        against = contrary(jump.condition)
        left = against or f"not ({jump.condition})"
        return jump.start, other.reference_start, f"{marker} if {left} -> "
    start, end = jump.start, jump.end
    if text.startswith("[[", start):
        end = text.index("]]", end) + 2
    while start > step.body_start and text[start - 1] in _BLANKS:
        start -= 1
    return start, end, ""


def _without_sentence(text: str, step: Step, jump: Jump) -> Edit | None:
    """Without the sentence that has the jump in it; None where nothing would be left."""
    folded = fold(text)
    left, right = folded.inner(step.body_start), folded.inner(step.body_end)
    sentences = Sentences(folded.text, left, right)
    own = sentences.around(folded.inner(jump.start), folded.inner(jump.end))
    start, end = folded.outer(own.start), folded.outer(own.end)
    while end < step.body_end and text[end] in ".!?;":
        end += 1
    while end < step.body_end and text[end].isspace():
        end += 1
    if end == step.body_end:
        while start > step.body_start and text[start - 1].isspace():
            start -= 1
    else:
        while text[start].isspace():
            start += 1
    if not (text[step.body_start : start] + text[end : step.body_end]).strip():
        return None
    return start, end, ""
