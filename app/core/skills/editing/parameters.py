"""Variables added to what a skill requires or produces, and named after what a text lists."""

import re
from collections.abc import Sequence

from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.render import goal_edit
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.grammar import parse

_BETWEEN = re.compile(
    r"[,;\r\n]|\.\s|\s(?:and|und|et|y|e|și|as well as|sowie|ainsi que)\s", re.IGNORECASE
)
_MARK = re.compile(r"[-*+•\s]+|[0-9a-z]{1,2}[.)]\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset(
    {"a", "an", "the", "der", "die", "das", "den", "dem", "ein", "eine", "einen", "le", "la", "les",
     "un", "une", "des", "du", "el", "los", "las", "una", "unos", "unas", "il", "lo", "gli", "i",
     "uno", "o", "os", "as", "um", "uma", "l", "d"}
)  # fmt: skip
_MOST_WORDS, _MOST_THINGS = 4, 8


def listed_names(text: str) -> list[str]:
    """Variables for the things that a text lists; a sentence lists none."""
    found: dict[str, None] = {}
    for thing in _BETWEEN.split(text)[:_MOST_THINGS]:
        said = thing.strip()
        while (mark := _MARK.match(said)) is not None:
            said = said[mark.end() :]
        said = said.partition("(")[0].partition(":")[0]
        words = _WORD.findall(said)
        while words and words[0].casefold() in _ARTICLES:
            del words[0]
        if 0 < len(words) <= _MOST_WORDS and not words[0][0].isdigit():
            first, *rest = words
            found[first.lower() + "".join(word[0].upper() + word[1:] for word in rest)] = None
    return list(found)


def parameters_edit(skill: Skill, kind: GoalKind, names: Sequence[str]) -> Edit:
    """Put the variables at the end of that goal, or into a new one."""
    written = ", ".join(f"${name}" for name in names)
    goal = skill.goal(kind)
    if goal is not None and (skill.requires if kind is GoalKind.REQUIRES else skill.produces):
        return goal.value_end, goal.value_end, f", {written}"
    return goal_edit(skill, kind, written)


def with_input(text: str, name: str) -> str:
    """With the variable among the inputs, unless something sets it already."""
    skill = parse(text)
    known = {given.name for given in skill.requires}
    known |= {use.name for step in skill.steps for use in step.variables if use.captured}
    if name in known:
        return text
    return edited(text, [parameters_edit(skill, GoalKind.REQUIRES, [name])])
