"""The skills that a procedure may be already: learned from agents, or written by a person."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.core.learning import promoting
from app.core.learning.written import telling_words, written
from app.core.lifecycle.counted import Counted
from app.core.patterns.overlap import SAME, is_within, overlap
from app.core.vault import Vault

_FEWEST_WORDS = 2
"""Commands and tools of what was found that a text has to name to be read at all."""


@dataclass(frozen=True, slots=True)
class Near:
    """A skill that does the same, or nearly: its calls, and which share of them is common.

    `steps` are the places of the calls in the text of one that a person wrote, with the place
    behind the last; empty for one that was learned. Where it `is_sure` not, the text says too much
    in plain words, or several calls in one step, to tell what would be another version of it.
    """

    skill: int
    tools: tuple[str, ...]
    share: float
    steps: tuple[int, ...] = ()
    is_same: bool = False
    is_sure: bool = True


class KnownSkills:
    """What the skills in the library come to that whoever is `counted` may know of."""

    def __init__(self, vault: Vault, counted: Counted) -> None:
        self._vault = vault
        self.learned = promoting.sequences(vault, counted)
        self._texts: Mapping[int, str] = {}

    def read_texts(self, tools: Iterable[str]) -> None:
        """Have the texts at hand that may be about some of these tools; most are about none."""
        words = _words(tools)
        rows = self._vault.rows(
            "select s.id, v.text from skill s join version v on v.id = s.current"
            " where s.id not in (select skill from skill_sequence)"
        )
        self._texts = {skill: text for skill, text in rows if _names_some(text, words)}

    def nearest(self, tools: Sequence[str]) -> Near | None:
        """The skill that these calls are most like, by 70 % at least; of two the learned one."""
        near = []
        for skill, own in self.learned.items():
            share = overlap(own, tools)
            near.append(Near(skill, own, share, is_same=share == 1.0))
        words = _words(tools)
        for skill, text in self._texts.items():
            one = written(text, tools) if _names_some(text, words) else None
            if one is not None:
                share = overlap(one.tools, tools)
                is_same = share == 1.0 and one.is_told
                near.append(Near(skill, one.tools, share, one.steps, is_same, one.is_plain))
        known = (one for one in near if one.share >= SAME)
        return max(known, key=_fits, default=None)

    def has_part(self, tools: Sequence[str]) -> bool:
        """Whether a skill comes to all of these calls in their order, among others."""
        if any(is_within(tools, own) for own in self.learned.values()):
            return True
        words = _words(tools)
        texts = (text for text in self._texts.values() if _names_some(text, words))
        told = (one for text in texts if (one := written(text, tools)) and one.is_told)
        return any(is_within(tools, one.tools) for one in told)


def _fits(one: Near) -> tuple[bool, bool, float, bool]:
    return one.is_same, one.is_sure, one.share, not one.steps


def _words(tools: Iterable[str]) -> set[str]:
    return set(filter(None, map(telling_words, tools)))


def _names_some(text: str, words: Iterable[str]) -> bool:
    return "`" in text and sum(word in text for word in words) >= _FEWEST_WORDS
