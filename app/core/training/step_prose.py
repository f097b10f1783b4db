"""The words of a step without its tags: what it says to a person who knows no grammar."""

import re

from app.core.skills.model import Skill, Step
from app.core.skills.reading.annotations import ANCHOR, NEEDS
from app.core.skills.reading.sentences import tags
from app.core.training.placement import Procedure

_NAME = re.compile(r"[-_]+")


def procedure_of(skill: Skill) -> Procedure:
    """The steps of a skill, ready for placing fragments between them."""
    return Procedure([prose(skill, step) for step in skill.steps])


def prose(skill: Skill, step: Step) -> str:
    """The step's sentences: of a call only the name, no arguments; no jumps and no tags."""
    text, at = skill.text, step.body_start
    parts: list[str] = []
    cuts = [(c.start, c.end, _NAME.sub(" ", c.target)) for c in step.calls if c.explicit]
    for start, end, said in sorted([*cuts, *((*tag, "") for tag in tags(text, step))]):
        if start >= at:
            parts += (text[at:start], said)
            at = end
    parts.append(text[at : step.body_end])
    return NEEDS.sub("", "".join(parts).replace(ANCHOR, "")).strip()
