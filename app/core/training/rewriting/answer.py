"""What a model answered, read as far as it can be read."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.core.skills.reading.sentences import SPACE
from app.core.training.rewriting.prompt import LONGEST_SENTENCE

_MOST = 200
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_OBJECT = re.compile(r"\{")
_MARK = re.compile(r"[ ]?_\(from (?:\\.|[^\\\r\n)]|\)(?!_))*\)_")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of an answer; `origin` is 0 for the author's, else the number of a memory."""

    text: str
    origin: int


def read(answer: str) -> tuple[Said, ...]:
    """The sentences of an answer, also of one that was cut off; none if it is something else.

    Thoughts, fences and words around the JSON are skipped. White space is single spaces, and
    marks are taken off: they are not a model's to set.
    """
    text = _THOUGHT.sub("", answer)
    found = []
    for value in _values(text):
        if isinstance(value, dict) and isinstance(value.get("sentences"), list):
            found = [one for item in value["sentences"] if (one := _said(item)) is not None]
            break
        if (one := _said(value)) is not None:
            found.append(one)
    return tuple(found[:_MOST])


def _values(text: str) -> Iterator[Any]:
    """The JSON objects in a text: the outermost that are complete."""
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while (start := _OBJECT.search(text, at)) is not None:
        try:
            value, at = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            at = start.end()
            continue
        yield value


def _said(item: object) -> Said | None:
    if not isinstance(item, dict):
        return None
    text, origin = item.get("text"), item.get("from")
    if not isinstance(text, str) or not isinstance(origin, int) or isinstance(origin, bool):
        return None
    words = " ".join(piece for piece in re.split(f"[{SPACE}]+", _MARK.sub("", text)) if piece)
    return Said(words, origin) if words and origin >= 0 and len(words) <= LONGEST_SENTENCE else None
