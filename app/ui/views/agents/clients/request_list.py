"""The inbox: what agents proposed while nobody answered. Public name: `RequestList`."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.agents import clients, requests
from app.core.agents.requests import Answer, Request, State
from app.core.changes import Changes, Part
from app.core.library import catalogue
from app.core.serve import wording
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.clients.deciding import Deciding
from app.ui.widgets.ages import age
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label, rule
from app.ui.widgets.scrolled import scrolled

SHOWN = 3
"""So many have room before they scroll, where there is room; one where there is little."""


class RequestList(QWidget):
    """`chosen(number)` to look at one with its diff; hidden while nothing waits."""

    chosen = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.deciding = Deciding(context, self)
        self.deciding.decided.connect(lambda _number: self.look())
        self.rows: dict[int, RequestRow] = {}
        self._count = label("", "muted")
        head = QHBoxLayout()
        head.setContentsMargins(15, 11, 15, 9)
        head.setSpacing(8)
        head.addWidget(label(_("Proposals"), "head"))
        head.addWidget(self._count)
        head.addStretch(1)
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._area = scrolled(inner, _("Proposals"))
        frame = card()
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule())
        column.addWidget(self._area)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        context.bridge.changed.connect(self._on_changed)
        self.hide()
        self.look()

    def look(self) -> None:
        """Show what waits now; those that were there keep their rows, and the focus in them."""
        found = {
            one.id: one
            for one in requests.waiting(self._context.vault)
            if one.state is State.PROPOSED
        }
        for number in self.rows.keys() - found.keys():
            row = self.rows.pop(number)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for number, request in found.items():
            if number not in self.rows:
                self.rows[number] = self._made(request)
                self._column.addWidget(self.rows[number])
            self.rows[number].show_request(request, busy=self.deciding.is_busy(request))
        self._count.setText(str(len(found)))
        each = [row.sizeHint().height() for row in self.rows.values()]
        self._area.setMaximumHeight(sum(each[:SHOWN]))
        self._area.setMinimumHeight(sum(each[:1]))
        self.setVisible(bool(found))

    def _made(self, request: Request) -> "RequestRow":
        row, number = RequestRow(self._context), request.id
        row.look.clicked.connect(lambda: self.chosen.emit(number))
        row.allow.clicked.connect(lambda: self._decide(number, Answer.ALLOW))
        row.refuse.clicked.connect(lambda: self._decide(number, Answer.REFUSE))
        return row

    def _decide(self, number: int, answer: Answer) -> None:
        self.deciding.decide(requests.request(self._context.vault, number), answer)
        self.look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.AGENTS:
            self.look()


class RequestRow(QWidget):
    """What a client wants, since when, and why it could not be done before."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._context = context
        theme = context.theme
        self.wish = Elided(role="body")
        self.about = Elided(role="caption")
        self.look = Button(theme, _("Look"), "quiet", size="small")
        self.refuse = Button(theme, _("Refuse"), size="small")
        self.allow = Button(theme, _("Allow"), size="small", icon="check")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.wish)
        words.addWidget(self.about)
        row = QHBoxLayout(self)
        row.setContentsMargins(15, 7, 13, 7)
        row.setSpacing(6)
        row.addLayout(words, 1)
        for button in (self.look, self.refuse, self.allow):
            row.addWidget(button)

    def show_request(self, request: Request, *, busy: bool) -> None:
        vault = self._context.vault
        found = catalogue.row(vault, request.skill) if request.skill is not None else None
        title = found.title if found is not None else ""
        who = clients.said_name(vault, request.caller)
        wish = wording.wish(who, request.tool, title)
        self.wish.setText(wish)
        ago = age(request.at, vault.now())
        about = wording.about(request.arguments)
        parts = (ago, request.answer or (about if about != title else ""))
        self.about.setText(" · ".join(part for part in parts if part))
        for button in (self.look, self.refuse, self.allow):
            button.setEnabled(not busy)
            button.setAccessibleName(f"{button.text()}: {wish}")
