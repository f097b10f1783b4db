"""What of a skill no rewriting may touch, and where a rewritten one differs in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.core.skills.model import Block, BlockKind, Jump, Skill, Step
from app.core.skills.reading.sentences import SPACE, code_of, first_paragraph_end
from app.core.training.rewriting.required_words import same
from app.core.words import _


class Harm(StrEnum):
    """What happened to a skill that must not happen."""

    BLOCKS = "blocks"
    OUTSIDE = "outside"
    MARKER = "marker"
    REST = "rest"
    CALLS = "calls"
    JUMPS = "jumps"
    VARIABLES = "variables"
    TAGS = "tags"
    CODE = "code"
    ANCHORED = "anchored"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Damage:
    """`step` is a position, 0 for what is outside the steps; `words` what it is about."""

    harm: Harm
    step: int
    words: str = ""


def sentence(damage: Damage, names: Sequence[str]) -> str:
    """The damage, for people; `names` are what the steps are called."""
    said = {
        Harm.BLOCKS: _("Steps, goals, headings or notes were added, removed or moved."),
        Harm.OUTSIDE: _("Something outside the steps was changed: “{words}”."),
        Harm.MARKER: _("The number of step {step} was changed."),
        Harm.REST: _("The list, code or quotation in step {step} was changed."),
        Harm.CALLS: _("The calls of step {step} were changed."),
        Harm.JUMPS: _("The loops and branches of step {step} were changed."),
        Harm.VARIABLES: _("The variables of step {step} were changed."),
        Harm.TAGS: _("The tags of step {step} were changed."),
        Harm.CODE: _("The code in step {step} was changed."),
        Harm.ANCHORED: _("Step {step} is anchored and was changed."),
        Harm.LOST: _("Step {step} lost your sentence “{words}”."),
    }[damage.harm]
    step = names[damage.step - 1] if damage.step else ""
    return said.format(step=step, words=damage.words)


def damages(before: Skill, now: Skill) -> tuple[Damage, ...]:
    """How the skeleton of `now` differs; empty when only sentences of steps do.

    Blocks, numbering, calls, jumps, variables and tags are compared as the grammar reads them,
    everything outside the first paragraphs of the steps character by character.
    """
    if [b.kind for b in before.blocks] != [b.kind for b in now.blocks]:
        return (Damage(Harm.BLOCKS, 0),)
    found = list(_outside(before, now))
    if len(before.steps) != len(now.steps):
        return (*found, Damage(Harm.BLOCKS, 0))
    for step, other in zip(before.steps, now.steps, strict=True):
        found += _in_step(before, step, now, other)
    if (before.dispatch_safe, before.verify) != (now.dispatch_safe, now.verify):
        found.append(Damage(Harm.TAGS, 0))
    return tuple(found)


def _outside(before: Skill, now: Skill) -> Iterator[Damage]:
    for block, other in zip(before.blocks, now.blocks, strict=True):
        was, words = _text(before, block), _text(now, other)
        if block.kind is not BlockKind.STEP and was != words:
            yield Damage(Harm.OUTSIDE, 0, " ".join((words.strip() or was.strip()).split())[:60])


def _in_step(before: Skill, step: Step, now: Skill, other: Step) -> Iterator[Damage]:
    here = step.position
    if _frame(before, step) != _frame(now, other) or step.number != other.number:
        yield Damage(Harm.MARKER, here)
    if _rest(before, step) != _rest(now, other):
        yield Damage(Harm.REST, here)
    if _calls(step) != _calls(other):
        yield Damage(Harm.CALLS, here)
    if not _same_jumps(step.jumps, other.jumps):
        yield Damage(Harm.JUMPS, here)
    if [(v.name, v.captured) for v in step.variables] != [
        (v.name, v.captured) for v in other.variables
    ]:
        yield Damage(Harm.VARIABLES, here)
    if (step.needs, step.anchored) != (other.needs, other.anchored):
        yield Damage(Harm.TAGS, here)
    if code_of(before, step) != code_of(now, other):
        yield Damage(Harm.CODE, here)
    if step.anchored and _body(before, step) != _body(now, other):
        yield Damage(Harm.ANCHORED, here)


def _same_jumps(before: tuple[Jump, ...], now: tuple[Jump, ...]) -> bool:
    """Conditions may be worded as lightly anew as sentences may."""

    def bare(jump: Jump) -> Jump:
        return replace(jump, condition="", start=0, end=0, reference_start=0, reference_end=0)

    return list(map(bare, before)) == list(map(bare, now)) and all(
        one.condition == other.condition or same(one.condition, other.condition)
        for one, other in zip(before, now, strict=True)
    )


def _calls(step: Step) -> list[object]:
    return [replace(c, start=0, end=0, target_start=0, target_end=0) for c in step.calls]


def _text(skill: Skill, block: Block) -> str:
    return skill.text[block.start : block.end]


def _frame(skill: Skill, step: Step) -> tuple[str, str]:
    """What stands before and behind the body of a step."""
    return skill.text[step.start : step.body_start], skill.text[step.body_end : step.end]


def _body(skill: Skill, step: Step) -> str:
    return skill.text[step.body_start : step.body_end]


def _rest(skill: Skill, step: Step) -> str:
    """The body behind the first paragraph; a list keeps the line end before it."""
    end = first_paragraph_end(skill, step)
    rest = skill.text[end : step.body_end]
    return rest if rest.strip(SPACE) else ""
