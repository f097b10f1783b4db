"""What can be done with the heading of a phase or a section."""

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from app.core.words import _
from app.ui.commands import menu_entry
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.move_keys import MOVE_DOWN, MOVE_UP
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.widgets.menu_at import open_at


class HeadMenu(QObject):
    """Opens where a heading was clicked."""

    def __init__(self, theme: Theme, steps: StepEditing, view: QWidget) -> None:
        super().__init__(view)
        self._theme, self._steps, self._view = theme, steps, view
        steps.list.head_menu_wanted.connect(self._open)

    def menu(self, place: int) -> QMenu:
        """For the heading that begins at that place of the text."""
        menu, steps = QMenu(self._view), self._steps
        starts = [phase.start for phase in steps.reader.skill.phases]
        at = starts.index(place) if place in starts else -1
        entries = (
            ("edit", _("Edit in the text"), "F2", True, lambda: steps.list.text_wanted.emit(place)),
            ("arrow-up", _("Move up"), MOVE_UP, at > 0, lambda: steps.move_phase(place, -1)),
            ("arrow-down", _("Move down"), MOVE_DOWN, 0 <= at < len(starts) - 1,
             lambda: steps.move_phase(place, 1)),
        )  # fmt: skip
        for icon, text, keys, possible, run in entries:
            action = menu.addAction(self._theme.icon(icon, "t2"), menu_entry(text, keys))
            action.setEnabled(possible and not steps.read_only)
            action.triggered.connect(run)
        return menu

    def _open(self, place: int, point: QPoint) -> None:
        menu = self.menu(place)
        menu.aboutToHide.connect(menu.deleteLater)
        open_at(menu, point)
