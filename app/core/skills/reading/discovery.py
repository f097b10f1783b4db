"""What the frontmatter of a skill says it is to be found by: description and triggers. Pure, quick.

Read line by line and not as YAML, because every save needs it; marks of YAML stay out of the way
of words.
"""

import re
from collections.abc import Iterator

from app.core.skills.model import BlockKind, Skill

_FIELD = re.compile(
    r"^[ \t]*(?:description|triggers|techne-triggers)[ \t]*:"
    r"((?:[ \t].*)?(?:\r?\n(?:[ \t]+|-[ \t]).*)*)",
    re.MULTILINE,
)
_MARKS = re.compile(r"^[>|][+-]?\d?\s|[\[\]\"]|^\s*-\s|(?<=\s)#.*", re.MULTILINE)


def discovery(skill: Skill) -> Iterator[str]:
    """The description and the triggers, in the order of the text."""
    for block in skill.blocks:
        if block.kind is BlockKind.FRONTMATTER:
            for field in _FIELD.finditer(skill.text, block.start, block.end):
                yield " ".join(_MARKS.sub(" ", field[1].strip()).split())
