"""How fresh a trained skill is: 100 less what has aged, expired and gone missing. Pure.

The formula is the one of the reference application, so that the same skill has the same score:
age = min(⌊5 · months⌋, 25), stale = round(50 · expired / parts), drift = round(40 · missing /
cited), with months of 30 days and halves rounded up.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from app.core.words import _, ngettext

AGE, STALE, DRIFT = 25, 50, 40
"""The most that each of the three can take away."""


class Band(StrEnum):
    FRESH = "fresh"
    AGING = "aging"
    MODERATELY_STALE = "moderately stale"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class Vitality:
    """The score of 0 to 100, what each of the three took away, and why, a sentence each."""

    score: int
    age: int
    stale: int
    drift: int
    reasons: tuple[str, ...]

    @property
    def band(self) -> Band:
        if self.score >= 80:
            return Band.FRESH
        if self.score >= 60:
            return Band.AGING
        return Band.MODERATELY_STALE if self.score >= 40 else Band.STALE

    @property
    def grade(self) -> str:
        """`a` from 85, `b` from 65, `c` from 40, else `d`."""
        marks = ((85, "a"), (65, "b"), (40, "c"))
        return next((mark for least, mark in marks if self.score >= least), "d")

    @property
    def advice(self) -> str:
        if self.drift and self.score < 60:
            return _("Memories it was trained with are gone. Train it again.")
        return {
            Band.FRESH: _("Nothing to do."),
            Band.AGING: _("Check that it still says what you do."),
            Band.MODERATELY_STALE: _("Train it again soon."),
            Band.STALE: _("Train it again."),
        }[self.band]


def vitality(age_days: float, expired: int, parts: int, missing: int, cited: int) -> Vitality:
    """The vitality of a skill trained `age_days` ago.

    `expired` of its `parts` have been superseded, `missing` of the `cited` memories are gone.
    """
    age = min(math.floor(5 * max(0.0, age_days) / 30), AGE)
    stale, drift = _share(STALE, expired, parts), _share(DRIFT, missing, cited)
    reasons: list[str] = []
    if age:
        sentence = ngettext(
            "{points} for its age: {count} day since the last training.",
            "{points} for its age: {count} days since the last training.",
            int(age_days),
        )
        reasons.append(sentence.format(points=f"−{age}", count=int(age_days)))
    if stale:
        reasons.append(
            _("{points} because {part} of its {whole} parts were superseded.").format(
                points=f"−{stale}", part=expired, whole=parts
            )
        )
    if drift:
        reasons.append(
            _("{points} because {part} of the {whole} memories it cites are gone.").format(
                points=f"−{drift}", part=missing, whole=cited
            )
        )
    return Vitality(max(0, 100 - age - stale - drift), age, stale, drift, tuple(reasons))


def _share(most: int, part: int, whole: int) -> int:
    # Not `round`, which takes halves to the even number.
    return math.floor(most * min(part, whole) / whole + 0.5) if whole > 0 else 0
