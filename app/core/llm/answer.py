"""What a model wrote, as far as it is JSON: thoughts, fences and words around it are skipped."""

import json
import re
from collections.abc import Iterator
from typing import Any

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_OBJECT = re.compile(r"\{")


def objects(answer: str) -> Iterator[Any]:
    """The JSON objects in an answer: the outermost that are complete."""
    text = _THOUGHT.sub("", answer)
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while (start := _OBJECT.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            at = start.end()
            continue
        yield value


def begun(answer: str) -> Any:
    """The outermost object of an answer that is still being written, as far as it is there."""
    text = _THOUGHT.sub("", answer)
    start = _OBJECT.search(text)
    for written in _closed(text[start.start() :]) if start is not None else ():
        try:
            return json.loads(written, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _closed(text: str) -> Iterator[str]:
    """The text with what is open closed: where it ends, and before its last two values."""
    ends: list[tuple[int, str]] = []
    open_ = ""
    quoted = escaped = False
    for at, letter in enumerate(text):
        if quoted:
            quoted, escaped = escaped or letter != '"', letter == "\\" and not escaped
        elif letter == '"':
            quoted = True
        elif letter in "{[":
            open_ = ("}" if letter == "{" else "]") + open_
            ends = [*ends[-1:], (at + 1, open_)]
        elif letter in "}]":
            open_ = open_[1:]
        elif letter == ",":
            ends = [*ends[-1:], (at, open_)]
        if not open_:
            yield text[: at + 1]
            return
    yield text + ('"' if quoted else "") + open_
    for at, closing in reversed(ends):
        yield text[:at] + closing
