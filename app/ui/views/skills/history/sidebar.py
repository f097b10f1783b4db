"""The versions beside the comparison, with a filter. Public name: `Sidebar`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.library.record import Reason
from app.core.words import _
from app.ui.context import AppContext
from app.ui.models.version_list import reason_word
from app.ui.views.skills.history.naming import NameVersion
from app.ui.views.skills.history.version_list import VersionList
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.labels import label, rule
from app.ui.widgets.side_by_side import SideBySide

LEAST_TITLE = 90
"""Px that the title has beside the filter, while text has its usual size."""
HIGH = 480
"""Px from which on there is room for more than the versions."""


class Sidebar(QWidget):
    """Title, number of versions, filter by reason, list, and the promise below it."""

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.list = VersionList(context)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._count = label("", "muted")
        self._filter = FilterChip(context.theme, _("All changes"))
        self.naming = NameVersion(context, skill)
        self._menu = ButtonMenu(self._filter)
        self._group = QActionGroup(self._menu)
        self._filter.setMenu(self._menu)
        promise = label(
            _("Nothing is overwritten: restoring adds a version."), "caption", wrap=True
        )
        stored = label(_("Versions are stored in the vault."), "caption", wrap=True)
        told = QWidget()
        words = QHBoxLayout(told)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(8)
        words.addWidget(label(_("History"), "pane"))
        words.addWidget(self._count, 1)
        head = QVBoxLayout()
        head.setContentsMargins(16, 10, 12, 10)
        head.addWidget(SideBySide(context.theme, told, (self._filter,), LEAST_TITLE))
        self._promises = QWidget()
        foot = QVBoxLayout(self._promises)
        foot.setContentsMargins(16, 9, 16, 9)
        foot.setSpacing(0)
        foot.addWidget(promise)
        foot.addWidget(stored)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(rule())
        naming = QHBoxLayout()
        naming.setContentsMargins(16, 6, 12, 6)
        naming.addWidget(self.naming)
        column.addLayout(naming)
        column.addWidget(rule())
        column.addWidget(self._promises)
        self._theme = context.theme
        self.list.refreshed.connect(self._on_refreshed)

    def _on_refreshed(self) -> None:
        """Offer the reasons there are; let go of one that is gone."""
        self._count.setText(str(len(self.list.versions)))
        self.naming.setEnabled(any(version.is_current for version in self.list.versions))
        reasons = {version.reason for version in self.list.versions}
        for action in self._group.actions():
            self._group.removeAction(action)
        self._menu.clear()
        for reason in (None, *(r for r in Reason if r in reasons)):
            action = self._menu.addAction(reason_word(reason) if reason else _("All changes"))
            action.setCheckable(True)
            action.setChecked(reason is self.list.reason)
            action.setData(reason)
            self._group.addAction(action)
            action.triggered.connect(self._on_filtered)
        if self.list.reason is not None and self.list.reason not in reasons:
            self._filter_by(None)

    def _on_filtered(self) -> None:
        action = self._group.checkedAction()
        self._filter_by(Reason(action.data()) if action is not None and action.data() else None)

    def _filter_by(self, reason: Reason | None) -> None:
        words = reason_word(reason) if reason else _("All changes")
        self._filter.show_choice(words, chosen=reason is not None)
        self.list.show_reason(reason)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the versions have it."""
        super().resizeEvent(event)
        self._promises.setVisible(self.height() >= self._theme.scaled(HIGH))
