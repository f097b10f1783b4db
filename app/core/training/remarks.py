"""What was said of a skill in its runs, beside the step that it was said of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from app.core.lifecycle import observations
from app.core.lifecycle.observations import ObservationStatus
from app.core.memory.rows import digest
from app.core.skills.model import Skill
from app.core.training.memory_query import as_it_is_now
from app.core.training.proposal import Fragment
from app.core.vault import Vault

_OPEN = (ObservationStatus.PENDING, ObservationStatus.PROMOTED)
_WORD = re.compile(r"\w+")
_ALIKE = 0.5
"""The share of words in common from which a step is the same one, edited."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A memory that belongs behind `after` steps, None to the skill as a whole.

    One that `is_settled` is not offered again, but stays where it stands.
    """

    fragment: Fragment
    after: int | None
    is_settled: bool


def remarks(vault: Vault, number: int, now: Skill) -> Iterator[Remark]:
    """Those on a skill as it is `now`, each once; the memory's title is the step as it was then."""
    seen = set[int]()
    for one in observations.observations(vault, number, status=None):
        if one.run is None:
            continue
        row = vault.row(
            "select m.id, m.title, m.text, s.name from memory m"
            " join memory_source s on s.id = m.source where m.digest = ?"
            " order by m.forgotten is not null, m.id desc limit 1",
            digest(one.text),
        )
        if row is None:
            continue  # taken back
        memory, step, text, source = row
        fragment = as_it_is_now(vault, Fragment(memory, text, source))
        if fragment is not None and fragment.id not in seen:
            seen.add(fragment.id)
            yield Remark(fragment, _after(now, step) if one.step else None, one.status not in _OPEN)


def _after(now: Skill, words: str) -> int | None:
    """The position of the step with these words, or with nearly these."""
    said = _words(words)
    alike = [(Indel.normalized_similarity(said, _words(one.text)), one) for one in now.steps]
    likeness, step = max(alike, key=lambda one: one[0], default=(0.0, None))
    return step.position if step is not None and likeness >= _ALIKE else None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
