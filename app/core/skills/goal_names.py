"""The goal categories in the language of the person."""

from app.core.skills.model import GoalKind
from app.core.words import _


def goal_name(kind: GoalKind) -> str:
    """The name of a goal category as people read it; the prefix in the text stays English."""
    names = {
        GoalKind.SUCCESS: _("Success"),
        GoalKind.OUT_OF_SCOPE: _("Out of scope"),
        GoalKind.ON_COMPLETION: _("On completion"),
        GoalKind.TRIGGER: _("Trigger"),
        GoalKind.PREREQUISITES: _("Prerequisites"),
        GoalKind.ON_FAILURE: _("On failure"),
        GoalKind.REQUIRES: _("Requires"),
        GoalKind.PRODUCES: _("Produces"),
    }
    return names[kind]
