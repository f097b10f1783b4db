"""Words of work that stand for one another, in groups: what skills call by another name."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.core.memory.retrieval.tokenise import content, stem, words

_FILE = Path(__file__).resolve().parents[4] / "resources" / "embedder" / "thesaurus.txt"
_LONGEST = 3
"""Words of an expression."""
_Expression = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sense:
    """A group that a text touches: by the `word` it says, and the stems of all the others."""

    word: str
    stems: frozenset[str]


def senses(text: str) -> tuple[Sense, ...]:
    """The groups that a text touches, each once, in the order in which it touches them."""
    groups, touched = _groups()
    said = words(text)
    stems = [stem(word) for word in said]
    telling = frozenset(map(stem, content(text)))
    found: dict[int, str] = {}
    for start in range(len(said)):
        for end in range(start + 1, min(start + _LONGEST, len(said)) + 1):
            if end - start > 1 or stems[start] in telling:
                for group in touched.get(tuple(stems[start:end]), ()):
                    found.setdefault(group, " ".join(said[start:end]))
    return tuple(Sense(word, groups[group]) for group, word in found.items())


def share(asked: Collection[Sense], stems: frozenset[str]) -> float:
    """How much of what is asked some words say: each word asked counts for the share of its senses
    that they have, and one word more is counted than there are, so that a single one is half."""
    known: dict[str, list[bool]] = {}
    for sense in asked:
        known.setdefault(sense.word, []).append(not sense.stems.isdisjoint(stems))
    return sum(sum(had) / len(had) for had in known.values()) / (len(known) + 1)


def plainly(asked: str, said: str) -> bool:
    """Whether a person sees why a word stands for another that is in one of its groups.

    To the stems an engineer is an engine; what somebody does or uses is not who does it.
    """
    groups, touched = _groups()
    shared = [
        number
        for number in touched.get(tuple(map(stem, words(asked))), ())
        if stem(said) in groups[number]
    ]
    written = [word for number in shared for word in _written()[number] if stem(word) == stem(said)]
    return not shared or any(_does(word) == _does(said) for word in written)


def _does(word: str) -> bool:
    return word.removesuffix("s").endswith("er")


@cache
def _written() -> tuple[tuple[str, ...], ...]:
    """The single words of each group as they are written."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    expressions = ([words(said) for said in line.split(",")] for line in lines)
    return tuple(tuple(said[0] for said in group if len(said) == 1) for group in expressions)


@cache
def _groups() -> tuple[tuple[frozenset[str], ...], Mapping[_Expression, tuple[int, ...]]]:
    """The stems of the single words of each group, and which groups an expression is in."""
    groups, touched = [], dict[_Expression, tuple[int, ...]]()
    for number, line in enumerate(_FILE.read_text(encoding="utf-8").splitlines()):
        expressions = {tuple(map(stem, words(said))) for said in line.split(",")}
        groups.append(frozenset(said[0] for said in expressions if len(said) == 1))
        for said in expressions:
            touched[said] = (*touched.get(said, ()), number)
    return tuple(groups), touched
