"""The words of a step that stands alone, as lists, menus and records tell them to people.

Public names: `alone`, `told`, `step_line`, `marks_line`, `jump_words`.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator

from app.core.skills.model import Jump, JumpKind, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.jump_tags import JumpTag, jump_tags
from app.core.skills.reading.plain_words import untagged
from app.core.skills.reading.prose.wording import Wording, wording
from app.core.skills.reading.sentences import parallels, tags
from app.core.words import _

_MARKER = re.compile(r"(?:@|\[\[[ \t]*)(?:loop|branch):[ \t]*", re.IGNORECASE)
_ARROW = re.compile(r"[ \t]*(?:->|=>|→)[ \t]*")
_SENTENCE_ENDS = ".!?:;)"
_PUNCTUATION = " \t\r\n.,;:!?"
_Cut = tuple[int, int, str]
"""A stretch, and what is said instead."""


def alone(text: str) -> Skill:
    """A skill that says nothing but these words, as its one step if they are one."""
    return parse("# -\n\n1. " + text.replace("\n", "\n   ") + "\n")


def told(text: str) -> str:
    """A step whose tags all read as words, or leave good words behind where they are taken out.

    Calls that are made side by side become calls in a sentence, and what is only read in part says
    so in its author's words; so does a loop or branch with which the step begins.
    """
    skill = alone(text)
    if len(skill.steps) != 1:
        return text
    (step,) = skill.steps
    cuts = [*_parallel(skill, step), *_tags(skill, step)]
    if not cuts:
        return text
    return _replaced(skill.text, step.body_start, step.body_end, cuts).replace("\n   ", "\n")


def step_line(text: str) -> str:
    """In one line: its sentences, with the names of what it calls; loops and branches in words
    where it says nothing else. What is told to agents about it is left out."""
    skill = alone(told(text))
    if len(skill.steps) != 1:
        return " ".join(untagged(text).split())
    (step,) = skill.steps
    quoted = _("“{title}”")
    named = [(one.start, one.end, one.target) for one in step.calls if one.explicit]
    lifted = [(start, end, "") for start, end in tags(skill.text, step)]
    if not _cut(skill, step, [*lifted, *((start, end, "") for start, end, _name in named)]):
        return marks_line(step) or " ".join(text.split())
    calls = [(start, end, quoted.format(title=name)) for start, end, name in named]
    return _cut(skill, step, [*lifted, *calls])


def _parallel(skill: Skill, step: Step) -> Iterator[_Cut]:
    """`@parallel: [a, b(x=$y)] -> [$p, $q]` as calls beside each other in a sentence."""
    waiting = deque(call for call in step.calls if call.parallel)
    for start, end in parallels(skill.text, step):
        written: list[str] = []
        while waiting and waiting[0].start < end:
            written.append(_called(waiting.popleft().target))
        if not written:
            continue
        is_all = not (skill.text[step.body_start : start] + skill.text[end : step.body_end]).strip()
        yield start, end, "\n".join(written) if is_all else _listed(written)


def _called(target: str) -> str:
    return f"[[skill: {target}]]" if '"' in target else f'@skill: "{target}"'


def _listed(words: list[str]) -> str:
    """Such as "A", "A and B" and "A, B, and C"."""
    if len(words) < 3:
        return _(" and ").join(words)
    return _("{names}, and {last}").format(names=_(", ").join(words[:-1]), last=words[-1])


def _tags(skill: Skill, step: Step) -> Iterator[_Cut]:
    """The loops and branches that are said in words, as nothing good is left without them."""
    text = skill.text
    for tag in jump_tags(text, ((jump.start, jump.end) for jump in step.jumps), step.body_end):
        jumps = [step.jumps[number] for number in tag.jumps]
        before = tag.start
        while before > step.body_start and text[before - 1].isspace():
            before -= 1
        is_first = before == step.body_start
        if not tag.is_whole:
            said = _as_written(text, tag, jumps[0])
        elif is_first and text[tag.end : step.body_end].strip(_PUNCTUATION):
            said = _(", ").join(map(jump_words, jumps))
        else:
            continue
        begins = is_first or text[before - 1] in _SENTENCE_ENDS
        said = said[:1].upper() + said[1:] if begins else f"({said})"
        gap = " " if text[tag.end : tag.end + 1].isalnum() else ""
        yield tag.start, tag.end, said + gap


def _as_written(text: str, tag: JumpTag, jump: Jump) -> str:
    marker = _MARKER.match(text, tag.start)
    assert marker is not None
    words = _ARROW.sub(" → ", text[marker.end() : tag.unread_end])
    if jump.kind is JumpKind.BRANCH:
        return words
    said = _("back to {step}") if jump.reference else _("repeat this step: {step}")
    return said.format(step=words)


def _cut(skill: Skill, step: Step, cuts: list[_Cut]) -> str:
    left = _replaced(skill.text, step.body_start, step.body_end, cuts)
    return " ".join(untagged(left).split())


def _replaced(text: str, at: int, end: int, cuts: Iterable[_Cut]) -> str:
    parts: list[str] = []
    for left, right, instead in sorted(cuts):
        before = text[at:left]
        ends = not instead and text[right : right + 1] in tuple(".,;:!?")
        parts += (before.rstrip() if ends else before, instead)
        at = right
    parts.append(text[at:end])
    return "".join(parts)


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
