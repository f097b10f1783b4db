"""What a skill says about itself: the description, triggers and tags that it is found by."""

import re
from dataclasses import dataclass

from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.description import shown_description
from app.core.skills.reading.frontmatter import frontmatter

_PLACEHOLDER = re.compile(
    r"(?:todo|tbd|fixme|lorem\s+ipsum|replace\s+(?:this|with))\b.*|(?:n/?a|none|null|\?+|\.{2,}|…|-+|—)|"
    r"(?:an?\s+|the\s+|your\s+|my\s+)?(?:short\s+|brief\s+)?(?:skill\s+)?description"
    r"(?:\s+(?:goes\s+)?here|\s+of\s+(?:the|this|your)\s+skill)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Described:
    """`in_frontmatter` says that the skill has one, so that new values belong there.

    `by_goal` says that there is no description, and that the goal Success stands in for it.
    """

    description: str
    triggers: tuple[str, ...]
    tags: tuple[str, ...]
    in_frontmatter: bool
    by_goal: bool = False

    def is_thin(self, least: int) -> bool:
        """Whether it is hard to find: fewer than `least` characters, or no trigger (seed 001)."""
        return len(self.description) < least or not self.triggers


def described(skill: Skill, tags: tuple[str, ...] = (), given: str = "") -> Described:
    """What the text says; `tags` are those a person gave it. A placeholder says nothing.

    A skill without frontmatter describes itself in its first paragraph, before any step, else by
    its goal Success, and is triggered by its goal Trigger; with frontmatter that goal counts too.
    The description `given` with a skill stands in where its text has none.
    """
    goals = [g.value for g in skill.goals if g.kind is GoalKind.TRIGGER]
    triggers = tuple(value for value in goals if value and not is_placeholder(value))
    front = frontmatter(skill)
    said = shown_description(skill, given)
    if is_placeholder(said):
        said = ""
    if front is None:
        success = "" if said else _success(skill)
        return Described(
            said or success, triggers, tags, in_frontmatter=False, by_goal=bool(success)
        )
    return Described(
        said,
        tuple(t for t in front.items("triggers") if not is_placeholder(t)) or triggers,
        tags or front.items("tags"),
        in_frontmatter=True,
    )


def is_placeholder(text: str) -> bool:
    """Whether somebody wrote it to be replaced: "TODO", "…", "description here"."""
    said = text.strip(" \t\r\n\"'<>[](){}.…")
    return not said or _PLACEHOLDER.fullmatch(said) is not None


def _success(skill: Skill) -> str:
    goal = skill.goal(GoalKind.SUCCESS)
    said = " ".join(goal.value.split()) if goal is not None else ""
    return "" if is_placeholder(said) else said
