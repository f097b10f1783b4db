"""The desk on a vault that is open in this process."""

from collections.abc import Callable, Mapping

from app.core.agents.caller import Caller
from app.core.api.plain import Json
from app.core.changes import Changes
from app.core.lifecycle.config import Procedural
from app.core.memory.retrieval.embed import Embedder
from app.core.serve.operations import OPERATIONS
from app.core.serve.turn import turn
from app.core.vault import Vault


class LocalDesk:
    """`settings` and `embedder` are asked for when something needs them."""

    def __init__(
        self,
        vault: Vault,
        settings: Callable[[], Procedural],
        embedder: Callable[[], Embedder | None],
    ) -> None:
        self._vault, self._settings, self._embedder = vault, settings, embedder

    def ask(self, operation: str, caller: Caller, values: Mapping[str, Json]) -> Json:
        now = turn(self._vault, caller, self._settings(), self._embedder)
        answer: Json = OPERATIONS[operation](now, values)
        return answer

    def listen(self, told: Callable[[Changes], None]) -> Callable[[], None]:
        return self._vault.subscribe(told)
