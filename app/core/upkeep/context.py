"""What the tasks of upkeep work with, whichever process they run in."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from app.core.errors import AppError
from app.core.lifecycle.config import Procedural
from app.core.llm.model import Model, ModelTrouble
from app.core.llm.model_store import ModelStore
from app.core.llm.process import LocalModel
from app.core.memory.retrieval import chosen
from app.core.memory.retrieval.embed import Embedder
from app.core.memory.retrieval.minilm import NoModel
from app.core.vault import Vault


class Meanings(Protocol):
    """Where the embedder comes from."""

    @property
    def at_hand(self) -> Embedder | None:
        """It, if it works; None where words have to do, and `trouble` says why."""

    @property
    def trouble(self) -> AppError | None: ...

    def take(self, trouble: AppError) -> None:
        """It failed while it was used: it is not at hand before it was tried again."""


def _no_model() -> tuple[Model | None, Callable[[], bool]]:
    return None, lambda: False


@dataclass(frozen=True, slots=True)
class Context:
    """`model` gives the language model for work that nobody waits for, if there is one, and a
    question whether somebody came since who wants it. `changed` are the skills that changed since
    the task ran last, where nothing else did; None where anything may have."""

    vault: Vault
    settings: Procedural
    meanings: Meanings
    model: Callable[[], tuple[Model | None, Callable[[], bool]]] = field(default=_no_model)
    changed: frozenset[int] | None = None


class ChosenMeanings:
    """The embedder that is chosen on this computer, opened when it is first asked for."""

    def __init__(self, store: ModelStore) -> None:
        self._model_store = store
        self._embedder: Embedder | None = None
        self._process: LocalModel | None = None
        self.trouble: AppError | None = None

    @property
    def at_hand(self) -> Embedder | None:
        if self._embedder is None and self.trouble is None:
            try:
                self._embedder, self._process = chosen.embedder(self._model_store)
            except (NoModel, ModelTrouble) as error:
                self.take(error)
        return self._embedder

    def take(self, trouble: AppError) -> None:
        self._embedder, self.trouble = None, trouble

    def close(self) -> None:
        """End its process, if it has one."""
        if self._process is not None:
            self._process.unload()
