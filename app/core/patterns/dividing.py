"""What merely comes in the same sessions, told from a procedure: another one, or a step or two that
the person asks for by themselves. Pure."""

from collections.abc import Sequence

from app.core.patterns.alignment import Match
from app.core.patterns.cues import Mood, mood
from app.core.patterns.streams import Stream
from app.core.transcripts.model import Said

_MOSTLY = 0.66
"""The share of the occurrences in which the person asks for the second half by itself."""
_UNRELATED = 0.5
"""The share in which there is other work between the halves, or the second comes first."""
_NEARLY_ALWAYS = 0.8
"""The share of the times that a step at an end is done in which the person asks for it."""
_LOOSE = 0.25
"""The share of the occurrences in which that is not done, or there is other work before it."""


def division(
    steps: int, matches: Sequence[Match], streams: Sequence[Stream], fewest: int
) -> int | None:
    """The step with which another procedure begins, or None; neither has less than `fewest` steps.

    That is where the person asks for something else nearly every time, and neither the order nor
    what is between is always the same.
    """
    best, most = None, _MOSTLY
    for step in range(fewest, steps - fewest + 1):
        halves = [_halves(match, step) for match in matches]
        both = [(match, *half) for match, half in zip(matches, halves, strict=True) if all(half)]
        if len(both) < _MOSTLY * len(matches):
            continue
        apart = unrelated = 0
        for match, first, second in both:
            before, after = sorted((first, second))
            stream = streams[match.session]
            apart += before[-1] < after[0] and _is_asked_for(stream, before[-1], after[0])
            unrelated += second < first or after[0] - before[-1] > 1
        if apart >= most * len(both) and unrelated >= _UNRELATED * len(both):
            best, most = step, apart / len(both)
    return best


def without_asides(
    steps: int, matches: Sequence[Match], streams: Sequence[Stream], fewest: int
) -> tuple[int, int]:
    """The first step and the one behind the last, without what is too short for a procedure at
    either end and is asked for by itself whenever it is done, which is not always the same."""
    first, last = 0, steps
    for length in range(min(fewest - 1, steps - fewest), 0, -1):
        if _is_aside([_halves(match, last - length)[::-1] for match in matches], matches, streams):
            last -= length
            break
    for length in range(min(fewest - 1, last - fewest), 0, -1):
        if _is_aside([_halves(match, length) for match in matches], matches, streams):
            first = length
            break
    return first, last


def _is_aside(
    ends: Sequence[tuple[list[int], list[int]]], matches: Sequence[Match], streams: Sequence[Stream]
) -> bool:
    """`ends` are where the steps at the end are, and where the others are."""
    done = parted = loose = 0
    for (own, others), match in zip(ends, matches, strict=True):
        if not own or not others:
            loose += 1
            continue
        before, after = sorted((own, others))
        done += 1
        loose += after[0] - before[-1] > 1
        parted += before[-1] < after[0] and _is_asked_for(
            streams[match.session], before[-1], after[0]
        )
    return done > 0 and parted >= _NEARLY_ALWAYS * done and loose >= _LOOSE * len(matches)


def part(match: Match, first: int, last: int) -> Match:
    """Of the steps from the first to before the last."""
    return Match(match.session, match.positions[first:last], match.score)


def _halves(match: Match, step: int) -> tuple[list[int], list[int]]:
    """Where the steps before it are and where it and those after it are, in order."""
    halves = match.positions[:step], match.positions[step:]
    first, second = (sorted(at for at in half if at >= 0) for half in halves)
    return first, second


def _is_asked_for(stream: Stream, before: int, after: int) -> bool:
    """Between two positions the person asks for something."""
    start = stream.calls[stream.last[before]].row
    end = stream.calls[stream.first[after]].row
    return any(
        isinstance(event, Said) and start < event.row < end and mood(event.text) is Mood.ASKS
        for event in stream.session.events
    )
