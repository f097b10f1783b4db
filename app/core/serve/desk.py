"""Where calls are answered: here, on an open vault, or in the process that has it open."""

from collections.abc import Callable, Mapping
from typing import Protocol

from app.core.agents.caller import Caller
from app.core.api.json_values import Json
from app.core.changes import Changes


class Desk(Protocol):
    """Safe to be asked by several threads at once."""

    def ask(self, operation: str, caller: Caller, values: Mapping[str, Json]) -> Json:
        """Do one of `operations.OPERATIONS`. Raises `AppError`; `NotOpen` says how to unlock."""

    def listen(self, told: Callable[[Changes], None]) -> Callable[[], None]:
        """Call `told` after each commit of anybody, on some thread. Returns the unsubscribe."""
