"""From the steps that were found to the pattern as it is told: its calls, loops and sessions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp

from app.core.patterns.alignment import Match
from app.core.patterns.growing import Grown
from app.core.patterns.looking import with_looking
from app.core.patterns.loops import folded, repeated
from app.core.patterns.pattern import Loop, Occurrence, Pattern, Step
from app.core.patterns.streams import Stream
from app.core.transcripts.model import Call

_SURE_SCORE = 12.0
_HALF_SURE = 1.5
"""Sessions beyond which it is no chance, by half."""
MOSTLY = 0.75
"""The share of the occurrences from which on a step simply belongs to a procedure."""


def described(
    agent: str, grown: Grown, streams: Sequence[Stream], shares: Mapping[str, float]
) -> Pattern:
    """`shares` are those of the calls that only look."""
    grown = _without_echoes(grown)
    kept, loops = folded(grown.steps)
    matches = [
        Match(match.session, tuple(match.positions[step] for step in kept), match.score)
        for match in grown.matches
    ]
    loops += (loop for loop in repeated(matches, streams) if not _is_within(loop, loops))
    steps = [
        Step(
            grown.steps[step],
            tuple(_call(streams, match, n) for match in matches),
            sum(_is_swapped(match, n) for match in matches),
            sum(_is_repeated(streams[match.session], match.positions[n]) for match in matches),
        )
        for n, step in enumerate(kept)
    ]
    steps, loops = with_looking(steps, loops, matches, streams, shares)
    occurrences = tuple(_occurrence(streams[match.session], match) for match in matches)
    return Pattern(
        agent,
        tuple(steps),
        tuple(sorted(loops, key=lambda loop: loop.first)),
        occurrences,
        grown.score,
        _confidence(grown.score, matches),
    )


def _without_echoes(grown: Grown) -> Grown:
    """A step that was often left out beside one of the same name is that one, done again."""
    steps, matches = list(grown.steps), list(grown.matches)
    for step in reversed(range(1, len(steps))):
        pairs = [match.positions[step - 1 : step + 1] for match in matches]
        both = sum(min(pair) >= 0 for pair in pairs)
        if steps[step] == steps[step - 1] and both < MOSTLY * len(matches):
            del steps[step]
            for n, (before, after) in enumerate(pairs):
                positions = matches[n].positions
                one = after if before < 0 else before
                merged = (*positions[: step - 1], one, *positions[step + 1 :])
                matches[n] = replace(matches[n], positions=merged)
    return replace(grown, steps=tuple(steps), matches=tuple(matches))


def _is_within(loop: Loop, others: Sequence[Loop]) -> bool:
    return any(other.first <= loop.last and loop.first <= other.last for other in others)


def _call(streams: Sequence[Stream], match: Match, step: int) -> Call | None:
    """The last attempt."""
    at = match.positions[step]
    if at < 0:
        return None
    stream = streams[match.session]
    tries = stream.calls[stream.first[at] : stream.last[at] + 1]
    return [call for call in tries if call.tool == stream.tokens[at]][-1]


def _is_swapped(match: Match, step: int) -> bool:
    """It was done before the step that it should follow."""
    at = match.positions[step]
    before = [other for other in match.positions[:step] if other >= 0]
    return at >= 0 and bool(before) and before[-1] > at


def _is_repeated(stream: Stream, at: int) -> bool:
    """It was done several times over, in rounds or because it was tried again."""
    if at < 0:
        return False
    tries = stream.calls[stream.first[at] : stream.last[at] + 1]
    return stream.rounds[at] > 1 or sum(one.tool == stream.tokens[at] for one in tries) > 1


def _occurrence(stream: Stream, match: Match) -> Occurrence:
    first = stream.calls[min(stream.first[at] for at in match.taken)]
    last = stream.calls[max(stream.last[at] for at in match.taken)]
    return Occurrence(stream.session.key, first.row, last.row, first.at, last.at)


def _confidence(score: float, matches: Sequence[Match]) -> float:
    """From 0 to 1: more with each session, with how unlikely it is by chance, and how whole."""
    sessions = len({match.session for match in matches})
    whole = sum(len(match.taken) for match in matches)
    whole_of = sum(len(match.positions) for match in matches)
    surely = 1 - exp(-score / _SURE_SCORE)
    return round(sessions / (sessions + _HALF_SURE) * surely * whole / whole_of, 2)
