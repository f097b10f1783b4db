"""What a session of an agent came to, whichever client wrote it down, as immutable values.

Values of calls are never here. What the person wrote is; nothing that is made of it quotes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Format(StrEnum):
    """Who wrote the session, and how."""

    CLAUDE = "claude"
    CODEX = "codex"
    GEMINI = "gemini"
    OPENCODE = "opencode"
    GENERIC = "generic"
    """JSON Lines as `docs/transcripts.md` describes them."""


class Result(StrEnum):
    """How a call ended, as far as the session says."""

    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"
    """By the person, or by a rule of the client."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Call:
    """One normalised call. A shell call that joins several commands is several of these.

    `tool` is its name in one vocabulary for all clients: `read`, `edit`, `search`, `shell git
    commit` (the command word and its subcommand), `mcp github create_issue`; `shape` says what kind
    of value each parameter has, never the value, and `values` has a keyed digest of each, by which
    equal values are equal and nothing else is told. `together` is the same for calls that were made
    in one message, `helper` names the sub-agent that made it, empty for the session itself. `row`
    counts the rows of the file from 1.
    """

    id: str
    tool: str
    shape: Mapping[str, str]
    result: Result = Result.UNKNOWN
    at: datetime | None = None
    row: int = 0
    together: int = 0
    helper: str = ""
    values: Mapping[str, int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Said:
    """What the person wrote, between calls; a long text by its beginning.

    `id` is that of the row or message, empty where the client gives none.
    """

    text: str = field(repr=False)
    at: datetime | None = None
    row: int = 0
    id: str = ""


@dataclass(frozen=True, slots=True)
class SkillRead:
    """The agent was given the body of a skill of this name; `id` is that of the call for it.

    It stands in place of the call. One that failed is a call of `skill`, or of what it was.
    """

    name: str
    at: datetime | None = None
    row: int = 0
    id: str = ""
    helper: str = ""


Event = Call | Said | SkillRead


@dataclass(frozen=True, slots=True)
class Session:
    """A session in the order of its file; `key` tells it apart from all others of its client.

    `agent` is the client or the name that was given with the file. What a sub-agent did may be
    written apart: then `helper` names it, and `key` is that of the session that sent it.
    """

    key: str
    format: Format
    agent: str
    started: datetime | None
    events: tuple[Event, ...]
    helper: str = ""

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(event for event in self.events if isinstance(event, Call))
