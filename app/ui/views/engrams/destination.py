"""Where imported skills go: an engram there is, or a new one. Public name: `Destination`."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.core.library import engrams
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.labels import label
from app.ui.widgets.name_line import NameLine
from app.ui.widgets.select import Select

LONGEST = 100
LETTERS = 16
"""So much of the name of an engram can be read in any case."""


class Destination(QWidget):
    """`chosen(engram)`: its id, the name of one that the import will make, or what was offered."""

    chosen = Signal(object)

    def __init__(
        self,
        context: AppContext,
        suggested: str,
        offers: Sequence[tuple[str, object]],
        *,
        across: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`suggested` is a name for a new engram; `offers` are more choices, with their words."""
        super().__init__(parent)
        self._select = Select(context.theme, _("Destination"))
        self._select.may_be_cut(LETTERS)
        known = engrams.engrams(context.vault)
        for words, offer in offers:
            if words not in {engram.name for engram in known}:
                self._select.addItem(words, offer)
        for engram in known:
            self._select.addItem(engram.name, engram.id)
        self._select.addItem(_("New engram…"), None)
        self.name = NameLine(suggested[:LONGEST])
        self.name.setMaxLength(LONGEST)
        self.name.setAccessibleName(_("New engram name"))
        self.name.hide()
        self._announced = ""
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        parts = QBoxLayout(beside if across else below, self)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(6)
        name = label(_("Into"), "secondary") if across else label(_("Destination"), "head")
        parts.addWidget(name)
        parts.addWidget(self._select)
        parts.addWidget(self.name)
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

    def commit(self) -> None:
        """Announce a name that is still being typed."""
        if self.name.isVisible():
            self._on_named()

    def _on_activated(self) -> None:
        engram = self._select.currentData()
        self._announced = ""
        self.name.setVisible(engram is None)
        if engram is not None:
            self.chosen.emit(engram)
        else:
            self.name.setFocus()
            self.name.selectAll()
            self._on_named()

    def _on_named(self) -> None:
        name = self.name.text().strip()
        if name and name != self._announced:
            self._announced = name
            self.chosen.emit(name)
