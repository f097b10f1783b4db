"""What a goal of a procedure says, below its name with its mark.

Public names: `GoalHead`, `goal_words`.
"""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.skills.model import GoalKind
from app.ui.theme.goals import GOALS
from app.ui.theme.theme import Theme
from app.ui.views.runs.step_text import NONE, plain
from app.ui.widgets.labels import Role, label

MARK = 14


class GoalHead(QWidget):
    """The mark and the name of a goal in its colour, and room behind them."""

    def __init__(self, theme: Theme, kind: GoalKind, words: str = "") -> None:
        super().__init__()
        self._theme, self._kind = theme, kind
        self._mark = QLabel()
        self._name = label(words or kind.spec.title(), "secondary", wrap=True)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(7)
        self.row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        self.row.addWidget(self._name, 1)
        theme.changed.connect(self._paint)
        self._paint()

    def _paint(self) -> None:
        theme = self._theme
        side = theme.scaled(MARK)
        drawing, token = GOALS[self._kind].icon, f"goal:{self._kind}"
        self._mark.setPixmap(theme.pixmap(drawing, token, side, self.devicePixelRatioF()))
        colour = theme.tokens.goal(self._kind).colour
        self._name.setStyleSheet(f"color: {colour}; font-weight: 600;")


def goal_words(
    theme: Theme,
    kind: GoalKind,
    words: str,
    role: Role = "secondary",
    *,
    head: str = "",
    values: Mapping[str, str] = NONE,
) -> QWidget:
    """The head with what the goal says, with the values that are known."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(3)
    column.addWidget(GoalHead(theme, kind, head))
    said = label(plain(words, values), role, wrap=True)
    said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    column.addWidget(said)
    return made
