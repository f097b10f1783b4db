"""Sessions of agents in the vault, as far as their files were read."""

import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.core.learning import pieces
from app.core.learning.events import has_skill_read, unpacked
from app.core.progress import SILENT, Progress, checkpoint
from app.core.transcripts.model import Format, Session
from app.core.transcripts.reading import EDITION, Position
from app.core.vault import Vault, Write

_KEY = "transcript values"


@dataclass(frozen=True, slots=True)
class Known:
    """A file as it was when it was last read, and how far, by which edition of the reader."""

    size: int
    modified: float
    position: Position | None
    edition: int = EDITION


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
        "select size, modified, position, edition from transcript_file where path = ?",
        pieces.place(path),
    )
    if row is None:
        return None
    size, modified, position, edition = row
    return Known(size, modified, Position(**json.loads(position)) if position else None, edition)


def sessions(
    vault: Vault,
    agent: str,
    since: datetime | None = None,
    progress: Progress = SILENT,
    *,
    with_skills: bool = False,
) -> Iterator[Session]:
    """Of an agent, the oldest first; those that went on after `since`, and without a time all.

    The others are not even loaded; `with_skills` asks for those alone in which a skill was given.
    Raises `Cancelled`.
    """
    found = vault.rows(
        "select key, helper from transcript_session where agent = ?1"
        " and (?2 is null or ended is null or ended >= ?2) order by started, id",
        agent,
        since.isoformat() if since else None,
    )
    for key, helper in dict.fromkeys((key, pieces.own(helper)) for key, helper in found):
        checkpoint(progress)
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


def mark(write: Write, agents: Iterable[str]) -> None:
    """Have these agents looked at, whatever happens after this write."""
    row = write.row("select value from setting where name = ?", _CHANGES)
    known = json.loads(row[0]) if row else {}
    now = known | {agent: known.get(agent, 0) + 1 for agent in agents}
    write.db.execute("insert or replace into setting values (?, ?)", (_CHANGES, json.dumps(now)))


def count(vault: Vault, since: datetime | None = None) -> int:
    """How many sessions were read; of those that went on after `since`."""
    ((number,),) = vault.rows(
        "select count(*) from transcript_session where helper = ''"
        " and (?1 is null or ended is null or ended >= ?1)",
        since.isoformat() if since else None,
    )
    return int(number)
