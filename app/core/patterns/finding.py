"""The procedures that an agent repeats, found in its sessions. Pure.

What this departs from seed 002 in, and why, is in `docs/learning.md`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

from app.core.patterns.alignment import align, profile
from app.core.patterns.background import (
    EVERYWHERE,
    FEWEST_SESSIONS,
    RARITY_FROM,
    Background,
    background,
)
from app.core.patterns.describing import described
from app.core.patterns.dividing import division, part, without_asides
from app.core.patterns.field import Field
from app.core.patterns.growing import Grown, everywhere, grow, rates_among, whole
from app.core.patterns.looking import shares_of_looks
from app.core.patterns.loops import folded
from app.core.patterns.overlap import SAME, common_places, overlap
from app.core.patterns.pattern import Pattern
from app.core.patterns.scripts import without_rare_scripts
from app.core.patterns.seeds import Pair, seeds
from app.core.patterns.streams import streams
from app.core.progress import SILENT, Progress, checkpoint
from app.core.transcripts.model import Session

FEWEST_CALLS = 3
SCORE = 4.0
"""How much likelier the sessions have to be with a procedure, as a natural logarithm."""
LEAST_CONFIDENCE = 0.05
"""What is less sure than any procedure of the benchmark is calls that come in any order."""
_MANY = 300
_PASSES = 2
"""What is rare without the procedures already found is told from what is not in a second one."""
_AGAIN = 8
"""Pairs of a pattern from which it is grown once more, to find the best."""
_TELLING, _BELONGING = 3.0, 3.0
"""The score for each session that needs no more, and what it is worth that the rarest calls are
made nowhere else."""
_RARITY = 0.9
"""The mean logarithm of how many sessions there are for one with the call."""


@dataclass(frozen=True, slots=True)
class Rules:
    """When something repeated is a procedure (seed 002, A)."""

    sessions: int = FEWEST_SESSIONS
    calls: int = FEWEST_CALLS


def patterns(
    sessions: Iterable[Session], rules: Rules = Rules(), progress: Progress = SILENT
) -> list[Pattern]:
    """The procedures of each agent, the plainest first; agents never share one.

    A job: seconds for thousands of sessions. Raises `Cancelled`.
    """
    by_agent: dict[str, list[Session]] = defaultdict(list)
    for session in sessions:
        by_agent[session.agent].append(session)
    found = [
        pattern
        for agent, own in by_agent.items()
        for pattern in _of_agent(agent, own, rules, progress)
    ]
    return sorted(found, key=lambda pattern: -pattern.score)


def _of_agent(
    agent: str, sessions: Sequence[Session], rules: Rules, progress: Progress
) -> list[Pattern]:
    """Without the calls that only look or, where nothing is repeated in a few sessions, with."""
    sessions = without_rare_scripts(sessions)
    for looking in (False, True):
        field = Field(streams(sessions, looking), progress)
        found = _procedures(field, rules, progress)
        if found or len(sessions) >= RARITY_FROM:
            break
    shares = shares_of_looks(field.streams)
    several = (described(agent, grown, field.streams, shares) for grown in found)
    return [pattern for pattern in several if pattern.confidence >= LEAST_CONFIDENCE]


def _procedures(field: Field, rules: Rules, progress: Progress) -> list[Grown]:
    found: list[Grown] = []
    fewest = min(rules.sessions, FEWEST_SESSIONS)
    everything = background(field, fewest)
    known = everything
    for _pass in range(_PASSES):
        for grown in _repeated(field, known, rules, progress):
            for one in _divided(field, known, _without_asides(field, known, grown, rules), rules):
                complete = _with_more(field, known, one)
                if _is_procedure(complete, everything, rules):
                    _join(found, complete)
        known = background(field, fewest)
    return found


def _without_asides(field: Field, known: Background, grown: Grown, rules: Rules) -> Grown:
    """Without what the person asks for by itself before or after it, if the rest can stand."""
    first, last = without_asides(len(grown.steps), grown.matches, field.streams, rules.calls)
    if last - first == len(grown.steps):
        return grown
    rest = _part(field, known, grown, first, last)
    return rest if _can_stand(rest, known, rules) else grown


def _divided(field: Field, known: Background, grown: Grown, rules: Rules) -> list[Grown]:
    """As the procedures that it is made of, if each can stand alone."""
    step = division(len(grown.steps), grown.matches, field.streams, rules.calls)
    if step is None:
        return [grown]
    halves = []
    for first, last in ((0, step), (step, len(grown.steps))):
        half = _part(field, known, grown, first, last)
        if not _can_stand(half, known, rules):
            return [grown]
        halves.append(half)
    return [whole for half in halves for whole in _divided(field, known, half, rules)]


def _part(field: Field, known: Background, grown: Grown, first: int, last: int) -> Grown:
    """The steps from the first to before the last, looked for in all sessions."""
    matches = tuple(part(match, first, last) for match in grown.matches)
    return everywhere(field, known, Grown(grown.steps[first:last], matches, 0.0, grown.stride))


def _can_stand(grown: Grown, known: Background, rules: Rules) -> bool:
    return _is_repeated(grown, known, rules) and _is_procedure(grown, known, rules)


def _with_more(field: Field, known: Background, grown: Grown) -> Grown:
    """With every other time that it is in the same sessions; all of it is taken."""
    wanted = profile(
        grown.steps, rates_among(field, known, grown.steps, grown.matches), grown.matches
    )
    cost = known.being_one_of(len(grown.matches))
    matches = list(grown.matches)
    for match in matches:  # grows while it is gone through
        field.take(match.session, match.taken)
        where, length = field.where[match.session], field.lengths[match.session]
        again = align(match.session, where, length, wanted)
        if again is not None and again.score + cost > 0:
            matches.append(again)
    return replace(grown, matches=tuple(matches))


def _join(found: list[Grown], grown: Grown) -> None:
    """One more, or more of one that is the same but for a few steps."""
    for position, known in enumerate(found):
        if overlap(known.steps, grown.steps) >= SAME:
            pairs = dict(common_places(known.steps, grown.steps))
            more = [
                replace(match, positions=tuple(
                    match.positions[pairs[step]] if step in pairs else -1
                    for step in range(len(known.steps))
                ))
                for match in grown.matches
            ]  # fmt: skip
            found[position] = replace(known, matches=(*known.matches, *more))
            return
    found.append(grown)


def _repeated(field: Field, known: Background, rules: Rules, progress: Progress) -> Iterator[Grown]:
    """What is done again and again, the plainest first; each is taken before the next is asked
    for."""
    found = seeds(field, known)
    by_token: dict[str, list[Pair]] = defaultdict(list)
    for _score, (before, after) in found:
        by_token[before].append((before, after))
        by_token[after].append((before, after))
    tried: set[Pair] = set()
    for _score, pair in found:
        if pair in tried:
            continue
        tried.add(pair)
        checkpoint(progress)
        best = _grown(field, known, pair, rules)
        if best is None:
            continue
        for other in _inside(best, by_token, tried):
            tried.add(other)
            again = _grown(field, known, other, rules)
            if again is not None and again.score > best.score:
                best = again
        best = whole(field, known, best)
        if _is_repeated(best, known, rules):
            yield best


def _inside(grown: Grown, by_token: Mapping[str, Sequence[Pair]], tried: set[Pair]) -> list[Pair]:
    """The pairs of the pattern's own steps that nothing was grown from yet, the surest first."""
    steps = set(grown.steps)
    pairs = (pair for token in steps for pair in by_token[token] if steps.issuperset(pair))
    return [pair for pair in dict.fromkeys(pairs) if pair not in tried][:_AGAIN]


