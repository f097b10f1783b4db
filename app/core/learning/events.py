"""The events of a session as the vault keeps them: small, and the same again when read."""

import json
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from sys import intern
from typing import Any

from app.core.transcripts.model import Call, Event, Result, Said, SkillRead
from app.core.transcripts.shapes import shared

_READ = b"[2,"
"""How the row of a `SkillRead` begins."""
_RESULTS = tuple(Result)
_WRITTEN = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def packed(events: Iterable[Event]) -> bytes:
    """A row of JSON each, so that of a long session never all is there twice."""
    packing = zlib.compressobj(1)
    parts = [packing.compress(_WRITTEN(_row(event)).encode() + b"\n") for event in events]
    return b"".join([*parts, packing.flush()])


def unpacked(data: bytes) -> tuple[Event, ...]:
    """The events of one packing, or of several one after the other."""
    return tuple(_event(json.loads(row)) for text in _texts(data) for row in BytesIO(text))


def last_row(data: bytes) -> int:
    """The row of the last event, 0 for none; costs less than all of them."""
    last = b""
    for text in _texts(data):
        last = text[text.rfind(b"\n", 0, -1) + 1 :] or last
    return int(json.loads(last)[1]) if last else 0


def count(data: bytes) -> int:
    """How many events there are."""
    return sum(text.count(b"\n") for text in _texts(data))


def has_skill_read(data: bytes) -> bool:
    """Whether a skill was given; costs less than the events themselves."""
    return any(text.startswith(_READ) or b"\n" + _READ in text for text in _texts(data))


def _texts(data: bytes) -> Iterator[bytes]:
    while data:
        unpacking = zlib.decompressobj()
        yield unpacking.decompress(data)
        data = unpacking.unused_data


def _row(event: Event) -> list[Any]:
    at = event.at.timestamp() if event.at else None
    match event:
        case Call():
            return [
                0, event.row, at, event.id, event.tool, dict(event.shape),
                _RESULTS.index(event.result), event.together, event.helper, dict(event.values),
            ]  # fmt: skip
        case Said():
            return [1, event.row, at, event.id, event.text]
        case SkillRead():
            return [2, event.row, at, event.id, event.name, event.helper]


def _event(row: list[Any]) -> Event:
    kind, number, said, own, *rest = row
    at = datetime.fromtimestamp(said, UTC) if said is not None else None
    if kind == 0:
        tool, shape, result, together, helper, values = rest
        kinds = shared(tuple(shape.items()))
        how = _RESULTS[result]
        return Call(own, intern(tool), kinds, how, at, number, together, helper, values)
    if kind == 1:
        return Said(rest[0], at, number, own)
    return SkillRead(rest[0], at, number, own, rest[1])
