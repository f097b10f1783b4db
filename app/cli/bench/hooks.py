"""What a client waits for at each prompt: a hook, with and without somebody who has the vault."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.cli.bench.figures import PASSPHRASE, bench_vault
from app.core.api.measurements import Figure
from app.core.lifecycle.config import Procedural
from app.core.memory import nodes
from app.core.serve.local_desk import LocalDesk
from app.core.serve.relay.host import RelayHost
from app.core.serve.relay.place import Kind
from app.core.store import passphrase
from app.core.words import _

_SAID = {
    "session_id": "bench",
    "cwd": "/work/reports",
    "hook_event_name": "UserPromptSubmit",
    "prompt": "Check that the branch is ready and write down what differs from the report",
}
_TIMES = 5


def _hook() -> list[Figure]:
    with bench_vault(skills=1_000) as vault:
        nodes.catch_up(vault, 0.7)
        home = vault.home.folder
        secret = home.parent / "passphrase"
        secret.write_text(PASSPHRASE)
        alone = [_once(home, secret) for _n in range(_TIMES)]
        desk = LocalDesk(vault, Procedural, lambda: None)
        host = RelayHost(vault.home, Kind.WINDOW, desk)
        asked = [_once(home, secret) for _n in range(_TIMES)]
        host.close()
        desk.close()
    return [
        Figure(
            _("Hook while a window or server runs, 1 000 skills"),
            statistics.median(asked), "ms", 150,
        ),
        Figure(_("Hook alone, 1 000 skills"), statistics.median(alone), "ms", 700),
    ]  # fmt: skip


def _once(home: Path, secret: Path) -> float:
    """Milliseconds from the start to the end of the process, as a client starts it."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "app.main", "--home", str(home), "hook", "user-prompt"],
        input=json.dumps(_SAID).encode(),
        env=os.environ | {passphrase.VARIABLE: str(secret)},
        capture_output=True,
        check=True,
    )
    assert b"Relevant Skills" in done.stdout
    return 1000 * (time.perf_counter() - started)


MEASURES: dict[str, Callable[[], list[Figure]]] = {"hook": _hook}
