"""Agents get in through the unlocked window: what they ask is done in this process.

Public name: `AgentHost`.
"""

import logging
import threading
from typing import TYPE_CHECKING

from app.core.vault import Vault
from app.ui.embedder_service import EmbedderService

if TYPE_CHECKING:
    from app.core.agents.consent import Group
    from app.core.agents.requests import Answer
    from app.core.serve.deciding import Decision
    from app.core.serve.local_desk import LocalDesk
    from app.core.serve.relay.host import RelayHost

log = logging.getLogger(__name__)


class AgentHost:
    """Their calls run on threads of their own. Everything that serves them is loaded there too, so
    that the window does not wait for it."""

    def __init__(self, vault: Vault, embedding: EmbedderService) -> None:
        self._vault, self._embedding = vault, embedding
        self._making = threading.Lock()
        self._desk: LocalDesk | None = None
        self._host: RelayHost | None = None
        self._closed = False

    def start(self) -> None:
        """Let agents in; where the system gives no socket, the window is there all the same."""
        threading.Thread(target=self._open, name="agent host", daemon=True).start()

    def decide(self, request: int, answer: "Answer") -> "Decision":
        """Say what becomes of a request, and do what is allowed: a job.

        Raises as `deciding.decide`.
        """
        from app.core.agents.caller import Caller  # noqa: PLC0415 - see above
        from app.core.serve import deciding  # noqa: PLC0415

        return deciding.decide(self._made().turn(Caller()), request, answer)

    def group(self, tool: str) -> "Group | None":
        """What a person decides about together with this tool."""
        from app.core.serve.tools.table import BY_NAME  # noqa: PLC0415 - loaded by now

        return BY_NAME[tool].group if tool in BY_NAME else None

    def close(self) -> None:
        """Nobody gets in any more; to be called before the vault is locked. Waits for nobody."""
        with self._making:
            self._closed = True
        if self._host is not None:
            self._host.close()
        if self._desk is not None:
            with self._vault.turns.at_once():
                self._desk.close()

    def _open(self) -> None:
        from app.core.serve.relay.host import RelayHost  # noqa: PLC0415 - see above
        from app.core.serve.relay.place import Kind  # noqa: PLC0415

        desk = self._made()
        with self._making:
            if self._closed:
                return
            try:
                self._host = RelayHost(self._vault.home, Kind.WINDOW, desk)
            except OSError as error:
                log.info("Agents cannot ask the window: %s", error)

    def _made(self) -> "LocalDesk":
        from app.core.lifecycle import config  # noqa: PLC0415 - see above
        from app.core.serve.local_desk import LocalDesk  # noqa: PLC0415

        with self._making:
            if self._desk is None:
                vault, embedding = self._vault, self._embedding
                self._desk = LocalDesk(
                    vault,
                    lambda: config.load(vault.home)[0],
                    lambda: embedding.at_hand,
                    lambda: True,
                )
            return self._desk
