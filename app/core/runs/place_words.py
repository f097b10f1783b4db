"""The places of a run in words, for people."""

import re

from app.core.words import _

_PART = re.compile(
    r"(?P<path>[^:!#?/]+)(?:#(?P<times>\d+))?(?::(?P<call>\d+))?"
    r"(?P<handled>!\d+(?:#\d+)?)?(?P<asks>\?(?:#\d+)?)?"
)
_TIMES = {2: _("second time"), 3: _("third time")}


def in_words(step: str, title: str = "") -> str:
    """Such as "step 8, second time" for a name as `places.step` makes it.

    `title` is the called procedure that it stands in; a place in a call has the step that called
    it where none is given.
    """
    if not step:
        return ""
    parts = [found for one in step.split("/") if (found := _PART.fullmatch(one))]
    if len(parts) != len(step.split("/")):
        return step
    here = _in_words(parts[-1])
    if len(parts) == 1:
        return here
    if title:
        return _("{step} of {title}").format(step=here, title=title)
    return _("{step}, called by {outer}").format(step=here, outer=_in_words(parts[0]))


def _in_words(part: re.Match[str]) -> str:
    if part["path"] in ("start", "end"):
        return _("the start") if part["path"] == "start" else _("the end")
    said = _("step {number}").format(number=part["path"])
    times = int(part["times"] or 1)
    if times == 1:
        return said
    often = _TIMES.get(times) or _("time {count}").format(count=times)
    return _("{step}, {often}").format(step=said, often=often)
