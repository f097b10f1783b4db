"""A ZIP archive of skills (`.skill`, `.zip`), read within limits; nothing of it is unpacked."""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath

from app.core.errors import AppError
from app.core.packs.format.limits import MEBI
from app.core.words import _

SUFFIXES = (".skill", ".zip")
BYTES = 64 * MEBI
"""Of an archive, as of a pack."""
ENTRIES = 10_000
UNPACKED_BYTES = 256 * MEBI
"""Of all files in it together."""
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, NotImplementedError, OSError,
    OverflowError, IndexError, RuntimeError,
)  # fmt: skip
_ENCRYPTED = 1
_UNIX_MODE = 16
"""Bits to the right of which the archive has the mode of a file on Unix."""


class BadArchive(AppError):
    """An archive that cannot be read, or that wants more than any skill does."""

    code = "bad-archive"
    hint = _("Nothing was imported. Ask for the file again, or import its folder instead.")


class Archive:
    """Its files by their paths, with slashes. Raises `BadArchive` for one that is not sound."""

    def __init__(self, data: bytes) -> None:
        if len(data) > BYTES:
            raise BadArchive(_("This archive is larger than 64 MB."))
        try:
            self._file = zipfile.ZipFile(BytesIO(data))
            entries = self._file.infolist()
        except _DAMAGED as error:
            raise BadArchive(_("This archive is damaged.")) from error
        if len(entries) > ENTRIES:
            raise BadArchive(_("This archive has more than 10,000 files in it."))
        self._left = UNPACKED_BYTES
        if sum(one.file_size for one in entries) > self._left:
            raise _bomb()
        self.links = [one.filename for one in entries if _is_link(one)]
        """Symbolic links, which are not followed."""
        files = [one for one in entries if not one.is_dir() and not _is_link(one)]
        self._entries = dict(_placed(files))

    @property
    def sizes(self) -> dict[str, int]:
        """How many bytes each file is said to have."""
        return {path: one.file_size for path, one in self._entries.items()}

    def read(self, path: str, most: int) -> bytes:
        """A file of it. What the directory says of its size is not believed: raises `BadArchive`
        for one with more than `most` bytes."""
        entry = self._entries[path]
        if entry.flag_bits & _ENCRYPTED:
            raise BadArchive(_("This archive is encrypted."))
        try:
            with self._file.open(entry) as file:
                data = file.read(most + 1)
        except _DAMAGED as error:
            raise BadArchive(_("This archive is damaged.")) from error
        self._left -= len(data)
        if self._left < 0 or len(data) > most:
            raise _bomb()
        return data


def _placed(entries: list[zipfile.ZipInfo]) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """Each with its path. One that leads out of the archive is an attack, and refuses it all."""
    for one in entries:
        name = one.filename.replace("\\", "/")
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or ":" in path.parts[0] or not path.parts:
            raise BadArchive(_("A file in this archive would be written outside of its folder."))
        yield path.as_posix(), one


def _is_link(one: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(one.external_attr >> _UNIX_MODE)


def _bomb() -> BadArchive:
    return BadArchive(_("This archive unpacks to more than any skill needs."))
