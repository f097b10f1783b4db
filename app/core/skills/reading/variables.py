"""`$names` in a text, and which of them receive a value."""

import re
from bisect import bisect_right

from app.core.skills.model import Call, VariableUse

VARIABLE = re.compile(r"\$(?<![\w$\\]\$)([^\W\d]\w*)")
_RECEIVES = re.compile(
    r"(?:->|→|=>|⇒)[ \t]*\[?[ \t]*(?:\$\w+[ \t]*,[ \t]*)*\Z"
    r"|\b(?:set|as|into|let|define|record|store|save|capture)[ \t]+\Z",
    re.IGNORECASE,
)
_BEFORE_VALUE = frozenset("tsoed>→⇒[,")
"""The last character of what `_RECEIVES` finds."""
_ASSIGNED = re.compile(r"[ \t]*(?::=|=(?![=>]))")
_ASKED = re.compile(
    r"\b(?:if|when|whenever|while|until|unless|dac[aă]|c[aâ]nd|si|cuando|quand|wenn|falls|se|quando)"
    r"[ \t]+\Z|(?:\band|\bor|[(,])[ \t]*\Z",
    re.IGNORECASE,
)
_BEFORE = 120
"""How far before a `$name` an arrow or a verb that gives it a value is looked for."""


def uses(
    text: str, matches: list[re.Match[str]], calls: list[Call], start: int
) -> list[VariableUse]:
    """One use per match; `calls` are those of the same step or goal, which begins at `start`."""
    return [
        VariableUse(found[1], _receives(text, found, calls, start), *found.span())
        for found in matches
    ]


def _receives(text: str, found: re.Match[str], calls: list[Call], start: int) -> bool:
    at, name = found.start(), found[1]
    n = bisect_right(calls, at, key=lambda call: call.start) - 1 if calls else -1
    if n >= 0 and at < calls[n].end:
        left = max(calls[n].start, at - _BEFORE)
        return name in calls[n].captures and _RECEIVES.search(text, left, at) is not None
    left = max(start, at - _BEFORE)
    before = text[left:at].rstrip(" \t")[-1:].casefold()
    if before in _BEFORE_VALUE and _RECEIVES.search(text, left, at):
        return True
    return _ASSIGNED.match(text, found.end()) is not None and _ASKED.search(text, left, at) is None
