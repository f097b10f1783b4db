"""Where in a procedure a remembered fragment belongs.

The formula is the one of the reference (seed 004, "Position-aware recall placement"; the numbers
in `docs/training.md`): for each gap between steps, half the similarity to the steps around it and
half the coherence with the sentences that would touch it. The best gap above 0.25 wins, the first
of equals; a fragment that fits nowhere becomes supporting context. Both halves are read by words
and, where it is known how relevant the fragment is to each step, by meaning; the better reading
of a gap counts.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.core.memory.retrieval.tokenise import content, stem
from app.core.training.gap_similarity import meant
from app.core.training.sentences import sentences

THRESHOLD = 0.25
"""What scores no more than this fits nowhere."""

_ASCII_WORD = re.compile(r"[A-Za-z0-9_]+")
_WORD = re.compile(r"\w+")
_NO_SPACES = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿฀-๿]+")
_UNREADABLE = re.compile(r"[؀-ۿऀ-ॿ฀-๿぀-ヿ一-鿿가-힯]")

Tokens = frozenset[str]
Tokenise = Callable[[str], Tokens]


@dataclass(frozen=True, slots=True)
class Placement:
    """`after` steps stand before the fragment (0: it comes first); None: supporting context.

    `similarity` and `coherence` are the two halves of `score`; `shared` are the words that the
    fragment has in common with its neighbours, for people who ask why.
    """

    after: int | None
    score: float
    similarity: float = 0.0
    coherence: float = 0.0
    shared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text, of its first sentence and of its last one."""

    all: Tokens
    first: Tokens
    last: Tokens


_NOTHING = Words(frozenset(), frozenset(), frozenset())


class Procedure:
    """The steps of a skill, read once for any number of fragments.

    `compatible` reproduces the reference exactly: words of ASCII letters, and no placement at
    all for scripts that it cannot read. Otherwise words are those of every script that say
    something, without their endings, and scripts without spaces are read in pairs of characters.
    """

    def __init__(self, steps: Sequence[str], *, compatible: bool = False) -> None:
        self._steps = tuple(steps)
        self._compatible = compatible
        self._words = [self.words(step) for step in steps]

    def words(self, text: str) -> Words:
        """The words of a step or of a fragment."""
        read: Tokenise = _ascii_tokens if self._compatible else telling
        spoken = sentences(text, compatible=self._compatible) or ("",)
        return Words(read(text), read(spoken[0]), read(spoken[-1]))

    def place(self, candidate: str, relevances: Sequence[float] = ()) -> Placement:
        """The best place for one fragment.

        `relevances` say how much it has to do with each step by its meaning, 0 to 1.
        """
        if not self._steps or (self._compatible and _cannot_read(self._steps, candidate)):
            return Placement(None, 0.0)
        own = self.words(candidate)
        best = Placement(None, THRESHOLD)
        for gap in range(len(self._steps) + 1):
            score, similarity, coherence = self._score(own, gap, relevances)
            if score > best.score:
                best = Placement(gap, score, similarity, coherence)
        if best.after is None:
            return best
        return replace(best, shared=self._shared(candidate, best.after))

    def at(self, candidate: str, gap: int, relevances: Sequence[float] = ()) -> Placement:
        """What the formula says about a fragment in a gap that a person chose."""
        own = self.words(candidate)
        return Placement(gap, *self._score(own, gap, relevances), self._shared(candidate, gap))

    def _shared(self, candidate: str, gap: int) -> tuple[str, ...]:
        around = " ".join(self._steps[max(gap - 1, 0) : gap + 1])
        return tuple(sorted(tokens(candidate) & tokens(around)))

    def _score(
        self, own: Words, gap: int, relevances: Sequence[float]
    ) -> tuple[float, float, float]:
        """Score, similarity and coherence after `gap` steps, in the better reading."""
        readings = [self._in_common(own, gap)]
        if relevances:
            readings.append(meant(relevances, gap))
        return max((0.5 * similar + 0.5 * reads, similar, reads) for similar, reads in readings)

    def _in_common(self, own: Words, gap: int) -> tuple[float, float]:
        """Similarity and coherence by words."""
        before, behind = self._before(gap), self._behind(gap)
        similarity = 0.6 * jaccard(own.all, before.all) + 0.4 * jaccard(own.all, behind.all)
        # At an end there is nothing to read on from: that speaks neither for nor against it.
        entry = jaccard(before.last, own.first) if gap > 0 else 0.5
        leaving = jaccard(own.last, behind.first) if gap < len(self._steps) else 0.5
        return similarity, (entry + leaving) / 2

    def _before(self, gap: int) -> Words:
        return self._words[gap - 1] if gap > 0 else _NOTHING

    def _behind(self, gap: int) -> Words:
        return self._words[gap] if gap < len(self._words) else _NOTHING


def place(steps: Sequence[str], candidate: str, *, compatible: bool = False) -> Placement:
    """The best place for one fragment; see `Procedure`."""
    return Procedure(steps, compatible=compatible).place(candidate)


def jaccard(one: Tokens, other: Tokens) -> float:
    """Shared tokens over all tokens, 0 to 1; 0 when both are empty."""
    return len(one & other) / len(one | other) if one or other else 0.0


def tokens(text: str) -> Tokens:
    """The words of a text in any script: folded, longer than one letter, CJK and Thai in pairs."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    others = _WORD.findall(_NO_SPACES.sub(" ", folded))
    return _pairs(folded) | {word for word in others if len(word) > 1}


def telling(text: str) -> Tokens:
    """The stems of the words that say something, in any script; all words if none does."""
    folded = unicodedata.normalize("NFKC", text)
    others = content(_NO_SPACES.sub(" ", folded))
    return _pairs(folded) | {stem(word.casefold()) for word in others if len(word) > 1}


def _pairs(text: str) -> Tokens:
    """The characters of scripts without spaces, two by two."""
    return frozenset(
        run[i : i + 2] for run in _NO_SPACES.findall(text) for i in range(max(1, len(run) - 1))
    )


def _ascii_tokens(text: str) -> Tokens:
    return frozenset(word for word in _ASCII_WORD.findall(text.lower()) if len(word) > 1)


def _cannot_read(steps: Sequence[str], candidate: str) -> bool:
    return bool(_UNREADABLE.search(candidate)) and any(map(_UNREADABLE.search, steps))
