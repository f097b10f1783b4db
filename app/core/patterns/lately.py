"""A pattern as it was done of late: of two ways to do the same, without the one that is past."""

from dataclasses import replace

from app.core.patterns.background import FEWEST_SESSIONS
from app.core.patterns.pattern import Pattern


def lately(pattern: Pattern) -> Pattern:
    """Without the steps that were in none of its last three sessions.

    Where agents have begun to do otherwise, the pattern of all sessions has what they did before
    beside what they do now.
    """
    begun = [str(one.started or "") for one in pattern.occurrences]
    by_session = ((one.session, at) for one, at in zip(pattern.occurrences, begun, strict=True))
    latest = dict(sorted(by_session))
    since = sorted(latest.values())[-FEWEST_SESSIONS:][0]
    now = [number for number, at in enumerate(begun) if at >= since]
    kept = [
        place
        for place, step in enumerate(pattern.steps)
        if any(step.calls[number] is not None for number in now)
    ]
    if len(kept) == len(pattern.steps):
        return pattern
    places = {place: at for at, place in enumerate(kept)}
    loops = tuple(
        replace(loop, first=places[loop.first], last=places[loop.last])
        for loop in pattern.loops
        if loop.first in places and loop.last in places
    )
    return replace(pattern, steps=tuple(pattern.steps[place] for place in kept), loops=loops)
