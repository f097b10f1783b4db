"""When a skill is trained by itself, to be chosen."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QWidget

from app.core.training import schedule
from app.core.training.schedule import Plan
from app.core.words import _
from app.ui.desk import Desk
from app.ui.widgets.buttons import Button


class PlanButton(Button):
    """Says the plan of a skill, and offers others. What comes of it waits to be reviewed."""

    def __init__(self, desk: Desk, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(desk.theme, "", size="small", parent=parent)
        self._desk, self._skill = desk, skill
        self.setToolTip(_("When this skill is trained by itself; you review what comes of it"))
        self._choices: tuple[tuple[str, Plan | None], ...] = (
            (_("Trained by hand"), None),
            (_("Trained every week"), Plan(when_memories_change=False)),
            (_("Trained when memories change"), Plan(every_days=None)),
            (_("Trained every week and when memories change"), Plan()),
        )
        menu = QMenu(self)
        for words, plan in self._choices:
            menu.addAction(words).triggered.connect(self._chooser(plan))
        self.setMenu(menu)
        self.refresh()

    def refresh(self) -> None:
        """Ask the vault again."""
        plan = schedule.plan_of(self._desk.vault, self._skill)
        words = next((words for words, one in self._choices if one == plan), _("Its own plan"))
        self.setText(words)
        self.setAccessibleName(words)

    def _chooser(self, plan: Plan | None) -> Callable[[], None]:
        def choose(*_checked: object) -> None:
            schedule.set_plan(self._desk.vault, self._skill, plan)
            self.refresh()

        return choose
