"""The rows of a file of JSON Lines, one at a time, however long the file or one of them is."""

import json
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

LONGEST = 32 * 1024 * 1024
"""Bytes of a row; a longer one is passed over without being held in memory."""
_PLAIN = 8 * 1024 * 1024
"""Bytes of a row that is decoded as it is; in a longer one, long strings are emptied first."""
_LONG_STRINGS = (65_536, 4_096)
"""Bytes from which on a string is long; the second where the first is not enough."""
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)


class Broken:
    """Stands for a row that is no JSON."""


BROKEN = Broken()


class Row(NamedTuple):
    """`data` is empty for a row that is too long; `ended` is false while its end is not written."""

    number: int
    end: int
    data: bytes
    ended: bool


def rows(file: BinaryIO, start: int = 0, before: int = 0) -> Iterator[Row]:
    """The rows from byte `start` on, `before` of which come earlier. Empty ones are counted."""
    file.seek(start)
    end = start
    number = before
    while data := file.readline(LONGEST):
        number += 1
        end += len(data)
        ended = data.endswith(b"\n")
        if not ended and len(data) == LONGEST:
            ended, skipped = _rest(file)
            end += skipped
            data = b""
        yield Row(number, end, data, ended)


def _rest(file: BinaryIO) -> tuple[bool, int]:
    """Pass over the rest of a row: whether it has an end, and its bytes."""
    skipped = 0
    while data := file.readline(1024 * 1024):
        skipped += len(data)
        if data.endswith(b"\n"):
            return True, skipped
    return False, skipped


def decode(data: bytes) -> object:
    """The value of a row, or `BROKEN`. Bytes that are no UTF-8 become replacement characters."""
    for longest in _LONG_STRINGS:
        if len(data) > _PLAIN:
            data = _shortened(data, longest)
    if len(data) > _PLAIN:
        return BROKEN
    try:
        return json.loads(data)
    except UnicodeDecodeError:
        return _loaded(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        # a mark at the front of the file, as some editors leave it
        return _loaded(data[3:].decode("utf-8", "replace")) if data[:1] == b"\xef" else BROKEN


def loads(text: object) -> object:
    """JSON that is inside a string of a row, or `BROKEN`."""
    return _loaded(text) if isinstance(text, str) else BROKEN


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return BROKEN


def _shortened(data: bytes, longest: int) -> bytes:
    """Without the content of strings that are longer than this."""
    kept: list[bytes] = []
    at = 0
    for string in _STRING.finditer(data):
        if string.end() - string.start() > longest:
            kept += data[at : string.start()], b'""'
            at = string.end()
    return b"".join([*kept, data[at:]])
