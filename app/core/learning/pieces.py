"""A session in the vault: in rows of bounded size, so that a long one is added to in short writes.

The first row has the session's own `helper`; that of the others goes on with a line break and their
number, which is in no name of a sub-agent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from app.core.learning.events import count, last_row, packed, unpacked
from app.core.transcripts.joining import without_later
from app.core.transcripts.model import Call, Event, Session
from app.core.transcripts.reading import Part as Stretch
from app.core.vault import Vault, Write

FULL = 1024 * 1024
"""Bytes of events from which on a session goes on in another row."""
_TOGETHER = 5_000
"""Events that are packed at once: some hundred kilobytes."""
_MORE = "\n"


@dataclass(frozen=True, slots=True)
class Piece:
    """Row `number` of a session, counted from 0, with events as `learning.events` packs them."""

    number: int
    path: str
    started: datetime | None = None
    ended: datetime | None = None
    events: bytes = b""
    calls: int = 0


def changed(vault: Vault, path: Path, stretch: Stretch) -> list[Piece]:
    """The rows of its session that a stretch of a file makes others; one without events goes."""
    new = stretch.session
    numbers = _numbers(vault, new)
    if not numbers:
        return _with(Piece(0, place(path)), path, new)
    last = _piece(vault, new, numbers[-1])
    if stretch.after and not stretch.late and last_row(last.events) <= stretch.after:
        # a long session need not be taken apart for what is only added
        return _with(last, path, new)
    pieces = [*(_piece(vault, new, number) for number in numbers[:-1]), last]
    if last.path != place(path) and _has_more(pieces, stretch):
        return []  # a copy of its file adds nothing
    kept = [_before(piece, stretch) for piece in pieces]
    end = next((piece for piece in reversed(kept) if piece.events), kept[0])
    found = {after.number: after for before, after in zip(pieces, kept, strict=True)
             if after is not before}  # fmt: skip
    return list((found | {piece.number: piece for piece in _with(end, path, new)}).values())


def put(write: Write, session: Session, piece: Piece) -> None:
    """Keep one of its rows."""
    key = session.agent, session.key, _name(session.helper, piece.number)
    if piece.number and not piece.events:
        write.db.execute(
            "delete from transcript_session where (agent, key, helper) = (?, ?, ?)", key
        )
        return
    write.db.execute(
        "insert into transcript_session"
        " (agent, key, helper, format, started, ended, path, events, calls)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (agent, key, helper) do update set"
        " started = excluded.started, ended = excluded.ended, path = excluded.path,"
        " events = excluded.events, calls = excluded.calls",
        (
            *key, session.format,
            piece.started.isoformat() if piece.started else None,
            piece.ended.isoformat() if piece.ended else None,
            piece.path, piece.events, piece.calls,
        ),
    )  # fmt: skip


def size(reader: Vault | Write, agent: str, key: str, helper: str) -> int:
    """Bytes of events in the rows of a session."""
    row = reader.row(
        f"select sum(length(events)) from transcript_session where {ROWS}", agent, key, helper
    )
    return int(row[0] or 0) if row else 0


def place(path: Path | str) -> str:
    """A path as it is kept: of a name that is no UTF-8, the other bytes are spelt out."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def own(helper: str) -> str:
    """The sub-agent of a row, without the number of the row."""
    return helper.partition(_MORE)[0]


ROWS = (
    "agent = ?1 and key = ?2"
    " and (helper = ?3 or helper between ?3 || char(10) and ?3 || char(10) || ':')"
)
"""Those of a session, by its agent, key and helper; they are in the order of `helper`."""


def _with(end: Piece, path: Path, new: Session) -> list[Piece]:
    """The last row with the events of a stretch, and those that come after it."""
    found = [replace(end, path=place(path), started=_least(end.started, new.started))]
    for at in range(0, max(1, len(new.events)), _TOGETHER):
        if len(found[-1].events) >= FULL:
            found.append(Piece(found[-1].number + 1, place(path)))
        found[-1] = _more(found[-1], new.events[at : at + _TOGETHER])
    return found


def _more(piece: Piece, events: Sequence[Event]) -> Piece:
    times = [event.at for event in events if event.at is not None]
    started = _least(piece.started, *times)
    return replace(
        piece,
        started=started,
        ended=max([*times, *filter(None, [piece.ended])], default=started),
        events=piece.events + packed(events) if events else piece.events,
        calls=piece.calls + sum(isinstance(event, Call) for event in events),
    )


def _before(piece: Piece, stretch: Stretch) -> Piece:
    """What a stretch leaves of a row."""
    events = unpacked(piece.events)
    kept = without_later(events, stretch)
    return piece if kept == events else _more(Piece(piece.number, piece.path, piece.started), kept)


def _has_more(pieces: Sequence[Piece], stretch: Stretch) -> bool:
    """Whether all that a stretch says is known, as far as can be told without comparing it."""
    events = stretch.session.events
    if stretch.after:
        return not events or last_row(pieces[-1].events) >= events[-1].row
    return len(events) <= sum(count(piece.events) for piece in pieces)


def _numbers(vault: Vault, session: Session) -> list[int]:
    found = vault.rows(
        f"select helper from transcript_session where {ROWS} order by helper",
        session.agent,
        session.key,
        session.helper,
    )
    return [int(helper[len(session.helper) + 1 :] or 0) for (helper,) in found]


def _piece(vault: Vault, session: Session, number: int) -> Piece:
    ((path, started, ended, events, calls),) = vault.rows(
        "select path, started, ended, events, calls from transcript_session"
        " where (agent, key, helper) = (?, ?, ?)",
        session.agent,
        session.key,
        _name(session.helper, number),
    )
    return Piece(number, path, _time(started), _time(ended), events, calls)


def _name(helper: str, number: int) -> str:
    return f"{helper}{_MORE}{number:06}" if number else helper


def _time(said: str | None) -> datetime | None:
    return datetime.fromisoformat(said) if said else None


def _least(*times: datetime | None) -> datetime | None:
    return min((at for at in times if at is not None), default=None)
