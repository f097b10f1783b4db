"""What a language model is to the rest of Techne: something that can be asked, and interrupted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.core.errors import AppError
from app.core.progress import SILENT, Progress


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is chosen. The defaults make the same question give the same answer."""

    temperature: float = 0.2
    top_p: float = 0.9
    seed: int = 7
    tokens: int = 1024
    """At most so many tokens are written."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: what the model is to be, what it is asked, and the form of the answer.

    `schema` is a JSON schema and `grammar` a GBNF grammar that the answer is held to while it is
    written;
    at most one of them is given.
    """

    system: str
    user: str
    schema: Mapping[str, Any] | None = None
    grammar: str | None = None
    sampling: Sampling = field(default_factory=Sampling)


class Model(Protocol):
    """A model that answers in pieces of text.

    `name` is what people call it, `digest` the SHA-256 of its file in hex, `context` the number of
    tokens that question and answer may have together.
    """

    @property
    def name(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def context(self) -> int: ...

    def stream(self, ask: Ask, progress: Progress = SILENT) -> Iterator[str]:
        """The answer as it is written. Blocks: to be used in a job.

        Raises `Cancelled` when the person stops it, `TooLong` when the question leaves no room for
        an answer, `ModelTrouble` when the model cannot be started or has died.
        """
        ...

    def embed(self, texts: Sequence[str], progress: Progress = SILENT) -> list[list[float]]:
        """The meaning of each text as a vector of length 1. Raises as `stream` does."""
        ...


class ModelTrouble(AppError):
    """The model could not be started, was lost or said something unusable."""

    code = "model-trouble"


class NoModel(ModelTrouble):
    """No model was chosen, or the program that runs models is not installed."""

    code = "no-model"


class TooLong(ModelTrouble):
    """The question does not fit into the model's context."""

    code = "too-long"
