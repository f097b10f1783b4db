"""Loops and branches written as ordinary sentences: "if it fails, go back to step two"."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from app.core.skills.model import Doubt, Jump, JumpKind
from app.core.skills.reading.folding import Folded
from app.core.skills.reading.languages.every import LANGUAGES, STEMS
from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.prose.caps import Cap, caps
from app.core.skills.reading.prose.conditions import (
    Place,
    Span,
    condition_after,
    condition_before,
)
from app.core.skills.reading.prose.denial import is_denied
from app.core.skills.reading.prose.found import Found
from app.core.skills.reading.prose.mentions import Reader
from app.core.skills.reading.prose.sentences import Sentence, Sentences
from app.core.skills.reading.prose.shorthand import QUOTED, beside
from app.core.skills.reading.prose.telling import told
from app.core.skills.reading.targets import Targets
from app.core.value import value

_AND = re.compile(r"[\s,]*(?:and|then|und|dann|et|puis|y|luego|e|poi|si|apoi|depois)?\s*")
_COMMA = re.compile(r"[,:;]")
_ON = re.compile(r"\s*(?:,|(?:and|then|und|dann|et|puis|y|luego|e|poi|si|apoi|depois)\b)")
"""What goes on behind a cap: "At most three times, then call."."""
_KEEPS_ON = re.compile(
    r"(?:until|till|while|as\s+long|unless|bis|solange|jusqu|tant|hasta|mientras|finche|fino|ate|enquanto"
    r"|pana|cat\s+timp)"
)


def stems_in(folded: str) -> list[tuple[int, Language]]:
    """Where a jump may be worded."""
    places: list[tuple[int, Language]] = []
    for stem in filter(folded.__contains__, STEMS):
        languages = STEMS[stem]
        whole = stem.startswith(" ")
        for at in every(folded, stem):
            if whole and folded[at + len(stem) : at + len(stem) + 1].isalpha():
                continue
            places.extend((at, language) for language in languages)
    return places


def every(text: str, stem: str) -> Iterator[int]:
    """Where `stem` is in `text`."""
    at = text.find(stem)
    while at >= 0:
        yield at
        at = text.find(stem, at + len(stem))


def prose_jumps(
    text: str, folded: Folded, start: int, end: int, here: int,
    targets: Targets, languages: Collection[Language],
) -> tuple[list[Jump], list[Doubt]]:  # fmt: skip
    """The jumps worded in the step `text[start:end]`, whose position is `here`.

    And what looks like one and is not understood.
    """
    left, right = folded.inner(start), folded.inner(end)
    sentences = Sentences(folded.text, left, right)
    said = folded.text[left:right]
    scene = _Scene(text, folded, left, right, here, targets, sentences, said, beside(said))
    read: list[_Read] = []
    for language in LANGUAGES:
        if language in languages:
            read += scene.read(language)
    return scene.chosen(read)


class _Read(NamedTuple):
    """One reading of a stretch in one language.

    It is a jump, a doubt, or neither: something that leads nowhere on purpose.
    """

    start: int
    end: int
    jump: Jump | None = None
    doubt: Doubt | None = None

    @property
    def rank(self) -> tuple[bool, ...]:
        """What is understood best comes first."""
        jump = self.jump
        if jump is None:
            return (True, self.doubt is not None)
        return (False, jump.target is None, not jump.condition, not jump.maximum)


def _apart(read: list[_Read]) -> list[_Read]:
    """The best of those that overlap, in the order of the text."""
    kept: list[_Read] = []
    starts: list[int] = []
    for one in sorted(read, key=lambda one: (*one.rank, one.start)):
        at = bisect_right(starts, one.start)
        is_free = at == 0 or kept[at - 1].end <= one.start
        if is_free and (at == len(kept) or one.end <= starts[at]):
            kept.insert(at, one)
            starts.insert(at, one.start)
    return kept


@value
class _Quoted:
    """What others say, in the order of the text."""

    spans: list[Span]

    def holds(self, at: int) -> bool:
        n = bisect_right(self.spans, (at, at)) - 1
        return n >= 0 and at < self.spans[n][1]


@dataclass(slots=True)
class _Scene:
    """The step `low[left:right]` at position `here`, where `low` is `text` folded."""

    text: str
    folded: Folded
    left: int
    right: int
    here: int
    targets: Targets
    sentences: Sentences
    said: str
    beside: frozenset[str]
    """Ways that are looked for in whatever language."""

    def chosen(self, read: list[_Read]) -> tuple[list[Jump], list[Doubt]]:
        """Of what overlaps the best reading, in the order of the text."""
        kept = _apart(read) if len(read) > 1 else read
        jumps = [one.jump for one in kept if one.jump is not None]
        doubts = [
            one.doubt for n, one in enumerate(kept)
            if one.doubt is not None and not self._is_said_beside(kept, n)
        ]  # fmt: skip
        return jumps, doubts

    def _is_said_beside(self, kept: list[_Read], n: int) -> bool:
        """Whether a jump right beside it says what it leaves open: "go back and repeat step 3"."""
        low, one = self.folded.text, kept[n]
        return any(
            other.jump is not None and _AND.fullmatch(low, left, right)
            for other, left, right in (
                *((x, x.end, one.start) for x in kept[n - 1 : n]),
                *((x, one.end, x.start) for x in kept[n + 1 : n + 2]),
            )
        )

    def read(self, language: Language) -> list[_Read]:
        ways = told(language, self.said) | self.beside
        if not ways:
            return []
        reader = Reader(self.folded.text, self.left, self.right, self.here, self.targets, language)
        everything = reader.found(ways)
        if not everything and "again" not in ways:
            return []
        quoted = _Quoted(self._quoted())
        found = [one for one in everything if not quoted.holds(min(one.start, one.verb))]
        read: list[_Read] = []
        taken = self.left
        for n, one in enumerate(found):
            sentence = self.sentences.around(one.start, one.end)
            following = found[n + 1] if n + 1 < len(found) else None
            place = self._place(one, sentence, taken, following)
            meant, taken = self._meant(place, one, read)
            read.append(meant)
        return [*read, *self._again(language, quoted)] if "again" in ways else read

    def _quoted(self) -> list[Span]:
        if "quotes" not in self.beside:
            return []
        found = QUOTED.finditer(self.folded.text, self.left, self.right)
        return [quoted.span() for quoted in found]

    def _place(self, one: Found, sentence: Sentence, taken: int, following: Found | None) -> Place:
        right = sentence.end
        if following is not None:
            right = max(one.end, min(right, following.start))
        left = max(sentence.start, taken)
        return Place(
            self.folded.text, one.language, self.sentences, sentence, one.start, one.end,
            min(left, one.start), right,
        )  # fmt: skip

    def _meant(self, place: Place, one: Found, earlier: list[_Read]) -> tuple[_Read, int]:
        """What is read of it, and up to where in the sentence."""
        low, language = self.folded.text, one.language
        if (
            is_denied(low, language, one.verb, place.left, place.sentence)
            or (one.kind != "bare" and self._is_denied_within(place, one))
            or self._is_inside(place, one)
            or language.elsewhere.match(low, one.end, self.right)
        ):
            return _Read(one.start, one.end), one.end
        if one.kind == "unread":
            return self._doubtful(one, place.sentence), one.end
        spans, taken = self._condition(place)
        condition = " ".join(filter(None, (self._words(span) for span in spans)))
        if one.kind == "bare" and not condition:
            return _Read(one.start, one.end), one.end
        if not condition and place.left > place.sentence.start and earlier:
            before = earlier[-1].jump
            condition = before.condition if before is not None else ""
        if one.reach is None:
            return self._doubtful(one, place.sentence), taken
        return self._jump(one, condition, spans, place), taken

    def _jump(self, one: Found, condition: str, spans: tuple[Span, ...], place: Place) -> _Read:
        assert one.reach is not None
        here, target, kind = self.here, one.reach.first, one.kind
        span = one.start, one.end
        if kind == "skip":
            if target is None or one.reach.last is None:
                return self._doubtful(one, place.sentence)
            if target not in (here, self.targets.neighbour(here, 1)):
                return self._doubtful(one, place.sentence) if condition else _Read(*span)
            target = self.targets.neighbour(one.reach.last, 1)
            if target is None:
                return self._doubtful(one, place.sentence) if condition else _Read(*span)
        if kind == "bare":
            kind = "back" if target is not None and target <= here else "go"
        back = kind == "back"
        if target is None:
            way = JumpKind.LOOP if back else JumpKind.BRANCH
        elif back:
            way = JumpKind.LOOP if target <= here else JumpKind.BRANCH
        elif target <= here and (not condition or self._maximum(place, spans)):
            way = JumpKind.LOOP
        else:
            way = JumpKind.BRANCH
            if not condition and target in (here + 1, self.targets.neighbour(here, 1)):
                return _Read(*span)
        outer = self.folded.outer
        left, right = outer(one.reach.left), outer(one.reach.right)
        jump = Jump(
            way, target, self.text[left:right].strip(),
            self._maximum(place, spans) if way is JumpKind.LOOP else None, condition,
            outer(one.start), outer(one.end), left, right,
        )  # fmt: skip
        return _Read(*span, jump)

    def _doubtful(self, one: Found, sentence: Sentence) -> _Read:
        return _Read(
            one.start,
            one.end,
            doubt=self._doubt(one.start, one.end, sentence, one.reach.first if one.reach else None),
        )

    def _doubt(self, start: int, end: int, sentence: Sentence, target: int | None = None) -> Doubt:
        outer = self.folded.outer
        close = sentence.end
        while close > end and self.folded.text[close - 1].isspace():
            close -= 1
        return Doubt(target, outer(start), outer(end), outer(sentence.start), outer(close))

    def _is_denied_within(self, place: Place, one: Found) -> bool:
        """A *not* in the clause of a verb in two parts: "kehren Sie nicht zu Schritt 1 zurück"."""
        low, start = self.folded.text, one.start
        if one.verb > start or one.kind == "unread":
            start = 1 + max(place.left - 1, *(low.rfind(c, place.left, start) for c in ",:;"))
        return one.language.denying.search(low, start, one.end) is not None

    def _is_inside(self, place: Place, one: Found) -> bool:
        """Whether the verb belongs to a subordinate clause: "if you go back to step 2, …"."""
        low, language = self.folded.text, one.language
        if language.in_that_case.search(low, max(place.left, one.verb - 30), one.verb):
            return False
        if language.subordinate.search(low, max(place.left, one.verb - 60), one.verb):
            return one.verb == one.start
        if one.verb <= one.start:
            return False
        found = language.within.search(low, place.left, one.start)
        return found is not None and not _COMMA.search(low, found.end(), one.start)

    def _condition(self, place: Place) -> tuple[tuple[Span, ...], int]:
        """What the jump depends on, and up to where that goes."""
        spans = condition_before(place)
        behind = condition_after(place, place.end, place.right)
        if behind is None:
            return spans, place.end
        low = place.low
        if spans:
            said = place.language.condition.match(low, behind[0], behind[1])
            if said is None or not _KEEPS_ON.match(low, behind[0]):
                return spans, place.end
            return (*spans, behind), behind[1]
        if place.right < place.sentence.end and self._belongs_to_next(place, behind):
            return spans, place.end
        return (behind,), behind[1]

    def _belongs_to_next(self, place: Place, behind: Span) -> bool:
        """Whether "…, if red go to step 4" is about the jump after it."""
        low, language = place.low, place.language
        comma = low.rfind(",", place.end, behind[0])
        if comma < 0 or low[comma + 1 : behind[0]].count(" ") > 2:
            return False
        return language.condition.search(low, place.right + 1, place.sentence.end) is None

    def _maximum(self, place: Place, spans: tuple[Span, ...]) -> int | None:
        """The cap beside the jump; one inside a condition is part of that."""
        for cap in sorted(place.caps, key=lambda cap: (cap.start < place.start, cap.start)):
            inside = any(start <= cap.start < end for start, end in spans)
            if inside or cap.start >= place.right:
                continue
            if cap.start < place.start and not cap.sure:
                continue
            return cap.count
        following = self.sentences.after(place.sentence)
        if place.right < place.sentence.end:
            return None
        return self._said_next(place.language, following)

    def _said_next(self, language: Language, sentence: Sentence) -> int | None:
        """A cap that is all the next sentence says: "At most three times."."""
        said: Cap | None = next(
            (cap for cap in caps(self.folded.text, language, sentence.start, sentence.end)
             if cap.sure), None,
        )  # fmt: skip
        if said is None or said.start - sentence.start > 25:
            return None
        is_all = sentence.end - said.end <= 20
        begins = said.start - sentence.start <= 3 and _ON.match(self.folded.text, said.end)
        return said.count if is_all or begins else None

    def _again(self, language: Language, quoted: _Quoted) -> Iterator[_Read]:
        """To do again, without a word what: "repeat until it is empty"."""
        low = self.folded.text
        for found in language.repeating.finditer(low, self.left, self.right):
            start, end = found.span()
            if low[self.left : start].strip() and not language.clause_opening.search(
                low, max(self.left, start - 40), start
            ):
                continue
            sentence = self.sentences.around(start, end)
            if quoted.holds(start) or is_denied(low, language, start, sentence.start, sentence):
                continue
            yield _Read(start, end, doubt=self._doubt(start, end, sentence))

    def _words(self, span: Span) -> str:
        words = self.text[self.folded.outer(span[0]) : self.folded.outer(span[1])]
        return " ".join(words.replace("*", "").split()).strip(" ,:;.–—-→")
