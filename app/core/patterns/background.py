"""How often each thing is done anyway: what a procedure has to stand out from. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log

from app.core.patterns.field import Field
from app.core.patterns.streams import LOOKING, Stream

FEWEST_SESSIONS = 3
RARITY_FROM = 20
"""Sessions from which on what is done everywhere is told from what is not."""
EVERYWHERE = 0.5
"""The share of the sessions in which a procedure cannot be told from a habit."""
_PRIOR, _PRIOR_LOOKING = 0.02, 0.12
"""Before anything was seen: one call in fifty is a given one, one in eight looks around."""
_PRIOR_OF_FEW, _PRIOR_OF_MANY = 100, 20
"""The calls that this counts for, in few sessions and in many."""
_FEWEST_TOKENS = 20
REACH = 25
"""Calls, not counting those that look, between two steps of one procedure; at most."""
_NEXT, _SOON, _LATER = 0.7, 0.4, 0.88
# A step mostly (0.7) follows soon, each call between 0.4 times as likely as the one before, and
# else after a longer stretch of other work.
GAPS = tuple(
    log(_NEXT * (1 - _SOON) * _SOON**gap + (1 - _NEXT) * (1 - _LATER) * _LATER**gap)
    for gap in range(REACH)
)
"""The logarithm of how likely a step comes after so many other calls."""


def gap(calls: int) -> float:
    """How likely so many other calls come before a step; more than the reach are as many."""
    return GAPS[min(calls, REACH - 1)]


@dataclass(frozen=True, slots=True)
class Background:
    """`rates` has the logarithm of how often each token is the next one, `sessions` in how many
    sessions it is, of `number` in all; a pattern has to be in `fewest`."""

    number: int
    rates: dict[str, float]
    sessions: dict[str, int]
    fewest: int

    def rate(self, token: str) -> float:
        return self.rates.get(token, log(_PRIOR))

    def naming(self, token: str) -> float:
        """What it costs to name this token as a step: less for those that are named often."""
        return -log((1 / max(_FEWEST_TOKENS, len(self.rates)) + exp(self.rate(token))) / 2)

    def being_one_of(self, sessions: int) -> float:
        """The logarithm of how likely a session is one of so many; nothing while there are few."""
        return log(sessions / self.number) if self.number >= RARITY_FROM else 0.0


def background(field: Field, fewest: int) -> Background:
    """Of what is left in the field."""
    counts = Counter(token for tokens in field.tokens for token in tokens if token is not None)
    sessions = {token: len(field.sessions[token]) for token in counts}
    prior = _PRIOR_OF_FEW if len(field.streams) < RARITY_FROM else _PRIOR_OF_MANY
    total = sum(counts.values()) + prior
    rates = {token: log((count + prior * _prior(token)) / total) for token, count in counts.items()}
    return Background(len(field.streams), rates, sessions, fewest)


def among(known: Background, tokens: Iterable[str], streams: Iterable[Stream],
          taken: Counter[str]) -> dict[str, float]:  # fmt: skip
    """The rate of each token, or that in these sessions without what was `taken` from them, where
    it is higher: what a project does all the time is no sign of a procedure."""
    counts: Counter[str] = Counter()
    total = 0
    for one in streams:
        counts.update(one.tokens)
        total += len(one.tokens)
    rates = {}
    for token in tokens:
        rates[token] = known.rate(token)
        left = counts[token] - taken[token]
        if left > 0:
            rates[token] = max(rates[token], log(left / total))
    return rates


def _prior(token: str) -> float:
    return _PRIOR_LOOKING if token in LOOKING else _PRIOR
