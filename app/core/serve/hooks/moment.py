"""What a client says when it runs a hook. Nothing but the standard library is loaded for it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

LONGEST = 2_000
"""Characters of a text that is looked at."""


class Event(StrEnum):
    """Moments of a session, by our own names."""

    START = "session-start"
    PROMPT = "user-prompt"
    TOOL = "post-tool"
    TOOL_FAILED = "post-tool-failure"
    STOP = "stop"
    END = "session-end"


_NAMES = {
    "sessionstart": Event.START,
    "userprompt": Event.PROMPT,
    "userpromptsubmit": Event.PROMPT,
    "beforeagent": Event.PROMPT,
    "posttool": Event.TOOL,
    "posttooluse": Event.TOOL,
    "aftertool": Event.TOOL,
    "posttoolfailure": Event.TOOL_FAILED,
    "posttoolusefailure": Event.TOOL_FAILED,
    "stop": Event.STOP,
    "afteragent": Event.STOP,
    "sessionend": Event.END,
}
"""Also as clients call them, in whatever spelling."""
_CALLED = {
    Event.START: "SessionStart",
    Event.PROMPT: "UserPromptSubmit",
    Event.TOOL: "PostToolUse",
}


def event_of(name: str) -> Event | None:
    """`session-start`, `SessionStart` or `session_start`; None for a moment that is not known."""
    return _NAMES.get(re.sub(r"[^a-z]", "", name.lower()))


@dataclass(frozen=True, slots=True)
class Moment:
    """`name` is the client's own for the event; what does not belong to it is empty.

    `said` is what the person asked for, or of a session what was asked first; `ended` what the
    agent said last. `skill` is one that the client loaded itself, by its name or folder.
    """

    event: Event
    name: str = ""
    session: str = ""
    folder: str = ""
    source: str = ""
    said: str = ""
    ended: str = ""
    skill: str = ""
    tool: str = ""
    call: str = ""
    error: str = ""


def moment(event: Event, said: Mapping[str, Any]) -> Moment:
    """What is known of it, from the JSON of a client."""
    given = said.get("tool_input")
    error = _error(said)
    if event is Event.TOOL and error:
        event = Event.TOOL_FAILED
    return Moment(
        event,
        _text(said.get("hook_event_name")) or _CALLED.get(event, ""),
        _text(said.get("session_id")),
        _text(said.get("cwd")),
        _text(said.get("source")),
        _text(said.get("prompt")),
        _text(said.get("last_assistant_message")),
        _skill(given) if isinstance(given, dict) else "",
        _text(said.get("tool_name")),
        _text(said.get("tool_use_id")),
        error,
    )


def _skill(given: Mapping[str, Any]) -> str:
    """The tool of Claude Code takes `skill`, that of Gemini `name`."""
    return _text(given.get("skill") or given.get("name")).rpartition(":")[2]


def _error(said: Mapping[str, Any]) -> str:
    answer = said.get("tool_response")
    inside = answer.get("error") if isinstance(answer, dict) else None
    return _text(said.get("error")) or _text(inside)


def _text(value: object) -> str:
    return value[:LONGEST] if isinstance(value, str) else ""
