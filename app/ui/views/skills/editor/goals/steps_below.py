"""The arrow keys lead from the goals to the steps below them, and back. Public: `StepsBelow`."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from app.core.skills.model import GoalKind
from app.ui.theme.focus import lead_to
from app.ui.views.skills.editor.goals.chips import GoalChips
from app.ui.views.skills.editor.steps.step_list import StepList

_FIRST = next(iter(GoalKind))


class StepsBelow(QObject):
    """Up on the first step goes to the goal that was left last; Down on a goal to the steps."""

    def __init__(self, chips: GoalChips, steps: StepList, parent: QObject) -> None:
        super().__init__(parent)
        self._chips, self._steps, self._last = chips, steps, _FIRST
        for part in (steps, *map(chips.chip, GoalKind)):
            part.installEventFilter(self)

    def _go_up(self) -> bool:
        step = self._steps.current
        if not step or self._steps.next_seen(step, -1):
            return False
        lead_to(self._chips.chip(self._last))
        return True

    def _go_down(self) -> bool:
        self._last = self._chips.focused_kind or _FIRST
        self._steps.take_focus()
        return True

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if not self._steps.isVisible():
            return False
        if watched is self._steps and event.key() == Qt.Key.Key_Up:
            return self._go_up()
        if watched is not self._steps and event.key() == Qt.Key.Key_Down:
            return self._go_down()
        return False
