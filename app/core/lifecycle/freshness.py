"""How fresh a trained skill is, with the figures that its vitality is worked out from."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.core.library import library
from app.core.library.authored import rewritten, standing
from app.core.library.record import Training
from app.core.library.trained import last_trained
from app.core.lifecycle.vitality import AGE, DRIFT, STALE, Vitality, vitality
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _, ngettext


@dataclass(frozen=True, slots=True)
class Term:
    """One of the three that are taken away: points, the most there can be, and why so many."""

    name: str
    points: int
    most: int
    why: str


@dataclass(frozen=True, slots=True)
class Freshness:
    """`parts` are steps, goals and memories in the text; `cited` the memories alone.

    A cited memory that was corrected since is superseded, one that was forgotten is missing.
    """

    vitality: Vitality
    trained: datetime
    days: int
    superseded: int
    parts: int
    missing: int
    cited: int

    @property
    def terms(self) -> tuple[Term, ...]:
        """Each of them, also where it takes nothing away."""
        return (
            Term(_("Age"), self.vitality.age, AGE, self._age()),
            Term(_("Superseded"), self.vitality.stale, STALE, self._superseded()),
            Term(_("Missing"), self.vitality.drift, DRIFT, self._missing()),
        )

    def sentence(self) -> str:
        """The arithmetic for people: `100 − 5 − 0 − 8 = 87`."""
        taken = " − ".join(str(term.points) for term in self.terms)
        return f"100 − {taken} = {self.vitality.score}"

    def _age(self) -> str:
        said = ngettext("trained {count} day ago", "trained {count} days ago", self.days)
        return said.format(count=self.days) if self.days else _("trained today")

    def _superseded(self) -> str:
        said = ngettext(
            "{count} of {whole} parts is outdated",
            "{count} of {whole} parts are outdated",
            self.superseded,
        )
        return said.format(count=self.superseded, whole=self.parts)

    def _missing(self) -> str:
        if not self.cited:
            return _("no memory is cited")
        said = ngettext(
            "{count} of {whole} cited memories is gone",
            "{count} of {whole} cited memories are gone",
            self.missing,
        )
        return said.format(count=self.missing, whole=self.cited)


def freshness(vault: Vault, skill: int) -> Freshness | None:
    """Of the text as it stands; None for a skill that was never trained, or is not there."""
    state = library.current(vault, skill)
    trained = last_trained(vault, skill)
    if state is None or trained is None:
        return None
    days = max(0.0, (vault.now() - trained) / timedelta(days=1))
    parsed = parse(state[1])
    cited = _cited(parsed, state[2].training)
    superseded, missing = _changed(vault, cited)
    parts = len(parsed.steps) + len(parsed.goals) + len(cited)
    score = vitality(days, superseded, parts, missing, len(cited))
    return Freshness(score, trained, int(days), superseded, parts, missing, len(cited))


def _cited(parsed: Skill, training: Training | None) -> set[int]:
    """The memories that stand in the text, placed between the steps or woven into one."""
    placed = {one.fragment for one in standing(parsed, training).values()}
    woven = (s.fragment for one in rewritten(parsed, training).values() for s in one.sentences)
    return placed | {fragment for fragment in woven if fragment is not None}


def _changed(vault: Vault, cited: set[int]) -> tuple[int, int]:
    """How many of these memories were corrected, and how many are forgotten or not there."""
    found = vault.rows(
        "select count(*), coalesce(sum(replaced_by is not null), 0),"
        " coalesce(sum(replaced_by is null and forgotten is not null), 0)"
        " from memory where id in (select value from json_each(?))",
        json.dumps(sorted(cited)),
    )
    ((there, superseded, forgotten),) = found
    return superseded, forgotten + len(cited) - there
