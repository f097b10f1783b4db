"""Sessions of agents in the vault, as far as their files were read."""

import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from app.core.changes import Part
from app.core.learning import pieces
from app.core.learning.events import has_skill_read, unpacked
from app.core.learning.pieces import Piece
from app.core.transcripts.model import Format, Session
from app.core.transcripts.reading import Part as Stretch
from app.core.transcripts.reading import Position
from app.core.vault import Vault, Write

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
    """Add a stretch of a file in short writes, the last one with how far it was read.

    Whatever comes between them, it is added again the next time and comes to the same. Returns the
    agents whose sessions it changed.
    """
    few: list[tuple[Session, Piece]] = []
    size = 0
    for stretch in stretches:
        for piece in pieces.changed(vault, path, stretch):
            if size > pieces.FULL:
                _put(vault, few)
                few, size = [], 0
            few.append((stretch.session, piece))
            size += len(piece.events) + _OF_A_ROW
    found = frozenset(stretch.session.agent for stretch in stretches)
    with vault.write(None) as write:
        for session, piece in few:
            pieces.put(write, session, piece)
        position = json.dumps(asdict(now.position)) if now.position else ""
        write.db.execute(
            "insert or replace into transcript_file values (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                str(path), client or "", agent, now.size, now.modified, position,
                write.at.isoformat(), now.trouble,
            ),
        )  # fmt: skip
        _mark(write, found)
        write.touch(Part.LEARNING)
    return found


_OF_A_ROW = 1_000
"""Bytes that a row costs beside its events, roughly."""


def _put(vault: Vault, few: Sequence[tuple[Session, Piece]]) -> None:
    with vault.write(None) as write:
        for session, piece in few:
            pieces.put(write, session, piece)
        write.touch(Part.LEARNING)


def sessions(
    vault: Vault, agent: str, since: datetime | None = None, *, with_skills: bool = False
) -> Iterator[Session]:
    """Of an agent, the oldest first; those that went on after `since`, and without a time all.

    The others are not even loaded; `with_skills` asks for those alone in which a skill was given.
    """
    found = vault.rows(
        "select key, helper from transcript_session where agent = ?1"
        " and (?2 is null or ended is null or ended >= ?2) order by started, id",
        agent,
        since.isoformat() if since else None,
    )
    for key, helper in dict.fromkeys((key, pieces.own(helper)) for key, helper in found):
        rows = vault.rows(
            f"select format, started, events from transcript_session where {pieces.ROWS}"
            " order by helper",
            agent,
            key,
            helper,
        )
        if not rows or (with_skills and not any(has_skill_read(data) for *_rest, data in rows)):
            continue
        begun = [datetime.fromisoformat(started) for _format, started, _data in rows if started]
        events = tuple(event for *_rest, data in rows for event in unpacked(data))
        yield Session(key, Format(rows[0][0]), agent, min(begun, default=None), events, helper)


def agents(vault: Vault) -> tuple[str, ...]:
    """Those whose sessions were read."""
    return tuple(one for (one,) in vault.rows("select distinct agent from transcript_session"))


def to_look_at(vault: Vault) -> dict[str, int]:
    """The agents of whose sessions something is new since the last look, with a number for `seen`.

    It counts changes and asks no clock, which may go back.
    """
    known, looked = vault.setting(_CHANGES) or {}, vault.setting(_LOOKED) or {}
    return {agent: number for agent, number in known.items() if looked.get(agent) != number}


def seen(vault: Vault, agent: str, number: int) -> None:
    """Everything of an agent was looked at up to this number of `to_look_at`."""
    vault.put_setting(_LOOKED, {**(vault.setting(_LOOKED) or {}), agent: number})


_CHANGES, _LOOKED = "sessions changed", "sessions seen"


def _mark(write: Write, agents: Iterable[str]) -> None:
    """Have these agents looked at, whatever happens after this write."""
    row = write.row("select value from setting where name = ?", _CHANGES)
    known = json.loads(row[0]) if row else {}
    now = known | {agent: known.get(agent, 0) + 1 for agent in agents}
    write.db.execute("insert or replace into setting values (?, ?)", (_CHANGES, json.dumps(now)))


def count(vault: Vault) -> int:
    """How many sessions were read."""
    ((number,),) = vault.rows("select count(*) from transcript_session where helper = ''")
    return int(number)
