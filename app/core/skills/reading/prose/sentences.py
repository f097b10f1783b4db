"""Where the sentences of a step begin and end."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

REACH = 400
"""Characters around a jump in which its sentence is looked at."""
CLAUSE_END = re.compile(r"[\s)]*(?:[.,;!?]|\Z|\n)")
"""What may follow where a clause ends."""
_MARK = re.compile(r"[.!?…](?:['\")»”]|\*\*)?(?=\s|\Z)|[;。|]|\n")
_ABBREVIATED = re.compile(
    r"(?:\b(?:max|min|no|nr|ca|e\.g|i\.e|vs|bzw|z\.\s?b|ggf|num|aprox|approx|evtl))\.\Z"
)
_ANSWERS = r"(?:yes|no|ja|nein|oui|non|si|sim|nao|da|nu|pass|fail|true|false|else|otherwise)\b"
_NEW_LINE = re.compile(
    r"\n[ \t]*(?:\n|(?P<bullet>(?:[-*•–+]|[0-9a-z]{1,2}[.)])[ \t])"
    rf"|(?={_ANSWERS})|(?=[^\n]{{1,80}}(?:->|→|=>)))"
)
"""A line that begins a sentence of its own: a bullet, an answer, one with an arrow."""


class Sentence(NamedTuple):
    """`low[start:end]` of a folded text."""

    start: int
    end: int


@dataclass(eq=False)
class Sentences:
    """Those of the step `low[left:right]`."""

    low: str
    left: int
    right: int

    @cached_property
    def _ends(self) -> tuple[list[int], list[int]]:
        """Where sentences end, and where the next ones begin."""
        low = self.low
        ends: list[int] = []
        begins: list[int] = []
        for mark in _MARK.finditer(low, self.left, self.right):
            at, end = mark.span()
            if low[at] == "\n":
                line = _NEW_LINE.match(low, at, self.right)
                if line is None:
                    continue
                end = line.end()
            elif low[at] == "." and _ABBREVIATED.search(low, max(self.left, at - 8), at + 1):
                continue
            if not begins or at >= begins[-1]:
                ends.append(at)
                begins.append(end)
        return ends, begins

    def around(self, start: int, end: int) -> Sentence:
        """The sentence that has `low[start:end]` in it, no further away than `REACH`."""
        ends, begins = self._ends
        before = bisect_right(begins, start) - 1
        after = bisect_left(ends, end)
        opening = begins[before] if before >= 0 else self.left
        closing = ends[after] if after < len(ends) else self.right
        return Sentence(max(opening, start - REACH), min(closing, end + REACH))

    def before(self, sentence: Sentence) -> Sentence | None:
        """The one that ends where `sentence` begins."""
        low, end = self.low, sentence.start
        while end > self.left and (low[end - 1].isspace() or low[end - 1] in ".!?;-*•|\"'"):
            end -= 1
        if end <= self.left:
            return None
        return Sentence(self.around(end, end).start, sentence.start)

    def after(self, sentence: Sentence) -> Sentence:
        """The one that begins where `sentence` ends."""
        start = sentence.end
        while start < self.right and not self.low[start].isalnum():
            start += 1
        return Sentence(start, self.around(start, start).end)

    def question_before(self, sentence: Sentence) -> Sentence | None:
        """The last question before a sentence, not far away."""
        at = self.low.rfind("?", max(self.left, sentence.start - REACH), sentence.start)
        return Sentence(self.around(at, at).start, at + 1) if at >= 0 else None
