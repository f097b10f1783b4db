"""The `_(from source)_` mark that says where a placed memory came from."""

import re

from app.core.skills.reading.goals import goal_start

_OPEN = "_(from "
_CLOSE = ")_"
_ESCAPED = {"\\": "\\\\", "(": "\\(", ")": "\\)", "\n": "\\␤", "\r": "\\␍"}
_PLAIN = {written: plain for plain, written in _ESCAPED.items()}
_TO_ESCAPE = re.compile(r"[\\()\r\n]")
_TO_PLAIN = re.compile(r"\\[\\()␤␍]")


def marker(source: str) -> str:
    """The mark for `source`; parentheses, backslashes and line ends in it are escaped."""
    return _OPEN + _TO_ESCAPE.sub(lambda found: _ESCAPED[found[0]], source) + _CLOSE


def placed(text: str, source: str) -> str:
    """The paragraph of a placed memory: white space in `text` becomes single spaces.

    A backslash in front keeps what looks like a step, a goal or a heading from being one;
    `PlacedMemory.text` is without it.
    """
    line = " ".join(text.split())
    escape = "" if line[:1].isalpha() and goal_start(line, 0) is None else "\\"
    return f"{escape}{line}\n{marker(source)}"


def unmark(text: str) -> tuple[str, str] | None:
    """What is before the mark that ends `text`, and its source; None if no mark ends it.

    Marks written without escapes are read as well: `_(from Notes (2024))_`.
    """
    text = text.rstrip()
    if not text.endswith(_CLOSE):
        return None
    start = text.rfind(_OPEN)
    if start < 0:
        return None
    inner = text[start + len(_OPEN) : -len(_CLOSE)]
    source = _TO_PLAIN.sub(lambda found: _PLAIN[found[0]], inner)
    return text[:start].rstrip(), source


def is_marked(text: str) -> bool:
    """Whether a mark ends `text` (one line is enough to tell)."""
    text = text.rstrip()
    return text.endswith(_CLOSE) and _OPEN in text
