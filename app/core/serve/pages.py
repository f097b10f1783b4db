"""Long answers in pages, so that no client cuts them off."""

import base64
import binascii
from collections.abc import Sequence
from typing import TypeVar

from app.core.serve.errors import BadArguments
from app.core.words import _

T = TypeVar("T")

PAGE = 50
LONGEST = 40_000
"""Characters of an answer: clients cut off what is much longer."""


def page(rows: Sequence[T], cursor: str | None, size: int) -> tuple[Sequence[T], str]:
    """The rows of a page, and the cursor of the next one; empty after the last.

    Raises `BadArguments` for a cursor that is none.
    """
    start = _start(cursor) if cursor else 0
    end = start + size
    return rows[start:end], _cursor(end) if end < len(rows) else ""


def _cursor(start: int) -> str:
    return base64.urlsafe_b64encode(str(start).encode()).decode()


def _start(cursor: str) -> int:
    try:
        return max(0, int(base64.urlsafe_b64decode(cursor.encode())))
    except (ValueError, binascii.Error) as error:
        raise BadArguments(
            _("“{cursor}” is no cursor of this list.").format(cursor=cursor),
            _("Leave it out to start from the beginning."),
        ) from error
