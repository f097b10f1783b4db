"""All clients, one below the other. Public name: `ClientList`."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.agents.consent import Rule
from app.core.connect.looking import State
from app.core.connect.overview import ClientSight
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.agents.clients.client_row import (
    ACT,
    HEIGHT,
    MARK,
    RULE,
    SEEN,
    SPACING,
    TODAY,
    ClientRow,
    Columns,
)
from app.ui.views.agents.clients.client_signs import MARKED, group_word, rule_sign
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label, rule
from app.ui.widgets.scrolled import scrolled

ROOMY = 640
"""Px from which what each client may do is shown, while text has its usual size."""
WIDE = 760
"""And from which on the version of each is."""
ENOUGH = 480
"""From these on it is told when each was there last, if any ever was."""


class ClientList(QWidget):
    """`chosen(id)`; `acted(id)` when somebody wants to do what the client needs."""

    chosen = Signal(str)
    acted = Signal(str)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.rows: dict[str, ClientRow] = {}
        self.current = ""
        self._shown = Columns()
        self._is_any_seen = False
        self._counts = Elided(_("Looking…"), role="muted")
        self._signs = [QLabel() for _rule in Rule]
        self._legend: list[QWidget] = []
        self._columns = QWidget()
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        self._area = scrolled(inner, _("Clients"))
        frame = card()
        around = QVBoxLayout(frame)
        around.setContentsMargins(1, 1, 1, 1)
        around.setSpacing(0)
        around.addLayout(self._head())
        around.addWidget(self._columns)
        around.addWidget(rule())
        around.addWidget(self._area, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        self._name_columns()
        self._area.verticalScrollBar().installEventFilter(self)
        context.theme.changed.connect(self._scale)
        context.theme.changed.connect(self._fit)
        self._scale()

    def show_sights(self, sights: tuple[ClientSight, ...]) -> None:
        """Have a row for each, those that were there already with the focus they had."""
        now = self._context.vault.now()
        ids = [one.id for one in sights]
        for gone in self.rows.keys() - set(ids):
            row = self.rows.pop(gone)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for n, one in enumerate(sights):
            row = self.rows.get(one.id) or self._made(one.id)
            row.show_sight(one, now)
            self._column.insertWidget(n, row)
            row.show()  # the keyboard goes to no row that the layout has yet to show
        self.rows = {id_: self.rows[id_] for id_ in ids}
        self._counts.setText(_counted(sights))
        self._is_any_seen = any(one.seen is not None and one.seen.last_seen for one in sights)
        self._fit()

    def choose(self, client: str) -> None:
        """Mark a client as the one whose details are shown."""
        self.current = client
        is_awaited = self.window().focusWidget() is self  # whether the window is in front or not
        for id_, row in self.rows.items():
            row.set_chosen(id_ == client)
            if id_ == client:
                self.setFocusProxy(row)
        if is_awaited:  # also by whoever came before there was a row
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep_in_sight(self, count: int) -> None:
        """Have room for that many rows at least, or for all."""
        rows = min(count, max(len(self.rows), 1))
        self._area.setMinimumHeight(rows * self._context.theme.scaled(HEIGHT))

    def _made(self, client: str) -> ClientRow:
        row = self.rows[client] = ClientRow(self._context.theme)
        row.show_columns(self._shown)
        row.chosen.connect(partial(self._choose, client))
        row.moved.connect(partial(self._move, client))
        row.acted.connect(partial(self._choose, client))
        row.acted.connect(partial(self.acted.emit, client))
        return row

    def _choose(self, client: str) -> None:
        self.choose(client)
        self.chosen.emit(client)

    def _move(self, client: str, by: int) -> None:
        """The arrow keys go from client to client, and its details are shown."""
        ids = list(self.rows)
        at = ids.index(client) + by
        if 0 <= at < len(ids):
            row = self.rows[ids[at]]
            row.setFocus(Qt.FocusReason.OtherFocusReason)
            self._area.ensureWidgetVisible(row)
            self._choose(ids[at])

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(15, 11, 15, 7)
        head.setSpacing(8)
        head.addWidget(label(_("Clients"), "head"))
        head.addWidget(self._counts, 1)
        for one, mark in zip(Rule, self._signs, strict=True):
            head.addWidget(mark)
            words = Elided(rule_sign(one).words, role="caption", modest=True)
            head.addWidget(words)
            self._legend += [mark, words]
        return head

    def _name_columns(self) -> None:
        """Above the rows, as wide as their columns."""
        row = QHBoxLayout(self._columns)
        row.setContentsMargins(15, 2, 13, 6)
        row.setSpacing(SPACING)
        self._beside = QWidget()
        self._gap = QWidget()
        row.addWidget(self._gap)
        row.addWidget(Elided(_("Client"), role="caption"), 1)
        row.addWidget(Elided(_("State"), role="caption"), 1)
        self._sized: list[tuple[QWidget, int]] = [(self._gap, MARK)]
        self._last_seen = label(_("Last seen"), "caption")
        self._sized.append((self._last_seen, SEEN))
        self._sized.append((label(_("Today"), "caption"), TODAY))
        rules = [label(group_word(group), "caption") for group in MARKED]
        self._legend += rules
        self._sized += [(one, RULE) for one in rules]
        self._sized.append((QWidget(), ACT))
        for part, width in self._sized[1:]:
            if isinstance(part, QLabel) and width != SEEN:
                side = Qt.AlignmentFlag.AlignTrailing if width == TODAY else None
                part.setAlignment(side or Qt.AlignmentFlag.AlignCenter)
            row.addWidget(part)
        row.addWidget(self._beside)

    def _line_up(self) -> None:
        """The columns stand above those of the rows, which may have a scroll bar beside them."""
        bar = self._area.verticalScrollBar()
        self._beside.setFixedWidth(max(0, bar.width() - SPACING))
        self._beside.setVisible(bar.isVisible())

    def _scale(self) -> None:
        theme, scale = self._context.theme, self.devicePixelRatioF()
        for part, width in self._sized:
            part.setFixedWidth(theme.scaled(width))
        for one, mark in zip(Rule, self._signs, strict=True):
            drawn = rule_sign(one)
            mark.setPixmap(theme.pixmap(drawn.icon, drawn.colour, theme.scaled(12), scale))

    def _fit(self) -> None:
        """As much about each as there is room for."""
        room, scaled = self.width(), self._context.theme.scaled
        shown = Columns(
            rules=room >= scaled(ROOMY),
            version=room >= scaled(WIDE),
            seen=self._is_any_seen and room >= scaled(ENOUGH),
        )
        if shown == self._shown:
            return
        self._shown = shown
        for part in self._legend:
            part.setVisible(shown.rules)
        self._last_seen.setVisible(shown.seen)
        for row in self.rows.values():
            row.show_columns(shown)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize):
            self._line_up()
        return super().eventFilter(watched, event)


def _counted(sights: tuple[ClientSight, ...]) -> str:
    connected = sum(one.look.state is State.CONNECTED for one in sights)
    broken = sum(one.look.state is State.REPAIR for one in sights)
    said = [ngettext("{count} connected", "{count} connected", connected).format(count=connected)]
    if broken:
        words = ngettext("{count} needs repair", "{count} need repair", broken)
        said.append(words.format(count=broken))
    return _(", ").join(said)
