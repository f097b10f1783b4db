"""The verifier: whether a rewritten skill may be saved, sentence by sentence and as a whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import Sentence, sentences_of
from app.core.training.placement import jaccard, tokens
from app.core.training.proposal import Fragment
from app.core.training.rewriting import support
from app.core.training.rewriting.required_words import gist
from app.core.training.rewriting.structure import Damage, Harm, damages
from app.core.training.rewriting.verdict import Kind, Verdict, Why

_NOT_ALIGNED = 0.2
"""Below this share of common words two sentences are not versions of each other."""
_MOST_PAIRS = 2_500
"""Fifty sentences by fifty; comparing each with each takes their product."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence of step `step` (its position) as it was rewritten; `source` is what it names.

    `author` is which sentence of the author's step it stands for, from 0; None for a borrowed one.
    """

    step: int
    text: str
    source: str | None
    author: int | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What is found out about a rewritten skill."""

    sentences: tuple[Judged, ...]
    damages: tuple[Damage, ...]

    @property
    def passes(self) -> bool:
        """Whether every sentence is from where it says and nothing else was touched."""
        return not self.damages and all(one.verdict.passes for one in self.sentences)

    def count(self, *kinds: Kind) -> int:
        return sum(one.verdict.kind in kinds for one in self.sentences)


def verify(authored: str, rewritten: str, fragments: Sequence[Fragment]) -> Verdicts:
    """Judge a rewritten text by what its author wrote and by what was recalled. Pure.

    Borrowed sentences carry the mark of their source. The same input gives the same verdicts.
    """
    before, now = parse(authored), parse(rewritten)
    found = damages(before, now)
    if any(damage.harm is Harm.BLOCKS for damage in found):
        return Verdicts((), found)
    judged: list[Judged] = []
    lost: list[Damage] = []
    for step, other in zip(before.steps, now.steps, strict=True):
        authors, rewrites = sentences_of(before, step), sentences_of(now, other)
        one = _Step(before, step, authors, fragments)
        judged += one.judge(rewrites)
        lost += one.lost
    return Verdicts(tuple(_once(judged)), (*found, *lost))


class _Step:
    """One step while its rewritten sentences are judged."""

    def __init__(
        self, skill: Skill, step: Step, authors: Sequence[Sentence], fragments: Sequence[Fragment]
    ) -> None:
        self._skill, self._step, self._fragments = skill, step, fragments
        self._authors = authors
        self._words = " ".join(sentence.said for sentence in authors)
        self.lost: list[Damage] = []

    def judge(self, rewrites: Sequence[Sentence]) -> Iterator[Judged]:
        """Each sentence; the author's have to be there once each, in their order."""
        known = {(s.said, s.source) for s in self._authors if s.source is not None}
        mine = [s for s in rewrites if s.source is None or (s.said, s.source) in known]
        pairs = align([a.said for a in self._authors], [s.said for s in mine])
        of = {id(sentence): pairs[n] for n, sentence in enumerate(mine)}
        for missing in sorted(set(range(len(self._authors))) - set(of.values())):
            said = self._authors[missing].said
            self.lost.append(Damage(Harm.LOST, self._step.position, said[:60]))
        around = ["", *(one.said for one in rewrites), ""]
        # The author's that would seem to speak of what is put before them.
        leaning = [of.get(id(s)) is not None and support.depends(s.said) for s in rewrites]
        leaning.append(False)
        for n, one in enumerate(rewrites):
            author = of.get(id(one))
            verdict = self._verdict(one, author, (around[n], around[n + 2]))
            if verdict.kind is Kind.BORROWED and leaning[n + 1]:
                verdict = replace(verdict, kind=Kind.CLOSE, why=Why.REFERS)
            yield Judged(self._step.position, one.said, one.source, author, verdict)

    def _verdict(self, one: Sentence, author: int | None, beside: tuple[str, str]) -> Verdict:
        if author is not None:
            return support.own(self._authors[author].said, one.said)
        if self._step.anchored:
            return Verdict(Kind.REJECTED, Why.ANCHORED, 0.0)
        if one.source is None:
            return self._elsewhere(one.said) or support.nearest(self._fragments, one.said)
        named = [f for f in self._fragments if _name(f.source) == _name(one.source)]
        if not named:
            return Verdict(Kind.REJECTED, Why.UNKNOWN_SOURCE, 0.0, words=(one.source,))
        return support.borrowed(named, one.said, self._words, beside)

    def _elsewhere(self, said: str) -> Verdict | None:
        """A sentence that the author wrote in another step."""
        for step in self._skill.steps:
            if step is not self._step and said in " ".join(step.text.split()):
                where = str(step.number or step.position)
                return Verdict(Kind.REJECTED, Why.MOVED, 0.0, words=(where,))
        return None


def align(authors: Sequence[str], rewrites: Sequence[str]) -> list[int | None]:
    """Which of the author's sentences each rewritten one stands for, in the same order.

    The pairs with the most words in common; None for a sentence that stands for none. Beyond so
    many pairs only equal beginnings and ends are looked at.
    """
    head = _equal(authors, rewrites)
    tail = _equal(authors[head:][::-1], rewrites[head:][::-1])
    columns, rows = len(authors) - head - tail, len(rewrites) - head - tail
    between: list[int | None] = [None] * rows
    if rows * columns <= _MOST_PAIRS:
        found = _matched(authors[head : head + columns], rewrites[head : head + rows])
        between = [None if pair is None else pair + head for pair in found]
    return [*range(head), *between, *range(len(authors) - tail, len(authors))]


def _equal(some: Sequence[str], others: Sequence[str]) -> int:
    """How many are equal from the beginning on."""
    pairs = zip(some, others, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(some), len(others)))


def _matched(authors: Sequence[str], rewrites: Sequence[str]) -> list[int | None]:
    rows, columns = len(rewrites), len(authors)
    likeness = [[_likeness(author, one) for author in authors] for one in rewrites]
    # The longest common subsequence, in which a pair counts as much as it is alike.
    best = [[0.0] * (columns + 1) for _row in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            paired = likeness[row][column] and likeness[row][column] + best[row + 1][column + 1]
            best[row][column] = max(paired, best[row + 1][column], best[row][column + 1])
    pairs: list[int | None] = [None] * rows
    row = column = 0
    while row < rows and column < columns:
        like = likeness[row][column]
        if like and best[row][column] == like + best[row + 1][column + 1]:
            pairs[row] = column
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


def _likeness(author: str, one: str) -> float:
    """0 for sentences that have too little in common; more than 1 for equal ones."""
    if author == one:
        return 2.0
    score = jaccard(tokens(author), tokens(one))
    return score if score >= _NOT_ALIGNED else 0.0


def _once(judged: Sequence[Judged]) -> Iterator[Judged]:
    """A memory's sentence may stand in a skill once."""
    seen: set[tuple[str | None, tuple[str, ...]]] = set()
    for one in judged:
        if one.verdict.kind in (Kind.BORROWED, Kind.CLOSE) and one.author is None:
            key = (one.source, gist(one.text))
            if key in seen:
                verdict = Verdict(Kind.REJECTED, Why.REPEATED, one.verdict.score)
                one = Judged(one.step, one.text, one.source, None, verdict)  # noqa: PLW2901
            seen.add(key)
        yield one


def _name(source: str) -> str:
    return " ".join(source.split())
