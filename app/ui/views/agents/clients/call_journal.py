"""What agents did, newest first, and taking it back. Public name: `CallJournal`."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.agents import calls
from app.core.agents.calls import Logged
from app.core.changes import Changes, Part
from app.core.library import undoing
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.clients.call_row import CallRow
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.labels import card, label, rule

SHOWN = 60
"""So many of the newest calls."""


class CallJournal(QWidget):
    """Of all clients or one of them; Enter or a click on a row opens its skill."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._client = ""
        self._stale = True
        self.rows: list[CallRow] = []
        theme = context.theme
        self.one = FilterChip(theme, "")
        self.one.hide()
        self.changes = FilterChip(theme, _("Changes only"))
        self.nothing = label(_("No agent has done anything yet."), "muted")
        self.nothing.setContentsMargins(15, 12, 15, 12)
        head = QHBoxLayout()
        head.setContentsMargins(15, 11, 15, 9)
        head.setSpacing(8)
        head.addWidget(label(_("Journal"), "head"))
        head.addWidget(label(_("what agents did"), "muted"))
        head.addStretch(1)
        head.addWidget(self.one)
        head.addWidget(self.changes)
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.nothing)
        self._column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(_("Journal"))
        self._area.setWidget(inner)
        frame = card()
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule())
        column.addWidget(self._area, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        self.one.toggled.connect(lambda _on: self.look())
        self.changes.toggled.connect(lambda _on: self.look())
        context.bridge.changed.connect(self._on_changed)

    def show_client(self, client: str, name: str) -> None:
        """Offer to see the calls of this client alone."""
        is_other = client != self._client
        self._client = client
        if name and is_other:
            self.one.show_choice(_("Only {name}").format(name=name), chosen=self.one.isChecked())
        self.one.setVisible(bool(name))
        if is_other and self.one.isChecked():
            self.look()

    def look(self) -> None:
        """Show the calls as they are in the vault now."""
        self._stale = False
        vault = self._context.vault
        found = calls.logged(
            vault,
            client=self._client if self.one.isChecked() else "",
            changes_only=self.changes.isChecked(),
            limit=SHOWN,
        )
        while len(self.rows) < len(found):
            row = CallRow(self._context.theme)
            row.opened.connect(self._open)
            row.undo_wanted.connect(self._undo)
            row.installEventFilter(self)
            self._column.insertWidget(self._column.count() - 1, row)
            self.rows.append(row)
        for n, row in enumerate(self.rows):
            row.setVisible(n < len(found))
        for row, call in zip(self.rows, found, strict=False):
            row.show_call(call, vault.now())
        self.nothing.setVisible(not found)

    def _open(self, call: Logged) -> None:
        if call.skill is not None and call.title:
            self._context.go.skill(call.skill)

    def _undo(self, call: Logged) -> None:
        """By somebody else than the agent: what it changes back is the person's."""
        journal, vault = call.journal, self._context.vault
        if journal is not None:
            self._context.writes.write(
                self,
                _("Undoing"),
                lambda: undoing.undo_entry(vault, journal),
                lambda _entry: self._undone(call),
                self._context.say.explain,
            )

    def _undone(self, call: Logged) -> None:
        said = _("Undone: {title}").format(title=call.title or call.what)
        self._context.say.tell(said, undoable=True)
        self.look()

    def _on_changed(self, changes: Changes) -> None:
        """An undo that came from elsewhere shows in what its entries changed."""
        if not changes.parts & (Part.AGENTS | Part.LIST | Part.TEXT):
            return
        if self.isVisible():
            self.look()
        else:
            self._stale = True

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.look()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys go from row to row."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            shown = [row for row in self.rows if not row.isHidden()]
            at = next((n for n, row in enumerate(shown) if row is watched), None)
            if by is not None and at is not None:
                row = shown[max(0, min(at + by, len(shown) - 1))]
                row.setFocus(Qt.FocusReason.OtherFocusReason)
                self._area.ensureWidgetVisible(row)
                return True
        return super().eventFilter(watched, event)
