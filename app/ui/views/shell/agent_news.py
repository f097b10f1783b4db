"""What the rest of the window says of agents: who waits for an answer, wherever somebody is.

Public names: `AgentNews`, `AgentCounts`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.agents import calls, clients, requests
from app.core.agents.requests import Request, State
from app.core.changes import Changes, Part
from app.core.library import catalogue
from app.core.serve import wording
from app.core.words import _
from app.ui.context import AppContext

BUSY = 1000
"""Milliseconds after which what could not be written is tried again."""


@dataclass(frozen=True, slots=True)
class AgentCounts:
    """Requests that wait, clients that are connected, calls since midnight."""

    waiting: int = 0
    clients: int = 0
    calls: int = 0


class AgentNews(QObject):
    """`counted(AgentCounts)` when they are others. A question that is new is told in a banner that
    leads to it."""

    counted = Signal(object)

    def __init__(
        self, context: AppContext, is_in_front: Callable[[], bool], parent: QObject
    ) -> None:
        """`is_in_front` says whether questions are seen anyway."""
        super().__init__(parent)
        self._context, self._is_in_front = context, is_in_front
        self._known: frozenset[int] = frozenset()
        self._said: tuple[int, str] | None = None
        """The request that the banner is about, and what it says."""
        self._lapse = QTimer(self, singleShot=True)
        self._lapse.timeout.connect(self.lapse)
        self.counts = AgentCounts()
        context.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Ask the vault, and say what was not there before."""
        vault = self._context.vault
        waiting = requests.waiting(vault)
        midnight = vault.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        today = calls.counted(vault, midnight.astimezone(vault.now().tzinfo))
        known = sum(one.connected for one in clients.clients(vault))
        counts = AgentCounts(len(waiting), known, sum(today.values()))
        if counts != self.counts:
            self.counts = counts
            self.counted.emit(counts)
        asked = [one for one in waiting if one.state is State.ASKED]
        fresh = [one for one in asked if one.id not in self._known]
        self._known = frozenset(one.id for one in waiting)
        if self._said is not None and self._said[0] not in {one.id for one in asked}:
            self._withdraw()
        if fresh and not self._is_in_front():
            self._tell(fresh[0])
        self._wait(asked)

    def look_seen(self) -> None:
        """Say no more what is seen where somebody has gone."""
        if self._is_in_front():
            self._withdraw()

    def lapse(self) -> None:
        """Who asked may be gone, so the window ends questions whose time is over."""
        vault = self._context.vault
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: requests.lapse(vault),
            failed=lambda _error: self._try_later(),
        )

    def _wait(self, asked: list[Request]) -> None:
        """Until the first question ends."""
        if not asked:
            self._lapse.stop()
            return
        left = min(one.asks_until for one in asked) - self._context.vault.now()
        self._lapse.start(max(0, left // timedelta(milliseconds=1)) + 1)

    def _try_later(self) -> None:
        """Somebody holds the vault."""
        self._lapse.start(BUSY)

    def _withdraw(self) -> None:
        if self._said is not None:
            self._context.say.withdraw(self._said[1])
            self._said = None

    def _tell(self, request: Request) -> None:
        found = request.skill
        row = catalogue.row(self._context.vault, found) if found is not None else None
        who = clients.said_name(self._context.vault, request.caller)
        title = row.title if row is not None else ""
        said = wording.wish(who, request.tool, title) + "."
        self._said = request.id, said
        self._context.say.warn(said, _("Look"), self._context.go.requests)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.AGENTS:
            self.look()
