"""The places and the times of a run in words, for people."""

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


def without_question(step: str) -> str:
    """The place of a step that failed as it was before it asked what to do about that."""
    return step.partition("?")[0]


def progress_words(step: str, done: int, steps: int) -> str:
    """Where an open run is among the top-level steps of its procedure, such as "step 2 of 9".

    `step` is as `places.step` makes it; `done` steps are behind it.
    """
    if step == "start":
        return _("at the start")
    if step == "end" or done >= steps:
        return _("at the end")
    return _("step {step} of {steps}").format(step=done + 1, steps=steps)


def clock(seconds: float) -> str:
    """Such as `0:08`, `12:06` and `1:02:30`; a second that is not over does not count."""
    minutes, left = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def _in_words(part: re.Match[str]) -> str:
    if part["path"] in ("start", "end"):
        return _("the start") if part["path"] == "start" else _("the end")
    said = _("step {number}").format(number=part["path"])
    times = int(part["times"] or 1)
    if times == 1:
        return said
    often = _TIMES.get(times) or _("time {count}").format(count=times)
    return _("{step}, {often}").format(step=said, often=often)
