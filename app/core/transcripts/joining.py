"""Sessions out of the parts they were read in, and without what was copied from one another."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from app.core.transcripts.model import Call, Event, Format, Result, Said, Session
from app.core.transcripts.reading import Part, Position, read
from app.core.transcripts.shapes import KEY

_TELLING = 20
"""Characters from which on an id is of one call in the world, and not the third of its session."""
_EARLIEST = datetime.min.replace(tzinfo=UTC)


def read_sessions(
    path: Path, *, client: Format | None = None, agent: str = "", key: bytes = KEY
) -> list[Session]:
    """All sessions of a file at once, for those that fit in memory. Raises as `read` does."""
    found: dict[tuple[str, str], Session] = {}
    since: Position | None = None
    more = True
    while more:
        reading = read(path, client=client, agent=agent, since=since, key=key)
        for part in reading.parts:
            name = part.session.key, part.session.helper
            found[name] = joined(found.get(name), part)
        since, more = reading.position, reading.more
    return list(found.values())


def joined(before: Session | None, part: Part) -> Session:
    """A session with a part of it that was read later."""
    if before is None:
        return part.session
    kept = without_later(before.events, part)
    starts = [at for at in (before.started, part.session.started) if at is not None]
    return replace(
        part.session, started=min(starts, default=None), events=(*kept, *part.session.events)
    )


def without_later(events: Iterable[Event], part: Part) -> tuple[Event, ...]:
    """Events of a session without those that a part takes the place of, with results it brings."""
    return tuple(_resolved(event, part) for event in events if event.row <= part.after)


def without_copies(sessions: Iterable[Session], known: Container[str] = ()) -> list[Session]:
    """The sessions without what an earlier one has already; of a mere copy nothing is left.

    A session that is resumed or forked begins with a copy of what went before. `known` are the
    identities of events elsewhere, as `identity` says them.
    """
    seen: set[str] = set()
    found: list[Session] = []
    for session in sorted(sessions, key=_when):
        own = [identity(event) for event in session.events]
        copied = [name is not None and (name in seen or name in known) for name in own]
        seen.update(name for name in own if name is not None)
        events = _not_copied(session.events, copied)
        if events or not session.events:
            found.append(replace(session, events=events))
    return found


def identity(event: Event) -> str | None:
    """The same for an event and its copies; `None` where nothing tells it from others."""
    own = event.id
    if len(own) >= _TELLING:
        return own
    if event.at is None:
        return None
    if own:
        return f"{own} {event.at.isoformat()}"
    return f"{event.at.isoformat()} {event.text}" if isinstance(event, Said) else None


def _not_copied(events: Sequence[Event], copied: Sequence[bool]) -> tuple[Event, ...]:
    """Without copies, and at the front also without what has no id between them.

    A client that copies may write the time of copying, and then nothing tells what was said.
    """
    with_id = [at for at, event in enumerate(events) if event.id]
    begins = bool(with_id) and copied[with_id[0]]
    front = max((at for at in with_id if copied[at]), default=-1) if begins else -1
    return tuple(
        event for at, event in enumerate(events) if not copied[at] and (event.id or at > front)
    )


def _when(session: Session) -> tuple[datetime, datetime]:
    """When a session began and ended; of two that began at once, the copy goes on for longer."""
    times = [event.at for event in session.events if event.at is not None]
    return session.started or _EARLIEST, max(times, default=_EARLIEST)


def _resolved(event: Event, part: Part) -> Event:
    """An event of before with the result that came later."""
    result = part.late.get(event.id.split("/")[0]) if isinstance(event, Call) else None
    known = isinstance(event, Call) and event.result is not Result.UNKNOWN
    if result is None or known or not isinstance(event, Call):
        return event
    return replace(event, result=result)
