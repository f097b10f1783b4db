"""Loops and branches as they are written: how far each tag was read, and what of it was not."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_CLOSING = re.compile(r"(?P<unread>[^\r\n]*?)[ \t]*\]\](?!\])")
_REST = re.compile(r"(?:(?!@\w|\[\[|[.!?](?=\s|\Z))[^\r\n])*+")
_BLANKS = " \t,;"
_NAMED = re.compile(r"(?:[a-z][\w-]*[ \t]*)?=(?!=)", re.IGNORECASE)
_LIMIT = re.compile(r"\bmax(?:imum)?[ \t]*[=:]", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?:el(?:se[ \t]*)?if|else|otherwise|if|when|unless|until|while)\b|.*?(?:->|→|=>)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class JumpTag:
    """A tag `text[start:end]`, its brackets included; what was read of it ends at `read`.

    `jumps` are the places of its jumps among those of the step. `text[unread:unread_end]` are the
    words in it or right behind it that look like a part of it and have no effect; there are none
    where both are the same.
    """

    jumps: range
    start: int
    read: int
    unread: int
    unread_end: int
    end: int

    @property
    def is_whole(self) -> bool:
        """Whether all of it was understood."""
        return self.unread == self.unread_end

    @property
    def understood(self) -> tuple[tuple[int, int], ...]:
        """All of it but the words that were not read."""
        if self.is_whole:
            return ((self.start, self.end),)
        closing = ((self.unread_end, self.end),) if self.unread_end < self.end else ()
        return ((self.start, self.read), *closing)


def jump_tags(text: str, jumps: Iterable[tuple[int, int]], end: int) -> Iterator[JumpTag]:
    """Those in a step that ends at `end`, whose jumps stand at these places, in their order.

    An *else* belongs to the tag before it; jumps in sentences are none.
    """
    spans = list(jumps)
    number = 0
    while number < len(spans):
        first = number
        start, read = spans[number]
        number += 1
        if not _is_tag(text, start):
            continue
        while number < len(spans) and not _is_tag(text, spans[number][0]):
            if text[read : spans[number][0]].strip():
                break
            read = spans[number][1]
            number += 1
        read = start + len(text[start:read].rstrip())
        limit = spans[number][0] if number < len(spans) else end
        unread, unread_end, close = _rest(text, start, read, limit, is_last=limit == end)
        yield JumpTag(range(first, number), start, read, unread, unread_end, close)


def _is_tag(text: str, start: int) -> bool:
    return text.startswith(("@", "[["), start)


def _rest(text: str, start: int, read: int, end: int, *, is_last: bool) -> tuple[int, int, int]:
    """Where the words are that were not read, and where the tag ends."""
    closing = _CLOSING.match(text, read, end) if text.startswith("[[", start) else None
    if closing is not None:
        return *_trimmed(text, *closing.span("unread")), closing.end()
    rest = _REST.match(text, read, end)
    assert rest is not None
    left, right = _trimmed(text, *rest.span())
    words = text[left:right]
    is_part = _NAMED.match(words) or _LIMIT.search(words) or (is_last and _GOES_ON.match(words))
    return (left, right, right) if is_part else (read, read, read)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _BLANKS:
        start += 1
    while end > start and text[end - 1] in _BLANKS:
        end -= 1
    return start, end
