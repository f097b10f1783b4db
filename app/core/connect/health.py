"""What a client itself says about our server, where it has a command for that."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from app.core.connect.conversation import Conversation, NoAnswer
from app.core.connect.entry import NAME
from app.core.connect.handshake import HELLO
from app.core.connect.setups import Health, Setup
from app.core.words import _

SECONDS = 30.0
"""The slowest of the clients takes ten for its first start."""
CONNECTED = "connected"
_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def asked(setup: Setup, folder: Path | None = None, seconds: float = SECONDS) -> str:
    """`CONNECTED`, or the line in which it says otherwise; empty where there is nothing to ask.

    `folder` is where the client is started: some start servers in trusted ones only.
    """
    program = shutil.which(setup.program) if setup.program else None
    if setup.health is None or program is None:
        return ""
    command = (program, *setup.health.args)
    with TemporaryDirectory(prefix="techne-", ignore_cleanup_errors=True) as aside:
        env = _apart(setup, Path(aside))
        return _said(command, setup.health, env, folder, seconds)


def _apart(setup: Setup, aside: Path) -> dict[str, str]:
    """The variables for a client that would write to its settings: it gets a copy of them."""
    assert setup.health is not None
    file = setup.settings()
    if not setup.health.apart or not file.exists():
        return {}
    shutil.copy(file, aside)
    return {setup.health.apart: str(aside)}


def _said(
    command: tuple[str, ...], health: Health, env: Mapping[str, str], folder: Path | None,
    seconds: float,
) -> str:  # fmt: skip
    if health.asks:
        return _of_app_server(command, health.asks, folder, seconds)
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            timeout=seconds,
            env={**os.environ, **env, "NO_COLOR": "1"},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return _("it did not answer in time")
    said = _COLOUR.sub(
        "", done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")
    )
    lines = [line.strip() for line in said.splitlines() if re.search(rf"\b{NAME}\b", line)]
    good = re.compile(rf"(?<!not )(?<!dis)\b{health.says}\b", re.IGNORECASE)
    if any(good.search(line) for line in lines):
        return CONNECTED
    return lines[0] if lines else _("it does not name the server")


def _of_app_server(
    command: tuple[str, ...], request: str, folder: Path | None, seconds: float
) -> str:
    try:
        with Conversation(command, {}, seconds, folder) as server:
            server.ask("initialize", HELLO)
            server.tell("initialized")
            listed = server.ask(request).get("data") or []
    except NoAnswer as error:
        return str(error)
    ours = next((one for one in listed if one.get("name") == NAME), None)
    if ours is None:
        return _("it does not name the server")
    return CONNECTED if ours.get("serverInfo") or ours.get("tools") else _("it has no tools")
