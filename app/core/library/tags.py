"""What a tag can be, and several written in one line."""

from app.core.errors import AppError
from app.core.skills.reading.discovery import LONGEST_TAG
from app.core.words import _


def sound(tag: str) -> str:
    """A tag as it is kept, with single spaces; raises `AppError` for what cannot be one."""
    found = " ".join(tag.split())
    if not found or len(found) > LONGEST_TAG or "," in found:
        raise AppError(_("A tag has 1 to {most} characters and no comma.").format(most=LONGEST_TAG))
    return found


def written(line: str) -> tuple[str, ...]:
    """The tags that somebody wrote with commas between them; raises `AppError` as `sound` does."""
    parts = [part for part in line.split(",") if part.strip()]
    return tuple(sound(part) for part in parts or [""])
