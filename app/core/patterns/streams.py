"""Sessions as streams of tokens: what an agent did, without looking around and without repeats."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.core.transcripts.model import Call, Result, Session
from app.core.transcripts.subcommands import without_rehearsal

_LOOKING_TOOLS = (
    "read", "search", "find", "list", "plan", "ask", "output", "find tool", "resource", "remember",
    "report", "shell",
)  # fmt: skip
_LOOKING_COMMANDS = (
    "awk bat cat cd column cut diff echo egrep fd fgrep file find grep head hexdump id less ls nl "
    "pwd realpath rg ripgrep sed sleep sort stat tail test tree true type uniq wc whereis which "
    "xargs xxd"
)
_LOOKING_AT_HISTORY = "blame branch describe diff log ls-files reflog rev-parse show status"
LOOKING = frozenset(
    [
        *_LOOKING_TOOLS,
        *(f"shell {command}" for command in _LOOKING_COMMANDS.split()),
        *(f"shell git {command}" for command in _LOOKING_AT_HISTORY.split()),
    ]
)
"""Calls that look and change nothing: they come anywhere, so that no procedure is told by them."""


def is_looking(tool: str) -> bool:
    """Whether it only looks, also where it was asked to change nothing: `git diff --check`."""
    return without_rehearsal(tool) in LOOKING


_SECRET = re.compile(r"(?=[a-zA-Z_-]*\d)(?=[\d_-]*[a-zA-Z])[\w-]{20,}")
"""What no tool or command is called, and a key that got into its place might be."""
_LONGEST_ROUND = 6
"""Steps of a loop that is seen as one."""


@dataclass(frozen=True, slots=True)
class Stream:
    """What is left of a session: `tokens[n]` is what was done by the calls from `first[n]` to
    `last[n]`, positions among the session's calls, in so many `rounds` of a loop."""

    session: Session
    calls: tuple[Call, ...]
    tokens: tuple[str, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    rounds: tuple[int, ...]


@dataclass(slots=True)
class _Done:
    token: str
    first: int
    last: int
    rounds: int = 1


def stream(session: Session, looking: bool = False) -> Stream:
    """With the calls that only look if that is asked for.

    What was refused was not done, and what is called like a key is not looked at. A call, or a
    round of up to six, that is repeated with nothing but looking between is one: whoever tries
    again, or edits and tests five times, is at one place of the procedure.
    """
    done: list[_Done] = []
    calls = session.calls
    for position, call in enumerate(calls):
        if call.result is Result.REFUSED or _SECRET.search(call.tool):
            continue
        if not looking and is_looking(call.tool):
            continue
        _add(done, _Done(call.tool, position, position))
    return Stream(
        session,
        calls,
        tuple(one.token for one in done),
        tuple(one.first for one in done),
        tuple(one.last for one in done),
        tuple(one.rounds for one in done),
    )


def joined_rounds(tokens: Iterable[str]) -> list[str]:
    """Each round of a loop once, as `stream` has it."""
    done: list[_Done] = []
    for position, token in enumerate(tokens):
        _add(done, _Done(token, position, position))
    return [one.token for one in done]


def _add(done: list[_Done], one: _Done) -> None:
    done.append(one)
    for length in range(1, min(_LONGEST_ROUND, len(done) // 2) + 1):
        _join_rounds(done, length)


def _join_rounds(done: list[_Done], length: int) -> None:
    """If the last so many say the same as those before them, they are these once more."""
    before, after = done[-2 * length : -length], done[-length:]
    if [one.token for one in before] != [one.token for one in after]:
        return
    for one, again in zip(before, after, strict=True):
        one.last = again.last
        if length > 1:
            one.rounds += again.rounds
    del done[-length:]


def streams(sessions: Iterable[Session], looking: bool = False) -> Iterator[Stream]:
    return (stream(session, looking) for session in sessions)
