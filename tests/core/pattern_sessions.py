"""Sessions of agents as values, for what is found in them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from app.core.transcripts.model import Call, Event, Format, Result, Said, Session, SkillRead

START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


def call(tool: str, row: int = 0, result: Result = Result.DONE, **values: int) -> Call:
    """A call whose parameters have these digests."""
    return Call(
        id=f"call-{row}",
        tool=tool,
        shape=dict.fromkeys(values, "word"),
        result=result,
        at=START + timedelta(seconds=row),
        row=row,
        values=values,
    )


def session(key: str, tools: Iterable[str | Event], agent: str = "claude") -> Session:
    """Of calls by the names of their tools, a `!` behind those that failed; rows count from 1."""
    events: list[Event] = []
    for row, one in enumerate(tools, 1):
        if isinstance(one, str):
            failed = one.endswith("!")
            result = Result.FAILED if failed else Result.DONE
            events.append(call(one.removesuffix("!"), row, result))
        else:
            events.append(one)
    return Session(key, Format.CLAUDE, agent, START, tuple(events))


def sessions(*several: Sequence[str | Event], agent: str = "claude") -> list[Session]:
    return [session(f"s{n}", tools, agent) for n, tools in enumerate(several, 1)]


def said(text: str, row: int = 0) -> Said:
    return Said(text, START, row)


def given(skill: str, row: int = 0) -> SkillRead:
    return SkillRead(skill, START, row, f"call-{row}")
