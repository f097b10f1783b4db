"""Text in whatever encoding it is."""

import codecs
import os
import re

from app.core.errors import AppError
from app.core.words import _

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 100_000
"""Bytes or characters at the beginning that show what a file is."""
_HALVES = re.compile("[\ud800-\udfff]")
_BREAKS = re.compile(r"[\t-\r\x85\u2028\u2029]+")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Unreadable(AppError):
    """A file that is no document, or has no words in it."""

    code = "unreadable-document"


def decode(data: bytes) -> str:
    """Text in whatever encoding it is; raises `Unreadable` for what is no text.

    Without a mark at the beginning it is UTF-8, in which a few bytes may be broken, UTF-16 of
    mostly Latin letters, or Windows-1252.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strictly(data, encoding)
    if b"\0" in data:
        return _wide(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    text = data.decode("utf-8", errors="replace")
    beyond = sum(sign > "\x7f" for sign in text[:_LOOKED_AT])
    if text.count("\ufffd", 0, _LOOKED_AT) > beyond / 2:
        text = data.decode("cp1252", errors="replace")
        if _is_foreign(text):
            raise Unreadable(
                _("Its encoding is unknown."), _("Save it as UTF-8 and import it again.")
            )
        if _is_strange(text):
            raise _no_text()
    elif _is_strange(text.replace("\ufffd", "")):
        raise _no_text()
    return text


def whole(text: str) -> str:
    """The text without halves of characters, which cannot be stored, and without zeros."""
    return _HALVES.sub("\ufffd", text).replace("\0", "")


def readable(name: str) -> str:
    """The name of a file, which need not be text, nor one line.

    It is UTF-8 also where the terminal has less.
    """
    if _HALVES.search(name):
        name = os.fsencode(name).decode(errors="replace")
    return _CONTROLS.sub("\ufffd", _BREAKS.sub(" ", name))


def _strictly(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable(
            _("Its encoding is broken."), _("Save it as UTF-8 and import it again.")
        ) from error
    if _is_strange(text):
        raise _no_text()
    return text


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: every other byte of Latin letters is zero."""
    begin = data[: _LOOKED_AT & ~1]
    even, odd = begin[::2].count(0), begin[1::2].count(0)
    most, least = max(even, odd), min(even, odd)
    if len(data) % 2 or most < len(begin) / 4 or least > most / 50:
        raise _no_text()
    return _strictly(data, "utf-16-be" if even > odd else "utf-16-le")


def _is_strange(text: str) -> bool:
    begin = text[:_LOOKED_AT]
    strange = sum(not (sign.isprintable() or sign.isspace()) or sign == "\ufffd" for sign in begin)
    return strange > len(begin) // 100


def _is_foreign(text: str) -> bool:
    """No language that Windows-1252 is made for is written with so few of the letters a to z."""
    begin = text[:_LOOKED_AT]
    beyond = sum(sign >= "\x80" for sign in begin)
    letters = sum(sign.isascii() and sign.isalpha() for sign in begin)
    controls = sum(sign < " " and not sign.isspace() for sign in begin)
    return beyond > letters and not controls


def _no_text() -> Unreadable:
    return Unreadable(_("It is not text."), _("Save it as text, Markdown or PDF and import that."))
