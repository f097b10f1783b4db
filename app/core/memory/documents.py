"""Documents as fragments to remember: Markdown, plain text, JSON Lines, the text of PDF files."""

import codecs
import json
import logging
from collections.abc import Iterator
from pathlib import Path

from app.core.errors import AppError
from app.core.memory.split import Fragment, split
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _

TEXTS = frozenset({".md", ".markdown", ".mdown", ".txt", ".text", ".rst", ".org", ".log"})
LINES = frozenset({".jsonl", ".ndjson"})
PDF = ".pdf"
KINDS = TEXTS | LINES | {PDF}
"""The endings of what can be read; anything else in a folder is passed over."""
LARGEST = 50_000_000
"""Bytes of a document. Nobody wrote a longer one by hand."""
_FIELDS = ("text", "content", "body", "message")
_TITLES = ("title", "name", "heading", "topic")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Unreadable(AppError):
    """A file that is no document, or has no words in it."""


def read(path: Path, progress: Progress = SILENT) -> tuple[Fragment, ...]:
    """The fragments of one file; raises `Unreadable`, `Cancelled`."""
    try:
        if path.stat().st_size > LARGEST:
            raise Unreadable(_("It is larger than {most} MB.").format(most=LARGEST // 1_000_000))
        if path.suffix.casefold() == PDF:
            fragments = _of_pdf(path, progress)
        else:
            text = decode(path.read_bytes())
            is_lines = path.suffix.casefold() in LINES
            fragments = tuple(_of_lines(text)) if is_lines else split(text)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error
    if not fragments:
        raise Unreadable(_("There are no words in it."))
    return fragments


def decode(data: bytes) -> str:
    """Text in whatever encoding it is; raises `Unreadable` for what is no text."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError as error:
                raise Unreadable(_("Its encoding is broken.")) from error
    if b"\0" in data:
        raise Unreadable(_("It is not text."))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    strange = sum(not (sign.isprintable() or sign.isspace()) or sign == "\ufffd" for sign in text)
    if strange > len(text) // 100:
        raise Unreadable(_("It is not text."))
    return text


def _of_lines(text: str) -> Iterator[Fragment]:
    """One memory, or several, for each line that is an object with a text in it."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Unreadable(_("Line {number} is no JSON.").format(number=number)) from error
        fields = found if isinstance(found, dict) else {"text": found}
        said = _first(fields, _FIELDS)
        if not said:
            raise Unreadable(_("Line {number} has no text.").format(number=number))
        title = _first(fields, _TITLES)
        for fragment in split(said):
            above = " › ".join(part for part in (title, fragment.title) if part)
            yield Fragment(above, fragment.text)


def _first(fields: dict[str, object], names: tuple[str, ...]) -> str:
    values = (fields.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value.strip()), "")


def _of_pdf(path: Path, progress: Progress) -> tuple[Fragment, ...]:
    """The pages run on, for sentences do."""
    from pypdf import PdfReader  # noqa: PLC0415 - few people import PDF files
    from pypdf.errors import PdfReadError  # noqa: PLC0415

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    pages: list[str] = []
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable(_("It is locked with a password."))
        for page in reader.pages:
            checkpoint(progress)
            pages.append(page.extract_text())
    except (PdfReadError, ValueError, KeyError, TypeError, AttributeError, IndexError,
            RecursionError, NotImplementedError, ArithmeticError) as error:  # fmt: skip
        raise Unreadable(_("It is damaged.")) from error
    text = "\n\n".join(pages).encode("utf-8", "ignore").decode()
    if not text.strip():
        raise Unreadable(_("It has no text, only pictures of pages."))
    return split(text)
