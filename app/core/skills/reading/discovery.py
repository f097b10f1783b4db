"""What a skill says about itself: description, triggers, tags, role, Purpose and Scope.

The frontmatter is read line by line and not as YAML, because every save needs it; marks of YAML
stay out of the way of words.
"""

import re
from collections.abc import Iterator

from app.core.skills.model import Block, BlockKind, SectionKind, Skill

_FIELD = re.compile(
    r"^[ \t]*(?:description|triggers|techne-triggers)[ \t]*:"
    r"((?:[ \t].*)?(?:\r?\n(?:[ \t]+|-[ \t]).*)*)",
    re.MULTILINE,
)
_MARKS = re.compile(r"^[>|][+-]?\d?\s|[\[\]\"]|^\s*-\s|(?<=\s)#.*", re.MULTILINE)


_TAGS = re.compile(
    r"^[ \t]*(?:techne-)?tags[ \t]*:((?:[ \t].*)?(?:\r?\n[ \t]*-[ \t].*)*)", re.MULTILINE
)
_REMARK = re.compile(r"(?:^|(?<=\s))#.*")
_ITEM = re.compile(r"[,;]|(?:^|\r?\n)[ \t]*-[ \t]")
_FOUND_BY = (SectionKind.PURPOSE, SectionKind.SCOPE)
_FAR = 2000
"""Characters of a section by which a skill is found; the rest is text like any other."""
LONGEST_TAG = 60
"""Characters of a tag."""
_ROLE = re.compile(r"^[ \t]*(?:techne-)?role[ \t]*:([^\r\n]*)", re.MULTILINE)
_SAID = re.compile(r"[ \t]*(?:\"([^\"]+)\"|'([^']+)'|([^\s#\"'](?:[^#]|(?<=\S)#)*))")
"""One value of a line, in quotes or up to a remark."""
ROLES = frozenset(
    ["orchestrator", "processor", "utility", "hook-candidate", "workflow", "protocol", "reference"]
)
"""Those of seed 000, section 6.2, and of seed 001."""


def discovery(skill: Skill) -> Iterator[str]:
    """The description and the triggers, then what its Purpose and its Scope say."""
    for block in _frontmatter(skill):
        yield from said_in(skill.text[block.start : block.end])
    for section in skill.sections:
        if section.kind in _FOUND_BY:
            yield section.text[:_FAR]


def said_in(yaml: str) -> Iterator[str]:
    """The description and the triggers that a frontmatter has, in its order."""
    for field in _FIELD.finditer(yaml):
        yield " ".join(_MARKS.sub(" ", field[1].strip()).split())


def stated_tags(skill: Skill) -> tuple[str, ...]:
    """The tags it says it has, each once, in whatever list they stand."""
    blocks = _frontmatter(skill)
    return tuple(tag for block in blocks for tag in tags_in(skill.text[block.start : block.end]))


def tags_in(yaml: str) -> tuple[str, ...]:
    """The tags that a frontmatter lists, each once."""
    found: dict[str, str] = {}
    for field in _TAGS.finditer(yaml):
        for item in _ITEM.split(_REMARK.sub("", field[1]).strip().strip("[]")):
            said = " ".join(item.split()).strip("\"'").strip()
            if 0 < len(said) <= LONGEST_TAG:
                found.setdefault(said.casefold(), said)
    return tuple(found.values())


def stated_role(skill: Skill) -> str:
    """The role it says it has; empty when it says none, or none that is known."""
    said = (word.casefold() for word, _start in roles_said(skill))
    return next((role for role in said if role in ROLES), "")


def roles_said(skill: Skill) -> Iterator[tuple[str, int]]:
    """What stands for a role in the frontmatter, known or not, and where in the text it begins."""
    for block in _frontmatter(skill):
        for field in _ROLE.finditer(skill.text, block.start, block.end):
            if said := _SAID.match(skill.text, field.start(1), field.end(1)):
                kind = said.lastindex or 0
                yield said[kind].rstrip(), said.start(kind)


def _frontmatter(skill: Skill) -> Iterator[Block]:
    return (block for block in skill.blocks if block.kind is BlockKind.FRONTMATTER)
