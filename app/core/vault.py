"""The open vault: the one object the rest of the application is handed."""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self, TypeVar

import apsw

from app.core.actor import USER, Actor
from app.core.changes import NO_CHANGES, Changes, Part
from app.core.errors import AppError
from app.core.store import backup as backup_store
from app.core.store import key as keys
from app.core.store import keyring
from app.core.store.backup import Backup
from app.core.store.connection import connect
from app.core.store.errors import (
    UnreadableVault,
    emptied,
    locked,
    missing,
    moved,
    sentences,
)
from app.core.store.files import Home, identity
from app.core.store.log import Log
from app.core.store.pool import Pool
from app.core.store.schema import migrate
from app.core.store.turns import Turns

Listener = Callable[[Changes], None]
Row = tuple[Any, ...]
T = TypeVar("T")

log = logging.getLogger(__name__)

SLOW_WRITE = 0.05
"""Seconds."""
_CHANGES_KEPT = 5_000
"""A process that missed more than these is told that everything changed."""


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class Write:
    """One open write. Domain modules run their SQL on it and say what they touched."""

    db: apsw.Connection
    journal: int
    at: datetime
    actor: Actor
    process: str
    """A word of this open vault alone, so that two processes of one actor are told apart."""
    changes: Changes = NO_CHANGES
    unseen: bool = False
    """Whether rows were written that no query shows yet: they are kept, and nobody is told."""

    def touch(self, parts: Part, *skills: int) -> None:
        self.changes |= Changes(parts, frozenset(skills))

    def rows(self, sql: str, *args: Any) -> list[Row]:
        """All rows of a query; one left half read could keep the file as it was for good."""
        return self.db.execute(sql, args).fetchall()

    def row(self, sql: str, *args: Any) -> Row | None:
        """The first row of a query, or None."""
        return next(iter(self.rows(sql, *args)), None)

    def join(self, earlier: int) -> None:
        """Make this write part of an earlier journal entry, so that both are undone together."""
        self.db.execute("delete from journal where id = ?", (self.journal,))
        self.journal = earlier


