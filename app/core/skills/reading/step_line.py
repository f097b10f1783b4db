"""The words of a step that stands alone, as lists, menus and records tell them to people.

Public names: `step_line`, `marks_line`, `jump_words`.
"""

import re

from app.core.skills.model import Jump, JumpKind, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.plain_words import untagged
from app.core.skills.reading.prose.wording import Wording, wording
from app.core.skills.reading.sentences import tags
from app.core.words import _

_UNREAD = re.compile(
    r"(?:@|\[\[[ \t]*)(?P<kind>loop|branch):[ \t]*(?P<said>[^\r\n]+?)[ \t]*(?:\]\])?", re.IGNORECASE
)
"""A loop or branch that is all that a step says."""
_PARALLEL = re.compile(r"@parallel:[ \t]*\[[^\[\]\r\n]*\]", re.IGNORECASE)


def alone(text: str) -> Skill:
    """A skill that says nothing but these words, as its one step if they are one."""
    return parse("# -\n\n1. " + text.replace("\n", "\n   ") + "\n")


def step_line(text: str) -> str:
    """In one line: its sentences, with the names of what it calls; loops and branches in words
    where it says nothing else. What is told to agents about it is left out."""
    skill = alone(text)
    if len(skill.steps) != 1:
        return " ".join(untagged(text).split())
    (step,) = skill.steps
    if words := _unread(skill, step):
        return words
    if step.calls and _PARALLEL.fullmatch(text.strip()):
        return marks_line(step)
    quoted = _("“{title}”")
    named = [(one.start, one.end, one.target) for one in step.calls if one.explicit]
    lifted = [(start, end, "") for start, end in tags(skill.text, step)]
    if not _cut(skill, step, [*lifted, *((start, end, "") for start, end, _name in named)]):
        return marks_line(step) or " ".join(text.split())
    calls = [(start, end, quoted.format(title=name)) for start, end, name in named]
    return _cut(skill, step, [*lifted, *calls])


def _unread(skill: Skill, step: Step) -> str:
    """A tag that is only read in part, in its author's words; empty where there is none."""
    said = skill.text[step.body_start : step.body_end].strip()
    found = _UNREAD.fullmatch(said)
    if found is None or not step.jumps or step.jumps[-1].end >= step.body_start + len(said):
        return ""
    words = re.sub(r"[ \t]*(?:->|=>)[ \t]*", " → ", found["said"])
    if found["kind"].lower() == "loop":
        return _("Back to {step}").format(step=words)
    return words[:1].upper() + words[1:]


def _cut(skill: Skill, step: Step, cuts: list[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    at = step.body_start
    for start, end, instead in sorted(cuts):
        parts += (skill.text[at:start], instead)
        at = end
    parts.append(skill.text[at : step.body_end])
    return " ".join(untagged("".join(parts)).split())


def marks_line(step: Step) -> str:
    """What a step says that has nothing but calls, loops and branches."""
    calls = [call.target for call in step.calls if call.explicit]
    jumps = [jump_words(jump) for jump in step.jumps]
    return _(" · ").join([*calls, *(words[:1].upper() + words[1:] for words in jumps)])


def jump_words(jump: Jump) -> str:
    """A loop or branch in few words: “back to step 5, max 3”, “if it smokes → step 8”."""
    goes = _step(jump.reference) if jump.reference else ""
    if jump.kind is JumpKind.LOOP:
        said = _("back to {step}").format(step=goes) if goes else _("repeat this step")
        if jump.maximum is not None:
            said += ", " + _("max {count}").format(count=jump.maximum)
        return f"{said}, {jump.condition}" if jump.condition else said
    match wording(jump.condition):
        case Wording.OTHERWISE:
            said = _("else")
        case Wording.PLAIN if jump.condition:
            said = _("if {condition}").format(condition=jump.condition)
        case _:
            said = jump.condition
    return " → ".join(filter(None, (said, goes)))


def _step(reference: str) -> str:
    """As the author names it: by its number, or in words."""
    is_number = reference[:1].isdigit()
    return _("step {number}").format(number=reference) if is_number else reference
