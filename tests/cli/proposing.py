"""A model from a script in place of the chosen one."""

from collections.abc import Callable, Sequence

import pytest

from app.core.llm import open_model as opening
from app.core.llm.model import Ask
from app.core.llm.scripted import Answer, Scripted


class Chosen(Scripted):
    """Knows whether it was let go of."""

    unloaded = False

    def unload(self) -> None:
        self.unloaded = True


def choose(
    monkeypatch: pytest.MonkeyPatch, script: Sequence[Answer] | Callable[[Ask], Answer]
) -> Chosen:
    """What the commands ask from now on."""
    model = Chosen(script)
    monkeypatch.setattr(opening, "open_model", lambda *_arguments: model)
    return model
