"""What was written for a client, and whether it works. Public name: `ClientDetails`."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.connect.connections import Verified
from app.core.connect.health import CONNECTED
from app.core.connect.looking import Fault, State
from app.core.connect.overview import ClientSight, Written
from app.core.mirror.budgets import Budget
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.agents.clients.client_row import act_words
from app.ui.views.agents.clients.written_lines import MOST, WrittenLines
from app.ui.views.agents.listing_budget import ListingBudgets
from app.ui.views.agents.signs import said_path
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import card, label, rule, set_tag, tag

SIGN = 13
FEW = 4
"""Lines of the hooks before they scroll: they are all alike."""


class ClientDetails(QWidget):
    """`acted(id)`, `verify_wanted(id)` and `undo_wanted(id)` by its buttons."""

    acted = Signal(str)
    verify_wanted = Signal(str)
    undo_wanted = Signal(str)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        self.sight: ClientSight | None = None
        self.name = Elided(role="pane", modest=True)
        self.verified = tag("", "ok")
        self.about = Elided(role="caption")
        self.act = Button(theme, "", "primary", size="small")
        self.again = IconButton(theme, "refresh", _("Check again"))
        self.undo = Button(theme, _("Undo change"), size="small", icon="undo")
        self.sentence = label("", "secondary", wrap=True)
        self.budgets = ListingBudgets(theme)
        self.budgets.opened.connect(context.go.skill)
        self._files = QVBoxLayout()
        self._files.setSpacing(10)
        self._shown: tuple[Written, ...] = ()
        self._checks = QWidget()
        self._flow = FlowLayout(self._checks, gap=14)
        self._lay_out()
        self.act.clicked.connect(lambda: self._tell(self.acted))
        self.again.clicked.connect(lambda: self._tell(self.verify_wanted))
        self.undo.clicked.connect(lambda: self._tell(self.undo_wanted))

    def show_sight(
        self, sight: ClientSight, budgets: Sequence[Budget], *, is_busy: bool = False
    ) -> None:
        """A client as it is now. `is_busy` while something is written or checked for it."""
        self.sight = sight
        how = sight.look.connection.verified if sight.look.connection is not None else None
        works = sight.look.state is State.CONNECTED and how is not None and not how.failed
        now = self._context.vault.now()
        self.name.setText(sight.name)
        words = _("Verified {when}").format(when=_when(how, now)) if works and how else ""
        set_tag(self.verified, _("Checking…") if is_busy else words, "info" if is_busy else "ok")
        self.verified.setVisible(bool(words) or is_busy)
        self.about.setText(_about(sight, how))
        self.act.setText(act_words(sight))
        self.act.setVisible(bool(act_words(sight)))
        has_entry = sight.look.entry is not None
        self.again.setVisible(has_entry)
        self.undo.setVisible(has_entry)
        for button in (self.act, self.again, self.undo):
            button.setEnabled(not is_busy)
        self.sentence.setText(_sentence(sight, how))
        self.sentence.setVisible(bool(self.sentence.text()))
        self._show_written(sight.written)
        self._show_checks(how if has_entry and not is_busy else None, sight.name)
        self.budgets.show_budgets(tuple(budgets))
        self.budgets.setVisible(bool(budgets))

    def _tell(self, signal: object) -> None:
        if self.sight is not None:
            signal.emit(self.sight.id)  # type: ignore[attr-defined]

    def _show_written(self, written: tuple[Written, ...]) -> None:
        if written == self._shown:
            return
        self._shown = written
        while (item := self._files.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for n, one in enumerate(written):
            lines = WrittenLines(self._context.theme, FEW if n else MOST)
            lines.show_lines(one.lines)
            self._files.addWidget(_written_to(one))
            self._files.addWidget(lines)

    def _show_checks(self, how: Verified | None, name: str) -> None:
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        said = _said(how, name) if how is not None else []
        for is_good, words in said:
            self._flow.addWidget(self._check(words, is_good=is_good))
        self._checks.setVisible(bool(said))

    def _check(self, words: str, *, is_good: bool) -> QWidget:
        theme = self._context.theme
        mark, made = QLabel(), QWidget()
        icon, colour = ("check", "ok") if is_good else ("triangle-alert", "warn")
        side = theme.scaled(SIGN)
        mark.setPixmap(theme.pixmap(icon, colour, side, self.devicePixelRatioF()))
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        row.addWidget(mark)
        row.addWidget(label(words, "caption"))
        return made

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(1)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self.name)
        title.addWidget(self.verified)
        title.addStretch(1)
        words.addLayout(title)
        words.addWidget(self.about)
        head = QHBoxLayout()
        head.setContentsMargins(15, 10, 13, 10)
        head.setSpacing(8)
        head.addLayout(words, 1)
        head.addWidget(self.again)
        head.addWidget(self.undo)
        head.addWidget(self.act)
        inner = QVBoxLayout()
        inner.setContentsMargins(15, 10, 13, 12)
        inner.setSpacing(10)
        inner.addWidget(self.sentence)
        inner.addLayout(self._files)
        inner.addWidget(self._checks)
        inner.addWidget(self.budgets)
        frame = card()
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule())
        column.addLayout(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)


def _written_to(one: Written) -> QWidget:
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    row.addWidget(label(_("Written to"), "caption"))
    path = Elided(said_path(one.file), role="name", cut=Qt.TextElideMode.ElideMiddle)
    row.addWidget(path, 1)
    return made


def _about(sight: ClientSight, how: Verified | None) -> str:
    """How it is connected, in a few words."""
    made, setup = sight.look.connection, sight.look.setup
    if sight.look.entry is None or setup is None:
        return said_path(sight.look.file) if sight.look.file is not None else ""
    said = [_("HTTP") if made is not None and made.url else "stdio"]
    if how is not None and how.protocol:
        said.append(_("protocol {version}").format(version=how.protocol))
    if sight.version:
        said.insert(0, sight.version)
    if setup.hooks is not None:
        has_hooks = len(sight.written) > 1 or any(
            " hook " in line.text for one in sight.written for line in one.lines
        )
        said.append(_("hooks on") if has_hooks else _("no hooks"))
    return " · ".join(said)


def _sentence(sight: ClientSight, how: Verified | None) -> str:
    """What is to be known before a button is pressed; empty where all is well."""
    look = sight.look
    if look.setup is None:
        return _(
            "Programs that Techne did not connect, or whose secret is not known. They share one"
            " set of rules."
        )
    if look.state is State.NOT_FOUND:
        return _("{name} was not found on this computer.").format(name=sight.name)
    if look.state is State.FOUND:
        return _(
            "{name} can use your skills. You see the exact change before it is written."
        ).format(name=sight.name)
    if look.fault is None:
        return ""
    return {
        Fault.PROGRAM: _("The program in its settings is gone. Repair writes where it is now."),
        Fault.SECRET: _("Its secret is not known any more. Repair gives it a new one."),
        Fault.SETTINGS: look.why,
        Fault.TRUST: _("{name} starts no server in {folder}, because it does not trust it.").format(
            name=sight.name, folder=said_path(look.folder) if look.folder is not None else ""
        ),
        Fault.HANDSHAKE: how.failed if how is not None else "",
    }[look.fault]


def _said(how: Verified, name: str) -> list[tuple[bool, str]]:
    """What was tried, and whether it went well."""
    if how.failed:
        return []
    tools = ngettext("{count} tool listed", "{count} tools listed", how.tools)
    said = [
        (True, _("Answers in {ms} ms").format(ms=round(1000 * how.seconds))),
        (True, tools.format(count=how.tools)),
    ]
    if how.health == CONNECTED:
        said.append((True, _("{name}: connected").format(name=name)))
    elif how.health:
        said.append((False, how.health))
    return said


def _when(how: Verified, now: datetime) -> str:
    at = datetime.fromisoformat(how.at).astimezone()
    return f"{at:%H:%M}" if at.date() == now.astimezone().date() else f"{at:%Y-%m-%d}"
