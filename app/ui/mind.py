"""The embedder of this process, for everything in the window that asks or reads."""

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.memory.embed import Embedder


class Mind:
    """Made when it is first asked for: its model takes time and room."""

    def __init__(self, embedder: "Embedder | None" = None) -> None:
        self._embedder = embedder
        self._making = threading.Lock()

    @property
    def embedder(self) -> "Embedder":
        """To be used in a job; the first text takes half a second longer."""
        with self._making:
            if self._embedder is None:
                from app.core.memory.minilm import MiniLM  # noqa: PLC0415 - loads numpy

                self._embedder = MiniLM()
            return self._embedder
