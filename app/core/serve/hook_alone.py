"""A hook while no process has the vault open: it opens it itself, and goes by words alone."""

import threading
from pathlib import Path

from app.core import vaults
from app.core.serve.hooks.moment import Moment


def told(home: Path, secret: str, now: Moment) -> str:
    """What the client is told; nothing where the vault cannot be opened without a person.

    The key is computed while the rest is loaded: each takes a good part of the time there is.
    """
    keys: list[bytes | None] = []

    def find() -> None:
        keys.append(None if vaults.is_locked_everywhere(home) else vaults.unasked(home))

    finding = threading.Thread(target=find, daemon=True)
    finding.start()
    from app.core.agents import clients  # noqa: PLC0415 - loaded meanwhile
    from app.core.agents.caller import OTHER, Caller  # noqa: PLC0415
    from app.core.agents.calls import CallLog  # noqa: PLC0415
    from app.core.agents.scope import scope  # noqa: PLC0415
    from app.core.lifecycle import config  # noqa: PLC0415
    from app.core.memory.retrieval.question import ask  # noqa: PLC0415
    from app.core.serve.hooks.working import work  # noqa: PLC0415
    from app.core.vault import Vault  # noqa: PLC0415

    finding.join()
    data_key = keys[0] if keys else None
    if data_key is None:
        return ""
    with Vault(home, data_key) as vault:
        caller = Caller(clients.of_secret(vault, secret) or OTHER, session=now.session)
        calls = CallLog(vault)
        try:
            settings = config.load(vault.home)[0]
            sees = scope(vault, caller.client)
            return work(vault, caller, sees, settings, calls, lambda text: ask(vault, text), now)
        finally:
            calls.close()
