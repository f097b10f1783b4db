"""What a file is by its bytes; its name is not believed."""

import re
from pathlib import PurePath

from app.core.documents import problems
from app.core.documents.archive import Archive
from app.core.documents.content import Format
from app.core.documents.suffixes import OTHERS, SUFFIXES
from app.core.memory.reading.decoding import Unreadable
from app.core.words import _

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_HEAD = 1024
_MARKUP = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,500}?-->\s*)*<(?:!doctype\s+html|html\b|head\b|body\b)",
    re.IGNORECASE | re.DOTALL,
)
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.text"


def format_of(data: bytes, name: str) -> Format:
    """What the file with these bytes and that name is; raises `Unreadable` for what is not read."""
    if b"%PDF-" in data[:_HEAD]:
        return Format.PDF
    if data.startswith(_ZIP):
        return _packed(Archive(data))
    if data.startswith(_OLE):
        raise problems.locked() if _LOCKED in data else _not_read(_("an old Office document"))
    if data.startswith(b"{\\rtf"):
        raise _not_read(_("an RTF document"))
    suffix = PurePath(name).suffix.casefold()
    if _MARKUP.match(data[: 4 * _HEAD]) or SUFFIXES.get(suffix) is Format.HTML:
        return Format.HTML
    if suffix in OTHERS or SUFFIXES.get(suffix, Format.TEXT) is not Format.TEXT:
        _refuse_bytes(data)
    return Format.TEXT


def notice(found: Format, name: str) -> str:
    """A sentence about a name that promises something else; empty if it does not."""
    usual = SUFFIXES.get(PurePath(name).suffix.casefold())
    if usual in (None, found):
        return ""
    return _("Despite its name, {name} was read as {format}.").format(
        name=PurePath(name).name, format=found.words
    )


def _packed(archive: Archive) -> Format:
    if "[Content_Types].xml" in archive:
        if "xl/workbook.xml" in archive:
            raise _not_read(_("a spreadsheet"))
        if "ppt/presentation.xml" in archive:
            raise _not_read(_("a presentation"))
        return Format.WORD
    kind = archive.read("mimetype", _HEAD) or b""
    if kind.startswith(_OPEN_DOCUMENT):
        return Format.OPEN_DOCUMENT
    raise _not_read(_("an archive") if not kind else _("another OpenDocument file"))


def _not_read(kind: str) -> Unreadable:
    return problems.other_kind(kind, _("Word (.docx), OpenDocument or PDF"))


def _refuse_bytes(data: bytes) -> None:
    """A file that is called a document but is not even text."""
    if b"\0" in data[: 4 * _HEAD]:
        raise problems.damaged()
