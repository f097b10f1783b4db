"""Which known names a text says, and where. Pure.

A name of one small word is also a word of the language (`help`, `setup`, `next`): such a name only
counts where it is marked as one: in quotes or code, after `@skill:`, or as `/name`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from app.core.skills import names

_WORD = re.compile(r"[^\W_]+")
_NO_SPACES = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_BEFORE = re.compile(r"(?:@skill:[ \t]*[\"'`]?|\[\[skill:[ \t]*|(?<!\S)/|[\"'`“„«‘*])\Z")
_AFTER = re.compile(r"[\"'`”“»’*\])]")
_GAP = re.compile(r"[ \t_\W]{1,3}\Z")


@dataclass(frozen=True, slots=True)
class Said:
    """A known name at `text[start:end]`; `marked` if it is written as a name."""

    key: str
    start: int
    end: int
    marked: bool


class Names:
    """Known names, made to be looked for in many texts."""

    def __init__(self, known: Iterable[str]) -> None:
        """`known` are names as people write them; those without a letter or digit are left out."""
        self._sizes: dict[str, tuple[int, ...]] = {}
        """By its first word: of how many words names are, the longest first."""
        self._runs: list[tuple[str, str]] = []
        self._written: dict[str, set[str]] = defaultdict(set)
        for name in known:
            self._add(name, names.key(name))

    @classmethod
    def keyed(cls, known: Iterable[tuple[str, str]]) -> "Names":
        """Of names with their keys, where those are known: thousands take a while to make."""
        made = cls(())
        for name, key in known:
            made._add(name, key)
        return made

    def _add(self, name: str, key: str) -> None:
        is_new = bool(key) and key not in self._written
        self._written[key].add(name)
        if not is_new:
            return
        if _NO_SPACES.search(key):
            self._runs.append((key.replace("-", ""), key))
            return
        first, *rest = key.split("-")
        size, sizes = len(rest) + 1, self._sizes.get(first, ())
        if size not in sizes:
            self._sizes[first] = tuple(sorted((*sizes, size), reverse=True))

    def __contains__(self, key: str) -> bool:
        return bool(key) and key in self._written

    def said_in(self, text: str) -> tuple[Said, ...]:
        """The names in the order of the text, the longest where several begin at one word."""
        found = [*self._spoken(text), *self._running(text)]
        found.sort(key=lambda said: (said.start, -said.end))
        kept: list[Said] = []
        for said in found:
            if not kept or said.start >= kept[-1].end:
                kept.append(said)
        return tuple(kept)

    def _spoken(self, text: str) -> Iterator[Said]:
        spans = [found.span() for found in _WORD.finditer(text)]
        words = [_folded(text[start:end]) for start, end in spans]
        at = 0
        while at < len(words):
            said = self._at(text, spans, words, at)
            if said is None:
                at += 1
                continue
            yield said[0]
            at += said[1]

    def _at(
        self, text: str, spans: list[tuple[int, int]], words: list[str], at: int
    ) -> tuple[Said, int] | None:
        for size in self._sizes.get(words[at], ()):
            key = "-".join(words[at : at + size])
            there = spans[at : at + size]
            if len(there) < size or key not in self._written or not _close(text, there):
                continue
            start, end = there[0][0], there[-1][1]
            marked = _is_marked(text, start, end)
            if marked or size > 1 or self._is_proper(text[start:end]):
                return Said(key, start, end, marked), size
        return None

    def _is_proper(self, word: str) -> bool:
        """A word with a capital or a digit inside, written as it is known."""
        return not word.islower() and word in self._written[names.key(word)]

    def _running(self, text: str) -> Iterator[Said]:
        """Names of scripts without spaces, which have no word boundaries to look for."""
        if not self._runs or not _NO_SPACES.search(text):
            return
        for run, key in self._runs:
            at = text.find(run)
            while at >= 0:
                end = at + len(run)
                yield Said(key, at, end, _is_marked(text, at, end))
                at = text.find(run, end)


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else names.key(word)


def _close(text: str, spans: list[tuple[int, int]]) -> bool:
    """Whether the words follow each other with a blank or a hyphen between, in one line."""
    return all(
        _GAP.match(gap := text[left[1] : right[0]])
        and not any(c in gap for c in '.,;:!?()[]"“”`\r\n')
        for left, right in pairwise(spans)
    )


def _is_marked(text: str, start: int, end: int) -> bool:
    before = _BEFORE.search(text[max(0, start - 12) : start])
    if before is None:
        return False
    return before[0].startswith(("@", "[", "/")) or bool(_AFTER.match(text, end))
