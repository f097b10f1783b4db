"""The chosen model as a process that can be asked, run in the way the person wants it."""

from app.core.llm import runtime, troubles
from app.core.llm.process import LocalModel
from app.core.llm.shelf import Shelf
from app.core.llm.shelved import Use

_MINUTE = 60


def opened(shelf: Shelf, use: Use) -> LocalModel:
    """It is started by the first question. Raises `NoModel` with what to do."""
    chosen, manner = shelf.ready(use), shelf.manner
    if not runtime.is_installed():
        raise troubles.not_installed()
    return LocalModel(
        chosen.path,
        shelf.digest,
        name=chosen.name,
        context=manner.context,
        threads=manner.threads,
        idle=manner.idle * _MINUTE,
    )
