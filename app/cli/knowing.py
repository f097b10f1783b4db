"""What commands about knowledge begin with: its settings, and skills that are known."""

from app.cli.answer import tell
from app.core.lifecycle import config
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.vault import Vault
from app.core.words import _


def knowing(vault: Vault) -> Procedural:
    """The settings of the knowledge, once the skills that are new have become a part of it.

    What is odd in the file of the settings is told on standard error.
    """
    settings, problems = config.load(vault.home)
    for problem in problems:
        tell(
            _("{file}, line {line}: {sentence}").format(
                file=config.path(vault.home).name, line=problem.line, sentence=problem.sentence
            )
        )
    nodes.catch_up(vault, settings.importance_on_install)
    return settings
