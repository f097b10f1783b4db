"""What is written down in a run beside its actions: notes, and evidence as text, link or file.

What is in a file is kept as the files of skills are, in short writes (`library.file_store`). Its
row comes first, so that nobody takes it for a left-over, and shows once all of it is there.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import file_store
from app.core.packs.attachments import clean
from app.core.progress import SILENT, Progress, checkpoint
from app.core.runs import places, store
from app.core.runs.errors import NotYours, RunEnded
from app.core.runs.state import PERSON, By
from app.core.vault import Row, Vault, Write
from app.core.words import _

MOST_BYTES = 100 << 20
"""Of a file."""
MOST_CHARS = 100_000
"""Of a text."""
_COMING = timedelta(days=1)
"""A file that is not all there after this never comes."""


class Kind(StrEnum):
    NOTE = "note"
    TEXT = "text"
    """Evidence in words, such as what a command printed."""
    LINK = "link"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Item:
    """`step` is where the run stood (`places.step`); `text` what was written, or the name of the
    file, whose bytes are `size` and whose SHA-256 is `digest`."""

    id: int
    run: int
    step: str
    at: datetime
    by: By
    kind: Kind
    text: str
    digest: str = ""
    size: int = 0


def write_down(
    vault: Vault, run: int, kind: Kind, text: str, by: By = PERSON, *, step: str = ""
) -> Item:
    """Keep a note, a text or a link, at the present step or at one that was left before.

    Raises `NotFound`, `RunEnded`, `NotYours`, and `AppError` for what cannot be kept.
    """
    said = _checked(kind, text)
    with vault.write(None) as write:
        _open_for(write, run, by)
        number = _put(write, run, step or _here(vault, run), by, kind, said)
        row = write.row(f"{_ROWS} where id = ?", number)
    assert row is not None
    return _item(row)


def keep_file(
    vault: Vault,
    run: int,
    name: str,
    data: bytes,
    by: By = PERSON,
    *,
    step: str = "",
    progress: Progress = SILENT,
) -> Item:
    """Keep a file as evidence. A job.

    Raises `AppError` for one of more than `MOST_BYTES`, `Cancelled`, and what `write_down` does.
    """
    if len(data) > MOST_BYTES:
        raise _too_large(name)
    digest = hashlib.sha256(data).hexdigest()
    with vault.write(None) as write:
        _open_for(write, run, by)
        _forget_unfinished(write)
        here = step or _here(vault, run)
        number = _put(write, run, here, by, Kind.FILE, clean(name), digest)
        parts = list(file_store.writes(write, digest, data))
    try:
        for done, part in enumerate(parts):
            checkpoint(progress)
            progress.report(done / len(parts), name)
            with vault.write(None) as write:
                write.unseen = True
                part(write)
        with vault.write(None) as write:
            write.db.execute("update run_item set size = ? where id = ?", (len(data), number))
            write.touch(Part.RUNS)
            row = write.row(f"{_ROWS} where id = ?", number)
    except BaseException:
        _take_back(vault, number)
        raise
    if row is None:
        raise NotFound(_("The run was deleted meanwhile."))
    return _item(row)


def read(path: Path) -> bytes:
    """What is in a file on the disk; raises `AppError` where it cannot be kept."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # one byte more is enough to be refused
    except OSError as error:
        raise AppError(
            _("{path} cannot be read: {why}.").format(path=path, why=error.strerror or error),
            _("Check that it is a file, and that you may read it."),
        ) from error
    if len(data) > MOST_BYTES:
        raise _too_large(path.name)
    return data


def items(vault: Vault, run: int) -> tuple[Item, ...]:
    """In the order in which they came, files once all of them is there."""
    found = vault.rows(f"{_ROWS} where run = ? and (kind <> 'file' or size is not null)", run)
    return tuple(sorted(map(_item, found), key=lambda one: one.id))


