"""Sessions of agents as values, for what is found in them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from app.core.patterns.drafting import draft
from app.core.patterns.finding import patterns
from app.core.patterns.pattern import Pattern
from app.core.skills.reading.grammar import parse
from app.core.transcripts.model import Call, Event, Format, Result, Said, Session, SkillRead
from app.core.transcripts.tools import uses

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


def only(found: list[Pattern]) -> Pattern:
    assert len(found) == 1, [one.tools for one in found]
    return found[0]


def lines(key: str, *several: str) -> Session:
    """A session of commands as they are typed."""
    calls = []
    for row, line in enumerate(several, 1):
        for tool, shape, _skill in uses("bash", {"command": line}, b""):
            own = replace(call(tool, row), shape=dict(shape.kinds), values=dict(shape.digests))
            calls.append(own)
    return session(key, calls)


def drafted_steps(*several: str) -> list[str]:
    """Of three sessions, with another number for each `{n}`."""
    made = [lines(f"s{n}", *(one.format(n=n) for one in several)) for n in range(3)]
    return [step.text.strip() for step in parse(draft(only(patterns(made))).text).steps]
