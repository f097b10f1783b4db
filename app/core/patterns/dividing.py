"""Two procedures that merely come in the same sessions, told from one of twice the length. Pure."""

from collections.abc import Sequence

from app.core.patterns.alignment import Match
from app.core.patterns.cues import Mood, mood
from app.core.patterns.streams import Stream
from app.core.transcripts.model import Said

_MOSTLY = 0.66
"""The share of the occurrences in which the person asks for the second half by itself."""
_UNRELATED = 0.5
"""The share in which there is other work between the halves, or the second comes first."""


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
