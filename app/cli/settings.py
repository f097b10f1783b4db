"""The settings of the knowledge, with what is odd in their file told on standard error."""

from app.cli.answer import tell
from app.core.lifecycle import config
from app.core.lifecycle.config import Procedural
from app.core.store.files import Home
from app.core.words import _


def settings(home: Home) -> Procedural:
    """The usual values stand in for what cannot be taken."""
    found, problems = config.load(home)
    for problem in problems:
        tell(
            _("{file}, line {line}: {sentence}").format(
                file=config.path(home).name, line=problem.line, sentence=problem.sentence
            )
        )
    return found
