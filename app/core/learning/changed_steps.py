"""Which steps of a skill a proposed change is about, in words. Public name: `changed_steps`."""

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from app.core.skills.reading.grammar import parse
from app.core.words import _


def changed_steps(before: str, after: str) -> tuple[str, ...]:
    """What becomes of each step that is not the same in both texts, in their order."""
    was, now = _steps(before), _steps(after)
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    different = [one for one in matcher.get_opcodes() if one[0] != "equal"]
    gone = {was[n]: n + 1 for _kind, first, end, *_now in different for n in range(first, end)}
    come = {now[n] for *_was, start, stop in different for n in range(start, stop)}
    moved = {text: step for text, step in gone.items() if text in come}
    return tuple(
        said
        for _kind, first, end, start, stop in different
        for said in _told(was, (first, end), now[start:stop], moved)
    )


def _told(
    steps: list[str], gone: tuple[int, int], come: list[str], moved: Mapping[str, int]
) -> Iterator[str]:
    """Of the steps that are `gone`, from the first to before the last, counted from 0: what stands
    there now, and which are left out. Those that were `moved` are told where they stand by now."""
    first, end = gone
    left = [n for n in range(first, end) if steps[n] not in moved]
    new = [text for text in come if text not in moved]
    for n, text in zip(left, new, strict=False):
        yield _("step {step}: {text}").format(step=n + 1, text=text)
    for n in left[len(new) :]:
        yield _("step {step} is left out").format(step=n + 1)
    is_end = end == len(steps) and end > 0
    place = end if is_end else end + 1
    fresh = new[len(left) :]
    for text in come:
        if text in moved:
            words = (
                _("step {moved} moves after step {step}")
                if is_end
                else _("step {moved} moves before step {step}")
            )
            yield words.format(moved=moved[text], step=place)
        elif text in fresh:
            words = (
                _("new after step {step}: {text}")
                if is_end
                else _("new before step {step}: {text}")
            )
            yield words.format(step=place, text=text)


def _steps(text: str) -> list[str]:
    """Without the marks of code, and the full stop."""
    return [step.text.replace("`", "").rstrip(".") for step in parse(text).steps]
