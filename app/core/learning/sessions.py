"""Sessions of agents in the vault, as far as their files were read."""

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from app.core.changes import Part
from app.core.learning.events import packed, unpacked
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
    rows = [_row(path, _joined(vault, path, stretch)) for stretch in stretches]
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


def count(vault: Vault) -> int:
    """How many sessions were read."""
    ((number,),) = vault.rows("select count(*) from transcript_session where helper = ''")
    return int(number)


def _joined(vault: Vault, path: Path, stretch: Stretch) -> Session:
    """The session with a stretch of it. A copy of its file that has no more adds nothing."""
    new = stretch.session
    row = vault.row(
        "select started, events, path from transcript_session"
        " where (agent, key, helper) = (?, ?, ?)",
        new.agent,
        new.key,
        new.helper,
    )
    if row is None:
        return joined(None, stretch)
    started, events, place = row
    begun = datetime.fromisoformat(started) if started else None
    before = replace(new, started=begun, events=unpacked(events))
    is_copy = place != str(path) and len(new.events) <= len(before.events)
    return before if is_copy and not stretch.after else joined(before, stretch)


def _row(path: Path, session: Session) -> tuple[object, ...]:
    times = [event.at for event in session.events if event.at is not None]
    started = session.started or min(times, default=None)
    ended = max(times, default=started)
    return (
        session.agent, session.key, session.helper, session.format,
        started.isoformat() if started else None, ended.isoformat() if ended else None, str(path),
        packed(session.events), len(session.calls),
    )  # fmt: skip
