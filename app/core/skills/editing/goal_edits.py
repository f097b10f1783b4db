"""Single edits of the goals of a text, each touching only its lines."""

import re

from app.core.skills.editing.references import Edit, edited
from app.core.skills.editing.writing import front_end, goal_text, line_end
from app.core.skills.model import BlockKind, Goal, GoalKind, Skill
from app.core.skills.reading.grammar import parse

_ENDS = re.compile(r"\r\n|\r|\n")


def with_goal(text: str, kind: GoalKind, value: str) -> str:
    """With another value of the first goal of that kind; an empty one takes it out.

    A new goal goes after the last one, else after the title. Lines after the first are written
    indented, so that they are read as part of the goal.
    """
    skill = parse(text)
    if not value.strip() and skill.goal(kind) is None:
        return text
    return edited(text, [goal_edit(skill, kind, value)])


def goal_edit(skill: Skill, kind: GoalKind, value: str) -> Edit:
    """The one edit `with_goal` makes."""
    goal = skill.goal(kind)
    if goal is None:
        return _new_goal(skill, kind, value)
    if not value.strip():
        return _without_goal(skill, goal)
    end = line_end(skill.text)
    prefix = skill.text[goal.start : goal.value_start].rstrip()
    if _ENDS.search(prefix):
        prefix = _ENDS.split(prefix)[0].rstrip()
    written = goal_text(prefix, value).replace("\n", end)
    if _shares_line(skill.text, goal):
        return goal.start, goal.end, written + end
    tail = skill.text[goal.start : goal.end]
    stop = goal.start + len(tail.rstrip()) if tail.strip() else goal.end
    return goal.start, stop, written


def _shares_line(text: str, goal: Goal) -> bool:
    """Whether another goal follows on the same line."""
    return goal.end < len(text) and text[goal.end - 1] not in "\r\n"


def _without_goal(skill: Skill, goal: Goal) -> Edit:
    text = skill.text
    before = next((g for g in skill.goals if g.end == goal.start), None)
    if before is not None and _shares_line(text, before) and not _shares_line(text, goal):
        return before.value_end, goal.end, line_end(text)
    return goal.start, goal.end, ""


def _new_goal(skill: Skill, kind: GoalKind, value: str) -> Edit:
    text, end = skill.text, line_end(skill.text)
    if not skill.goals:
        title = next((b for b in skill.blocks if b.kind is BlockKind.TITLE), None)
        at = title.end if title is not None else front_end(skill)
        lead = "" if at == 0 or text[at - 1] in "\r\n" else end
        lead += end if title is not None else ""
        gap = "" if at == len(text) or text[at:].startswith(("\n", "\r")) else end
        return at, at, lead + goal_text(f"{kind.value}:", value).replace("\n", end) + end + gap
    last = skill.goals[-1]
    prefix = text[last.start : last.value_start].split(":")[0]
    bullet = re.match(r"[ ]{0,3}[-*+•][ \t]+", prefix)
    stars = "**" if "**" in prefix else ""
    start = (bullet[0] if bullet else "") + stars
    written = goal_text(f"{start}{kind.value}:{stars}", value).replace("\n", end)
    lead = "" if text[last.end - 1] in "\r\n" else end
    if len(skill.goals) > 1 and text[skill.goals[-2].end : last.start].strip(" \t"):
        lead += end
    return last.end, last.end, lead + written + end
