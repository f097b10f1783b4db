"""The words of a document as they may stand in a skill."""

import re

from app.core.memory.reading.decoding import whole

_SPACES = re.compile("[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
"""Control characters, soft hyphens, and marks that turn text around or show nothing."""
_COMMENT = re.compile("<!--")
_FENCE = re.compile(r"^(`{3,}|~{3,})", re.MULTILINE)
_RULE = re.compile(r"^([-*_=])(?:[ \t]*\1){2,}[ \t]*$", re.MULTILINE)


def cleaned(text: str) -> str:
    """The lines of `text` without what nobody sees and what would hide or cut other text."""
    lines = _UNSEEN.sub("", whole(text).replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    kept = [line for one in lines if (line := _SPACES.sub(" ", one).strip())]
    return _FENCE.sub("'''", _RULE.sub("", _COMMENT.sub("< !--", "\n".join(kept)))).strip()


def one_line(text: str) -> str:
    """The same in one line."""
    return " ".join(cleaned(text).split())
