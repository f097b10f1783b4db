"""What every view and dialog is handed."""

from dataclasses import dataclass, field

from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.jobs import Jobs
from app.ui.keep import Keep
from app.ui.known import Known
from app.ui.mind import Mind
from app.ui.model_desk import ModelDesk
from app.ui.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class Desk:
    """The open vault, its news, the jobs, the looks, what the window remembers of itself,
    what reads and recalls, the language model, and which skills can be called."""

    vault: Vault
    bridge: Bridge
    jobs: Jobs
    theme: Theme
    keep: Keep
    mind: Mind = field(default_factory=Mind)
    model: ModelDesk = field(default_factory=ModelDesk)
    known: Known = field(default_factory=Known)
