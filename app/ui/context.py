"""What every view and dialog is handed."""

from dataclasses import dataclass, field

from app.core.library.search import SkillSearch
from app.core.vault import Vault
from app.ui.agent_host import AgentHost
from app.ui.bridge import Bridge
from app.ui.disk_watch import DiskWatch
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.known_skills_cache import KnownSkillsCache
from app.ui.messages import Messages
from app.ui.model_service import ModelService
from app.ui.navigation import Navigation
from app.ui.runtime_installer import RuntimeInstaller
from app.ui.theme.theme import Theme
from app.ui.window_state import WindowState
from app.ui.write_queue import WriteQueue


@dataclass(frozen=True, slots=True)
class AppContext:
    """The open vault, its news, the jobs, the looks, what the window remembers of itself,
    what reads and recalls, the language model, which skills can be called, what installs the
    program that runs models, what tells people something and where they go, what finds skills by
    words, what writes without waiting, what watches the linked folders, and what lets agents in."""

    vault: Vault
    bridge: Bridge
    jobs: Jobs
    theme: Theme
    window_state: WindowState
    embedding: EmbedderService = field(default_factory=EmbedderService)
    model: ModelService = field(default_factory=ModelService)
    known: KnownSkillsCache = field(default_factory=KnownSkillsCache)
    installer: RuntimeInstaller = field(default_factory=RuntimeInstaller)
    say: Messages = field(default_factory=Messages)
    go: Navigation = field(default_factory=Navigation)
    search: SkillSearch = field(init=False)
    writes: WriteQueue = field(init=False)
    disk: DiskWatch = field(init=False)
    agents: AgentHost = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "search", SkillSearch(self.vault))
        object.__setattr__(self, "writes", WriteQueue(self.vault, self.jobs))
        object.__setattr__(self, "disk", DiskWatch(self.vault, self.jobs, self.bridge))
        object.__setattr__(self, "agents", AgentHost(self.vault, self.embedding))
        self.jobs.noting = self.vault.noting
