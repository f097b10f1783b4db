"""What the server says of itself, and the first answers to a client.

Nothing but the standard library is loaded for it: the official package of the protocol takes most
of a second to load, and some clients do not wait that long for the first answer. What is said here
is what that package answers, and it is given the same facts.
"""

import json
from collections.abc import Mapping
from typing import Any

from app import __version__
from app.core.serve.instructions import INSTRUCTIONS

NAME = "techne"
TITLE = "Techne"
DESCRIPTION = "The skills of this person: how things are done here, step by step."
SKILLS = "io.modelcontextprotocol/skills"
"""The identifier of the extension for skills (SEP-2640)."""
EXTENSIONS: Mapping[str, dict[str, Any]] = {SKILLS: {"directoryRead": True}}
STATIC_FOR = 3_600_000
"""Milliseconds for which a client may keep what only a new version of the program changes."""

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""The versions that begin with `initialize`, oldest first."""
MODERN = ("2026-07-28",)
"""Those in which each request says everything about itself."""
_META = "io.modelcontextprotocol"
_VERSION_KEY = f"{_META}/protocolVersion"
_CAPABILITIES_KEY = f"{_META}/clientCapabilities"

Message = Mapping[str, Any]


def implementation() -> dict[str, Any]:
    """Who answers."""
    return {"name": NAME, "title": TITLE, "version": __version__, "description": DESCRIPTION}


def capabilities() -> dict[str, Any]:
    """What the server can do, in every version of the protocol."""
    changing = {"listChanged": True}
    return {
        "logging": {},
        "prompts": dict(changing),
        "resources": {"subscribe": True, **changing},
        "tools": dict(changing),
        "completions": {},
    }


class Greeting:
    """Answers what clients ask first, as long as it is plain; None for all else, which takes its
    time. `tools` is the list of tools, if it is known.
    """

    def __init__(self, tools: list[dict[str, Any]] | None = None) -> None:
        self._tools = tools
        self._begun: tuple[str, ...] = ()
        """The versions of the era that the client began with."""

    def answer(self, line: bytes) -> dict[str, Any] | None:
        """The answer of the official package to this line."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not _is_request(message):
            return None
        result = self._result(message["method"], message.get("params", {}))
        return result and {"jsonrpc": "2.0", "id": message["id"], "result": result}

    def _result(self, method: str, params: Message) -> dict[str, Any] | None:
        if self._begun != HANDSHAKE and _is_plain_envelope(params):
            self._begun = MODERN
            if method == "server/discover":
                return _discovered()
            if method == "tools/list" and self._tools is not None:
                return _modern({"tools": self._tools})
        elif not self._begun and method == "initialize" and _is_plain_handshake(params):
            self._begun = HANDSHAKE
            return _initialized(params["protocolVersion"])
        elif self._begun == HANDSHAKE and method == "tools/list" and _is_plain_list(params):
            return {"tools": self._tools} if self._tools is not None else None
        return None


def _initialized(asked: str) -> dict[str, Any]:
    """Clients that ask for an older version drop a server that answers with a newer one."""
    return {
        "protocolVersion": asked if asked in HANDSHAKE else HANDSHAKE[-1],
        "capabilities": {**capabilities(), "experimental": dict(EXTENSIONS)},
        "serverInfo": implementation(),
        "instructions": INSTRUCTIONS,
    }


def _discovered() -> dict[str, Any]:
    return _modern(
        {
            "supportedVersions": list(MODERN),
            "capabilities": {**capabilities(), "extensions": dict(EXTENSIONS)},
            "instructions": INSTRUCTIONS,
        }
    )


def _modern(result: dict[str, Any]) -> dict[str, Any]:
    """With what every answer of the newer version has that may be kept."""
    return {
        "_meta": {f"{_META}/serverInfo": implementation()},
        "resultType": "complete",
        "ttlMs": STATIC_FOR,
        "cacheScope": "public",
        **result,
    }


def _is_request(message: object) -> bool:
    return (
        isinstance(message, dict)
        and {"jsonrpc", "id", "method"} <= set(message) <= {"jsonrpc", "id", "method", "params"}
        and message["jsonrpc"] == "2.0"
        and isinstance(message["id"], int | str)
        and not isinstance(message["id"], bool)
        and isinstance(message.get("params", {}), dict)
    )


def _is_plain_handshake(params: Message) -> bool:
    said = params.get("clientInfo")
    return (
        set(params) <= {"protocolVersion", "capabilities", "clientInfo"}
        and isinstance(params.get("protocolVersion"), str)
        and isinstance(said, dict)
        and all(isinstance(value, str) for value in said.values())
        and {"name", "version"} <= set(said)
        and _are_plain_capabilities(params.get("capabilities"))
    )


def _is_plain_list(params: Message) -> bool:
    """The first page; that of the older versions may name a token for its progress."""
    meta = params.get("_meta", {})
    return (
        set(params) <= {"_meta"}
        and isinstance(meta, dict)
        and set(meta) <= {"progressToken"}
        and isinstance(meta.get("progressToken", ""), int | str)
        and not isinstance(meta.get("progressToken"), bool)
    )


def _is_plain_envelope(params: Message) -> bool:
    meta = params.get("_meta")
    return (
        set(params) == {"_meta"}
        and isinstance(meta, dict)
        and meta.get(_VERSION_KEY) in MODERN
        and _are_plain_capabilities(meta.get(_CAPABILITIES_KEY))
    )


def _are_plain_capabilities(said: object) -> bool:
    """Each is an object of switches and objects; what is odd is left to the official package."""
    return isinstance(said, dict) and all(
        isinstance(value, dict) and all(isinstance(inner, dict | bool) for inner in value.values())
        for value in said.values()
    )
