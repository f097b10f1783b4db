"""What the rest of the window says of agents: who waits for an answer, wherever somebody is.

Public names: `AgentNews`, `AgentCounts`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.core.agents import calls, clients, requests
from app.core.agents.requests import Request, State
from app.core.changes import Changes, Part
from app.core.library import catalogue
from app.core.serve import wording
from app.core.words import _
from app.ui.context import AppContext


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
        self._said = ""
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
        if fresh and not self._is_in_front():
            self._tell(fresh[0])
        elif not asked and self._said:
            self._context.say.withdraw(self._said)
            self._said = ""

    def _tell(self, request: Request) -> None:
        found = request.skill
        row = catalogue.row(self._context.vault, found) if found is not None else None
        who = request.caller.name or request.caller.client
        title = row.title if row is not None else ""
        self._said = wording.wish(who, request.tool, title) + "."
        self._context.say.warn(self._said, _("Look"), self._context.go.requests)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.AGENTS:
            self.look()
