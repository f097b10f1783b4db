"""What an answer needs to be right, brought up to date before it is given, without the lease.

Only what needs no model and is harmless when another process does it at the same time.
"""

from app.core.lifecycle import affinity
from app.core.lifecycle.config import Procedural
from app.core.memory import linking, nodes
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


def know_skills(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> None:
    """Every skill has its node, with what its text says about others.

    A moment, but with a new library a job. Raises `Cancelled`; then some skills are not known yet,
    which most questions cannot be answered without.
    """
    nodes.catch_up(vault, settings.importance_on_install, progress)


def know_links(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> None:
    """Memories are linked to the skills that are known, and skills that are used together.

    A moment, but after a large import a job. Raises `Cancelled`; the rest is for the next time.
    """
    linking.catch_up(vault, progress)
    affinity.catch_up(vault, settings, progress)
