"""Which model finds by meaning here: the one that is part of Techne, or one from a file."""

from collections.abc import Callable

from app.core.llm.model_store import ModelStore
from app.core.llm.open_model import open_model
from app.core.llm.process import LocalModel
from app.core.llm.stored_model import Use
from app.core.memory.retrieval.embed import Embedder
from app.core.memory.retrieval.local import LocalEmbedder
from app.core.memory.retrieval.minilm import MiniLM


def embedder(
    store: ModelStore, no_longer: Callable[[], bool] = lambda: False
) -> tuple[Embedder, LocalModel | None]:
    """It, and the process it runs in if it has one of its own, to be unloaded in the end.

    Raises `ModelTrouble` where the chosen one cannot be used, `Cancelled` when it is `no_longer`
    of use. A large file is read: a job.
    """
    if store.chosen(Use.EMBEDDING) is None:
        return MiniLM(), None
    model = open_model(store, Use.EMBEDDING, no_longer)
    return LocalEmbedder(model, model.header.embedding), model
