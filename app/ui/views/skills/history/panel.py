"""The history of the document in front, beside it. Public name: `HistoryPanel`."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedLayout, QVBoxLayout, QWidget

from app.core.library.round_trips import compared
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.history.restoring import restore
from app.ui.views.skills.history.version_list import VersionList
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label, rule
from app.ui.widgets.menu_at import open_at


class HistoryPanel(QWidget):
    """What differs is shown as a document."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._skill: int | None = None
        self._stale = False
        self.list = VersionList(context)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._banner = Banner(context.theme)
        self._compare = Button(context.theme, _("Compare"), size="small", icon="split")
        self._restore = Button(context.theme, _("Restore"), size="small", icon="restore")
        self._about = label("", "caption", wrap=True)
        nothing = EmptyState(
            context.theme,
            "history",
            _("No versions yet"),
            _("Each save of this skill becomes a version you can go back to."),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._pages = QStackedLayout()
        column.addLayout(self._pages)
        self._pages.addWidget(self._filled())
        self._pages.addWidget(nothing)
        self.list.picked.connect(self._show_state)
        self.list.refreshed.connect(self._show_state)
        self.list.entered.connect(self._compare_with_now)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self._compare.clicked.connect(self._compare_chosen)
        self._restore.clicked.connect(self._restore_chosen)
        self._show_state()

    def set_skill(self, skill: int | None) -> None:
        """Show the history of another skill, or of none; hidden, when somebody looks."""
        self._skill, self._stale = skill, True
        self._banner.hide()
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        self._stale = False
        self.list.set_skill(self._skill)

    def _filled(self) -> QWidget:
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 8, 12, 8)
        foot.setSpacing(6)
        foot.addWidget(self._about, 1)
        foot.addWidget(self._compare)
        foot.addWidget(self._restore)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        column.addWidget(self._banner)
        column.addWidget(rule())
        column.addLayout(foot)
        return page

    def _show_state(self) -> None:
        versions = self.list.versions
        self._pages.setCurrentIndex(0 if versions else 1)
        chosen = self.list.chosen()
        for button in (self._compare, self._restore):
            button.setVisible(bool(chosen))
        self._compare.setEnabled(len(versions) > 1)
        self._restore.setEnabled(len(chosen) == 1 and not self._is_current(chosen[0]))
        self._about.setVisible(not chosen)
        self._about.setText(_("Nothing is overwritten: restoring adds a version."))

    def _is_current(self, number: int) -> bool:
        return any(v.number == number and v.is_current for v in self.list.versions)

    def _compare_chosen(self) -> None:
        chosen = self.list.chosen()
        if len(chosen) > 1:
            self._ask(chosen[0], chosen[-1])
        elif chosen:
            self._compare_with_now(chosen[0])

    def _compare_with_now(self, number: int) -> None:
        """The current version is compared with the last one that differs from it."""
        old, new = compared(self.list.versions, number)
        if old != new:
            self._ask(old, new)

    def _ask(self, old: int, new: int) -> None:
        if self._skill is not None:
            self._context.go.history(self._skill, (old, new))

    def _restore_chosen(self) -> None:
        chosen = self.list.chosen()
        if self._skill is None or len(chosen) != 1:
            return
        restore(self._context, self._skill, chosen[0], self._banner)

    def _show_menu(self, place: QPoint) -> None:
        if not self.list.chosen():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for button in (self._compare, self._restore):
            action = menu.addAction(button.icon(), button.text())
            action.setEnabled(button.isEnabled())
            action.triggered.connect(button.click)
        open_at(menu, self.list.viewport().mapToGlobal(place))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._read()
