"""What an answer needs to be right, brought up to date before it is given, without the lease.

Only what is cheap, needs no model and is harmless when another process does it at the same time.
"""

from app.core.lifecycle import affinity
from app.core.lifecycle.config import Procedural
from app.core.memory import linking, nodes
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


def know_skills(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> None:
    """Every skill is known as it is now, with what its text says about others.

    A moment, but with a new library a job; raises `Cancelled`, and the next time goes on.
    """
    nodes.catch_up(vault, settings.importance_on_install, progress)


def know_links(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> None:
    """As `know_skills`; memories are linked as well, and skills that are used together."""
    know_skills(vault, settings, progress)
    linking.catch_up(vault, progress)
    affinity.keep_up(vault, settings, progress)
