"""How all skills do: the table with what narrows it down. Public name: `HealthCard`."""

from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.lifecycle import config, deprecation, health
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.deprecation import Preview
from app.core.lifecycle.health import Health
from app.core.progress import Progress
from app.core.upkeep.ready import know_skills
from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.lifecycle.acting import Acting
from app.ui.views.lifecycle.health_model import Column, HealthModel
from app.ui.views.lifecycle.health_table import HealthTable
from app.ui.views.lifecycle.preview_dialog import PreviewDialog, preview_words
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.labels import label
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.roles import role_name
from app.ui.widgets.side_by_side import SideBySide

CONCERNS = Part.KNOWLEDGE | Part.LIST | Part.EDGES | Part.RUNS
HEAD = 330
"""Px for the name and the filters while text has its usual size."""
SOON = 300
"""Milliseconds after a change, for many come one after the other."""


class Seen(NamedTuple):
    """How all skills do, and what would follow."""

    settings: Procedural
    health: tuple[Health, ...]
    preview: Preview
    now: datetime


class HealthCard(QFrame):
    """`looked(settings)` when it was read anew, with the rules that it was judged by."""

    looked = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "plain")
        theme = context.theme
        self._context = context
        self._job: Job | None = None
        self._stale = True
        self._seen: Seen | None = None
        self._asked = False
        self.acting = Acting(context, self)
        self.model = HealthModel(self)
        self.table = HealthTable(theme, self.model)
        self.table.opened.connect(context.go.knowledge)
        self.table.protected.connect(self.acting.protect)
        self.table.menu_requested.connect(self._show_menu)
        self.table.ordered.connect(self._let_go)
        self.attention = FilterChip(theme, _("Needs attention first"))
        self.attention.setChecked(True)
        self.attention.clicked.connect(self._order)
        self.role = FilterChip(theme, _("Role"))
        self.role.setMenu(ButtonMenu(self.role))
        self.preview = Button(theme, _("Preview"), size="small")
        self.preview.clicked.connect(self.ask)
        self.preview.hide()  # until there is something to preview
        self._count, self._next = label("", "muted"), Elided("", "muted", modest=True)
        self.nothing = EmptyState(
            theme, "skills", _("No skills yet"),
            _("How your skills do appears here once there are some."), _("Go to the skills"),
        )  # fmt: skip
        self.nothing.acted.connect(lambda: context.go.page("skills"))
        holder = QWidget()
        self._pages = QStackedLayout(holder)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 1, 6)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(holder, 1)
        self._soon = QTimer(self, interval=SOON, singleShot=True)
        self._soon.timeout.connect(self.look)
        context.bridge.changed.connect(self._on_changed)

    @property
    def busy(self) -> bool:
        """Whether it is looking, or will in a moment."""
        return self._job is not None or self._soon.isActive()

    def look(self) -> None:
        """Ask the vault again."""
        self._soon.stop()
        self._stale = False
        if self._job is not None:
            self._job.cancel()
        vault = self._context.vault
        self._job = self._context.jobs.start(
            self, _("Looking at how skills do"), lambda job: _see(vault, job), self._take
        )

    def ask(self) -> None:
        """Show what would be deprecated, once that is known."""
        self._asked = self._seen is None
        if self._seen is not None:
            found = self._seen.preview
            dialog = PreviewDialog(self._context, found, self._seen.settings, self)
            dialog.swept.connect(self._sweep)
            dialog.open()

    def _sweep(self) -> None:
        assert self._seen is not None
        self.acting.sweep(self._seen.settings)

    def _take(self, seen: Seen) -> None:
        self._job, self._seen = None, seen
        chosen = self.table.current
        self.model.show_health(seen.health, seen.settings, seen.now)
        self.table.choose(chosen.skill.id if chosen is not None else None)
        self._count.setText(str(len(seen.health)))
        self._next.setText(preview_words(seen.preview, seen.settings))
        some = seen.preview
        self.preview.setVisible(bool(some.deprecate or some.warn or some.spared))
        self._next.setVisible(bool(seen.health))
        self._fill_roles()
        self._pages.setCurrentIndex(0 if seen.health else 1)
        self.looked.emit(seen.settings)
        if self._asked:
            self.ask()

    def _fill_roles(self) -> None:
        menu = self.role.menu()
        menu.clear()
        menu.addAction(_("All roles"), lambda: self._narrow(""))
        menu.addSeparator()
        for role in sorted({one.skill.role for one in self.model.all} - {""}):
            menu.addAction(role_name(role), lambda role=role: self._narrow(role))

    def _narrow(self, role: str) -> None:
        self.role.show_choice(role_name(role) if role else _("Role"), chosen=bool(role))
        chosen = self.table.current
        self.model.narrow(role)
        self.table.choose(chosen.skill.id if chosen is not None else None)

    def _let_go(self) -> None:
        """A column is what the rows are ordered by."""
        self.attention.setChecked(False)

    def _order(self) -> None:
        """By what needs attention; by title where that was let go."""
        chosen, by_attention = self.table.current, self.attention.isChecked()
        self.model.order(None if by_attention else Column.SKILL)
        self.table.show_order(by_attention=True)
        self.table.choose(chosen.skill.id if chosen is not None else None)

    def _show_menu(self, one: Health, at: QPoint) -> None:
        go, menu = self._context.go, QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        skill = one.skill.id
        menu.addAction(_("What is known about it"), lambda: go.knowledge(skill))
        menu.addAction(_("Open the skill"), lambda: go.skill(skill))
        menu.addSeparator()
        words = _("Remove the protection") if one.protected else _("Protect")
        menu.addAction(words, lambda: self.acting.protect(skill, not one.protected))
        if one.is_deprecated:
            menu.addAction(_("Restore"), lambda: self.acting.restore(one))
        else:
            gone = menu.addAction(_("Deprecate"), lambda: self.acting.deprecate(one))
            gone.setEnabled(not one.protected)
        open_at(menu, at)

    def _head(self) -> SideBySide:
        words = QWidget()
        row = QHBoxLayout(words)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label(_("Health"), "head"))
        row.addWidget(self._count)
        row.addSpacing(8)
        row.addWidget(self.attention)
        row.addWidget(self.role)
        row.addStretch(1)
        head = SideBySide(self._context.theme, words, (self._next, self.preview), HEAD)
        head.setContentsMargins(14, 9, 12, 9)
        return head

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & CONCERNS:
            if self.isVisible():
                self._soon.start()
            else:
                self._stale = True

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.look()


def _see(vault: Vault, progress: Progress) -> Seen:
    settings, _problems = config.load(vault.home)
    know_skills(vault, settings, progress)
    found = health.health(vault, settings)
    return Seen(settings, found, deprecation.preview(vault, settings), vault.now())
