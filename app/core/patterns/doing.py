"""Where agents followed a skill: after they were given it, or because they do so anyway. Pure."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from app.core.patterns.alignment import Match
from app.core.patterns.background import Background
from app.core.patterns.field import Field
from app.core.patterns.growing import Grown, everywhere
from app.core.patterns.outcomes import work_after
from app.core.patterns.streams import LOOKING, Stream
from app.core.skills import names
from app.core.transcripts.model import Call, Said, Session, SkillRead

_AROUND = 6
"""Calls before the first and after the last of what is known that may have come in their place."""


@dataclass(frozen=True, slots=True)
class Use:
    """The key of a session, and what was done there to follow the skill."""

    session: str
    work: Sequence[Call]


def given(known: Container[str], session: Session) -> Iterator[Use]:
    """After an agent was given the skill, whose names are `known` as keys."""
    for at, event in enumerate(session.events):
        if isinstance(event, SkillRead) and names.key(event.name) in known:
            yield Use(session.key, work_after(session, at))


def anyway(tools: Sequence[str], field: Field, known: Background) -> list[Use]:
    """Once for each session in which most of these tools come in this order, more than by chance;
    of those that only look none is needed for that."""
    steps = tuple(tool for tool in tools if tool not in LOOKING)
    if len(set(steps)) < 2:
        return []
    found = everywhere(field, known, Grown(steps, (), 0.0))
    return [_use(field.streams[match.session], match) for match in found.matches]


def _use(stream: Stream, match: Match) -> Use:
    """With a few calls around, as far as the person asked for nothing else between."""
    first, last = min(match.taken), max(match.taken)
    start = stream.first[max(0, first - _AROUND)]
    end = stream.last[min(len(stream.last) - 1, last + _AROUND)]
    asked = [event.row for event in stream.session.events if isinstance(event, Said)]
    begun, done = stream.calls[stream.first[first]].row, stream.calls[stream.last[last]].row
    after = max((row for row in asked if row < begun), default=0)
    before = min((row for row in asked if row > done), default=stream.calls[end].row + 1)
    work = [call for call in stream.calls[start : end + 1] if after < call.row < before]
    return Use(stream.session.key, work)
