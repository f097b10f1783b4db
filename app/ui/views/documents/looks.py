"""How what became of a passage looks: its words, its icon, its colour."""

from PySide6.QtGui import QColor

from app.core.documents.roles import Becomes, Role
from app.core.skills.model import GoalKind
from app.ui.theme.goals import GOALS
from app.ui.theme.theme import Theme

_ICONS = {
    Role.TITLE: "text",
    Role.PHASE: "outline",
    Role.STEP: "steps",
    Role.SUB_STEP: "steps",
    Role.CONTEXT: "note",
    Role.LEFT_OUT: "eye-off",
}
_TOKENS = {
    Role.TITLE: "t2",
    Role.PHASE: "acc",
    Role.STEP: "acc",
    Role.SUB_STEP: "acc",
    Role.CONTEXT: "t3",
    Role.LEFT_OUT: "t4",
}
ROLES: tuple[Becomes, ...] = (*Role, *GoalKind)
"""All that a passage can become, in the order in which it is offered."""


def role_of(data: object) -> Becomes | None:
    """What Qt has kept of a role, which is its value alone; None for none."""
    return next((role for role in ROLES if role.value == data), None)


def words(role: Becomes) -> str:
    """As people read it."""
    return role.spec.title() if isinstance(role, GoalKind) else role.words


def icon(role: Becomes) -> str:
    return GOALS[role].icon if isinstance(role, GoalKind) else _ICONS[role]


def token(role: Becomes) -> str:
    """The name of the colour of its marks and its line."""
    return f"goal:{role.value}" if isinstance(role, GoalKind) else _TOKENS[role]


def colour(theme: Theme, role: Becomes) -> QColor:
    return theme.colour(token(role))


def ground(theme: Theme, role: Becomes) -> QColor | None:
    """The soft fill of a passage that became a goal."""
    return theme.colour(f"soft:{role.value}") if isinstance(role, GoalKind) else None
