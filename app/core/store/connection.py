"""One open connection to the encrypted database."""

from pathlib import Path

import apsw
import sqlite_vec

WAIT_MS = 5_000


def connect(path: Path, data_key: bytes, *, create: bool = False) -> apsw.Connection:
    """Open the database with FTS5 and sqlite-vec inside; a wrong key raises `apsw.NotADBError`.

    Every page, the write-ahead log included, is encrypted (ChaCha20-Poly1305); temporary tables
    stay in memory.
    """
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
    db = apsw.Connection(str(path), flags=flags)
    try:
        db.execute(f"pragma cipher = 'chacha20'; pragma key = 'raw:{data_key.hex()}'")
        db.set_busy_timeout(WAIT_MS)
        db.execute(
            "pragma temp_store = memory; pragma foreign_keys = on; pragma journal_mode = wal;"
            "pragma synchronous = full; pragma secure_delete = fast"
        )
        db.enable_load_extension(True)
        db.load_extension(sqlite_vec.loadable_path())
        db.enable_load_extension(False)
    except BaseException:
        db.close()
        raise
    return db
