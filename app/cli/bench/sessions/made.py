"""What a made-up session is before a client's format is put around it, and what is true of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """What an agent can do, before each client gives it a name of its own."""

    SHELL = "shell"
    READ = "read"
    SEARCH = "search"
    EDIT = "edit"
    WRITE = "write"
    WEB = "web"
    MCP = "mcp"


@dataclass(frozen=True, slots=True)
class Action:
    """`target` is the command, the file, the pattern, the address, or the server and its tool."""

    kind: Kind
    target: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Label:
    """Which step of which procedure a call is."""

    procedure: str
    step: int


@dataclass(frozen=True, slots=True)
class Did:
    """A call. `together` is the same for calls of one message, `helper` the sub-agent if any."""

    id: str
    action: Action
    done: bool = True
    label: Label | None = None
    together: int = 0
    helper: str = ""


@dataclass(frozen=True, slots=True)
class Wrote:
    """The person."""

    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The agent, in words."""

    text: str


@dataclass(frozen=True, slots=True)
class Consulted:
    """The agent asked for a skill and was given its body."""

    id: str
    skill: str
    body: str


Event = Did | Wrote | Answered | Consulted


@dataclass(frozen=True, slots=True)
class Made:
    """`outcomes` is what really became of each skill in it, in the order they were consulted."""

    key: str
    client: str
    started: datetime
    events: tuple[Event, ...]
    outcomes: tuple[str, ...] = ()

    @property
    def holds(self) -> frozenset[str]:
        """The procedures in it."""
        return frozenset(
            event.label.procedure
            for event in self.events
            if isinstance(event, Did) and event.label is not None
        )
