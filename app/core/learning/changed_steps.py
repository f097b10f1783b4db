"""Which steps of a skill a proposed change is about, in words. Public name: `changed_steps`."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from app.core.skills.reading.grammar import parse
from app.core.words import _


def changed_steps(before: str, after: str) -> tuple[str, ...]:
    """What becomes of each step that is not the same in both texts, in their order."""
    was, now = _steps(before), _steps(after)
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    return tuple(
        said
        for kind, first, end, start, stop in matcher.get_opcodes()
        if kind != "equal"
        for said in _told(first, was[first:end], now[start:stop], is_end=end == len(was))
    )


def _told(first: int, was: list[str], now: list[str], *, is_end: bool) -> Iterator[str]:
    """Of steps from `first` on, counted from 0: what stands there now, and which are left out."""
    paired = min(len(was), len(now))
    for number, text in enumerate(now[:paired], start=first + 1):
        yield _("step {step}: {text}").format(step=number, text=text)
    for number in range(first + paired + 1, first + len(was) + 1):
        yield _("step {step} is left out").format(step=number)
    place = first + paired
    words = (
        _("new after step {step}: {text}")
        if is_end and place
        else _("new before step {step}: {text}")
    )
    for text in now[paired:]:
        yield words.format(step=place if is_end and place else place + 1, text=text)


def _steps(text: str) -> list[str]:
    """Without the marks of code, and the full stop."""
    return [step.text.replace("`", "").rstrip(".") for step in parse(text).steps]
