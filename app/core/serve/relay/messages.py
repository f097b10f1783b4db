"""What is said on a line: one JSON object in each message.

A call is `{"id", "operation", "caller", "values"}`; `{"id", "answer"}` or `{"id", "error"}` is what
becomes of it, in any order. `{"news"}` comes unasked.
"""

import json
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from app.core.agents.caller import Caller
from app.core.changes import Changes, Part
from app.core.errors import AppError

LONGEST = 16 * 1024 * 1024
"""Bytes of a message; whoever sends a longer one is not listened to any more."""

Message = Mapping[str, Any]


def written(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def read(line: Connection) -> Message:
    """The next message. Raises `EOFError` or `OSError` at the end, `ValueError` for no message."""
    try:
        message = json.loads(line.recv_bytes(LONGEST))
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message


def caller_written(caller: Caller) -> Message:
    return {
        "client": caller.client,
        "name": caller.name,
        "version": caller.version,
        "session": caller.session,
    }


def caller_read(said: Message, client: str) -> Caller:
    """The caller as it says of itself, except for the client, which has to be proven."""
    name, version, session = (str(said.get(key, "")) for key in ("name", "version", "session"))
    return Caller(client, name, version, session)


def error_written(error: AppError) -> Message:
    return {"code": error.code, "said": str(error), "hint": error.hint}


def error_read(said: Message) -> AppError:
    """The failure as it was raised at the other end, of the same code."""
    error = AppError(said["said"], said["hint"])
    error.code = said["code"]
    return error


def news_written(changes: Changes) -> Message:
    return {"parts": changes.parts.value, "skills": sorted(changes.skills)}


def news_read(said: Message) -> Changes:
    return Changes(Part(said["parts"]), frozenset(said["skills"]))
