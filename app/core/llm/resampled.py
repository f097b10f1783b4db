"""The same model asked once more: it chooses other words than before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.llm.model import Ask, Model
from app.core.progress import SILENT, Progress

_FREEDOM = 0.6
"""The temperature from the second time on, at least; with less the answer hardly differs."""


@dataclass(frozen=True, slots=True)
class Resampled:
    """The `attempt`-th time, counted from 0, which is the model as it is: same question, same
    answer."""

    model: Model
    attempt: int

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def digest(self) -> str:
        return self.model.digest

    @property
    def context(self) -> int:
        return self.model.context

    def stream(self, ask: Ask, progress: Progress = SILENT) -> Iterator[str]:
        """As the model's, with another seed for each attempt."""
        if self.attempt:
            chosen = ask.sampling
            freedom = max(chosen.temperature, _FREEDOM)
            chosen = replace(chosen, seed=chosen.seed + self.attempt, temperature=freedom)
            ask = replace(ask, sampling=chosen)
        return self.model.stream(ask, progress)

    def embed(self, texts: Sequence[str], progress: Progress = SILENT) -> list[list[float]]:
        return self.model.embed(texts, progress)
