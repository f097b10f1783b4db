"""`techne hook`: asks whoever has the vault open, or opens it; never stands in a client's way."""

import json
import os
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.core.agents.caller import OTHER, Caller
from app.core.serve.hooks.moment import Event, Moment, event_of, moment
from app.core.serve.hooks.transcript import around

SECRET = "TECHNE_CLIENT_SECRET"
PATIENCE = 4.0
"""Seconds after which the client goes on without an answer."""


def main(home: Path, arguments: Sequence[str]) -> int:
    """Always 0: what goes wrong here is no reason to stop a client."""
    end = threading.Timer(PATIENCE, os._exit, (0,))
    end.daemon = True
    end.start()
    try:
        event, client = _asked(arguments)
        if event is not None:
            text = answer(home, event, client, _read())
            if text:
                print(text, flush=True)  # noqa: T201 - the client reads it
    except Exception:  # noqa: BLE001 - nor is a bug
        pass
    end.cancel()
    return 0


def answer(home: Path, event: Event, client: str, said: Mapping[str, Any]) -> str:
    """What the client reads: JSON with what it tells its model, or nothing."""
    now = moment(event, said)
    if now.event is Event.END:
        now = around(now, str(said.get("transcript_path", "")))
    told = _told(home, client, now) if now.event is not Event.STOP else ""
    if not told:
        return ""
    inner = {"hookEventName": now.name, "additionalContext": told}
    return json.dumps({"hookSpecificOutput": inner})


def _asked(arguments: Sequence[str]) -> tuple[Event | None, str]:
    words = list(arguments)
    client = OTHER
    if "--client" in words[:-1]:
        at = words.index("--client")
        client = words[at + 1]
        del words[at : at + 2]
    return (event_of(words[0]) if words else None), client


def _read() -> dict[str, Any]:
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    try:
        said = json.loads(sys.stdin.buffer.read())
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _told(home: Path, client: str, now: Moment) -> str:
    from app.core.serve.relay.desk import reach  # noqa: PLC0415 - not for a moment without words
    from app.core.store.files import Home  # noqa: PLC0415

    if not Home(home).has_vault:
        return ""
    secret = os.environ.get(SECRET, "") or _secret(home, client, now.folder)
    desk = reach(Home(home))
    if desk is None:
        from app.core.serve.hook_alone import told  # noqa: PLC0415 - loads the vault

        return told(home, secret, now)
    try:
        known: Any = desk.ask("client", Caller(), {"secret": secret}) if secret else {}
        caller = Caller(known.get("client") or OTHER, session=now.session)
        found: Any = desk.ask("hook", caller, {"moment": asdict(now)})
        return str(found["told"])
    finally:
        desk.close()


def _secret(home: Path, client: str, folder: str) -> str:
    """The secret in the settings of the client that runs the hook; its server's variables count
    here too, for some clients keep theirs from hooks."""
    if client == OTHER:
        return ""
    from app.core.connect.entry import secret_of, started_by  # noqa: PLC0415 - not for others
    from app.core.connect.stored import stored  # noqa: PLC0415

    entry = stored(home, client, folder)
    for name, value in started_by(entry)[1].items():
        os.environ.setdefault(name, value)
    return secret_of(entry)
