"""The goal categories in the language of the person."""

from app.core.skills.model import GoalKind


def goal_name(kind: GoalKind) -> str:
    """The name of a goal category as people read it; the prefix in the text stays English."""
    return kind.spec.title()
