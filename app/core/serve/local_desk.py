"""The desk on a vault that is open in this process."""

from collections.abc import Callable, Mapping

from app.core.agents.caller import Caller
from app.core.agents.calls import CallLog
from app.core.agents.scope import scope
from app.core.api.json_values import Json
from app.core.changes import Changes
from app.core.lifecycle.config import Procedural
from app.core.memory.retrieval.embed import Embedder
from app.core.serve.operations import OPERATIONS
from app.core.serve.turn import Turn
from app.core.vault import Vault


class LocalDesk:
    """`settings` and `embedder` are asked for when something needs them; `watched` says whether
    a window is open in which a person can be asked."""

    def __init__(
        self,
        vault: Vault,
        settings: Callable[[], Procedural],
        embedder: Callable[[], Embedder | None],
        watched: Callable[[], bool] = lambda: False,
    ) -> None:
        self._vault, self._settings, self._embedder = vault, settings, embedder
        self._watched = watched
        self.calls = CallLog(vault)

    def ask(self, operation: str, caller: Caller, values: Mapping[str, Json]) -> Json:
        answer: Json = OPERATIONS[operation](self.turn(caller), values)
        return answer

    def turn(self, caller: Caller) -> Turn:
        """What a caller gets to see just now."""
        return Turn(
            self._vault,
            caller,
            scope(self._vault, caller.client),
            self._settings(),
            self._embedder,
            self.calls,
            self._watched,
        )

    def listen(self, told: Callable[[Changes], None]) -> Callable[[], None]:
        return self._vault.subscribe(told)

    def close(self) -> None:
        """Write down the last calls; to be called before the vault is locked."""
        self.calls.close()