class Vault:
    """An unlocked vault.

    Every thread that reads has a connection of its own meanwhile, so a long read in a job never
    holds up the window; writes wait for each other.
    """

    def __init__(
        self, home: Path, data_key: bytes, now: Callable[[], datetime] = utc_now, keep: int = 10
    ) -> None:
        """Open the vault in the folder `home`; raises `NoVault`, `DamagedVault`, `NewerVault`."""
        self.home = Home(home)
        self.now = now
        self._keep = keep
        self._data_key = data_key
        self._process = secrets.token_hex(8)
        self._log = Log()
        self._pool = Pool(self._connect)
        self.turns = Turns()
        self._thread = threading.local()
        """`noted`: what the writes of a thread are noted in."""
        self._polling = threading.Lock()
        self.longest_write = 0.0
        """For how many seconds the longest write so far held the vault."""
        self._listeners: list[Listener] = []
        self._file = identity(self.home.database)
        if self._file is None:
            raise missing()
        try:
            with sentences(), self._connection() as db:
                if not db.pragma("user_version"):
                    raise emptied()
                migrate(db, lambda: self._copy(db))
            self._seen_change = self.newest_change()
        except UnreadableVault as error:
            self.close()
            raise backup_store.why_unreadable(self.home) from error
        except BaseException:
            self.close()
            raise

    @property
    def _key(self) -> bytes:
        """The data key; raises `VaultLocked`, so that nothing is ever done with an empty one."""
        if not self._data_key:
            raise locked()
        return self._data_key

    # Reading

    def _connect(self) -> apsw.Connection:
        db = connect(self.home.database, self._key)
        self._log.follow(db)
        return db

    @contextmanager
    def _connection(self) -> Iterator[apsw.Connection]:
        """A connection for this thread alone; the one it has if it is in a write."""
        held = self._pool.held()
        db = held or self._pool.take()
        try:
            yield db
        finally:
            if held is None:
                self._pool.give_back()

    def _read(self, sql: str, args: tuple[Any, ...], read: Callable[[apsw.Cursor], T]) -> T:
        """Thousands of small reads in turn come through here, so without a context manager."""
        held = self._pool.held()
        db = held or self._pool.take()
        try:
            return read(db.execute(sql, args))
        except Exception:
            with sentences():
                raise
        finally:
            if held is None:
                self._pool.give_back()

    def rows(self, sql: str, *args: Any) -> list[Row]:
        """All rows of a query; inside a write of this thread also what that has written."""
        return self._read(sql, args, apsw.Cursor.fetchall)

    def row(self, sql: str, *args: Any) -> Row | None:
        """The first row of a query, or None."""
        return self._read(sql, args, _first)

    @property
    def connections(self) -> int:
        """How many are open."""
        return self._pool.open

    # Writing

    @contextmanager
    def write(
        self,
        label: str | None,
        actor: Actor = USER,
        undoes: int | None = None,
        *,
        wait: timedelta | None = None,
    ) -> Iterator[Write]:
        """All or nothing. Keep it short: no model, network or file work inside.

        `label` names the entry of the journal that Undo offers ("Edit skill"); None writes
        something that is not undone, such as a draft or a setting.

        Raises `VaultBusy`, before anything is done, when another process still writes after
        `wait` (by default some seconds, and nothing inside `turns.at_once`). A write on another
        thread of this process is waited for, unless `wait` is `turns.AT_ONCE`.
        """
        if wait is None:
            wait = self.turns.wait
        with self.turns.taken(wait), sentences(), self._connection() as db:
            self._refuse_if_gone()
            self.turns.begin(db, wait)
            started = time.monotonic()
            try:
                at = self.now()
                journal = 0 if label is None else self._journal(db, at, label, actor, undoes)
                before = db.total_changes()
                write = Write(db, journal, at, actor, self._process)
                yield write
                kept = bool(write.changes) or write.unseen
                if not kept and db.total_changes() != before:
                    raise AssertionError(f"{label!r} changed rows without touch()")
                if write.changes:
                    self._log_change(db, write.changes)
                db.execute("commit" if kept else "rollback")
            except BaseException:
                if db.in_transaction:
                    db.execute("rollback")
                raise
            held = time.monotonic() - started
            self.longest_write = max(self.longest_write, held)
            if held > SLOW_WRITE:
                log.info("A write held the vault for %.0f ms", held * 1000)
            self._note(write, kept=kept)
        if write.changes:
            self._publish(write.changes)
        if self._log.is_long:
            with suppress(AppError), self._connection() as db:  # it may have been locked meanwhile
                self._log.copy(db)

    @contextmanager
    def noting(self) -> Iterator[list[int]]:
        """Which entries of the journal this thread writes inside, in their order."""
        before, found = getattr(self._thread, "noted", None), list[int]()
        self._thread.noted = found
        try:
            yield found
        finally:
            self._thread.noted = before

    def _note(self, write: Write, *, kept: bool) -> None:
        noted: list[int] | None = getattr(self._thread, "noted", None)
        if noted is not None and kept and write.journal and write.journal not in noted:
            noted.append(write.journal)

    def _refuse_if_gone(self) -> None:
        """A file that was removed while it is open still takes writes, and then loses them."""
        if identity(self.home.database) != self._file:
            raise moved()

    def _journal(
        self, db: apsw.Connection, at: datetime, label: str, actor: Actor, undoes: int | None
    ) -> int:
        db.execute(
            "insert into journal (at, label, actor, client, agent, process, undoes, done)"
            " select ?, ?, ?, ?, ?, ?, ?, coalesce(max(done), 0) + 1 from journal",
            (at.isoformat(), label, *actor.columns, self._process, undoes),
        )
        return db.last_insert_rowid()

    def _log_change(self, db: apsw.Connection, changes: Changes) -> None:
        db.execute(
            "insert into change (process, parts, skills) values (?, ?, ?)",
            (self._process, changes.parts.value, json.dumps(sorted(changes.skills))),
        )
        newest = db.last_insert_rowid()
        db.execute("delete from change where id <= ?", (newest - _CHANGES_KEPT,))

    # News

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every commit, on the committing thread. Returns the unsubscribe."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def poll(self) -> Changes:
        """What other processes committed since the last call, on whichever thread that was; also
        told to the listeners.
        """
        changes = NO_CHANGES
        with self._polling:
            found = self.rows(
                "select id, process, parts, skills from change where id > ? order by id",
                self._seen_change,
            )
            if found and found[0][0] > self._seen_change + 1:
                changes = self._everything()  # some are no longer kept
            for number, process, parts, skills in found:
                self._seen_change = number
                if process != self._process:
                    changes |= Changes(Part(parts), frozenset(json.loads(skills)))
        if changes:
            self._publish(changes)
        return changes

    def _everything(self) -> Changes:
        skills = self.rows("select id from skill")
        return Changes(~Part.NONE, frozenset(skill for (skill,) in skills))

    def _publish(self, changes: Changes) -> None:
        for listener in list(self._listeners):
            listener(changes)

    def newest_change(self) -> int:
        """A number that grows with each commit, ours or another process's, that says something."""
        row = self.row("select coalesce(max(id), 0) from change")
        return int(row[0]) if row else 0

    def changed_since(self, number: int) -> Changes | None:
        """What was committed after the change with this number, by anybody; None where that is so
        long ago that nobody knows any more.
        """
        found = self.rows("select id, parts, skills from change where id >= ? order by id", number)
        if number and (not found or found[0][0] != number):
            return None
        changes = NO_CHANGES
        for at, parts, skills in found:
            if at > number:
                changes |= Changes(Part(parts), frozenset(json.loads(skills)))
        return changes

    # Small things the vault keeps by name

    def setting(self, name: str) -> Any:
        """A value stored with `put_setting`, or None."""
        row = self.row("select value from setting where name = ?", name)
        return json.loads(row[0]) if row else None

    def put_setting(self, name: str, value: Any) -> None:
        with self.write(None) as write:
            put_setting(write, name, value)

    def secret(self, name: str) -> bytes | None:
        """A private key or another secret; it never leaves the vault in clear."""
        row = self.row("select value from secret where name = ?", name)
        return bytes(row[0]) if row else None

    def put_secret(self, name: str, value: bytes) -> None:
        with self.write(None) as write:
            write.db.execute("insert or replace into secret values (?, ?)", (name, value))
            write.touch(Part.SECRETS)

    # Keeping it safe

    def backup(self) -> Backup:
        """Make a verified copy and drop the oldest beyond the number kept. Takes a while: a job."""
        with sentences(), self._connection() as db:
            return self._copy(db)

    def _copy(self, db: apsw.Connection) -> Backup:
        try:
            return backup_store.make(self.home, db, self._key, self.now(), self._keep)
        except Exception as error:
            if self._data_key:
                raise
            raise locked() from error

    def empty_log(self) -> None:
        """Have the log beside the file hold nothing that is old; left undone while others read."""
        with sentences(), self._connection() as db:
            self._log.empty(db)

    def check(self) -> None:
        """Read every page; raises `DamagedVault`. Takes a while: a job."""
        with sentences(), self._connection() as db:
            backup_store.check(db)

    def change_passphrase(self, passphrase: str) -> None:
        """Rewrap the data key; the vault itself is not touched. Takes a moment: a job."""
        stored = keys.load(self.home.keys)
        with sentences():
            keys.store(self.home.keys, stored.rewrapped(self._key, passphrase))

    def remember_on_this_computer(self) -> None:
        """Put the data key into the system's keychain; raises `NoKeychain`."""
        keyring.remember(keys.load(self.home.keys).vault_id, self._key)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Lock the vault: close every connection and let go of the key.

        A write under way is waited for; one that waits for another process itself is given up.
        """
        with self.turns.last():
            self._data_key = b""
            self._pool.close()


def _first(cursor: apsw.Cursor) -> Row | None:
    """The query ends with its cursor; closed by hand, apsw 3.54 would keep that for good."""
    return cursor.fetchone()


def put_setting(write: Write, name: str, value: Any) -> None:
    """Store a value inside a write that does something else as well."""
    write.db.execute("insert or replace into setting values (?, ?)", (name, json.dumps(value)))
    write.touch(Part.SETTINGS)
