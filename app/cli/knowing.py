"""What commands about knowledge begin with: its settings, and all that is known caught up."""

from app.cli.answer import tell
from app.cli.progress import shown
from app.cli.settings import settings
from app.core.errors import Cancelled
from app.core.lifecycle.config import Procedural
from app.core.upkeep.ready import know_links, know_skills
from app.core.vault import Vault
from app.core.words import _

PATIENCE = 20.0
"""Seconds in which what is new is read while somebody waits for an answer."""


def knowing(vault: Vault) -> Procedural:
    """The settings of the knowledge, once what is new has become a part of it.

    After `PATIENCE` the rest of the links is left for the next time.
    """
    found = settings(vault.home)
    with shown(_("Reading")) as progress:
        know_skills(vault, found, progress)
    try:
        with shown(_("Linking"), PATIENCE) as progress:
            know_links(vault, found, progress)
    except Cancelled:
        if progress.stopped:
            raise
        tell(_("Some new memories are not linked yet. The next question continues."))
    return found
