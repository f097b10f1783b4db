"""One open connection to the encrypted database."""

import importlib.util
import json
import time
from pathlib import Path

import apsw

from app.core.matching.pairs import in_pairs
from app.core.matching.readings import readings

WAIT_MS = 5_000
_LOG_KEPT = 8 * 1024 * 1024
"""Bytes of the write-ahead log that stay on the disk after a large write was taken over."""
CACHE_KIB = 20 * 1024
"""Pages kept decrypted; what searching for meaning reads again and again fits in."""


def connect(path: Path, data_key: bytes, *, create: bool = False) -> apsw.Connection:
    """Open the database with FTS5 and sqlite-vec inside; a wrong key raises `apsw.NotADBError`.

    Every page, the write-ahead log included, is encrypted (ChaCha20-Poly1305); temporary tables
    stay in memory.
    """
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
    db = apsw.Connection(str(path), flags=flags)
    try:
        db.set_busy_timeout(WAIT_MS)
        for name, value in (
            ("cipher", "chacha20"),
            ("key", f"raw:{data_key.hex()}"),
            ("temp_store", "memory"),
            ("foreign_keys", "on"),
            ("journal_mode", "wal"),
            ("journal_size_limit", _LOG_KEPT),
            # What was acknowledged is still there after a power failure.
            ("synchronous", "full"),
            # Deleted text is overwritten wherever its page is written anyway.
            ("secure_delete", "fast"),
            ("cache_size", f"-{CACHE_KIB}"),
        ):
            # fetchall, because a statement that answers with a row waits for it to be fetched
            _insist(db, f"pragma {name} = '{value}'")
        db.enable_load_extension(True)
        db.load_extension(str(_vectors()))
        db.enable_load_extension(False)
        # what is written into an index of words goes through it
        db.create_scalar_function("in_pairs", _paired, 1, deterministic=True)
        # what a call with a slash can mean, for the views of where calls lead
        db.create_scalar_function("call_readings", _readings, 1, deterministic=True)
    except BaseException:
        db.close()
        raise
    return db


def _paired(*values: object) -> str:
    return in_pairs(str(values[0]))


def _readings(*values: object) -> str:
    return json.dumps(list(readings(str(values[0]))))


def _insist(db: apsw.Connection, sql: str) -> None:
    """Run a statement until it is its turn: where several open a restored file at once, the one
    that gives it its log has SQLite refuse the others without the wait they were promised."""
    until = time.monotonic() + WAIT_MS / 1000
    while True:
        try:
            db.execute(sql).fetchall()
            return
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _vectors() -> Path:
    """The sqlite-vec library; importing its package would load all of numpy for one path."""
    package = importlib.util.find_spec("sqlite_vec")
    assert package is not None and package.origin is not None
    return Path(package.origin).with_name("vec0")
