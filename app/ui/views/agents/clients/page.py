"""Clients: what each may see and do, and what it did. Public name: `ClientsPage`."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.connect.overview import ClientSight, overview
from app.core.mirror.overview import FolderLook
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.agents.clients.call_journal import CallJournal
from app.ui.views.agents.clients.client_details import ClientDetails
from app.ui.views.agents.clients.client_list import ClientList
from app.ui.views.agents.clients.connecting import Connecting
from app.ui.views.agents.clients.consent_card import ConsentCard
from app.ui.views.agents.clients.consent_rules import ConsentRules
from app.ui.views.agents.clients.request_list import RequestList
from app.ui.widgets.banner import Banner
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.scrolled import scrolled

SOON = 200
"""Milliseconds after news until all clients are looked at again."""
LEFT = 0.57
"""The share of the width that lists have beside the details."""
IN_SIGHT = 4
"""Clients that can be seen at once where the details go below the lists, and the page scrolls."""
BELOW = 160
"""Px that the details have there while text has its usual size."""
BOTH = 860
"""Px that lists and details need beside each other while text has its usual size."""


class ClientsPage(QWidget):
    """Clients above their journal, and beside them what one of them has and may do."""

    def __init__(self, context: AppContext, room: QWidget, parent: QWidget | None = None) -> None:
        """The keys that answer a question work wherever the focus is in `room`."""
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._again, self._is_moved = True, False
        self._folders: tuple[FolderLook, ...] = ()
        self.sights: tuple[ClientSight, ...] = ()
        theme = context.theme
        self.connecting = Connecting(context, self)
        self.card = ConsentCard(context, room)
        self.requests = RequestList(context)
        self.banner = Banner(theme)
        self.list = ClientList(context)
        self.journal = CallJournal(context)
        self.details = ClientDetails(context)
        self.rules = ConsentRules(context)
        self.nothing = EmptyState(
            theme,
            "agents",
            _("No client of agents was found"),
            _(
                "Install Claude Code, Codex, Gemini CLI or another one, then look again. Any other"
                " program that speaks MCP can start “techne mcp”."
            ),
            _("Look again"),
        )
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._look)
        self.list.chosen.connect(lambda _id: self._show_current())
        self.list.acted.connect(self._act)
        self.details.acted.connect(self._act)
        self.details.verify_wanted.connect(self._verify)
        self.details.undo_wanted.connect(self._undo)
        self.requests.chosen.connect(self.card.show_request)
        self.nothing.acted.connect(self.look)
        self.connecting.changed.connect(self._on_doing)
        context.bridge.changed.connect(self._on_changed)
        theme.changed.connect(self._fit)

    @property
    def busy(self) -> bool:
        """Whether what is shown may be old."""
        return self._job is not None or self._soon.isActive() or bool(self.connecting.busy)

    @property
    def current(self) -> ClientSight | None:
        """The client whose details are shown."""
        return next((one for one in self.sights if one.id == self.list.current), None)

    def look(self) -> None:
        """Look at all clients again, now or when the page is seen."""
        self._again = True
        if self.isVisible():
            self._soon.start()

    def show_folders(self, looks: tuple[FolderLook, ...]) -> None:
        """What is known of the folders that clients read."""
        self._folders = looks
        if self.sights:
            self._show_current()

    # How it is put together

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        lists = QVBoxLayout(left)
        lists.setContentsMargins(0, 0, 0, 0)
        lists.setSpacing(12)
        lists.addWidget(self.list, 3)
        lists.addWidget(self.journal, 2)
        about = QVBoxLayout(right)
        about.setContentsMargins(0, 0, 0, 0)
        about.setSpacing(12)
        about.addWidget(self.details)
        about.addWidget(self.rules)
        about.addStretch(1)
        self._right = scrolled(right, _("Details"))
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(12)
        self._split.setProperty("gap", True)
        self._split.addWidget(left)
        self._split.addWidget(self._right)
        self._split.splitterMoved.connect(self._on_moved)
        self._area = scrolled(self._split, _("Clients"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.card)
        column.addWidget(self.requests)
        column.addWidget(self.banner)
        self._pages = QStackedLayout()
        column.addLayout(self._pages, 1)
        self._pages.addWidget(self._area)
        self._pages.addWidget(self.nothing)

    def _fit(self) -> None:
        """The details go below the lists where there is no room beside them."""
        is_narrow = self.width() < self._context.theme.scaled(BOTH)
        wanted = Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal
        if self._split.orientation() is not wanted:
            self._split.setOrientation(wanted)
        self.list.keep_in_sight(IN_SIGHT if is_narrow else 1)
        self._right.setMinimumHeight(self._context.theme.scaled(BELOW) if is_narrow else 0)
        if not self._is_moved:
            room = self._split.height() if is_narrow else self._split.width()
            self._split.setSizes([round(room * LEFT), round(room * (1 - LEFT))])

    def _on_moved(self) -> None:
        self._is_moved = True

    # Looking

    def _look(self) -> None:
        """In a job; what happens meanwhile is seen by the next one."""
        if self._job is not None:
            return
        self._again = False
        vault, folders = self._context.vault, _projects(self._folders)
        self._job = self._context.jobs.start(
            self,
            _("Looking at clients"),
            lambda _progress: overview(vault, folders),
            self._show,
            self._on_failed,
        )

    def _show(self, sights: tuple[ClientSight, ...]) -> None:
        self._job = None
        self.banner.hide()
        self.sights = sights
        here = [one for one in sights if one.is_here]
        self._pages.setCurrentWidget(self._area if here else self.nothing)
        self.list.show_sights(sights)
        self._fit()
        if self.current is None and here:
            self.list.choose(here[0].id)
        self._show_current()
        if self._again:
            self.look()

    def _show_current(self) -> None:
        one = self.current
        if one is None:
            return
        budgets = [
            budget
            for look in self._folders
            for budget in look.budgets
            if budget.client == one.id and budget.project is None
        ]
        self.details.show_sight(one, budgets[:1], is_busy=one.id in self.connecting.busy)
        self.rules.show_client(one.id, one.name)
        self.journal.show_client(one.id, one.name)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._context.jobs.explain(self, error, self.banner.explain)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.AGENTS:
            self.look()

    # Doing

    def _act(self, client: str) -> None:
        self._do(client, self.connecting.act)

    def _verify(self, client: str) -> None:
        self._do(client, self.connecting.verify)

    def _undo(self, client: str) -> None:
        self._do(client, self.connecting.undo)

    def _do(self, client: str, work: Callable[[ClientSight], None]) -> None:
        for one in self.sights:
            if one.id == client:
                work(one)

    def _on_doing(self) -> None:
        self._show_current()
        if not self.connecting.busy:
            self.look()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._again:
            self._look()


def _projects(looks: tuple[FolderLook, ...]) -> tuple[Path, ...]:
    """The projects with linked folders: the client is used there."""
    found = (budget.project for look in looks if look.folder is not None for budget in look.budgets)
    return tuple(dict.fromkeys(one for one in found if one is not None))
