"""What agents repeat, proposed as skills. Public name: `CandidatesCard`."""

from datetime import datetime, timedelta
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.learning import sessions
from app.core.lifecycle import config
from app.core.lifecycle.config import Procedural
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.theme.focus import lead_to
from app.ui.views.lifecycle.candidate_dialog import CandidateDialog
from app.ui.views.lifecycle.candidate_list import CandidateList
from app.ui.views.lifecycle.candidate_rows import Listed, read_listed
from app.ui.views.lifecycle.deciding import Deciding
from app.ui.views.lifecycle.session_scan import SessionScan
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label
from app.ui.widgets.menu_at import open_at


class Seen(NamedTuple):
    """What there is to decide, by which rules it was found, and in how many sessions; `recent` of
    these are looked through.
    """

    settings: Procedural
    rows: tuple[Listed, ...]
    sessions: int
    recent: int
    now: datetime


class CandidatesCard(QFrame):
    """`looked` when it was read anew, `emptied` where none is left and the keyboard was there."""

    looked = Signal()
    emptied = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "plain")
        theme = context.theme
        self._context = context
        self._job: Job | None = None
        self._stale = True
        self.deciding = Deciding(context, self)
        self.scanning = SessionScan(context, self)
        self.list = CandidateList(theme)
        self.list.promoted.connect(lambda row: self.deciding.promote(row.one))
        self.list.dismissed.connect(lambda row: self.deciding.dismiss(row.one))
        self.list.opened.connect(self.review)
        self.scan = Button(theme, _("Scan…"), size="small")
        self.scan.setMenu(ButtonMenu(self.scan, self.scanning.fill))
        self.begin = Button(theme, _("Scan the sessions of your agents"), size="small")
        self.begin.clicked.connect(self.scanning.begin)
        self.further = Button(theme, _("Look further back…"), size="small")
        self.further.clicked.connect(lambda: context.go.setting(_("Days that are looked back")))
        self._why_none = label("", "secondary", wrap=True)
        self._count, self._about = label("", "muted"), Elided("", "muted", modest=True)
        self._none = self._nothing()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 4)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self._none)
        column.addWidget(self.list)
        self._none.hide()
        context.bridge.changed.connect(self._on_changed)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def look(self) -> None:
        """Ask the vault again."""
        self._stale = False
        if self._job is not None:
            self._job.cancel()
        vault = self._context.vault
        self._job = self._context.jobs.start(
            self, _("Looking at candidates"), lambda _job: _see(vault), self._take
        )

    def ask_what(self) -> None:
        """Offer what can be scanned, for the keyboard."""
        button = self.begin if self.begin.isVisibleTo(self) else self.scan
        lead_to(button)  # which has it when the menu is gone
        menu = self.scan.menu()
        open_at(menu, button.mapToGlobal(button.rect().bottomLeft()))
        menu.setActiveAction(menu.actions()[0])

    def review(self, row: Listed) -> None:
        """Show one as a whole."""
        dialog = CandidateDialog(self._context, row, self)
        dialog.promoted.connect(
            lambda text: self.deciding.promote(row.one, text, dialog.accept, dialog.refuse)
        )
        dialog.saved.connect(
            lambda text: self.deciding.edit(row.one, text, dialog.accept, dialog.refuse)
        )
        dialog.dismissed.connect(lambda: self.deciding.dismiss(row.one))
        dialog.open()

    def _take(self, seen: Seen) -> None:
        self._job = None
        settings, rows, now = seen.settings, seen.rows, seen.now
        focus = self.window().focusWidget()
        self.list.show_listed(rows, now, settings.candidate_days)
        self.list.setVisible(bool(rows))
        self._none.setVisible(not rows)
        self._say_why_none(seen)
        self._count.setText(str(len(rows)) if rows else "")
        said = ngettext(
            "same calls in order, in {count} session or more, last {days} days",
            "same calls in order, in {count} sessions or more, last {days} days",
            settings.candidate_sessions,
        )
        self._about.setText(
            said.format(count=settings.candidate_sessions, days=settings.candidate_days)
        )
        if focus is self.list and not rows:
            self.emptied.emit()
        elif focus is self.begin and rows:
            self.list.setFocus()  # what was asked for is there
        elif focus is self.scan and self.scan.isHidden():
            lead_to(self.begin)
        self.looked.emit()

    def _say_why_none(self, seen: Seen) -> None:
        """How to begin, or what was looked at in vain."""
        self.begin.setVisible(not seen.sessions)
        self.scan.setHidden(not (seen.sessions or seen.rows))  # one way to begin is enough
        if not seen.sessions:
            said = _(
                "Procedures that your agents repeat are proposed here as skills, for you to decide."
                " Techne finds them in the sessions that the agents keep on this computer; nothing"
                " leaves it."
            )
        else:
            days = seen.settings.candidate_days
            read = ngettext("{count} session was read", "{count} sessions were read", seen.sessions)
            said = _("{read}, {recent} of the last {days} days. Nothing in those is repeated often"
                     " enough.")  # fmt: skip
            if not seen.recent:
                said = _("{read}, but only those of the last {days} days are looked through, and"
                         " there is none.")  # fmt: skip
            said = said.format(read=read.format(count=seen.sessions), recent=seen.recent, days=days)
        self.further.setVisible(seen.recent < seen.sessions)
        self._why_none.setText(said)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(14, 9, 12, 9)
        row.setSpacing(8)
        words = QWidget()
        flow = FlowLayout(words, gap=8)
        for part in (label(_("Candidates"), "head"), self._count, self._about):
            flow.addWidget(part)
        row.addWidget(words, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.scan)
        return row

    def _nothing(self) -> QWidget:
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(14, 2, 12, 8)
        row.setSpacing(12)
        row.addWidget(self._why_none, 1)
        row.addWidget(self.begin)
        row.addWidget(self.further)
        return made

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.LEARNING | Part.KNOWLEDGE):  # its rules are among the latter
            if self.isVisible():
                self.look()
            else:
                self._stale = True

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.look()


def _see(vault: Vault) -> Seen:
    settings, _problems = config.load(vault.home)
    now = vault.now()
    recent = sessions.count(vault, now - timedelta(days=settings.candidate_days))
    return Seen(settings, read_listed(vault), sessions.count(vault), recent, now)
