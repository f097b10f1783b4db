"""Which scripts are known by their names, and which are only values of an interpreter. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from app.core.patterns.background import FEWEST_SESSIONS
from app.core.transcripts.interpreters import interpreter
from app.core.transcripts.model import Call, Event, Session


def without_rare_scripts(sessions: Sequence[Session]) -> list[Session]:
    """The sessions of an agent, with a script that fewer than three of them have as a call of its
    interpreter: who writes a file and runs it has another one each time.
    """
    having = Counter(
        tool
        for session in sessions
        for tool in {call.tool for call in session.calls}
        if " " in tool
    )
    rare = {
        tool: own
        for tool, count in having.items()
        if count < FEWEST_SESSIONS and (own := interpreter(tool))
    }
    return [_renamed(session, rare) for session in sessions] if rare else list(sessions)


def _renamed(session: Session, tools: dict[str, str]) -> Session:
    def event(one: Event) -> Event:
        if isinstance(one, Call) and one.tool in tools:
            return replace(one, tool=tools[one.tool])
        return one

    if not any(call.tool in tools for call in session.calls):
        return session
    return replace(session, events=tuple(map(event, session.events)))
