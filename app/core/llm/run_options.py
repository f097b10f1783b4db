"""How a person wants models to run on this computer: context, threads, freedom, rest."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from app.core.llm.model import Sampling

BOUNDS: Mapping[str, tuple[int, int]] = {
    "context": (256, 1_048_576),
    "threads": (1, 256),
    "temperature": (0, 2),
    "idle": (1, 1440),
}
"""The smallest and largest of each; 0 also of those where it has a meaning of its own."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """`context` in tokens and `threads` are chosen to suit the machine where they are 0; after
    `idle` minutes without a question the memory is given back (0: never)."""

    context: int = 0
    threads: int = 0
    temperature: float = 0.2
    idle: int = 10

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """The usual in place of everything that is missing, odd or out of bounds."""
        usual = asdict(cls())
        good = {
            name: type(value)(stored[name])
            for name, value in usual.items()
            if _is_sound(name, stored.get(name))
        }
        return cls(**good)

    def sampling(self, tokens: int = Sampling().tokens) -> Sampling:
        """For a text that the model may choose the words of."""
        return Sampling(temperature=self.temperature, tokens=tokens)


def _is_sound(name: str, value: object) -> bool:
    low, high = BOUNDS[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return False
    whole = name == "temperature" or value == int(value)
    return whole and (value == 0 or low <= value <= high)
