"""What reads and recalls in this process, for everything in the window that asks or reads."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import AppError, Cancelled
from app.core.words import _

if TYPE_CHECKING:
    from app.core.llm.process import LocalModel
    from app.core.memory.retrieval.embed import Embedder


class EmbedderService:
    """Made when it is first asked for: its model takes time and room. To be used in jobs.

    It is the one that is chosen in `models`, which is `Home.models`; another choice counts from
    the next question on.
    """

    def __init__(self, embedder: "Embedder | None" = None, models: Path | None = None) -> None:
        self._embedder, self._models = embedder, models
        self._making = threading.Lock()
        self._own_process: LocalModel | None = None
        self._made_of: object = None
        self._works = self._closed = False
        self.trouble: AppError | None = None
        """Why words have to do, since it was last tried."""

    @property
    def embedder(self) -> "Embedder":
        """The first text takes a while longer.

        Raises `ModelTrouble` if the chosen one cannot be used, `Cancelled` after `close`.
        """
        with self._making:
            if self._closed:
                raise Cancelled(_("Stopped."))
            if self._models is not None:
                self._follow(self._models)
            elif self._embedder is None:
                from app.core.memory.retrieval.minilm import MiniLM  # noqa: PLC0415 - loads numpy

                self._embedder = MiniLM()
            assert self._embedder is not None
            return self._embedder

    @property
    def at_hand(self) -> "Embedder | None":
        """The embedder, if it works; None where words have to do, and `trouble` says why."""
        try:
            embedder = self.embedder
            if not self._works:
                embedder.embed(("Ready?",))
        except Cancelled:
            raise
        except AppError as error:
            self.take(error)
            return None
        self._works, self.trouble = True, None
        return embedder

    def take(self, trouble: AppError) -> None:
        """It failed while it was used: it is tried before it is used again."""
        self._works, self.trouble = False, trouble

    def close(self) -> None:
        """Nobody asks any more: end its process, if it has one."""
        self._closed = True
        self._let_go()

    def _follow(self, models: Path) -> None:
        from app.core.llm.model_store import ModelStore  # noqa: PLC0415 - loads what fetches models
        from app.core.llm.stored_model import Use  # noqa: PLC0415
        from app.core.memory.retrieval.chosen import embedder  # noqa: PLC0415 - loads numpy

        store = ModelStore(models)
        made_of = (
            store.chosen(Use.EMBEDDING),
            store.has_changed(Use.EMBEDDING),
            store.run_options,
        )
        if self._embedder is not None and made_of == self._made_of:
            return
        self._let_go()
        self._embedder, self._own_process = embedder(store, lambda: self._closed)
        self._made_of = made_of

    def _let_go(self) -> None:
        process, self._own_process = self._own_process, None
        self._embedder, self._works = None, False
        if process is not None:
            process.unload()
