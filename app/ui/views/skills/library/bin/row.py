"""The way from the list of skills to the bin. Public name: `BinRow`."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.changes import Changes, Part
from app.core.library import deleted
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button

HEIGHT = 26


class BinRow(Button):
    """Says how many skills are in the bin."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, _("Bin"), "quiet", icon="trash", size="small")
        self.setParent(parent)
        self._context = context
        inside = HEIGHT - 2  # the border
        self.setStyleSheet(f"text-align: left; height: {inside}px; max-height: {inside}px;")
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._skills: set[int] = set()
        """Those in the bin."""
        context.bridge.changed.connect(self._on_changed)

    def refresh(self) -> None:
        """Count them."""
        self._skills = deleted.ids(self._context.vault)
        self._show()

    def _on_changed(self, changes: Changes) -> None:
        """Whoever types is not kept waiting: only what changed is looked at."""
        if not changes.parts & Part.LIST or not self.isVisible():
            return
        if changes.skills:
            now = deleted.ids(self._context.vault, changes.skills)
            self._skills = (self._skills - changes.skills) | now
            self._show()
        else:
            self.refresh()

    def _show(self) -> None:
        count = len(self._skills)
        self.setText(_("Bin ({count})").format(count=count) if count else _("Bin"))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
