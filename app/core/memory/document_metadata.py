"""What a document says about itself: its tags, and the day it is from. Anything may stand there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from app.core.memory.reading.decoding import whole
from app.core.skills.reading.discovery import LONGEST_TAG, tags_in

MOST = 30
_EARLIEST = 1900
_DAY = re.compile(
    r"^(date|created|updated)(?:[_-]?at)?[ \t]*:[ \t]*[\"']?"
    r"(\d{4}-\d\d-\d\d[^\s\"'#]*(?: \d\d:\d\d[^\s\"'#]*)?)",
    re.MULTILINE | re.IGNORECASE,
)
_DAYS = ("date", "at", "timestamp", "time", "created_at", "createdAt", "created", "ts")
_MILLISECONDS = 1e11
"""Seconds since 1970 from here on would be after the year 5000."""


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """`at` is None if no readable date is stated."""

    tags: tuple[str, ...] = ()
    at: datetime | None = None


NOTHING = DocumentMetadata()


def of_front_matter(yaml: str) -> DocumentMetadata:
    """What stands between the fences of a Markdown file."""
    days = {found[1].casefold(): found[2] for found in _DAY.finditer(yaml)}
    said = next((days[name] for name in ("date", "created", "updated") if name in days), "")
    return DocumentMetadata(tags_in(yaml)[:MOST], _moment(said))


def of_object(fields: Mapping[str, object]) -> DocumentMetadata:
    """What a line of JSON Lines says beside its text; times are ISO 8601 or counted from 1970."""
    said = fields.get("tags")
    listed = said.split(",") if isinstance(said, str) else said if isinstance(said, list) else []
    words = [whole(" ".join(one.split())) for one in listed if isinstance(one, str)]
    tags = {one.casefold(): one for one in reversed(words) if 0 < len(one) <= LONGEST_TAG}
    moments = (_moment(fields.get(name)) for name in _DAYS)
    at = next((moment for moment in moments if moment is not None), None)
    return DocumentMetadata(tuple(reversed(tags.values()))[:MOST], at)


def _moment(said: object) -> datetime | None:
    try:
        if isinstance(said, str):
            found = datetime.fromisoformat(said.strip())
        elif isinstance(said, int | float) and not isinstance(said, bool):
            seconds = said / 1000 if abs(said) >= _MILLISECONDS else said
            found = datetime.fromtimestamp(seconds, UTC)
        else:
            return None
        found = found.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if found.year >= _EARLIEST else None
