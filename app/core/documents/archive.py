"""The parts of a document that is a ZIP archive, and the XML in them, within limits."""

import zipfile
import zlib
from io import BytesIO

from lxml import etree

from app.core.documents import limits, problems
from app.core.memory.reading.decoding import Unreadable

_DAMAGED = (
    zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, NotImplementedError, OSError,
    OverflowError, IndexError,
)  # fmt: skip
_STRICT = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
    (
        b"http://purl.oclc.org/ooxml/drawingml/main",
        b"http://schemas.openxmlformats.org/drawingml/2006/main",
    ),
)
"""Names of the strict form of ISO/IEC 29500, and of the transitional one."""


class Archive:
    """Raises `Unreadable` for one that is damaged, locked, or unpacks to too much."""

    def __init__(self, data: bytes) -> None:
        try:
            self._file = zipfile.ZipFile(BytesIO(data))
            parts = self._file.infolist()
        except _DAMAGED as error:
            raise problems.damaged() from error
        if len(parts) > limits.PARTS or sum(p.file_size for p in parts) > limits.UNPACKED_BYTES:
            raise problems.bomb()
        self._left = limits.UNPACKED_BYTES
        self._names = {part.filename.lstrip("/"): part for part in parts}

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str, most: int = limits.PART_BYTES) -> bytes | None:
        """A part; None if there is none or it is larger than `most` bytes.

        What the directory says of its size is not believed. Raises `Unreadable`.
        """
        part = self._names.get(name)
        if part is None or part.file_size > most:
            return None
        if part.flag_bits & 1:
            raise problems.locked()
        try:
            with self._file.open(part) as file:
                data = file.read(most + 1)
        except RuntimeError as error:
            raise problems.locked() from error
        except _DAMAGED as error:
            raise problems.damaged() from error
        self._left -= len(data)
        if self._left < 0 or len(data) > most:
            raise problems.bomb()
        return data

    def xml(self, name: str) -> etree._Element | None:
        """The XML of a part; None if there is none. Raises `Unreadable`."""
        data = self.read(name)
        return parsed(data) if data is not None else None


def parsed(data: bytes) -> etree._Element:
    """The root of a document. Nothing is fetched, no entity is put in, no DTD is allowed."""
    for strict, usual in _STRICT:
        data = data.replace(strict, usual)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False,
        huge_tree=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _why(data) from error
    if root.getroottree().docinfo.doctype:
        raise problems.foreign()
    return root


def _why(data: bytes) -> Unreadable:
    return problems.foreign() if b"<!ENTITY" in data else problems.damaged()
