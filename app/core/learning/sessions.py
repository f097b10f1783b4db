"""Sessions of agents in the vault, as far as their files were read."""

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from app.core.changes import Part
from app.core.learning.events import last_row, packed, unpacked
from app.core.transcripts.joining import joined
from app.core.transcripts.model import Format, Session
from app.core.transcripts.reading import Part as Stretch
from app.core.transcripts.reading import Position
from app.core.vault import Vault

_KEY = "transcript values"


@dataclass(frozen=True, slots=True)
class Known:
    """A file as it was when it was last read; `trouble` says why it could not be."""

    size: int
    modified: float
    position: Position | None
    trouble: str


def key(vault: Vault) -> bytes:
    """That of the digests of values, which never leaves the vault."""
    found = vault.secret(_KEY)
    if found is None:
        found = secrets.token_bytes(32)
        vault.put_secret(_KEY, found)
    return found


def known(vault: Vault, path: Path) -> Known | None:
    """What was read of a file so far."""
    row = vault.row(
        "select size, modified, position, trouble from transcript_file where path = ?", str(path)
    )
    if row is None:
        return None
    size, modified, position, trouble = row
    return Known(size, modified, Position(**json.loads(position)) if position else None, trouble)


def keep(
    vault: Vault,
    path: Path,
    client: Format | None,
    agent: str,
    stretches: Sequence[Stretch],
    now: Known,
) -> frozenset[str]:
    """Add a stretch of a file, in one short write with how far it was read.

    Returns the agents whose sessions it changed.
    """
    rows = [_with(vault, path, stretch) for stretch in stretches]
    with vault.write(None) as write:
        write.db.executemany(
            "insert into transcript_session"
            " (agent, key, helper, format, started, ended, path, events, calls)"
            " values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (agent, key, helper) do update set"
            " started = excluded.started, ended = excluded.ended, path = excluded.path,"
            " events = excluded.events, calls = excluded.calls",
            rows,
        )
        position = json.dumps(asdict(now.position)) if now.position else ""
        write.db.execute(
            "insert or replace into transcript_file values (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                str(path), client or "", agent, now.size, now.modified, position,
                write.at.isoformat(), now.trouble,
            ),
        )  # fmt: skip
        write.touch(Part.LEARNING)
    return frozenset(stretch.session.agent for stretch in stretches)


def sessions(vault: Vault, agent: str, since: datetime | None = None) -> Iterator[Session]:
    """Of an agent, the oldest first; those that went on after `since`, and without a time all."""
    found = vault.rows(
        "select id from transcript_session where agent = ?1"
        " and (?2 is null or ended is null or ended >= ?2) order by started, id",
        agent,
        since.isoformat() if since else None,
    )
    for (number,) in found:
        row = vault.row(
            "select key, helper, format, started, events from transcript_session where id = ?",
            number,
        )
        if row is not None:
            own, helper, client, started, events = row
            begun = datetime.fromisoformat(started) if started else None
            yield Session(own, Format(client), agent, begun, unpacked(events), helper)


def agents(vault: Vault) -> tuple[str, ...]:
    """Those whose sessions were read."""
    return tuple(one for (one,) in vault.rows("select distinct agent from transcript_session"))


def changed_since(vault: Vault, moment: str) -> frozenset[str]:
    """The agents with sessions in files that were read after a moment (ISO 8601)."""
    found = vault.rows(
        "select distinct s.agent from transcript_session s join transcript_file f"
        " on f.path = s.path where f.at > ?",
        moment,
    )
    return frozenset(agent for (agent,) in found)


def count(vault: Vault) -> int:
    """How many sessions were read."""
    ((number,),) = vault.rows("select count(*) from transcript_session where helper = ''")
    return int(number)


class _Stored(NamedTuple):
    """A session as it is in its row."""

    started: datetime | None
    ended: datetime | None
    path: str
    events: bytes
    calls: int


def _stored(vault: Vault, session: Session) -> _Stored | None:
    row = vault.row(
        "select started, ended, path, events, calls from transcript_session"
        " where (agent, key, helper) = (?, ?, ?)",
        session.agent,
        session.key,
        session.helper,
    )
    if row is None:
        return None
    started, ended, path, events, calls = row
    begun = datetime.fromisoformat(started) if started else None
    return _Stored(begun, datetime.fromisoformat(ended) if ended else None, path, events, calls)


def _with(vault: Vault, path: Path, stretch: Stretch) -> tuple[object, ...]:
    """The row of a session with a stretch of it."""
    new = stretch.session
    stored = _stored(vault, new)
    if stored is None:
        return _row(path, joined(None, stretch))
    if stretch.after and not stretch.late and last_row(stored.events) <= stretch.after:
        # a long session need not be taken apart for what is only added
        times = [event.at for event in new.events if event.at is not None]
        started = min([*times, *filter(None, [stored.started])], default=None)
        ended = max([*times, *filter(None, [stored.ended])], default=None)
        events = stored.events + packed(new.events)
        return _values(new, started, ended, path, events, stored.calls + len(new.calls))
    before = replace(new, started=stored.started, events=unpacked(stored.events))
    # a copy of its file that has no more adds nothing
    is_copy = stored.path != str(path) and len(new.events) <= len(before.events)
    return _row(path, before if is_copy and not stretch.after else joined(before, stretch))


def _row(path: Path, session: Session) -> tuple[object, ...]:
    times = [event.at for event in session.events if event.at is not None]
    started = session.started or min(times, default=None)
    ended = max(times, default=started)
    return _values(session, started, ended, path, packed(session.events), len(session.calls))


def _values(
    session: Session,
    started: datetime | None,
    ended: datetime | None,
    path: Path,
    events: bytes,
    calls: int,
) -> tuple[object, ...]:
    return (
        session.agent, session.key, session.helper, session.format,
        started.isoformat() if started else None, ended.isoformat() if ended else None, str(path),
        events, calls,
    )  # fmt: skip
