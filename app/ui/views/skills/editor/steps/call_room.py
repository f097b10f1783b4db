"""Room around a call for what is typed next to it. Public name: `with_room`."""

from collections.abc import Callable, Iterable

from app.core.skills.editing.closing import closed
from app.core.skills.reading.calls import MARKER
from app.ui.widgets.prose.text_style import Hue, TextStyle


def with_room(
    text: str,
    at: int,
    new: str,
    marks: Iterable[tuple[int, int, Hue]],
    *,
    finished: Callable[[str], bool],
) -> tuple[str, int]:
    """The text and the place in it where `new` does not change a call that ends or begins at `at`.

    `marks` are the styles of the text; `finished` says whether a call, as written, is to go on
    being that call: its name may still be on its way. Members of `@parallel:` are names in a
    list, and are left alone.
    """
    calls = [
        (start, end)
        for start, end, style in marks
        if style is TextStyle.CALLED and MARKER.match(text, start)
    ]
    if _is_word(new[-1:]) and any(start == at for start, _end in calls):
        text = f"{text[:at]} {text[at:]}"
    start = next((start for start, end in calls if end == at), -1)
    if start < 0 or not (_is_word(new[:1]) or new[:1] == " ") or not finished(text[start:at]):
        return text, at
    call = closed(text[start:at]) + (" " if _is_word(new[:1]) else "")
    return text[:start] + call + text[at:], start + len(call)


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
