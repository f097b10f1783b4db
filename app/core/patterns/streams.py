"""Sessions as streams of tokens: what an agent did, without looking around and without repeats."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.transcripts.model import Call, Result, Session

_LOOKING_COMMANDS = (
    "awk bat cat cd column cut diff echo fd file find grep egrep fgrep head hexdump id less ls nl "
    "pwd realpath rg ripgrep sed sleep sort stat tail test tree true type uniq wc whereis which xargs xxd"
)
LOOKING = frozenset(
    ["read", "search", "list", "plan", "think", "ask"]
    + [f"shell {command}" for command in _LOOKING_COMMANDS.split()]
)
"""Calls that look and change nothing: they come anywhere, so that no procedure is told by them."""


@dataclass(frozen=True, slots=True)
class Stream:
    """What is left of a session: `tokens[n]` is what was done by the calls from `first[n]` to
    `last[n]`, which are positions among the session's calls."""

    session: Session
    calls: tuple[Call, ...]
    tokens: tuple[str, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]


def stream(session: Session, looking: bool = False) -> Stream:
    """With the calls that only look if that is asked for.

    What was refused was not done. A call that is repeated, with nothing but looking between, is
    one: whoever tries again, or edits five files, takes one step.
    """
    tokens: list[str] = []
    first: list[int] = []
    last: list[int] = []
    calls = session.calls
    for position, call in enumerate(calls):
        if call.result is Result.REFUSED or (not looking and call.tool in LOOKING):
            continue
        if tokens and tokens[-1] == call.tool:
            last[-1] = position
            continue
        tokens.append(call.tool)
        first.append(position)
        last.append(position)
    return Stream(session, calls, tuple(tokens), tuple(first), tuple(last))


def streams(sessions: Sequence[Session], looking: bool = False) -> list[Stream]:
    return [stream(session, looking) for session in sessions]
