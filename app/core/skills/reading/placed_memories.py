"""A placed memory as it is written: quoted, with the `_(from source)_` mark of its source."""

import re

_OPEN = "_(from "
_CLOSE = ")_"
_ESCAPED = {"\\": "\\\\", "(": "\\(", ")": "\\)", "\n": "\\␤", "\r": "\\␍"}
_PLAIN = {written: plain for plain, written in _ESCAPED.items()}
_TO_ESCAPE = re.compile(r"[\\()\r\n]")
_TO_PLAIN = re.compile(r"\\[\\()␤␍]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTE = re.compile(r"^[ \t]*>[ ]?", re.MULTILINE)
_REMARK_END = re.compile(r"--(\\*)>")

SUPPORTING_CONTEXT = "Supporting context"
"""The heading below which memories support the whole skill instead of the step before them."""


def marker(source: str) -> str:
    """The mark for `source`; parentheses, backslashes and line ends in it are escaped."""
    return _OPEN + _TO_ESCAPE.sub(lambda found: _ESCAPED[found[0]], source) + _CLOSE


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


def may_be_marked(text: str) -> bool:
    """Whether anything like a mark is anywhere in `text`: without, nothing in it was borrowed."""
    return _OPEN in text


def is_marked(text: str) -> bool:
    """Whether a mark ends `text` (one line is enough to tell)."""
    text = text.rstrip()
    return text.endswith(_CLOSE) and _OPEN in text


def quoted(text: str, source: str) -> str:
    """The block for a memory: every line quoted, the mark on the last one; lines end with LF.

    Nothing in it is read as part of the skill, and it cannot close a remark that the skill
    leaves open: `-->` is written `--\\>`.
    """
    lines = [*_LINE_END.split(text.strip()), marker(source)]
    return "\n".join(f"> {_REMARK_END.sub(_shut, line)}".rstrip() for line in lines)


def read(block: str) -> tuple[str, str]:
    """Text and source of a block that a mark ends; the opposite of `quoted`.

    A backslash before a memory that is not quoted only keeps it from being something else.
    """
    block = block.lstrip()
    if block.startswith(">"):
        lines = "\n".join(_LINE_END.split(block))
        block = _REMARK_END.sub(_opened, _QUOTE.sub("", lines))
    else:
        block = block.removeprefix("\\")
    found = unmark(block)
    assert found is not None
    return found


def _shut(arrow: re.Match[str]) -> str:
    return f"--\\{arrow[1]}>"


def _opened(arrow: re.Match[str]) -> str:
    return f"--{arrow[1][1:]}>"
