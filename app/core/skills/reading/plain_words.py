"""What the parts of a skill say to a person who knows no grammar: their words without tags."""

import re
from collections.abc import Iterable

from app.core.skills.model import Call, Goal, Note, Skill, Step
from app.core.skills.reading.annotations import ANCHOR, DISPATCH, NEEDS, VERIFY
from app.core.skills.reading.sentences import tags

_NAME = re.compile(r"[-_]+")
_JUMP = re.compile(
    r"@(?:loop|branch):[^\r\n]*|\[\[[ \t]*(?:loop|branch):[^\[\]\r\n]*\]\]", re.IGNORECASE
)
"""A loop or branch where none is read, such as in a note."""


def step_words(skill: Skill, step: Step) -> str:
    """The step's sentences: of a call only the name, no arguments; no jumps and no tags."""
    marks = [(start, end, "") for start, end in tags(skill.text, step)]
    return _without(skill.text, step.body_start, step.body_end, [*marks, *_names(step.calls)])


def asked_words(skill: Skill, step: Step) -> str:
    """The step's sentences; of a step that is nothing but branches or loops, what it asks."""
    return step_words(skill, step) or " ".join(jump.condition for jump in step.jumps)


def goal_words(skill: Skill, goal: Goal) -> str:
    """What a goal says, likewise."""
    return _without(skill.text, goal.value_start, goal.value_end, _names(goal.calls))


def note_words(note: Note) -> str:
    """What a note says, likewise; what it calls is no call."""
    return _without(note.text, 0, len(note.text), ())


def _names(calls: Iterable[Call]) -> list[tuple[int, int, str]]:
    """Where calls are, each with the words of its name."""
    return [(c.start, c.end, _NAME.sub(" ", c.target)) for c in calls if c.explicit]


def _without(text: str, at: int, end: int, cuts: Iterable[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    for left, right, said in sorted(cuts):
        if left >= at:
            parts += (text[at:left], said)
            at = right
    parts.append(text[at:end])
    return untagged(_JUMP.sub("", "".join(parts))).strip()


def untagged(text: str) -> str:
    """Without anchors, and without what is told to agents about a step."""
    plain = text.replace(ANCHOR, "")
    for tag in (NEEDS, DISPATCH, VERIFY):
        plain = tag.sub("", plain)
    return plain
