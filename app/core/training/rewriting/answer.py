"""What a model answered, read as far as it can be read."""

import re
from dataclasses import dataclass

from app.core.llm.answer import objects
from app.core.skills.reading.sentences import SPACE
from app.core.training.rewriting.prompt import LONGEST_SENTENCE

_MOST = 200
_MARK = re.compile(r"[ ]?_\(from (?:\\.|[^\\\r\n)]|\)(?!_))*\)_")


_TEXT = re.compile(r'"text"\s*:\s*"((?:[^"\\]|\\.)*)')
_ESCAPED = re.compile(r"\\(.)")


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
    found = []
    for value in objects(answer):
        if isinstance(value, dict) and isinstance(value.get("sentences"), list):
            found = [one for item in value["sentences"] if (one := _said(item)) is not None]
            break
        if (one := _said(value)) is not None:
            found.append(one)
    return tuple(found[:_MOST])


def so_far(answer: str) -> str:
    """The words of an answer that is still being written."""
    return " ".join(_ESCAPED.sub(r"\1", text) for text in _TEXT.findall(answer))


def _said(item: object) -> Said | None:
    if not isinstance(item, dict):
        return None
    text, origin = item.get("text"), item.get("from")
    if not isinstance(text, str) or not isinstance(origin, int) or isinstance(origin, bool):
        return None
    words = " ".join(piece for piece in re.split(f"[{SPACE}]+", _MARK.sub("", text)) if piece)
    return Said(words, origin) if words and origin >= 0 and len(words) <= LONGEST_SENTENCE else None
