"""The line at the bottom: whether the vault is open, the model, what was saved, what goes on."""

from datetime import datetime

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QStatusBar, QWidget

from app.core.mirror.report import Report
from app.core.words import _, ngettext
from app.ui.commands import with_keys
from app.ui.jobs import Jobs
from app.ui.navigation import Navigation
from app.ui.theme.theme import Theme
from app.ui.views.shell.agent_news import AgentCounts
from app.ui.views.shell.model_status import ModelStatus
from app.ui.views.shell.run_news import RunCounts
from app.ui.views.shell.run_status import RunStatusButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label, rule
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.progress_strip import ProgressStrip
from app.ui.widgets.quiet_link import QuietLink
from app.ui.widgets.tips import plain_tip

HEIGHT, LOCK_ICON = 27, 13
END = 10
"""Px between the last words and the edge of the window."""
LOCK = "Ctrl+L"
UNBOUNDED = 16_777_215
"""Qt's own (`QWIDGETSIZE_MAX`)."""


class StatusLine(QStatusBar):
    """Words and icons at the left; a job that takes long at the right, with Stop."""

    _yielding: tuple[QWidget, ...] = ()
    """What goes, in this order, where there is no room for all."""

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setSizeGripEnabled(False)
        self.setMinimumHeight(HEIGHT)
        self.lock = _Lock()
        self._theme = theme
        self.lock.setIcon(theme.icon("unlock", "t2"))
        self.lock.setText(_("Vault unlocked"))
        self.lock.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.lock.setProperty("kind", "status")
        self.lock.setAccessibleName(_("Vault unlocked"))
        self.lock.setToolTip(plain_tip(with_keys(_("Lock the vault"), LOCK)))
        self.lock.setCursor(Qt.CursorShape.PointingHandCursor)
        self._locks = Elided(role="caption", modest=True)
        self._saved = Elided(role="caption", modest=True)
        self._skills = label("", "caption")
        self._saved_cell = self._cell((self._saved,))
        self._folders = Elided(role="caption", modest=True)
        self._folders_cell = self._cell((self._folders,))
        self.conflicts = QuietLink(theme)
        self.conflicts.hide()
        self.requests = QuietLink(theme)
        self.requests.hide()
        self._agents = Elided(role="caption", modest=True)
        self._agents_cell = self._cell((self._agents,))
        self.model = ModelStatus(theme)
        self.run = RunStatusButton(theme)
        self._model_cell = self._cell((self.model,))
        self._skills_cell = self._cell((self._skills,))
        self._lock_cell = self._cell((self.lock, self._locks))
        for cell in (self._lock_cell, self._model_cell, self._skills_cell):
            self.addWidget(cell)
        self.addWidget(self._saved_cell)
        self.addWidget(self._folders_cell)
        self._folders_cell.hide()
        self.addWidget(self._agents_cell)
        self._agents_cell.hide()
        theme.changed.connect(self._scale)
        self._scale()
        self._locks.hide()
        self.hide_saved()
        self.needed = (ProgressStrip(theme, jobs), self.run, self.conflicts, self.requests)
        """What no message may lie over."""
        for part in self.needed:
            self.addPermanentWidget(part)
        self._yielding = (
            self._skills_cell,
            self._folders_cell,
            self._locks,
            self._agents_cell,
            self._model_cell,
            self._saved_cell,
        )
        margins = self.contentsMargins()
        self.setContentsMargins(margins.left(), margins.top(), END, margins.bottom())
        for button in self.findChildren(QAbstractButton):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # no Tab, and no focus that was lost
            button.setProperty("snug", True)

    def _scale(self) -> None:
        """The lock stands in a line with its words."""
        side = self._theme.scaled(LOCK_ICON)
        self.lock.setIconSize(QSize(side, side))

    def take_focus(self) -> None:
        """Have the keyboard on the first button; Tab goes on to the others, then to the page."""
        self.lock.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_minutes(self, minutes: int) -> None:
        """How long until the vault locks itself; -1: never."""
        said = ngettext("locks in {count} min", "locks in {count} min", minutes)
        self._locks.setText(said.format(count=minutes))
        self._locks.setVisible(minutes >= 0)

    def hide_saved(self) -> None:
        """Nothing was saved yet in this session, or something is being written."""
        self._saved_cell.hide()

    def show_saved(self, at: datetime) -> None:
        """Whatever it was, and whichever skill is looked at: that one says its own time."""
        self._saved.setText(_("All changes saved"))
        self._saved.setToolTip(
            plain_tip(_("Last saved at {time}").format(time=f"{at.astimezone():%H:%M}"))
        )
        self._saved_cell.show()

    def show_skills(self, count: int) -> None:
        said = ngettext("{count} skill", "{count} skills", count)
        self._skills.setText(said.format(count=count))

    def show_check(self, report: Report) -> None:
        """What the last look at all linked folders came to; nothing where none is linked."""
        said = ngettext("{count} skill in folders", "{count} skills in folders", report.indexed)
        self._folders.setText(said.format(count=report.indexed))
        told = _("At the last check: {read} brought up to date, {removed} removed").format(
            read=report.reconciled, removed=report.removed
        )
        self._folders.setToolTip(plain_tip(told))
        self._folders_cell.show()

    def show_conflicts(self, count: int) -> None:
        """How many skills changed on disk and here; leads to them."""
        said = ngettext("{count} conflict", "{count} conflicts", count).format(count=count)
        self.conflicts.show_words(said, "conflict", leads=True)
        self.conflicts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.conflicts.setVisible(count > 0)

    def show_agents(self, counts: AgentCounts) -> None:
        """Who is connected, what they did today, and what waits for an answer; leads to that."""
        known, today = counts.clients, counts.calls
        parts = (
            ngettext("{count} MCP client", "{count} MCP clients", known).format(count=known),
            ngettext("{count} call today", "{count} calls today", today).format(count=today),
        )
        self._agents.setText(" · ".join(parts))
        self._agents_cell.setVisible(bool(known or today))
        waiting = counts.waiting
        said = ngettext("{count} request waiting", "{count} requests waiting", waiting)
        self.requests.show_words(said.format(count=waiting), "help", leads=True)
        self.requests.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.requests.setVisible(waiting > 0)

    def show_runs(self, counts: RunCounts) -> None:
        """The run that somebody is in; leads to it."""
        self.run.show_run(counts.present)

    def lead(self, go: Navigation) -> None:
        """Its links lead there from now on."""
        self.lock.clicked.connect(go.lock)
        self.conflicts.clicked.connect(go.conflicts)
        self.requests.clicked.connect(go.requests)
        self.run.opened.connect(go.run)
        self.model.opened.connect(go.model_settings)

    def lead_nowhere(self) -> None:
        """The vault is being locked."""
        for link in (self.lock, self.conflicts, self.requests):
            link.clicked.disconnect()
        self.run.opened.disconnect()
        self.model.opened.disconnect()

    def forget_folders(self) -> None:
        """Another vault may be opened next, and neither folders, agents nor runs are known then."""
        self.run.show_run(None)
        self._agents_cell.hide()
        self.requests.hide()
        self._folders_cell.hide()
        self.conflicts.hide()

    def _cell(self, parts: tuple[QWidget, ...]) -> QWidget:
        cell = QWidget()
        row = QHBoxLayout(cell)
        row.setContentsMargins(10, 0, 0, 0)
        row.setSpacing(6)
        for part in parts:
            row.addWidget(part)
        row.addSpacing(4)
        row.addWidget(rule("down"))
        return cell

    def _make_room(self) -> None:
        """What is needed stays whole, and of the rest what has room for all its words."""
        gap = layout.spacing() if (layout := self.layout()) is not None else 0
        shown = [one for one in (self._lock_cell, *self.needed) if not one.isHidden()]
        yielding = [one for one in self._yielding if not one.isHidden()]
        wide = {one: _whole(one) for one in yielding}
        wide |= {one: one.minimumSizeHint().width() for one in shown}
        room = self.contentsRect().width() - gap * (len(wide) + 1)
        missing = sum(wide.values()) - room
        for cell in yielding:
            goes = missing > 0
            missing -= wide[cell] if goes else 0
            cell.setMaximumWidth(0 if goes else UNBOUNDED)

    # Qt

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize) and self._yielding:
            self._make_room()
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """From one of its buttons to the next."""
        buttons = [one for one in self.findChildren(QAbstractButton) if one.isVisible()]
        here = next((n for n, one in enumerate(buttons) if one.hasFocus()), len(buttons))
        there = here + (1 if forward else -1)
        if 0 <= there < len(buttons) and here < len(buttons):
            buttons[there].setFocus(Qt.FocusReason.TabFocusReason)
            return True
        return super().focusNextPrevChild(forward)


def _whole(cell: QWidget) -> int:
    """How wide it is with all its words; of the model, those that cannot be done without."""
    hint = cell.minimumSizeHint() if cell.findChild(ModelStatus) else cell.sizeHint()
    return hint.width()


class _Lock(ToolButton):
    """Space does not press it: it may be meant for a sentence."""

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space:
            super().keyPressEvent(event)