def _grown(field: Field, known: Background, pair: Pair, rules: Rules) -> Grown | None:
    both = sorted(field.sessions[pair[0]] & field.sessions[pair[1]])
    return grow(field, known, pair, both) if len(both) >= rules.sessions else None


def _is_repeated(grown: Grown, known: Background, rules: Rules) -> bool:
    """Enough to be a procedure or, of two calls only, a habit."""
    return (
        grown.score >= _least_score(known.number) * (1 - _belonging(grown, known))
        and _sessions(grown) >= rules.sessions
        and (len(folded(grown.steps)[0]) >= rules.calls or not _is_special(grown, known))
    )


def _least_score(sessions: int) -> float:
    """More where more sessions give chance more to choose from."""
    return SCORE + 2 * log(max(1.0, sessions / _MANY))


def _is_procedure(grown: Grown, known: Background, rules: Rules) -> bool:
    """Each time tells enough, or the calls that are made least belong to nothing else.

    What merely tends to follow one another does neither.
    """
    each = grown.score / _sessions(grown)
    if each + _BELONGING * _belonging(grown, known) < _TELLING:
        return False
    return len(folded(grown.steps)[0]) >= rules.calls and _is_special(grown, known)


def _belonging(grown: Grown, known: Background) -> float:
    """In which share of the sessions with the two rarest calls they are part of it."""
    rarest = sorted(set(grown.steps), key=lambda token: known.sessions[token])[:2]
    shares = []
    for token in rarest:
        step = grown.steps.index(token)
        part_of_it = {match.session for match in grown.matches if match.positions[step] >= 0}
        shares.append(min(1.0, len(part_of_it) / known.sessions[token]))
    return sum(shares) / len(shares)


def _is_special(grown: Grown, known: Background) -> bool:
    """Not done in every second session, and of calls that are not made in every session."""
    number = known.number
    if number < RARITY_FROM:
        return True
    rarity = sum(log(number / known.sessions[token]) for token in grown.steps) / len(grown.steps)
    return _sessions(grown) <= EVERYWHERE * number and rarity >= _RARITY


def _sessions(grown: Grown) -> int:
    return len({match.session for match in grown.matches})
