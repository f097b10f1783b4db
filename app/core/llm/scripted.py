"""A model that answers from a script: for tests, and to try things without a model."""

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.core.llm.model import Ask, ModelTrouble, TooLong
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Dies:
    """Says something, then is lost."""

    after: str = ""


@dataclass(frozen=True, slots=True)
class Loops:
    """Says the same again and again, until nobody lets it say more."""

    over: str


Answer = str | Dies | Loops
_LETTERS = 4
"""Of a token, about; a piece of an answer is one token."""


class Scripted:
    """Answers what the script says, whatever is asked; the same every time it is run.

    `script` is a list of answers, the last of which is given from then on, or a function that is
    asked for each. `asked` keeps the questions. `before` is called before each piece is given: a
    test makes the model slow by waiting in it.
    """

    def __init__(
        self,
        script: Sequence[Answer] | Callable[[Ask], Answer] = ("",),
        *,
        name: str = "Scripted",
        context: int = 4096,
        dimensions: int = 64,
        before: Callable[[], None] | None = None,
    ) -> None:
        self.name = name
        self.digest = hashlib.sha256(name.encode()).hexdigest()
        self.context = context
        self.asked: list[Ask] = []
        self._script = script
        self._dimensions = dimensions
        self._before = before

    def stream(self, ask: Ask, progress: Progress = SILENT) -> Iterator[str]:
        """Four letters at a time, at most `ask.sampling.tokens` times; nothing before the first."""
        checkpoint(progress)
        answer = self._answer(ask)
        self.asked.append(ask)
        if (len(ask.system) + len(ask.user)) // _LETTERS >= self.context:
            raise TooLong(_("This is too long for the model."))
        for piece in islice(_cut(answer), ask.sampling.tokens):
            if self._before is not None:
                self._before()
            checkpoint(progress)
            yield piece
        if isinstance(answer, Dies):
            raise ModelTrouble(_("The model stopped unexpectedly."))

    def embed(self, texts: Sequence[str], progress: Progress = SILENT) -> list[list[float]]:
        """Texts that share words lie close; a text without words has no direction."""
        checkpoint(progress)
        return [self._vector(text.casefold().split()) for text in texts]

    def _answer(self, ask: Ask) -> Answer:
        if callable(self._script):
            return self._script(ask)
        return self._script[min(len(self.asked), len(self._script) - 1)]

    def _vector(self, words: Sequence[str]) -> list[float]:
        total = [0.0] * self._dimensions
        for word in words:
            drawn = hashlib.shake_256(word.encode()).digest(self._dimensions)
            total = [sum_ + byte - 127.5 for sum_, byte in zip(total, drawn, strict=True)]
        length = math.hypot(*total)
        return [value / length for value in total] if length else total


def _cut(answer: Answer) -> Iterator[str]:
    if isinstance(answer, Loops):
        while True:
            yield answer.over
    text = answer.after if isinstance(answer, Dies) else answer
    for start in range(0, len(text), _LETTERS):
        yield text[start : start + _LETTERS]
