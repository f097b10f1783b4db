"""What commands about knowledge begin with: its settings, and skills that are known."""

from app.cli.settings import settings
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.vault import Vault


def knowing(vault: Vault) -> Procedural:
    """The settings of the knowledge, once the skills that are new have become a part of it."""
    found = settings(vault.home)
    nodes.catch_up(vault, found.importance_on_install)
    return found
