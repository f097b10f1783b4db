"""From a pair of calls to a whole pattern: steps are added as long as they explain more. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import exp, log

from app.core.patterns.alignment import SWAPPED, Match, Profile, align, profile, usual
from app.core.patterns.background import GAPS, REACH, Background, among, gap
from app.core.patterns.field import Field
from app.core.progress import checkpoint

_ROUNDS = 4
SAMPLE = 300
"""Sessions that a pattern is grown in; it is looked for in all of them after that."""
LONGEST = 40
"""Steps of a pattern."""
MOSTLY = 0.66
"""The share of the occurrences in which a step has to be."""
BELONGS, MOSTLY_IF_IT_BELONGS = 0.75, 0.5
"""The same where it is hardly in any session but these."""
MARGIN = 0.5
"""How much more a step has to explain than it costs to name it and its place."""
NAMED, NAMED_FEW, FEW = 0.5, 1.0, 4
"""The part of that cost that counts: all of it with so few occurrences."""
_FAR = -2.0
"""What a step explains at least where it is not taken for another one of the same name."""


@dataclass(frozen=True, slots=True)
class Grown:
    """Steps, where they are, and how much likelier that makes the sessions.

    `matches` are those in every `stride`-th session; `whole` has them all.
    """

    steps: tuple[str, ...]
    matches: tuple[Match, ...]
    score: float
    stride: int = 1


def grow(
    field: Field, known: Background, steps: Sequence[str], sessions: Sequence[int]
) -> Grown | None:
    """The pattern around some steps in these sessions and, once it is longer, in all others.

    Of many sessions a sample tells as much.
    """
    stride = 1 + len(sessions) // SAMPLE
    known = replace(known, number=known.number // stride)
    pool = _sample(sessions, stride)
    rates = {token: known.rate(token) for token in steps}
    matches = _matches(field, known, profile(steps, rates), pool, len(pool))
    grown: Grown | None = None
    for _round in range(_ROUNDS):
        checkpoint(field.progress)
        if len(matches) < known.fewest:
            return grown
        longer, placed = _extended(field, known, steps, matches)
        if len(longer) > 2:
            pool = _sample(_with_most(field, longer), stride)
        rates = rates_among(field, known, longer, placed)
        matches = _matches(field, known, profile(longer, rates, placed), pool, len(matches))
        longer, matches = _without_rare_steps(longer, matches)
        if len(longer) < 2:
            return grown
        score = stride * sum(match.score for match in matches) - sum(map(known.naming, longer))
        is_settled = grown is not None and tuple(longer) == grown.steps
        grown = Grown(tuple(longer), tuple(matches), score, stride)
        if is_settled:
            break
        steps = longer
    return grown


def whole(field: Field, known: Background, grown: Grown) -> Grown:
    """With the matches in all sessions."""
    return everywhere(field, known, grown) if grown.stride > 1 else grown


def everywhere(field: Field, known: Background, grown: Grown) -> Grown:
    """Its steps, looked for in all sessions once more."""
    wanted = profile(
        grown.steps, rates_among(field, known, grown.steps, grown.matches), grown.matches
    )
    expected = grown.stride * len(grown.matches)
    matches = _matches(field, known, wanted, _with_most(field, grown.steps), expected)
    score = sum(match.score for match in matches) - sum(map(known.naming, grown.steps))
    return Grown(grown.steps, tuple(matches), score)


def _sample(sessions: Iterable[int], stride: int) -> list[int]:
    return [session for session in sessions if session % stride == 0]


def _matches(
    field: Field, known: Background, wanted: Profile, pool: Iterable[int], expected: int
) -> list[Match]:
    """The sessions that are likelier with the pattern than without, as often as it is expected."""
    found = []
    for session in pool:
        checkpoint(field.progress)
        match = align(session, field.where[session], field.lengths[session], wanted)
        if match is not None:
            found.append(match)
    found.sort(key=lambda match: -match.score)
    number = max(known.fewest, min(expected, len(found)))
    while True:
        cost = known.being_one_of(number)
        kept = [match for match in found if match.score + cost > 0]
        if len(kept) <= number or number >= len(found):
            break
        number = len(kept)
    return [Match(one.session, one.positions, one.score + cost) for one in kept]


def rates_among(
    field: Field, known: Background, steps: Sequence[str], matches: Sequence[Match]
) -> dict[str, float]:
    """How often each step is made anyway, here or everywhere, whichever is more."""
    taken: Counter[str] = Counter()
    for match in matches:
        taken.update(steps[step] for step, at in enumerate(match.positions) if at >= 0)
    streams = (field.streams[match.session] for match in matches)
    return among(known, set(steps), streams, taken)


def _with_most(field: Field, steps: Sequence[str]) -> set[int]:
    """The sessions in which there are two of the steps that are in the fewest."""
    rarest = sorted(set(steps), key=lambda token: len(field.sessions[token]))
    counts = Counter(session for token in rarest[:6] for session in field.sessions[token])
    return {session for session, count in counts.items() if count >= 2}


def _without_rare_steps(
    steps: Sequence[str], matches: list[Match]
) -> tuple[list[str], list[Match]]:
    """A step that is left out most of the time is none."""
    kept = [
        step
        for step in range(len(steps))
        if sum(match.positions[step] >= 0 for match in matches)
        >= MOSTLY_IF_IT_BELONGS * len(matches)
    ]
    if len(kept) == len(steps):
        return list(steps), matches
    shorter = [
        Match(match.session, tuple(match.positions[step] for step in kept), match.score)
        for match in matches
    ]
    return [steps[step] for step in kept], [match for match in shorter if len(match.taken) > 1]


def _extended(
    field: Field, known: Background, steps: Sequence[str], matches: Sequence[Match]
) -> tuple[list[str], list[Match]]:
    """With every step that explains more than naming it costs, the best of them first."""
    longer = list(steps)
    placed = list(matches)
    while len(longer) < LONGEST:
        best = _best_step(field, known, longer, placed)
        if best is None:
            break
        slot, token, where = best
        longer.insert(slot, token)
        placed = [
            Match(
                match.session,
                (*match.positions[:slot], where.get(number, -1), *match.positions[slot:]),
                match.score,
            )
            for number, match in enumerate(placed)
        ]
    return longer, placed


def _best_step(
    field: Field, known: Background, steps: Sequence[str], matches: Sequence[Match]
) -> tuple[int, str, dict[int, int]] | None:
    """The slot, the token and its position in each match that has it there."""
    gains: dict[tuple[int, str], dict[int, tuple[float, int]]] = defaultdict(dict)
    swapped: dict[tuple[int, str], dict[int, tuple[float, int]]] = defaultdict(dict)
    for number, match in enumerate(matches):
        here = _in_slots(field, match)
        for (slot, token), (gain, at) in here.items():
            gains[slot, token][number] = (gain, at)
            for neighbour in (slot - 1, slot + 1):  # it may have changed places with a step
                if (neighbour, token) not in here and gain + SWAPPED > _gain(
                    swapped[neighbour, token], number
                ):
                    swapped[neighbour, token][number] = (gain + SWAPPED, at)
    widths = [_widths(field, match, len(steps)) for match in matches]
    best = None
    best_total = log(len(steps) + 1) + MARGIN
    for (slot, token), found in gains.items():
        around = {**swapped[slot, token], **found}
        belongs = len(around) >= BELONGS * len(field.sessions[token])
        fewest = max(2, (MOSTLY_IF_IT_BELONGS if belongs else MOSTLY) * len(matches))
        if len(around) < fewest:
            continue
        rate = _rate_outside(field, known, steps, token, matches, around)
        naming = (NAMED if belongs or len(matches) > FEW else NAMED_FEW) * known.naming(token)
        near = _explained(rate, around, len(matches))
        there = _there(rate, found, [width[slot] for width in widths])
        for total, where in (near, there):
            if total - naming > best_total and len(where) >= fewest:
                best_total = total - naming
                best = slot, token, where
    return best


def _gain(gains: Mapping[int, tuple[float, int]], number: int) -> float:
    return gains[number][0] if number in gains else -99.0


def _explained(
    rate: float, found: Mapping[int, tuple[float, int]], matches: int
) -> tuple[float, dict[int, int]]:
    """What a step explains by how near it is to its neighbours, and where it does."""
    worth = {number: gain - rate for number, (gain, _at) in found.items()}
    where = {number: found[number][1] for number, gain in worth.items() if gain > _FAR}
    there = usual(len(where), matches)
    total = sum(worth[number] + log(there) for number in where)
    return total + log(1 - there) * (matches - len(where)), where


def _there(
    rate: float, found: Mapping[int, tuple[float, int]], widths: Sequence[int]
) -> tuple[float, dict[int, int]]:
    """What it explains by being there at all, in a slot of so many calls, or of none."""
    usually = usual(len(found), len(widths))
    total = 0.0
    for number, width in enumerate(widths):
        by_chance = 1 - (1 - exp(rate)) ** width
        if number in found:
            total += log(usually + (1 - usually) * by_chance) - log(by_chance)
        else:
            # not by chance either, with the step as without
            total += log(1 - usually)
    return total, {number: at for number, (_gain, at) in found.items()}


def _widths(field: Field, match: Match, steps: int) -> list[int]:
    """How many calls there are in each slot: before the first step, between two, after the last."""
    widths = [REACH] * (steps + 1)
    placed = sorted((at, step) for step, at in enumerate(match.positions) if at >= 0)
    for (left, before), (right, _after) in pairwise(placed):
        widths[before + 1] = max(1, right - left - 1)
    widths[placed[0][1]] = max(1, min(REACH, placed[0][0]))
    end = field.lengths[match.session] - placed[-1][0] - 1
    widths[placed[-1][1] + 1] = max(1, min(REACH, end))
    return widths


def _rate_outside(
    field: Field, known: Background, steps: Sequence[str], token: str, matches: Sequence[Match],
    found: Mapping[int, tuple[float, int]],
) -> float:  # fmt: skip
    """How often the token is the next one anyway: everywhere, or here without these steps."""
    those = [step for step, other in enumerate(steps) if other == token]
    left = length = 0
    for number, match in enumerate(matches):
        left += len(field.where[match.session].get(token, ())) - (number in found)
        left -= sum(match.positions[step] >= 0 for step in those)
        length += field.lengths[match.session]
    return max(known.rate(token), log(left / length)) if left > 0 else known.rate(token)


def _in_slots(field: Field, match: Match) -> dict[tuple[int, str], tuple[float, int]]:
    """For each slot of a match and each token in it, the best gap and where that is."""
    tokens = field.tokens[match.session]
    placed = [(at, step) for step, at in enumerate(match.positions) if at >= 0]
    placed.sort()
    taken = {at for at, _step in placed}
    found: dict[tuple[int, str], tuple[float, int]] = {}

    def look(slot: int, at: int, gain: float) -> None:
        token = tokens[at]
        if token is not None and at not in taken:
            known = found.get((slot, token))
            if known is None or gain > known[0]:
                found[slot, token] = (gain, at)

    start, first = placed[0]
    for at in range(max(0, start - REACH), start):
        look(first, at, GAPS[start - at - 1])
    for (left, before), (right, _after) in pairwise(placed):
        whole = gap(right - left - 1)
        for at in range(left + 1, right):
            look(before + 1, at, gap(at - left - 1) + gap(right - at - 1) - whole)
    end, last = placed[-1]
    for at in range(end + 1, min(len(tokens), end + 1 + REACH)):
        look(last + 1, at, GAPS[at - end - 1])
    return found
