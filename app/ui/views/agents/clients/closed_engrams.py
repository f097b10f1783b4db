"""What a client does not see. Public names: `ClosedEngrams`, `ChooseEngrams`."""

from collections.abc import Hashable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.agents import scope
from app.core.changes import Changes, Part
from app.core.library import engrams
from app.core.library.engrams import Engram, Tier
from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.tick_list import TickList
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label

SIZE = (460, 480)


def tier_words(tier: Tier) -> str:
    return {
        Tier.PUBLIC: _("Everything public"),
        Tier.PERSONAL: _("Everything personal"),
        Tier.SENSITIVE: _("Everything sensitive"),
    }[tier]


class ClosedEngrams(QWidget):
    """The engrams and tiers that are closed to a client, and the way to choose others."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._client = self._name = ""
        self.names = Elided(role="secondary")
        self.choose = Button(context.theme, _("Choose engrams…"), "quiet", size="small")
        self.choose.clicked.connect(self.ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(15, 7, 13, 7)
        row.setSpacing(8)
        row.addWidget(label(_("Closed to it"), "name"))
        row.addWidget(self.names, 1)
        row.addWidget(self.choose)
        context.bridge.changed.connect(self._on_changed)

    def show_client(self, client: str, name: str) -> None:
        """What is closed to this client."""
        self._client, self._name = client, name
        self._look()

    def ask(self) -> None:
        """Choose in a dialog."""
        dialog = ChooseEngrams(self._context, self._client, self._name, self)
        dialog.chosen.connect(self._close)
        dialog.open()

    def _look(self) -> None:
        vault = self._context.vault
        closed, tiers = scope.closed(vault, self._client)
        names = [tier_words(tier) for tier in Tier if tier in tiers]
        names += [one.name for one in engrams.engrams(vault) if one.id in closed]
        self.names.setText(_(", ").join(names) if names else _("nothing"))

    def _close(self, wanted: frozenset[Hashable]) -> None:
        vault, client = self._context.vault, self._client
        self._context.writes.write(
            self, _("Saving"), lambda: _close(vault, client, wanted), lambda _nothing: self._look()
        )

    def _on_changed(self, changes: Changes) -> None:
        if self._client and changes.parts & (Part.AGENTS | Part.ENGRAMS):
            self._look()


class ChooseEngrams(Dialog):
    """`chosen(ids of engrams and tiers)` that are to be closed."""

    chosen = Signal(object)

    def __init__(self, context: AppContext, client: str, name: str, parent: QWidget) -> None:
        super().__init__(
            context.theme,
            _("Closed to {client}").format(client=name),
            _("Nothing in them is read, found, suggested or counted for it."),
            parent=parent,
            icon="lock",
        )
        self.list = TickList(_("Engrams"))
        closed, tiers = scope.closed(context.vault, client)
        for tier in Tier:
            self.list.add(tier, tier_words(tier))
        for one in engrams.engrams(context.vault):
            self.list.add(one.id, one.name)
        before = closed | tiers
        rows = [*Tier, *(one.id for one in engrams.engrams(context.vault))]
        self.list.check(row for row, what in enumerate(rows) if what in before)
        self.body.addWidget(self.list, 1)
        wall = _("A program with your own rights on this computer could still read files of yours.")
        self.body.addWidget(label(wall, "caption", wrap=True))
        cancel = Button(context.theme, _("Cancel"), size="large")
        self.go = Button(context.theme, _("Close these"), "primary", size="large", icon="lock")
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.go)
        self.resize(*SIZE)
        cancel.clicked.connect(self.reject)
        self.go.clicked.connect(self._go)

    def _go(self) -> None:
        self.chosen.emit(self.list.chosen)
        self.accept()


def _close(vault: Vault, client: str, wanted: frozenset[Hashable]) -> None:
    """Close what is wanted and is open, and open what is closed and not wanted any more."""
    closed, tiers = scope.closed(vault, client)
    every: tuple[Engram | Tier, ...] = (*Tier, *engrams.engrams(vault))
    for one in every:
        what: Hashable = one if isinstance(one, Tier) else one.id
        if what in wanted and what not in closed | tiers:
            scope.close(vault, client, one)
        elif what not in wanted and what in closed | tiers:
            scope.reopen(vault, client, one)
