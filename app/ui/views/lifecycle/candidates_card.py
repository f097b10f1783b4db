"""What agents repeat, proposed as skills. Public name: `CandidatesCard`."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.learning import candidates, promoting
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.theme.focus import lead_to
from app.ui.views.lifecycle.candidate_dialog import CandidateDialog
from app.ui.views.lifecycle.candidate_list import CandidateList
from app.ui.views.lifecycle.candidate_rows import Listed
from app.ui.views.lifecycle.candidates_seen import Seen, see
from app.ui.views.lifecycle.deciding import Deciding
from app.ui.views.lifecycle.no_candidates import NoCandidates
from app.ui.views.lifecycle.session_scan import SessionScan
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label
from app.ui.widgets.menu_at import open_at

CONCERNS = Part.LEARNING | Part.KNOWLEDGE | Part.DRAFTS | Part.LIST
"""The rules are among what is known of skills."""


class CandidatesCard(QFrame):
    """`looked` when it was read anew, `emptied` where the keyboard waited for what is not there."""

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
        self.list.promoted.connect(self.promote)
        self.list.dismissed.connect(lambda row: self.deciding.dismiss(row.one))
        self.list.reopened.connect(lambda row: self.deciding.reopen(row.one))
        self.list.opened.connect(self.review)
        self.dismissed = FilterChip(theme, _("Dismissed"))
        self.dismissed.clicked.connect(self.look)
        self.dismissed.hide()  # until there are some
        self.scan = Button(theme, _("Scan…"), size="small")
        self.scan.setMenu(ButtonMenu(self.scan, self.scanning.fill))
        self.none = NoCandidates(context, self.scanning)
        self._count, self._about = label("", "muted"), Elided("", "muted", modest=True)
        self._count.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 4)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self.none)
        column.addWidget(self.list)
        self.none.hide()
        self.scanning.turned.connect(self._look_anew)
        context.bridge.changed.connect(self._on_changed)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def look(self) -> None:
        """Ask the vault again."""
        self._stale = False
        if self._job is not None:
            self._job.cancel()
        vault, dismissed = self._context.vault, self.dismissed.isChecked()
        self._job = self._context.jobs.start(
            self,
            _("Looking at candidates"),
            lambda _job: see(vault, dismissed=dismissed),
            self._take,
        )

    def ask_what(self) -> None:
        """Offer what can be scanned, for the keyboard."""
        button = self.first
        lead_to(button)  # which has it when the menu is gone
        menu = self.scan.menu()
        open_at(menu, button.mapToGlobal(button.rect().bottomLeft()))
        menu.setActiveAction(menu.actions()[0])

    def promote(self, row: Listed) -> None:
        """Make one a skill; what somebody has written in it and not saved is shown first, and so is
        that another skill has its name.
        """
        vault, one = self._context.vault, row.one

        def decide() -> None:
            if candidates.is_begun(vault, one.id):
                self.review(row).continue_typing()
            elif promoting.namesake(vault, one.text, one.evolves) is not None:
                self.review(row)
            else:
                self.deciding.promote(one)

        self._context.writes.after(self, decide)

    def review(self, row: Listed) -> CandidateDialog:
        """Show one as a whole."""
        dialog = CandidateDialog(self._context, row, self)
        dialog.promoted.connect(
            lambda text: self.deciding.promote(row.one, text, dialog.accept, dialog.refuse)
        )
        dialog.saved.connect(
            lambda text: self.deciding.edit(row.one, text, dialog.accept, dialog.refuse)
        )
        dialog.dismissed.connect(lambda: self.deciding.dismiss(row.one))
        dialog.reopened.connect(lambda: self.deciding.reopen(row.one, dialog.accept))
        dialog.open()
        return dialog

    def _take(self, seen: Seen) -> None:
        self._job = None
        count = seen.decided.dismissed
        if self.dismissed.isChecked() and not count:  # the last of them was reopened
            self.dismissed.setChecked(False)
            self.look()
            return
        self.dismissed.setText(_("{count} dismissed").format(count=count))
        self.dismissed.setAccessibleName(self.dismissed.text())
        self.dismissed.setVisible(bool(count))
        settings, rows, now = seen.settings, seen.rows, seen.now
        focus, had_some = self.window().focusWidget(), bool(self.list.rows.rows)
        reading = self.scanning.is_reading
        self.list.show_listed(rows, now, settings.candidate_days)
        self.none.show_seen(seen, reading=reading)
        self.scan.setVisible(bool(seen.sessions or rows or reading))  # one way to begin is enough
        self._count.setText(str(len(rows)))
        self._count.setVisible(bool(rows))
        said = ngettext(
            "same calls in order, in {count} session or more, last {days} days",
            "same calls in order, in {count} sessions or more, last {days} days",
            settings.candidate_sessions,
        )
        if self.dismissed.isChecked():
            said = _("dismissed, and not proposed again until you reopen them")
        self._about.setText(
            said.format(count=settings.candidate_sessions, days=settings.candidate_days)
        )
        self.list.setVisible(bool(rows))  # what is shown is laid out, so all words come before
        self.none.setVisible(not rows)
        if focus is not None and self.isAncestorOf(focus):
            self._keep_keyboard(focus, had_some=had_some)
        self.looked.emit()

    def _keep_keyboard(self, focus: QWidget, *, had_some: bool) -> None:
        """Go on with what came just now; stay where the last one was decided."""
        if self.list.rows.rows and not had_some:
            lead_to(self.list)
        elif focus is self.list and self.list.isHidden() and not had_some:
            self.emptied.emit()
        elif not focus.isVisibleTo(self):
            lead_to(self.first)

    @property
    def first(self) -> Button:
        """What is done first where nothing is to be decided."""
        return self.scan if self.scan.isVisibleTo(self) else self.none.begin

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(14, 9, 12, 9)
        row.setSpacing(8)
        words = QWidget()
        flow = FlowLayout(words, gap=8)
        for part in (label(_("Candidates"), "head"), self._count, self._about):
            flow.addWidget(part)
        row.addWidget(words, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.dismissed)
        row.addWidget(self.scan)
        return row

    def _look_anew(self) -> None:
        """Now, or once it is shown."""
        if self.isVisible():
            self.look()
        else:
            self._stale = True

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            self._look_anew()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.look()
