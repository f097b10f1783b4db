"""What every view and dialog is handed."""

from dataclasses import dataclass, field

from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.jobs import Jobs
from app.ui.keep import Keep
from app.ui.mind import Mind
from app.ui.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class Desk:
    """The open vault, its news, the jobs, the looks, what the window remembers of itself,
    and what reads and recalls."""

    vault: Vault
    bridge: Bridge
    jobs: Jobs
    theme: Theme
    keep: Keep
    mind: Mind = field(default_factory=Mind)
