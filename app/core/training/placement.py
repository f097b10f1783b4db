"""Where in a procedure a remembered fragment belongs.

The formula is the one of the reference (seed 004, "Position-aware recall placement"; the numbers
in `docs/training.md`): for each gap between steps, half the similarity to the steps around it and
half the coherence with the sentences that would touch it. The best gap above 0.25 wins, the first
of equals; a fragment that fits nowhere becomes supporting context.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.core.training.sentences import sentences

THRESHOLD = 0.25

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


def place(steps: Sequence[str], candidate: str, *, compatible: bool = False) -> Placement:
    """The best place for one fragment.

    `compatible` reproduces the reference exactly: words of ASCII letters, and no placement at
    all for scripts that it cannot read. Otherwise words are those of every script, and scripts
    without spaces are read in pairs of characters.
    """
    if not steps or (compatible and _cannot_read(steps, candidate)):
        return Placement(None, 0.0)
    words: Tokenise = _ascii_tokens if compatible else tokens
    read = partial(sentences, compatible=compatible)
    own = words(candidate)
    spoken = read(candidate) or ("",)
    first, last = words(spoken[0]), words(spoken[-1])
    bodies = [words(step) for step in steps]
    starts = [words((read(step) or ("",))[0]) for step in steps]
    ends = [words((read(step) or ("",))[-1]) for step in steps]
    nothing: Tokens = frozenset()
    best = Placement(None, THRESHOLD)
    for gap in range(len(steps) + 1):
        before, behind = gap > 0, gap < len(steps)
        previous = bodies[gap - 1] if before else nothing
        following = bodies[gap] if behind else nothing
        similarity = 0.6 * jaccard(own, previous) + 0.4 * jaccard(own, following)
        entry = jaccard(ends[gap - 1], first) if before else 0.5
        leaving = jaccard(last, starts[gap]) if behind else 0.5
        coherence = (entry + leaving) / 2
        score = 0.5 * similarity + 0.5 * coherence
        if score > best.score:
            shared = tuple(sorted(own & (previous | following)))
            best = Placement(gap, score, similarity, coherence, shared)
    return best


def jaccard(one: Tokens, other: Tokens) -> float:
    """Shared tokens over all tokens, 0 to 1; 0 when both are empty."""
    return len(one & other) / len(one | other) if one or other else 0.0


def tokens(text: str) -> Tokens:
    """The words of a text in any script: folded, longer than one letter, CJK and Thai in pairs."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    found: set[str] = set()
    for run in _NO_SPACES.findall(folded):
        found.update(run[i : i + 2] for i in range(max(1, len(run) - 1)))
    found.update(word for word in _WORD.findall(_NO_SPACES.sub(" ", folded)) if len(word) > 1)
    return frozenset(found)


def _ascii_tokens(text: str) -> Tokens:
    return frozenset(word for word in _ASCII_WORD.findall(text.lower()) if len(word) > 1)


def _cannot_read(steps: Sequence[str], candidate: str) -> bool:
    return bool(_UNREADABLE.search(candidate)) and any(map(_UNREADABLE.search, steps))
