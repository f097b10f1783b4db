"""The journal of agents: who called what, on which skill, and how it ended."""

import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.core.agents.caller import OTHER, Caller
from app.core.changes import Part
from app.core.errors import AppError
from app.core.lifecycle import seen as stages
from app.core.lifecycle.seen import Stage
from app.core.store.errors import VaultLocked
from app.core.vault import Row, Vault, Write
from app.core.words import _

GATHERING = 1.0
"""Seconds between two writes of calls that change nothing, which are gathered meanwhile."""
SOON = 0.05
"""Seconds until the first of them is written: a client may end its server at once."""
_KEPT = 10_000
"""So many of the newest calls are kept, and all that can be undone."""


class Outcome(StrEnum):
    """How a call ended."""

    DONE = "done"
    WAITS = "waits"
    """For a person, who is asked or finds it in the inbox."""
    REFUSED = "refused"
    """By a person, or by a rule."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it is written down: `what` says what it was about, `journal` are the entries of
    the vault's journal that it wrote, `why` is the sentence of a failure."""

    at: datetime
    caller: Caller
    tool: str
    outcome: Outcome
    skill: int | None = None
    what: str = ""
    why: str = ""
    journal: tuple[int, ...] = ()
    request: int | None = None


@dataclass(frozen=True, slots=True)
class Logged:
    """A row of the journal as it is shown; `title` is that of the skill, which may be deleted.

    `journal` is what `undoing.undo_entry` takes back; `undone` if somebody has.
    """

    id: int
    at: datetime
    client: str
    name: str
    tool: str
    outcome: Outcome
    skill: int | None
    title: str
    what: str
    why: str
    journal: int | None
    undone: bool
    request: int | None


@dataclass(frozen=True, slots=True)
class Seen:
    """Skills that an answer brought forward, or gave out."""

    stage: Stage
    skills: tuple[int, ...]
    caller: Caller


def write_down(vault: Vault, calls: Sequence[Call], seen: Sequence[Seen] = ()) -> None:
    """Add calls to the journal in one short write, and how far skills came in them."""
    with vault.write(None) as write:
        for one in seen:
            who = one.caller
            stages.note(write, one.stage, one.skills, session=who.session, agent=who.client)
        for call in calls:
            _insert(write, call)
        _meet(write, calls)
        write.db.execute(
            "delete from agent_call where journal is null"
            " and id <= (select max(id) from agent_call) - ?",
            (_KEPT,),
        )
        write.touch(Part.AGENTS)


class CallLog:
    """The journal of one open vault: what changed something is written down at once, the rest is
    gathered, so that reading never waits for the disk."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._lock = threading.Lock()
        self._gathered: list[Call] = []
        self._seen: list[Seen] = []
        self._timer: threading.Timer | None = None
        self._next = 0.0
        """When what is gathered may be written again, on the monotonic clock."""

    def add(self, call: Call) -> None:
        """Write a call down, now or soon."""
        with self._lock:
            self._gathered.append(call)
            if call.outcome is not Outcome.WAITS and not call.journal:
                self._start()
                return
        self._try()

    def note(self, stage: Stage, skills: Iterable[int], caller: Caller) -> None:
        """Note soon that skills came so far in an answer."""
        if found := tuple(skills):
            with self._lock:
                self._seen.append(Seen(stage, found, caller))
                self._start()

    def flush(self) -> None:
        """Write down what was gathered; kept for the next time while the vault is busy.

        Raises `AppError`.
        """
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None
            calls, self._gathered = self._gathered, []
            seen, self._seen = self._seen, []
            self._next = time.monotonic() + GATHERING
        if not calls and not seen:
            return
        try:
            write_down(self._vault, calls, seen)
        except AppError:
            with self._lock:
                self._gathered = calls + self._gathered
                self._seen = seen + self._seen
            raise

    def close(self) -> None:
        """Write down the last ones; what cannot be written any more is let go."""
        with suppress(AppError):
            self.flush()
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._gathered, self._seen = None, [], []

    def _start(self) -> None:
        if self._timer is None:
            wait = max(SOON, self._next - time.monotonic())
            self._timer = threading.Timer(wait, self._try)
            self._timer.daemon = True
            self._timer.start()

    def _try(self) -> None:
        """What is done stays done: where the vault is busy, or was locked, it is tried again."""
        try:
            self.flush()
        except VaultLocked:
            return
        except AppError:
            with self._lock:
                self._start()


def logged(
    vault: Vault,
    *,
    client: str = "",
    changes_only: bool = False,
    since: datetime | None = None,
    limit: int = 200,
) -> tuple[Logged, ...]:
    """The newest calls, newest first: of one client, or only those that changed something or
    would have (they wait, or were refused)."""
    found = vault.rows(
        f"{_SHOWN} where (?1 = '' or c.client = ?1)"
        " and (not ?2 or c.journal is not null or c.request is not null or c.answer = 'refused')"
        " and c.at >= ?3 order by c.id desc limit ?4",
        client,
        changes_only,
        since.isoformat() if since else "",
        limit,
    )
    return tuple(map(_logged, found))


def one(vault: Vault, id: int) -> Logged | None:  # noqa: A002
    """The row of the journal with this number."""
    found = vault.row(f"{_SHOWN} where c.id = ?", id)
    return _logged(found) if found else None


def counted(vault: Vault, since: datetime) -> dict[str, int]:
    """How many calls each client has made since then."""
    found = vault.rows(
        "select client, count(*) from agent_call where at >= ? group by client", since.isoformat()
    )
    return {str(client): int(count) for client, count in found}


_SHOWN = (
    "select c.id, c.at, c.client, coalesce(nullif(a.name, ''), c.agent), c.tool, c.answer, c.skill,"
    " coalesce((select title from skill where id = c.skill), ''), c.what, c.journal,"
    " exists (select 1 from journal u where u.undoes = c.journal), c.request"
    " from agent_call c left join agent_client a on a.client = c.client"
)


def _logged(row: Row) -> Logged:
    (number, at, client, name, tool, answer, skill, title, what, journal, undone, request) = row
    outcome, _colon, why = answer.partition(": ")
    return Logged(
        number, datetime.fromisoformat(at), client, name, tool, Outcome(outcome), skill, title,
        what, why, journal, bool(undone), request,
    )  # fmt: skip


def _insert(write: Write, call: Call) -> None:
    """A row for each entry that was written, so that each can be undone."""
    answer = f"{call.outcome}: {call.why}" if call.why else str(call.outcome)
    write.db.executemany(
        "insert into agent_call"
        " (at, client, agent, session, tool, skill, what, answer, journal, request)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                call.at.isoformat(), call.caller.client, call.caller.name, call.caller.session,
                call.tool, call.skill, call.what, answer, journal, call.request,
            )
            for journal in call.journal or (None,)
        ],
    )  # fmt: skip


def _meet(write: Write, calls: Sequence[Call]) -> None:
    """When each client was last seen, and as what."""
    for call in {call.caller.client: call for call in calls}.values():
        who = call.caller
        name = _("Other programs") if who.client == OTHER else who.name or who.client
        write.db.execute(
            "insert into agent_client (client, name, version, last_seen) values (?, ?, ?, ?)"
            " on conflict (client) do update set last_seen = excluded.last_seen,"
            " version = iif(excluded.version = '', version, excluded.version)",
            (who.client, name, "" if who.client == OTHER else who.version, call.at.isoformat()),
        )