def item(vault: Vault, number: int) -> Item:
    """Raises `NotFound`."""
    row = vault.row(f"{_ROWS} where id = ? and (kind <> 'file' or size is not null)", number)
    if row is None:
        raise NotFound(_("That note or file is no longer there."), _("Look at the run again."))
    return _item(row)


def content(vault: Vault, one: Item) -> bytes:
    """What is in a file; raises `NotFound`."""
    return file_store.content(vault, item(vault, one.id).digest)


def remove(vault: Vault, number: int, by: By = PERSON) -> None:
    """Take something back that the same person or agent wrote down in an open run.

    Raises `NotFound`, `RunEnded`, `NotYours`.
    """
    one = item(vault, number)
    if (one.by.is_person, one.by.client) != (by.is_person, by.client):
        raise NotYours(_("Somebody else wrote this down."), _("Only they can take it back."))
    with vault.write(None) as write:
        _open_for(write, one.run, by)
        write.db.execute("delete from run_item where id = ?", (number,))
        write.touch(Part.RUNS)
    if one.digest:
        file_store.discard_unnamed(vault)


def _checked(kind: Kind, text: str) -> str:
    said = text.strip()
    if not said:
        raise AppError(_("There is nothing to keep."), _("Write something down first."))
    if len(said) > MOST_CHARS:
        raise AppError(
            _("A text has at most {most} characters here.").format(most=MOST_CHARS),
            _("Keep it as a file instead."),
        )
    if kind is Kind.LINK and not is_link(said):
        raise AppError(
            _("“{link}” is not a link.").format(link=said[:80]),
            _("A link begins with https:// or http://."),
        )
    return said


def is_link(said: str) -> bool:
    """Whether a text is the address of a page, and nothing else."""
    if len(said.split()) > 1:
        return False
    try:
        parts = urlsplit(said)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _open_for(write: Write, run: int, by: By) -> None:
    """A person may write something down in any run, an agent in its own."""
    row = write.row("select status in ('running', 'paused'), person, client from run where id = ?",
                    run)  # fmt: skip
    if row is None:
        raise store.missing(run)
    is_open, has_person, client = row
    if not is_open:
        raise RunEnded()
    if not by.is_person and (has_person or client != by.client):
        raise NotYours(_("Somebody else has this run now."))


def _here(vault: Vault, run: int) -> str:
    found = store.record(vault, run)
    return places.step(found.program, found.state)


def _put(
    write: Write, run: int, step: str, by: By, kind: Kind, text: str, digest: str | None = None
) -> int:
    write.db.execute(
        "insert into run_item (run, step, at, person, client, agent, kind, text, digest)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (run, step, write.at.isoformat(), by.is_person, by.client, by.name, kind, text, digest),
    )
    write.touch(Part.RUNS)
    return write.db.last_insert_rowid()


def _forget_unfinished(write: Write) -> None:
    """Rows of files whose writing was broken off; what there is of them is swept by itself."""
    write.db.execute(
        "delete from run_item where kind = 'file' and size is null and at < ?",
        ((write.at - _COMING).isoformat(),),
    )


def _take_back(vault: Vault, number: int) -> None:
    with vault.write(None) as write:
        write.db.execute("delete from run_item where id = ?", (number,))
        write.touch(Part.RUNS)
    file_store.discard_unnamed(vault)


def _too_large(name: str) -> AppError:
    return AppError(
        _("“{name}” has more than {most} MB.").format(name=name, most=MOST_BYTES >> 20),
        _("Put it where others can reach it, and keep a link."),
    )


_ROWS = (
    "select id, run, step, at, person, client, agent, kind, text, coalesce(digest, ''),"
    " coalesce(size, 0) from run_item"
)


def _item(row: Row) -> Item:
    number, run, step, at, person, client, agent, kind, text, digest, size = row
    by = By(bool(person), client, agent)
    return Item(number, run, step, datetime.fromisoformat(at), by, Kind(kind), text, digest, size)
