"""The events of a session as the vault keeps them: small, and the same again when read."""

import json
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from app.core.transcripts.model import Call, Event, Result, Said, SkillRead

_RESULTS = tuple(Result)


def packed(events: Iterable[Event]) -> bytes:
    rows = [_row(event) for event in events]
    return zlib.compress(json.dumps(rows, separators=(",", ":"), ensure_ascii=False).encode(), 1)


def unpacked(data: bytes) -> tuple[Event, ...]:
    return tuple(map(_event, json.loads(zlib.decompress(data))))


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
        return Call(own, tool, shape, _RESULTS[result], at, number, together, helper, values)
    if kind == 1:
        return Said(rest[0], at, number, own)
    return SkillRead(rest[0], at, number, own, rest[1])
