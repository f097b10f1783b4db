"""An embedder that asks a model in a GGUF file, in place of the default one."""

import threading
from collections.abc import Sequence

import numpy as np

from app.core.llm.model import Model, ModelTrouble
from app.core.memory.retrieval.embed import Reading, Vectors, spoken, unit
from app.core.memory.retrieval.index import talk
from app.core.words import _

_FORM = "1"
"""Of what is done to a vector here; another one has everything indexed again."""
_TELLING = 4
"""One of so many sentences of everyday talk is enough to find the middle."""
_EIGHT = 8
"""Of the index: a byte for the signs of so many dimensions."""


class LocalEmbedder:
    """`dimensions` is what the file says of its vectors; they are filled up to a multiple of 8.

    Vectors of language models all point in much the same direction, so unrelated texts look close.
    What everyday talk has in common is taken off each vector (as Mu and Viswanath 2018,
    "All-but-the-top", take off the mean); then closeness means what it does for the default model.
    """

    def __init__(self, model: Model, dimensions: int) -> None:
        """Raises `AppError` if the file cannot be read, `ModelTrouble` for one without vectors."""
        if not dimensions:
            raise _unusable()
        self.model = f"{model.name} {model.digest[:16]}, middle taken off {_FORM}"
        self._source = model
        self._width = dimensions
        self.dimensions = -(-dimensions // _EIGHT) * _EIGHT
        self._finding = threading.Lock()
        self._middle: Vectors | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Zero for a text without words. Raises `ModelTrouble`."""
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        said = [number for number, text in enumerate(texts) if text.strip()]
        if said:
            read = self._read([texts[number] for number in said])
            vectors[said, : self._width] = unit(read - self._common())
        return vectors

    def read(self, readings: Sequence[Reading]) -> list[Vectors]:
        """Each part is read separately. Raises `ModelTrouble`."""
        return [self.embed([text, *spoken(text, parts)]) for text, parts in readings]

    def known(self, words: Sequence[str]) -> float:
        """All, as far as anybody can tell: most such models read many languages."""
        return 1.0

    def _common(self) -> Vectors:
        with self._finding:
            if self._middle is None:
                self._middle = self._read([one.text for one in talk()][::_TELLING]).mean(axis=0)
            return self._middle

    def _read(self, texts: Sequence[str]) -> Vectors:
        read = self._source.embed(texts)
        if len(read) != len(texts) or any(len(vector) != self._width for vector in read):
            raise _unusable()
        vectors: Vectors = np.array(read, np.float32)
        return unit(np.nan_to_num(vectors))


def _unusable() -> ModelTrouble:
    return ModelTrouble(
        _("This model cannot compute embeddings."),
        _("Choose an embedding model, or go back to the built-in one."),
    )
