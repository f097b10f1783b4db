"""What a client itself says about our server, where it has a command for that."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from app.core.connect.conversation import Conversation, NoAnswer
from app.core.connect.entry import NAME
from app.core.connect.handshake import HELLO
from app.core.connect.setups import Setup
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
    if setup.health.asks:
        return _of_app_server(command, setup.health.asks, folder, seconds)
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            timeout=seconds,
            env={**os.environ, "NO_COLOR": "1"},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return _("it did not answer in time")
    said = _COLOUR.sub(
        "", done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")
    )
    lines = [line.strip() for line in said.splitlines() if re.search(rf"\b{NAME}\b", line)]
    good = re.compile(rf"(?<!not )(?<!dis)\b{setup.health.says}\b", re.IGNORECASE)
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
