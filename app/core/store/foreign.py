"""Databases of other programs, only ever read."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import apsw

from app.core.errors import AppError
from app.core.words import _

_LONGEST = 64 * 1024 * 1024
"""Bytes of a value; longer ones are not read."""
_WAIT_MS = 2_000

Value = None | int | float | bytes | str
Bindings = Sequence[Value]


class UnreadableDatabase(AppError):
    """Another program's database is damaged, locked, or not what it should be."""

    code = "unreadable-database"


class ForeignDatabase:
    """A database that somebody else may be writing just now."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def rows(self, sql: str, bindings: Bindings = ()) -> Iterator[tuple[Value, ...]]:
        yield from self._db.execute(sql, bindings)

    def has_tables(self, names: Sequence[str]) -> bool:
        """Whether these are tables; a view of the name could run anything."""
        found = self._db.execute("select name from sqlite_master where type = 'table'")
        return set(names) <= {name for (name,) in found}


@contextmanager
def opened(path: Path) -> Iterator[ForeignDatabase]:
    """The database for reading. Raises `UnreadableDatabase`, also out of its queries."""
    try:
        db = _connected(path)
        try:
            yield ForeignDatabase(db)
        finally:
            db.close()
    except (apsw.Error, UnicodeDecodeError) as error:
        raise UnreadableDatabase(
            _("The database “{name}” cannot be read.").format(name=path.name),
            _("Close the program it belongs to and try again."),
        ) from error


def _connected(path: Path) -> apsw.Connection:
    try:
        return _checked(str(path))
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        # its folder cannot be written, so what is not yet in the file itself is left out
        return _checked(f"{path.absolute().as_uri()}?immutable=1")


def _checked(name: str) -> apsw.Connection:
    db = apsw.Connection(name, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    try:
        db.set_busy_timeout(_WAIT_MS)
        db.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        db.limit(apsw.SQLITE_LIMIT_LENGTH, _LONGEST)
        db.execute("select count(*) from sqlite_master").fetchall()
    except BaseException:
        db.close()
        raise
    return db
