"""Long answers in pages, so that no client cuts them off."""

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NotRequired, TypeVar, cast

from typing_extensions import TypedDict

from app.core.serve.errors import BadArguments
from app.core.words import _

R = TypeVar("R")
T = TypeVar("T")

PAGE = 50
LONGEST = 40_000
"""Characters of an answer: clients cut off what is much longer."""
ROOM = 34_000
"""Characters of what is in pages; the rest of the answer has what is left."""


class Paged(TypedDict):
    """An answer in pages; `nextCursor` asks for the next one, and is not there on the last."""

    nextCursor: NotRequired[str]


D = TypeVar("D", bound=Paged)


def page(
    rows: Sequence[T], cursor: str | None = None, size: int = PAGE, room: int = ROOM
) -> tuple[list[T], str]:
    """As many of the rows as a page may have; see `page_of`."""
    return page_of(rows, lambda some: some, cursor, size, room)


def page_of(
    rows: Sequence[R],
    made: Callable[[Sequence[R]], Iterable[T]],
    cursor: str | None = None,
    size: int = PAGE,
    room: int = ROOM,
) -> tuple[list[T], str]:
    """As many of what is `made` of the rows as a page may have, and the cursor of the next page.

    It is empty after the last. There is at least one row: one that is too long for a page has its
    texts cut (`shortened`). Raises `BadArguments` for a cursor that is none.
    """
    start = _start(cursor) if cursor else 0
    shown: list[T] = []
    for row in made(rows[start : start + size]):
        room -= written(row)
        if room < 0 and shown:
            break
        shown.append(shortened(row, room + written(row)) if room < 0 else row)
    end = start + len(shown)
    return shown, _cursor(end) if end < len(rows) else ""


def part(text: str, cursor: str | None = None, room: int = ROOM) -> tuple[str, str]:
    """As much of a text as a page may have, in whole lines where it can, and the next cursor.

    Raises `BadArguments` for a cursor that is none.
    """
    start = _start(cursor) if cursor else 0
    shown = text[start : start + room]
    while written(shown) > room:
        shown = shown[: len(shown) * room // (written(shown) + len(shown) // 50 + 1)]
    end = start + len(shown)
    if end < len(text) and (line := shown.rfind("\n")) > len(shown) // 2:
        end = start + line + 1
    return text[start:end], _cursor(end) if end < len(text) else ""


def followed(answer: Mapping[str, Any], following: str, _kind: type[D]) -> D:
    """The answer with the cursor of the page after it, if there is one."""
    return cast(D, {**answer, "nextCursor": following} if following else answer)


def shortened(value: T, room: int) -> T:
    """The value with its longest texts and lists cut until it fits; “…” stands where one was."""
    whole: Any = value
    longest = room
    while longest and written(whole) > room:
        longest //= 2
        whole = _cut(value, longest)
    cut: T = whole
    return cut


def written(value: Any) -> int:
    """Characters that it takes in an answer."""
    return len(json.dumps([[value]], ensure_ascii=False))


def _cut(value: Any, longest: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= longest else value[:longest] + "…"
    if isinstance(value, list):
        return [_cut(one, longest) for one in value[: longest // 10 + 1]]
    if isinstance(value, Mapping):
        return {key: _cut(one, longest) for key, one in value.items()}
    return value


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
