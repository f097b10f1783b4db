"""Which step a reference means: authored number, position, neighbour or label."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from app.core.skills.model import Phase, Step
from app.core.skills.reading.annotations import ANNOTATION
from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import LANGUAGES
from app.core.skills.reading.languages.language import Language
from app.core.skills.reading.lettering import roman_value
from app.core.skills.reading.nesting import Place
from app.core.skills.reading.numerals import ANY_COUNTING, COUNTING, ORDERING

_PART = re.compile(r"[0-9]+|[a-z]")
_TOKEN = re.compile(r"[^\W_]+")
_LETTERED = re.compile(r"\b(?:[0-9]+[a-z]|[a-z]|[ivx]+)\Z")
"""What a step is marked with beside its word, but for a number: `Step 4a`, `Step II`."""
_EMPTY = (
    "a an the this that of to and or in on for with your our its above below same step steps"
    " la le el il lo o un une una de du der die das dem den"
)
_EMPTY_WORDS = frozenset(_EMPTY.split())
_ORDINAL_DIGITS = re.compile(r"([0-9]{1,9})(?:st|nd|rd|th|o|a|er|re|e|eme|nd|\.|-lea|-a|lea)?\Z")
_TOO_MANY = 100
"""Steps that have a word in common; among so many it tells none."""
_WHOLE, _CERTAIN = 4, 3
"""A step that contains the reference itself is only meant when its beginning is named."""
_SELF = frozenset({"self", "this", "itself", "here"})
Places = Sequence[Place | Step]
"""Steps that have been read say where they are themselves."""


@dataclass(frozen=True, slots=True)
class Label:
    """The words a step can be called by, strongest first."""

    leading: tuple[str, ...]
    heading: tuple[str, ...]
    named: frozenset[str]


class _Numbers:
    """How the steps at some places are numbered and marked."""

    def __init__(self, places: Places) -> None:
        self.beside: dict[int, list[int]] = {}
        self.order: list[int] = []
        self.authored: dict[tuple[int, int, int], int] = {}
        self.anywhere: dict[tuple[int, int], int] = {}
        self.labelled: dict[str, int] = {}
        self.worded: dict[int, int] = {}
        for position, place in enumerate(places, 1):
            parent, number = place.parent, place.number
            beside = self.beside.get(parent)
            if beside is None:
                beside = self.beside[parent] = []
            self.order.append(len(beside))
            beside.append(position)
            if number is not None:
                self.authored.setdefault((parent, place.phase, number), position)
                self.anywhere.setdefault((parent, number), position)
            if place.label:
                said = fold(place.label).text
                self.labelled.setdefault(said, position)
                if " " in said and (last := _LETTERED.search(said)) is not None:
                    self.labelled.setdefault(last[0], position)
                if number is not None and not parent and " " in place.label:
                    self.worded.setdefault(number, position)
        self.top = self.beside.get(0, [])


class Targets:
    """The steps of one skill as something to refer to."""

    def __init__(self, places: Places, texts: Sequence[str], phases: Sequence[Phase] = ()) -> None:
        self._texts = texts
        self._phases = {fold(phase.title).text: n for n, phase in enumerate(phases, 1)}
        self._phase_numbers = {phase.number: n for n, phase in enumerate(phases, 1)}
        self._places = places
        self.asked_by_name: set[int] = set()
        """The steps in which others are named by their words."""

    @classmethod
    def of(cls, steps: Sequence[Step], phases: Sequence[Phase]) -> "Targets":
        """Those of a skill that has been read."""
        return cls(steps, [step.text for step in steps], phases)

    @cached_property
    def _numbers(self) -> _Numbers:
        """Most steps name no other, so that this is only made once it is asked for."""
        return _Numbers(self._places)

    @property
    def count(self) -> int:
        """How many there are that are no sub-steps."""
        return len(self._numbers.top)

    def numbered(self, number: int, here: int = 0) -> int | None:
        """The step with that authored number, else the one that is so many from the first.

        Seen from a sub-step at position `here`, those beside it come first, then those around it;
        seen from a phase, those of that phase. Where steps say *step*, only they are meant.
        """
        numbers = self._numbers
        if number in numbers.worded:
            return numbers.worded[number]
        phase = self._places[here - 1].phase if here else 0
        while here and not numbers.worded:
            here = self._places[here - 1].parent
            position = numbers.authored.get((here, phase, number))
            if position is not None:
                return position
        position = numbers.authored.get((0, phase, number)) or numbers.anywhere.get((0, number))
        if position is not None:
            return position
        return numbers.top[number - 1] if 1 <= number <= self.count else None

    def phase(self, name: str) -> int:
        """The phase with that number or title, from 1; 0 for none."""
        if not name.isdigit():
            number = ANY_COUNTING.get(name) or ORDERING["en"].get(name) or roman_value(name)
            return self._phases.get(name) or (number and self._phase_numbers.get(number, 0))
        return self._phase_numbers.get(int(name), 0)

    def is_near(self, position: int, here: int) -> bool:
        """Whether two steps are in the same phase, so that a number alone tells which is meant."""
        return not here or self._places[position - 1].phase == self._places[here - 1].phase

    def within(self, number: int, phase: int) -> int | None:
        """The step of that phase with the number, else the one that is so many from its first."""
        position = self._numbers.authored.get((0, phase, number))
        if position is not None:
            return position
        beside = self._in_phases.get(phase, ())
        return beside[number - 1] if 1 <= number <= len(beside) else None

    def labelled(self, label: str) -> int | None:
        """The step marked so: `5.1.2`, `b`."""
        return self._numbers.labelled.get(label)

    def outlined(self, label: str) -> int | None:
        """The step marked so, or the sub-step counted so: `2.1`, `2b`."""
        marked = self.labelled(label)
        if marked is not None:
            return marked
        first, *further = [int(p) if p.isdigit() else ord(p) - 96 for p in _PART.findall(label)]
        position = self.numbered(first)
        for number in further:
            if position is None:
                return None
            position = self._inside(position, number)
        return position

    def _inside(self, step: int, number: int) -> int | None:
        """The sub-step of that number; where they have none, the one that is so many."""
        authored = self._numbers.authored.get((step, self._places[step - 1].phase, number))
        beside = self._numbers.beside.get(step, [])
        counted = 0 < number <= len(beside) and self._places[beside[0] - 1].number is None
        return beside[number - 1] if authored is None and counted else authored

    def neighbour(self, here: int, by: int) -> int | None:
        """The step so many further on among those beside `here`; from the first one back, above."""
        parent = self._places[here - 1].parent
        beside, at = self._numbers.beside[parent], self._numbers.order[here - 1] + by
        if 0 <= at < len(beside):
            return beside[at]
        return self.neighbour(parent, by) if parent else None

    def word(self, word: str, here: int, language: Language) -> int | None:
        """The step one folded word means: `two`, `second`, `2nd`, `previous`, `last`, `this`."""
        digits = _ORDINAL_DIGITS.match(word)
        if digits is not None:
            return self.numbered(int(digits[1]), here)
        number = COUNTING[language.code].get(word) or ORDERING[language.code].get(word)
        if number is not None:
            return self.numbered(number, here)
        if word in self._numbers.labelled:
            return self._numbers.labelled[word]
        relative = language.relative.get(word)
        if relative is None:
            return None
        if relative == "last":
            return self._numbers.top[-1] if self._numbers.top else None
        return self.neighbour(here, int(relative))

    def any_word(self, word: str, here: int) -> int | None:
        """As `word`, whatever the language."""
        if word in _SELF:
            return here
        for language in LANGUAGES:
            position = self.word(word, here, language)
            if position is not None:
                return position
        return None

    def label(self, words: str, here: int) -> int | None:
        """The one step whose leading words, heading (before a colon) or call are `words`.

        "above" and "below" restrict it to earlier and later steps. None when none or several
        fit equally well.
        """
        self.asked_by_name.add(here)
        tokens = tuple(_TOKEN.findall(fold(words).text))
        wanted = tuple(t for t in tokens if t not in _EMPTY_WORDS)
        if not wanted:
            return None
        best: list[int] = []
        strength = 0
        for position in self._sharing.get(_stem(wanted[0]), ()):
            if (position <= here and "below" in tokens) or (position >= here and "above" in tokens):
                continue
            fit = _fit(wanted, self._labels[position - 1])
            if position == here and fit < _CERTAIN:
                continue
            if fit > strength:
                best, strength = [position], fit
            elif fit and fit == strength:
                best.append(position)
        return best[0] if len(best) == 1 else None

    def titled(self, words: str, here: int) -> int | None:
        """The one step that is called exactly that, or begins with those words."""
        wanted = _words(fold(words).text)[:6]
        if not wanted:
            return None
        self.asked_by_name.add(here)
        found = [
            position for position in self._sharing.get(_stem(wanted[0]), ())
            if (fit := _fit(wanted, self._labels[position - 1])) == _WHOLE
            or (fit == _CERTAIN and len(wanted) > 1)
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def begun(self, words: str, here: int) -> list[int]:
        """The other steps whose heading or text begins with those words, in whatever form."""
        wanted = _words(fold(words).text)[:6]
        if not wanted:
            return []
        self.asked_by_name.add(here)
        return [
            position for position in self._sharing.get(_stem(wanted[0]), ())
            if position != here and _begins(self._labels[position - 1], wanted)
        ]  # fmt: skip

    @cached_property
    def _in_phases(self) -> dict[int, list[int]]:
        """The top-level steps of each phase."""
        found: dict[int, list[int]] = {}
        for position in self._numbers.top:
            found.setdefault(self._places[position - 1].phase, []).append(position)
        return found

    @cached_property
    def _labels(self) -> list[Label]:
        return [label(text) for text in self._texts]

    @cached_property
    def _sharing(self) -> dict[str, list[int]]:
        """The steps that have a word in their label; a word that too many have names none."""
        sharing: dict[str, list[int]] = {}
        for position, label in enumerate(self._labels, 1):
            for stem in {_stem(word) for word in label.named}:
                sharing.setdefault(stem, []).append(position)
        return {stem: found for stem, found in sharing.items() if len(found) <= _TOO_MANY}


_CALLED = re.compile(r"(?:@skill:|\[\[skill:)[ \t]*[\"'`]?([^\r\n(\"'`\]@;,.]{1,80})")


def _stem(word: str) -> str:
    # What `_alike` takes for one word begins alike for so long; shorter ones have to be equal.
    return word[:4]


@lru_cache(maxsize=2048)
def label(text: str) -> Label:
    """What a step with that text can be called by. Only the first 200 characters count."""
    folded = ANNOTATION.sub(" ", fold(text[:200]).text)
    head, colon, rest = folded.partition(":")
    heading = _words(head) if colon and len(head) <= 60 and "@" not in head else ()
    leading = _words(folded)[:6]
    named = {*leading, *heading, *(_words(rest)[:4] if heading else ())}
    for called in _CALLED.findall(fold(text[:200]).text):
        named.update(_words(called))
    return Label(leading, heading, frozenset(named))


def _words(text: str) -> tuple[str, ...]:
    return tuple(t for t in _TOKEN.findall(text) if t not in _EMPTY_WORDS)


def _fit(wanted: tuple[str, ...], label: Label) -> int:
    """How well the words fit: 4 the whole heading, 3 its or the text's beginning, 1 among them."""
    if wanted == label.heading:
        return 4
    if label.heading[: len(wanted)] == wanted or label.leading[: len(wanted)] == wanted:
        return 3
    if all(any(_alike(word, name) for name in label.named) for word in wanted):
        return 2 if wanted[0] in label.leading[:1] else 1
    return 0


def _begins(label: Label, wanted: tuple[str, ...]) -> bool:
    return any(
        len(said) >= len(wanted) and all(map(_alike, wanted, said))
        for said in (label.heading, label.leading)
    )


def _alike(word: str, name: str) -> bool:
    """Equal, or one is the other with up to three letters more (`strengthen`, `strengthening`)."""
    if word == name:
        return True
    short, long = sorted((word, name), key=len)
    return len(short) >= 4 and len(long) - len(short) <= 3 and long.startswith(short)
