"""One client in the list of clients. Public name: `ClientRow`."""

from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.core.connect.looking import Fault, State
from app.core.connect.overview import ClientSight
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.agents.choosable_row import ChoosableRow
from app.ui.views.agents.clients.client_signs import MARKED, group_word, rule_sign, state_sign
from app.ui.widgets.ages import age
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label
from app.ui.widgets.tips import plain_tip

HEIGHT = 42
MARK, SIGN, SPACING = 16, 14, 8
SEEN, TODAY, RULE, ACT = 62, 44, 38, 76
"""Px of the columns while text has its usual size."""


class Columns(NamedTuple):
    """What is told where there is room: what the client may do, its version, and when it was there
    last."""

    rules: bool = True
    version: bool = True
    seen: bool = True


class ClientRow(ChoosableRow):
    """`acted` by its button or Enter."""

    acted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.sight: ClientSight | None = None
        self.setProperty("ringed", True)
        self._mark, self._sign = QLabel(), QLabel()
        self._name = Elided(role="name", modest=True)
        self._version = label("", "caption")
        self._shown = Columns()
        self._state = Elided(role="secondary", modest=True)
        self._seen = Elided(role="muted", modest=True)
        self._today = label("", "name")
        self._today.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._rules = [QLabel() for _group in MARKED]
        self.act = Button(theme, "", size="small")
        self.act.clicked.connect(self.acted)
        self._hint = label(_("install it first"), "caption")
        self._lay_out()
        theme.changed.connect(self._scale)

    def show_sight(self, sight: ClientSight, now: datetime) -> None:
        """The same client, as it is now."""
        self.sight = sight
        sign = state_sign(sight.look)
        self._name.setText(sight.name)
        self._version.setText(sight.version)
        self._version.setVisible(self._shown.version and bool(sight.version))
        self._state.setText(sign.words)
        seen = sight.seen.last_seen if sight.seen is not None else None
        self._seen.setText(age(seen, now) if seen is not None else "")
        self._today.setText(str(sight.today) if sight.is_here else "")
        words = act_words(sight)
        self.act.setText(words)
        self.act.setVisible(bool(words))
        self.act.setAccessibleName(f"{words}: {sight.name}")
        self._hint.setVisible(sight.look.state is State.NOT_FOUND)
        said = [sight.name, sight.version, sign.words]
        if sight.is_here:
            said.append(_("{count} calls today").format(count=sight.today))
            for group in MARKED:
                said.append(f"{group_word(group)}: {rule_sign(sight.rules[group]).words}")
        self.setAccessibleName(_(", ").join(part for part in said if part))
        self._scale()

    def show_columns(self, shown: Columns) -> None:
        """Only these beside the name, the state and the calls of today."""
        self._shown = shown
        for mark in self._rules:
            mark.setVisible(shown.rules)
        self._version.setVisible(shown.version and bool(self._version.text()))
        self._seen.setVisible(shown.seen)

    def _lay_out(self) -> None:
        who, how = QWidget(), QWidget()
        for part, widgets in ((who, (self._name, self._version)), (how, (self._sign, self._state))):
            line = QHBoxLayout(part)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(6)
            for widget in widgets:
                line.addWidget(widget)
            line.addStretch(1)
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._end = QWidget()
        end = QHBoxLayout(self._end)
        end.setContentsMargins(0, 0, 0, 0)
        end.addStretch(1)
        end.addWidget(self.act)
        end.addWidget(self._hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(15, 3, 13, 3)
        row.setSpacing(SPACING)
        row.addWidget(self._mark)
        row.addWidget(who, 1)
        row.addWidget(how, 1)
        row.addWidget(self._seen)
        row.addWidget(self._today)
        for mark in self._rules:
            mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
            row.addWidget(mark)
        row.addWidget(self._end)

    def _scale(self) -> None:
        if self.sight is None:
            return
        scaled, scale = self._theme.scaled, self.devicePixelRatioF()
        colour = "acc" if self._is_chosen else "t2" if self.sight.is_here else "t4"
        self._mark.setPixmap(self._theme.pixmap("chip", colour, scaled(MARK), scale))
        sign = state_sign(self.sight.look)
        self._sign.setPixmap(self._theme.pixmap(sign.icon, sign.colour, scaled(SIGN), scale))
        for group, mark in zip(MARKED, self._rules, strict=True):
            drawn = rule_sign(self.sight.rules[group])
            shown = self._theme.pixmap(drawn.icon, drawn.colour, scaled(SIGN), scale)
            mark.setPixmap(shown)
            mark.setToolTip(plain_tip(f"{group_word(group)}: {drawn.words}"))
            mark.setFixedWidth(scaled(RULE))
            if not self.sight.is_here:
                mark.clear()
        for part, width in ((self._seen, SEEN), (self._today, TODAY), (self._end, ACT)):
            part.setFixedWidth(scaled(width))
        self.setMinimumHeight(scaled(HEIGHT))
        self.update()

    def _entered(self) -> None:
        if self.act.isVisible():
            self.acted.emit()


def act_words(sight: ClientSight) -> str:
    """The one thing to do about a client; empty where there is nothing."""
    look = sight.look
    if look.setup is None:
        return ""
    if look.state is State.FOUND:
        return _("Connect")
    if look.state is State.REPAIR:
        return _("Trust") if look.fault is Fault.TRUST else _("Repair")
    return ""
