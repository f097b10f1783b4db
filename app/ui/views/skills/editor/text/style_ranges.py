"""How each stretch of a skill's text looks, and where two readings of it look different."""

from collections.abc import Sequence
from operator import itemgetter

from app.ui.views.skills.editor.reading import Reading, is_severe
from app.ui.views.skills.editor.steps.style_spans import spans
from app.ui.widgets.prose.text_style import Hue

Look = Hue | bool
"""A style, or the underline of a mistake (True for a severe one)."""
Stretch = tuple[int, int, Look]


def stretches(reading: Reading) -> list[Stretch]:
    """In order of where they begin; what comes later is written over what came before."""
    found: list[Stretch] = [*spans(reading.skill)]
    found += [
        (f.start, f.end, is_severe(f))
        for f in reading.urgent
        if f.start < f.end and f.code != "goal-missing"
    ]
    found.sort(key=itemgetter(0))
    return found


def alike(
    old: Sequence[Stretch], new: Sequence[Stretch], old_length: int, new_length: int
) -> tuple[int, int]:
    """How much of both texts, from their start and from their end, has the same stretches."""
    most, by = min(len(old), len(new)), new_length - old_length
    head = next((n for n in range(most) if old[n] != new[n]), most)
    tail = 0
    while tail < most - head:
        start, end, look = old[-1 - tail]
        if (start + by, end + by, look) != new[-1 - tail]:
            break
        tail += 1
    left = right = min(old_length, new_length)
    for differing, length in (
        (old[head : len(old) - tail], old_length),
        (new[head : len(new) - tail], new_length),
    ):
        if differing:
            left = min(left, differing[0][0])
            right = min(right, length - max(end for _start, end, _look in differing))
    return left, right
