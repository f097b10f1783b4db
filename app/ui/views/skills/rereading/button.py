"""How many skills an update reads differently, and the way to them."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from app.core.changes import Changes, Part
from app.core.library import reread
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.rereading.dialog import RereadDialog
from app.ui.widgets.buttons import Button
from app.ui.widgets.tips import plain_tip

LATER = 100
"""Milliseconds after a change."""


class RereadButton(Button):
    """It is only there while there are skills that nobody has seen since the update."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, "", size="small", icon="refresh", parent=parent)
        self._context = context
        self.setToolTip(plain_tip(_("An update of Techne reads these skills differently")))
        self._wait = QTimer(self, interval=LATER, singleShot=True)
        self._wait.timeout.connect(self.refresh)
        context.bridge.changed.connect(self._on_changed)
        self.clicked.connect(self.open)
        self.refresh()

    def refresh(self) -> None:
        """Ask the vault how many there are."""
        count = reread.count(self._context.vault)
        words = ngettext(
            "{count} skill reads differently", "{count} skills read differently", count
        )
        self.setText(words.format(count=count))
        self.setAccessibleName(self.text())
        self.setVisible(count > 0)

    def open(self) -> None:
        RereadDialog(self._context, self).open()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.EDGES | Part.LIST | Part.TEXT):
            self._wait.start()
