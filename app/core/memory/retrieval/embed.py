"""What an embedder is: something that gives texts of like meaning vectors that lie close."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row per text, each of length 1, or all zero where there was nothing to read."""
Span = tuple[int, int]
Reading = tuple[str, Sequence[Sequence[Span]]]
"""A text, and the parts of it that matter; a part is the characters inside any of its spans."""

_PRODUCT = 250_000
"""Multiplications that OpenBLAS does without other threads."""


class Embedder(Protocol):
    """`model` names the weights and everything else that changes a vector."""

    model: str
    dimensions: int
    """A multiple of 8."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The meaning of each text."""

    def read(self, readings: Sequence[Reading]) -> list[Vectors]:
        """For each the meaning of the text, then of each part of it, as it is meant there."""

    def known(self, words: Sequence[str]) -> float:
        """The share of the words that it knows as words; what it only spells has little meaning."""


class Once:
    """An embedder that reads a text once, for as long as it is kept: words come again and again."""

    def __init__(self, embedder: Embedder) -> None:
        self.model, self.dimensions = embedder.model, embedder.dimensions
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._embedder.embed(new), strict=True)
        read = [self._known[text] for text in texts]
        return np.stack(read) if read else np.zeros((0, self.dimensions), np.float32)

    def read(self, readings: Sequence[Reading]) -> list[Vectors]:
        return self._embedder.read(readings)

    def known(self, words: Sequence[str]) -> float:
        return self._embedder.known(words)


def spoken(text: str, parts: Sequence[Sequence[Span]]) -> list[str]:
    """The parts of a text as texts of their own."""
    return [" ".join(text[start:end] for start, end in spans) for spans in parts]


def unit(vectors: Vectors) -> Vectors:
    """The same directions with length 1; what has no direction stays zero."""
    lengths = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))[..., None]
    divided: Vectors = np.divide(vectors, np.where(lengths > 0, lengths, 1), dtype=np.float32)
    return divided


def cosines(asked: Vectors, vectors: Vectors) -> Vectors:
    """How close each of some unit vectors is to each of many: a row for each that is asked.

    The products are small enough for the linear algebra library to do them on this thread: waking
    its others takes longer, and while everything else is busy a hundred times as long.
    """
    near = np.empty((len(asked), len(vectors)), np.float32)
    step = max(1, _PRODUCT // max(1, asked.size))
    for start in range(0, len(vectors), step):
        np.matmul(asked, vectors[start : start + step].T, out=near[:, start : start + step])
    return near


def to_bytes(vector: Vectors) -> bytes:
    """One signed byte per dimension; a cosine changes by less than 0.01."""
    return np.round(vector * 127).astype(np.int8).tobytes()


def from_bytes(values: Sequence[bytes], dimensions: int) -> Vectors:
    """Unit vectors from what `to_bytes` wrote."""
    if not values:
        return np.zeros((0, dimensions), np.float32)
    stored = np.frombuffer(b"".join(values), np.int8).reshape(-1, dimensions)
    return unit(stored.astype(np.float32))


def to_bits(vector: Vectors) -> bytes:
    """One bit per dimension, its sign: enough to find the neighbourhood."""
    return np.packbits(vector > 0, bitorder="little").tobytes()
