"""How many trainings wait for a person, and the way to each of them."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.core.changes import Changes, Part
from app.core.words import _, ngettext
from app.ui.desk import Desk
from app.ui.widgets.buttons import Button

LONGEST = 50


class InboxButton(Button):
    """`chosen(skill)`. It is only there while something waits.

    It looks after each job and each training, for what it needs takes time to load: at the start
    of the window it waits for the first indexing.
    """

    chosen = Signal(int)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk.theme, "", size="small", icon="train", parent=parent)
        self._desk = desk
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self.hide()
        desk.bridge.changed.connect(self._on_changed)
        desk.jobs.ended.connect(self.refresh)

    def refresh(self) -> None:
        """Ask the vault what waits."""
        from app.core.training import inbox  # noqa: PLC0415 - loads numpy

        waiting = inbox.waiting(self._desk.vault)
        self._menu.clear()
        for one in waiting:
            title = one.proposal.title[:LONGEST] or _("Untitled skill")
            if one.rewrite is not None and one.rewrite.steps:
                title = _("{title}, with a rewriting").format(title=title)
            self._menu.addAction(title).triggered.connect(self._chooser(one.skill))
        count = len(waiting)
        said = ngettext("{count} training to review", "{count} trainings to review", count)
        self.setText(said.format(count=count))
        self.setAccessibleName(self.text())
        self.setVisible(count > 0)

    def _chooser(self, skill: int) -> Callable[[], None]:
        return lambda *_checked: self.chosen.emit(skill)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.TRAINING:
            self.refresh()
