"""One call in the journal of agents. Public name: `CallRow`."""

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.agents.calls import Logged, Outcome
from app.core.serve import wording
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label, set_tag, tag
from app.ui.widgets.moments import day

HEIGHT = 38
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
TIME, WHO, DID = 78, 104, 136
"""Px of the columns while text has its usual size."""


class CallRow(QWidget):
    """`opened(call)` by a click or Enter, `undo_wanted(call)` by its button."""

    opened = Signal(object)
    undo_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.call: Logged | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ringed", True)
        self.setProperty("radius", 4)
        self.time = label("", "muted")
        self.who = Elided(role="secondary", modest=True)
        self.did = Elided(role="secondary", modest=True)
        self.title = Elided(role="name")
        self.what = Elided(role="muted")
        self.ended = tag("", "neutral")
        self.undo = Button(theme, _("Undo"), size="small", icon="undo")
        self.undo.clicked.connect(lambda: self.undo_wanted.emit(self.call))
        row = QHBoxLayout(self)
        row.setContentsMargins(15, 3, 13, 3)
        row.setSpacing(10)
        for part in (self.time, self.who, self.did):
            row.addWidget(part)
        row.addWidget(self.title, 5)
        row.addWidget(self.what, 4)
        row.addWidget(self.ended)
        row.addWidget(self.undo)
        theme.changed.connect(self._scale)
        self._scale()

    def show_call(self, call: Logged, now: datetime) -> None:
        if call == self.call:
            return
        self.call = call
        time = f"{call.at.astimezone():%H:%M}"
        is_today = call.at.astimezone().date() == now.astimezone().date()
        self.time.setText(time if is_today else day(call.at, now))
        self.who.setText(call.name)
        did = _did(call)
        self.did.setText(did)
        title = call.title or (_("“{text}”").format(text=call.what) if call.what else "")
        self.title.setText(title)
        what = call.why or (call.what if call.title and call.what != call.title else "")
        self.what.setText(what)
        self.what.setVisible(bool(what))
        words, tone = _ended(call)
        set_tag(self.ended, words, "err" if tone else "neutral")
        self.ended.setVisible(bool(words))
        self.undo.setVisible(call.journal is not None and not call.undone)
        self.undo.setAccessibleName(_("Undo: {what}").format(what=title))
        opens = call.skill is not None and bool(call.title)
        hand = Qt.CursorShape.PointingHandCursor
        self.setCursor(hand if opens else Qt.CursorShape.ArrowCursor)
        said = (time, call.name, did, title, call.why, words)
        self.setAccessibleName(_(", ").join(part for part in said if part))

    def _scale(self) -> None:
        scaled = self._theme.scaled
        for part, width in ((self.time, TIME), (self.who, WHO), (self.did, DID)):
            part.setFixedWidth(scaled(width))
        self.setMinimumHeight(scaled(HEIGHT))

    # Qt

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.call is not None:
            self.opened.emit(self.call)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.call is not None:
            self.opened.emit(self.call)
        else:
            super().keyPressEvent(event)


def _did(call: Logged) -> str:
    if call.outcome is Outcome.WAITS:
        return _("proposed")
    if call.outcome is Outcome.REFUSED:
        return _("was refused")
    return wording.deed(call.tool)


def _ended(call: Logged) -> tuple[str, bool]:
    """A word at the end of the row, and whether it is a bad one."""
    if call.outcome is Outcome.REFUSED:
        return _("refused"), True
    if call.outcome is Outcome.FAILED:
        return _("failed"), True
    return (_("undone") if call.undone else ""), False
