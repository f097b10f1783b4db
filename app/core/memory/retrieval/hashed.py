"""An embedder without a model: texts with the same words and word parts lie close.

It is deterministic and fast; tests use it, and nothing is lost when it is used by mistake but
the meaning of words.
"""

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from app.core.memory.retrieval.embed import Reading, Vectors, spoken, unit

_WORD = re.compile(r"\w+")


class Hashed:
    """Each word and each three letters of it add a fixed random direction."""

    model = "hashed words"

    def __init__(self, dimensions: int = 384, model: str = model) -> None:
        self.dimensions = dimensions
        self.model = model
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Zero for a text without words."""
        vectors = [self._sum(_WORD.findall(text.casefold())) for text in texts]
        return unit(np.array(vectors, np.float32).reshape(-1, self.dimensions))

    def read(self, readings: Sequence[Reading]) -> list[Vectors]:
        """Words mean the same wherever they stand."""
        return [self.embed([text, *spoken(text, parts)]) for text, parts in readings]

    def known(self, words: Sequence[str]) -> float:
        """All: every word has a direction of its own."""
        return 1.0

    def _sum(self, words: list[str]) -> Vectors:
        total = np.zeros(self.dimensions, np.float32)
        for word in words:
            total += self._direction(word)
            for start in range(len(word) - 2):
                total += 0.3 * self._direction(f"#{word[start : start + 3]}")
        return total

    def _direction(self, feature: str) -> Vectors:
        known = self._known.get(feature)
        if known is None:
            seed = int.from_bytes(hashlib.sha256(feature.encode()).digest()[:8], "big")
            drawn = np.random.default_rng(seed).standard_normal(self.dimensions)
            known = self._known[feature] = drawn.astype(np.float32)
        return known
