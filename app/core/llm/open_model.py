"""The chosen model as a process that can be asked, run in the way the person wants it."""

from collections.abc import Callable
from dataclasses import dataclass

from app.core.llm import model_errors, runtime
from app.core.llm.model_store import ModelStore
from app.core.llm.process import LocalModel
from app.core.llm.stored_model import Use

_MINUTE = 60


def open_model(
    store: ModelStore, use: Use, no_longer: Callable[[], bool] = lambda: False
) -> LocalModel:
    """It is started by the first question. Raises `NoModel` with what to do.

    Its digest may take a minute to compute, and is given up when it is `no_longer` of use.
    """
    chosen, run_options = store.ready(use), store.run_options
    if not runtime.is_installed():
        raise model_errors.not_installed()
    return LocalModel(
        chosen.path,
        lambda file: store.digest(file, _While(no_longer)),
        name=chosen.name,
        context=run_options.context,
        threads=run_options.threads,
        idle=run_options.idle * _MINUTE,
    )


@dataclass(frozen=True, slots=True)
class _While:
    """The progress of work that nobody watches, and that may come to be of no use."""

    no_longer: Callable[[], bool]

    @property
    def cancelled(self) -> bool:
        return self.no_longer()

    def report(self, fraction: float, text: str = "") -> None:
        """Nobody looks."""
