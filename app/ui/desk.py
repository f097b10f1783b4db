"""What every view and dialog is handed."""

from dataclasses import dataclass

from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.jobs import Jobs
from app.ui.keep import Keep
from app.ui.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class Desk:
    """The open vault, its news, the jobs, the looks, and what the window remembers of itself."""

    vault: Vault
    bridge: Bridge
    jobs: Jobs
    theme: Theme
    keep: Keep
