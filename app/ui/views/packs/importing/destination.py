"""Where imported skills go: an engram there is, or a new one. Public name: `Destination`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.core.library import engrams
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.labels import label
from app.ui.widgets.select import Select

LONGEST = 100


class Destination(QWidget):
    """`chosen(engram)`: its id, or the name of one that the import will make."""

    chosen = Signal(object)

    def __init__(
        self, context: AppContext, suggested: str, usual: str, parent: QWidget | None = None
    ) -> None:
        """`suggested` is a name for a new engram; `usual` one that the import makes if need be."""
        super().__init__(parent)
        self._select = Select(context.theme, _("Destination"))
        for engram in engrams.engrams(context.vault):
            self._select.addItem(engram.name, engram.id)
        if self._select.findText(usual) < 0:
            self._select.addItem(usual, usual)
        self._select.addItem(_("New engram…"), None)
        self.name = QLineEdit(suggested[:LONGEST])
        self.name.setMaxLength(LONGEST)
        self.name.setAccessibleName(_("Name of the new engram"))
        self.name.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(label(_("Destination"), "head"))
        column.addWidget(self._select)
        column.addWidget(self.name)
        self._select.activated.connect(self._on_activated)
        self.name.editingFinished.connect(self._on_named)

    def show_engram(self, engram: int | None, name: str) -> None:
        """Show what a plan goes to, without announcing it."""
        place = self._select.findData(name if engram is None else engram)
        new = place < 0
        self._select.setCurrentIndex(self._select.count() - 1 if new else place)
        self.name.setVisible(new)
        if new:
            self.name.setText(name)

    def _on_activated(self) -> None:
        engram = self._select.currentData()
        self.name.setVisible(engram is None)
        if engram is not None:
            self.chosen.emit(engram)
        else:
            self.name.setFocus()
            self.name.selectAll()
            self._on_named()

    def _on_named(self) -> None:
        if self.name.text().strip():
            self.chosen.emit(self.name.text().strip())
