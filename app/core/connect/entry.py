"""Our entry in the settings of a client: what starts the server, and the secret of the client."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.core.connect.setups import Hooks, Setup

NAME = "techne"
"""What our server is called in every client."""
SECRET = "TECHNE_CLIENT_SECRET"
"""The environment variable with the secret of a client."""
HOME = "TECHNE_HOME"
MASK = "••••••••"
"""Stands for a secret wherever somebody may look."""
SECONDS = 10
"""A client waits so long for a hook; ours takes a fraction of one."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How the program is started from anywhere, and the variables that its server needs."""

    command: tuple[str, ...]
    env: Mapping[str, str]

    @property
    def server(self) -> tuple[str, ...]:
        return (*self.command, "mcp")


def server_entry(setup: Setup, launch: Launch, url: str | None, secret: str) -> dict[str, Any]:
    """What stands under `NAME`: a program to start, or with `url` a server that runs."""
    filled: dict[str, Any] = {
        "{command}": launch.server[0],
        "{args}": list(launch.server[1:]),
        "{argv}": list(launch.server),
        "{env}": {**launch.env, SECRET: secret},
        "{url}": url,
        "{headers}": {"Authorization": f"Bearer {secret}"},
    }
    template = setup.stdio if url is None else setup.http
    return {
        key: filled.get(value, value) if isinstance(value, str) else value
        for key, value in template.items()
    }


def secret_of(entry: Any) -> str:
    """The secret in an entry; empty without one."""
    for value in entry.values() if isinstance(entry, dict) else ():
        if isinstance(value, dict):
            bearer = str(value.get("Authorization", ""))
            return str(value.get(SECRET, "")) or bearer.removeprefix("Bearer ")
    return ""


def started_by(entry: Any) -> tuple[tuple[str, ...], dict[str, str]]:
    """The command of an entry and its variables; empty for one over HTTP."""
    if not isinstance(entry, dict):
        return (), {}
    command, args = entry.get("command"), entry.get("args") or ()
    argv = command if isinstance(command, list) else [command, *args] if command else []
    env = entry.get("env") or entry.get("environment") or {}
    return tuple(map(str, argv)), {str(key): str(value) for key, value in env.items()}


def reached_at(entry: Any) -> str:
    """The URL of an entry over HTTP; empty for another one."""
    found = (entry.get(key) for key in ("url", "httpUrl", "serverUrl"))
    return next((str(one) for one in found if one), "") if isinstance(entry, dict) else ""


def hook_entry(hooks: Hooks, launch: Launch, event: str, client: str) -> dict[str, Any]:
    """What stands in the list of an event of the client, in the way that Claude Code began."""
    home = ("--home", launch.env[HOME]) if HOME in launch.env else ()
    command = (*launch.command, *home, "hook", hooks.events[event], "--client", client)
    written = {"type": "command", "command": _shell(command), "timeout": SECONDS * hooks.unit}
    matcher = {"matcher": hooks.matchers[event]} if event in hooks.matchers else {}
    return {**matcher, "hooks": [written]}


def is_hook_of(entry: Any, client: str) -> bool:
    """Whether an element of a list of hooks is ours for this client."""
    hooks = entry.get("hooks") if isinstance(entry, dict) else None
    commands = [str(one.get("command", "")) for one in hooks or () if isinstance(one, dict)]
    return bool(commands) and all(
        " hook " in one and one.endswith(f" --client {client}") for one in commands
    )


def hooks_of(listed: Any, client: str) -> list[int]:
    """Where ours stand in the list of an event; none in what is no list."""
    entries = listed if isinstance(listed, list) else ()
    return [n for n, one in enumerate(entries) if is_hook_of(one, client)]


def _shell(command: Sequence[str]) -> str:
    """As one line of the shell that clients run hooks in."""
    if sys.platform == "win32":
        return " ".join(f'"{one}"' if " " in one else one for one in command)
    return shlex.join(command)


def exists(command: Sequence[str]) -> bool:
    """Whether the program of an entry is still there."""
    return bool(command) and Path(command[0]).exists()
