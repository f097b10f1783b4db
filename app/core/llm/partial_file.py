"""A file that is not whole yet: `NAME.part`, and a note of what it is a part of."""

import errno
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from app.core.errors import AppError
from app.core.progress import Progress, checkpoint
from app.core.words import _

_CHUNK = 1 << 20


class PartTrouble(AppError):
    """The part cannot be written."""

    code = "cannot-write-model"


class PartialFile:
    """What has arrived of a file, with its checksum so far."""

    def __init__(self, path: Path, url: str, file: FileIO) -> None:
        self.path = path
        self.size = 0
        self.etag = ""
        """Which state of the file on the server this is a part of; empty: not known."""
        self._note = path.with_name(f"{path.name}.json")
        self._url = url
        self._file = file
        self._sha256 = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """Of what is here."""
        return self._sha256.hexdigest()

    def is_of(self, etag: str) -> None:
        """Note which state of the file on the server this is a part of."""
        self.etag = etag
        with _sentences():
            self._note.write_text(json.dumps({"url": self._url, "etag": etag}), "utf-8")

    def take_up(self, progress: Progress) -> None:
        """Go on with what is here, if it is of the same address. Raises `Cancelled`."""
        try:
            note = json.loads(self._note.read_text("utf-8"))
            url, self.etag = str(note["url"]), str(note["etag"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            url = ""
        if url != self._url:
            self.start_again()
            return
        with _sentences():
            while chunk := self._file.read(_CHUNK):
                checkpoint(progress)
                self._sha256.update(chunk)
                self.size += len(chunk)

    def start_again(self) -> None:
        """Drop what is here."""
        with _sentences():
            self._file.seek(0)
            self._file.truncate()
        self.size, self.etag, self._sha256 = 0, "", hashlib.sha256()

    def add(self, chunk: bytes) -> None:
        """Raises `PartTrouble` when the disk is full; what is here stays."""
        rest = memoryview(chunk)
        with _sentences():
            while rest:
                rest = rest[self._file.write(rest) :]
        self._sha256.update(chunk)
        self.size += len(chunk)

    def flush(self) -> None:
        """Everything is on the disk when this returns."""
        with _sentences():
            self._file.flush()
            os.fsync(self._file.fileno())

    def discard(self) -> None:
        """It is of no use."""
        if sys.platform == "win32":
            self._file.close()  # there, no open file can be removed or renamed
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
            self._note.unlink(missing_ok=True)

    def finish(self, target: Path) -> None:
        """It is whole: give it its name."""
        with _sentences():
            if sys.platform == "win32":
                self._file.close()
            self.path.replace(target)
        self._note.unlink(missing_ok=True)


@contextmanager
def part_of(target: Path, url: str) -> Iterator[PartialFile]:
    """The part of `target`, held by nobody else meanwhile. Raises `PartTrouble`."""
    path = target.with_name(f"{target.name}.part")
    with _sentences():
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o600), "r+b", 0)
    try:
        if not (_lock(file.fileno()) and _is_still(file.fileno(), path)):
            raise PartTrouble(
                _("{name} is already being downloaded.").format(name=target.name),
                _("Wait for it to finish, or stop it there."),
            )
        yield PartialFile(path, url, file)
    finally:
        file.close()


def begun(folder: Path) -> list[Path]:
    """The parts in a folder."""
    return sorted(folder.glob("*.gguf.part"))


_BINARY = getattr(os, "O_BINARY", 0)
_FAR = 1 << 60
"""Where Windows locks a byte: behind everything, because what is locked cannot be read."""


def _lock(descriptor: int) -> bool:
    """Hold the file until it is closed; the system lets go of it also when we crash."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  exists there only

            os.lseek(descriptor, _FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl  # noqa: PLC0415  exists elsewhere only

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_still(descriptor: int, path: Path) -> bool:
    """Not so if somebody finished the file between our opening and locking it."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


@contextmanager
def _sentences() -> Iterator[None]:
    """What the file system says, for a person."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
            raise PartTrouble(
                _("The disk is full."),
                _("What arrived is kept. Free some space and start it again to resume."),
            ) from error
        if error.errno == errno.EFBIG:
            raise PartTrouble(
                _("The disk cannot hold a file this large."),
                _("Choose a smaller model, or a home folder on another disk."),
            ) from error
        raise PartTrouble(
            _("The models folder cannot be written to."),
            _("Check that you own it and that it is not on a read-only disk."),
        ) from error
