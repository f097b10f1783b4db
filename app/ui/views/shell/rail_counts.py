"""How much waits in the places of the window, at their icons. Public name: `RailCounts`."""

from PySide6.QtCore import QObject

from app.core.words import _, ngettext
from app.ui.views.shell.agent_news import AgentCounts, AgentNews
from app.ui.views.shell.folder_news import FolderNews
from app.ui.views.shell.lifecycle_news import LifecycleNews
from app.ui.views.shell.rail import Rail
from app.ui.views.shell.run_news import RunCounts, RunNews


class RailCounts(QObject):
    """Listens to the news of each place."""

    def __init__(
        self,
        rail: Rail,
        folders: FolderNews,
        agents: AgentNews,
        runs: RunNews,
        lifecycle: LifecycleNews,
    ) -> None:
        super().__init__(rail)
        self._rail = rail
        self._conflicts = self._requests = 0
        folders.counted.connect(self._show_conflicts)
        agents.counted.connect(self._show_requests)
        runs.counted.connect(self._show_runs)
        lifecycle.counted.connect(self._show_candidates)

    def _show_runs(self, counts: RunCounts) -> None:
        """Those that wait for a person."""
        said = ngettext("{count} waits for you", "{count} wait for you", counts.waiting)
        self._rail.show_count("runs", counts.waiting, said.format(count=counts.waiting))

    def _show_candidates(self, count: int) -> None:
        said = ngettext("{count} candidate", "{count} candidates", count).format(count=count)
        self._rail.show_count("lifecycle", count, said)

    def _show_conflicts(self, count: int) -> None:
        self._conflicts = count
        self._show_waiting()

    def _show_requests(self, counts: AgentCounts) -> None:
        self._requests = counts.waiting
        self._show_waiting()

    def _show_waiting(self) -> None:
        """Whatever waits in the room of the agents."""
        conflicts, waiting = self._conflicts, self._requests
        said = [
            ngettext("{count} conflict", "{count} conflicts", conflicts).format(count=conflicts),
            ngettext("{count} request", "{count} requests", waiting).format(count=waiting),
        ]
        shown = [words for words, count in zip(said, (conflicts, waiting), strict=True) if count]
        self._rail.show_count("agents", conflicts + waiting, _(", ").join(shown))
