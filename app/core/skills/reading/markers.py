"""How a line says that it is a step: numbers, letters, outlines, boxes, the word in its language.

Whether a letter or `5.1` begins an item depends on the others of its text: `3.5 percent` in a
wrapped line is none, since no `3.1` goes before it.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from app.core.skills.reading.folding import fold
from app.core.skills.reading.lettering import letter_value, roman_value
from app.core.skills.reading.numerals import ANY_COUNTING, ORDERING
from app.core.skills.reading.section_names import LONGEST, named


class Rank(IntEnum):
    """What a marker of one kind can be nested in: those of a lower rank, wherever they stand."""

    WORD = 0
    ROMAN = 1
    NUMBER = 2
    OUTLINE = 3
    LETTER = 4
    BULLET = 5


class Marker(NamedTuple):
    """A marker up to `end`, where what the item says begins.

    `levels` are the numbers of an outline: (5, 1) for `5.1`; `is_phase` where its word says that.
    """

    rank: Rank
    end: int
    number: int = 0
    label: str = ""
    levels: tuple[int, ...] = ()
    is_phase: bool = False
    is_box: bool = False


def _of_lines(pattern: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """For the first line and for the others, which are found by the line end before them."""
    return re.compile(pattern), re.compile(rf"[\r\n]{pattern}")


def _each(pattern: tuple[re.Pattern[str], re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    """Every line of `text` that begins like that."""
    first, following = pattern
    found = first.match(text)
    if found is not None:
        yield found
    yield from following.finditer(text)


_STEP = r"steps?|schritt|[ée]tape|paso|passo|passaggio|pasul|pas"
_PHASE = r"phase|stage|part|teil|abschnitt|partie|fase|etapa|parte|faza|partea|stadiul?"
_PHASE_WORD = re.compile(rf"\b(?:{_PHASE})\b", re.IGNORECASE)
_BOLD = r"(?:\*\*|__)"
_WORDED = re.compile(
    rf"{_BOLD}?(?:(?P<step>{_STEP})|(?P<phase>{_PHASE}))[ \t\u00a0]+"
    r"(?:(?:n[o°.]+|nr\.?|no\.|number|\#|a|al)[ \t]*)?"
    r"(?P<count>[0-9]{1,5}(?:\.[0-9]{1,5}){0,4}(?:[a-z](?![^\W_]))?|[^\W\d_]{2,14}|[a-z](?![^\W_]))"
    r"(?:[ \t]*(?:/|of|von|de|sur|di|din)[ \t]*[0-9]{1,5})?(?:"
    rf"{_BOLD}?[ \t\u00a0]*(?:[:.)–—]|-(?=[ \t]))+{_BOLD}?(?=\s|\Z)|\t|[ ]{{2,}}"
    rf"|[ \t]*{_BOLD}?(?=[\r\n]|\Z))[ \t]*",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    rf"{_BOLD}?(?P<count>[^\W\d_]{{3,14}}|[0-9]{{1,2}}(?:st|nd|rd|th|\.|º|ª|e|er|re|ère)?)[ \t]+"
    rf"(?:(?P<step>{_STEP})|(?P<phase>{_PHASE}))"
    rf"(?:{_BOLD}?[ \t\u00a0]*(?:[:–—]|-(?=[ \t])){_BOLD}?(?=\s|\Z)"
    rf"|[ \t]*{_BOLD}?(?=[\r\n]|\Z))[ \t]*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"{_BOLD}(?P<bold>[0-9]{{1,9}})[.):](?:{_BOLD}(?=\s|\Z)|(?=[ \t]))[ \t]*"
    rf"|{_BOLD}(?P<closed>[0-9]{{1,9}}){_BOLD}[.)][ \t]+"
    rf"|(?P<outline>{_BOLD}?[0-9]{{1,5}}(?:\.[0-9]{{1,5}}){{1,5}})[.):]?{_BOLD}?"
    r"(?=[ \t]|[\r\n])[ \t]*"
)
_BOX = re.compile(r"(?:\[[ xX✓✔]\]|[☐☑☒□▢])[ \t]+(?=\S)")
_LINE = _of_lines(
    r"(?P<indent>[ \t]*+)(?:"
    r"(?P<hashes>\#{1,6}[ \t]+)?\*{0,2}(?P<outline>[0-9]{1,5}(?:\.[0-9]{1,5}){0,5})"
    r"(?P<dot>[.):]?)(?=[ \t*])"
    r"|(?P<letter>[a-z]{1,2}|[A-Z]{1,2}|[ivx]{3,7}|[IVX]{3,7})[.)](?=[ \t])"
    r"|\((?P<inside>[a-z]{1,2}|[A-Z]{1,2}|[ivx]{3,7}|[IVX]{3,7}|[0-9]{1,5})\)(?=[ \t])"
    r")[* \t]*(?P<rest>[^\r\n]{0,70})"
)
_APART = _of_lines(
    r"[ \t]{0,12}+(?P<number>[0-9]{1,5})(?:[/:]|\.?[°ºª]|\ufe0f?\u20e3|[ \t]+[-–—])[ \t]+(?=\S)"
)
_MAYBE_YEARS = 100
"""From here on a number with a dash is only one of a list that has counted up to it."""
_ORDINALS = {word: n for table in reversed(ORDERING.values()) for word, n in table.items()}


class Outline:
    """The markers of a text that are ones only because of others."""

    def __init__(self, text: str) -> None:
        self._letters: dict[int, tuple[int, int, str]] = {}
        """From the start of a letter its end, its number, and what it is called."""
        self._levels: set[tuple[int, ...]] = set()
        self._bare: dict[int, tuple[int, int]] = {}
        """From the start of a number without a dot its end and the number."""
        last: dict[str, tuple[int, re.Match[str]]] = {}
        bare: list[re.Match[str]] = []
        for found in _each(_LINE, text):
            levels = found["outline"]
            if levels:
                is_outline = "." in levels
                self._levels.add(
                    tuple(map(int, levels.split("."))) if is_outline else (int(levels),)
                )
                if not is_outline and not found["dot"] and not found["hashes"]:
                    bare.append(found)
            else:
                self._letter(found, last)
        sections = sum(named(found["rest"])[0] for found in bare) > 1
        for found in bare:
            number = int(found["outline"])
            over = {(number, 0), (number, 1)} & self._levels
            if (sections or over) and len(found["rest"]) <= LONGEST:
                self._bare[found.start("outline")] = found.start("rest"), number
        self._apart(text)

    def _apart(self, text: str) -> None:
        """Numbers that something else than a dot sets apart, where they count on."""
        before: re.Match[str] | None = None
        for found in _each(_APART, text):
            number = int(found["number"])
            if before is not None and number == int(before["number"]) + 1:
                counted = before.start("number") in self._bare
                if counted or number < _MAYBE_YEARS:
                    for one in (before, found):
                        self._bare[one.start("number")] = one.end(), int(one["number"])
            before = found

    def _letter(self, found: re.Match[str], last: dict[str, tuple[int, re.Match[str]]]) -> None:
        written = found["letter"] or found["inside"]
        group = "letter" if found["letter"] else "inside"
        begin = found.start(group) - (group == "inside")
        end = found.end(group) + 1
        while end < len(found.string) and found.string[end] in " \t":
            end += 1
        counts_on: list[tuple[int, int]] = []
        """Where the line begins that it counts on from, and its own number."""
        for kind, value in _values(written):
            key = f"{group} {kind} {len(found['indent']) // 2}"
            before = last.get(key)
            if before is not None and value == before[0] + 1:
                first = before[1]
                start = first.start(group) - (group == "inside")
                if start not in self._letters:
                    self._letters[start] = _span(first, group, before[0])
                counts_on.append((start, value))
                last[key] = value, found
            elif value == 1:
                last[key] = value, found
                if not counts_on and found.string[found.end(group)] == ")":
                    self._letters[begin] = end, value, written
        if counts_on:  # v. after u. is a letter, even where a iv. stands further up
            self._letters[begin] = end, max(counts_on)[1], written

    def marker(self, text: str, at: int) -> Marker | None:
        """The marker that begins at that place, where a line has its first character."""
        if (after := box(text, at)) > at:
            return Marker(Rank.BULLET, after, is_box=True)
        if at in self._letters:
            end, number, label = self._letters[at]
            is_roman = label.isupper() and number == roman_value(label.lower())
            return Marker(Rank.ROMAN if is_roman else Rank.LETTER, end, number, label)
        if at in self._bare:
            end, number = self._bare[at]
            return Marker(Rank.NUMBER, end, number, levels=(number,))
        return self.numbered(text, at) or worded(text, at)

    def numbered(self, text: str, at: int) -> Marker | None:
        """`**1.** `, or `5.1 ` where it goes on an outline."""
        found = _NUMBERED.match(text, at)
        if found is None:
            return None
        if found["outline"] is None:
            number = int(found["bold"] or found["closed"])
            return Marker(Rank.NUMBER, found.end(), number, levels=(number,))
        label = found["outline"].strip("*_")
        levels = tuple(map(int, label.split(".")))
        if not self._continues(levels):
            return None
        if levels[1:] == (0,):
            # 1.0, 2.0 … are 1, 2 …
            return Marker(Rank.NUMBER, found.end(), levels[0], label, levels[:1])
        return Marker(Rank.OUTLINE, found.end(), levels[-1], label, levels)

    def _continues(self, levels: tuple[int, ...]) -> bool:
        *above, last = levels
        if last == 0 and len(above) == 1:
            return {(above[0] + 1, 0), (above[0] - 1, 0)} & self._levels != set()
        if last > 1:
            return (*above, 1) in self._levels or (*above, 0) in self._levels
        return (*above, last + 1) in self._levels or tuple(above) in self._levels


def worded(text: str, at: int) -> Marker | None:
    """`Step 2: `, `STEP 2  `, `Étape 1 : `, `**Phase two** — `, `Etapa a doua`, `First step: `."""
    found = _WORDED.match(text, at) or _ORDERED.match(text, at)
    if found is None:
        return None
    count = found["count"]
    levels: tuple[int, ...] = ()
    if count[0].isdigit():
        levels = tuple(int(part) for part in re.findall(r"[0-9]+", count))
    else:
        said = fold(count).text
        number = ANY_COUNTING.get(said) or _ORDINALS.get(said) or roman_value(said)
        number = number or (ord(said) - 96 if len(said) == 1 else 0)
        if not number:
            return None
        levels = (number,)
    noun = "step" if found["step"] else "phase"
    first = min(found.start(noun), found.start("count"))
    last = max(found.end(noun), found.end("count"))
    return Marker(
        Rank.WORD, found.end(), levels[-1], text[first:last], levels, found["phase"] is not None
    )


def is_phase(label: str) -> bool:
    """Whether the label of a step says that it is a phase: `Phase 2`."""
    return _PHASE_WORD.search(label) is not None


def box(text: str, at: int) -> int:
    """Where what follows a check box begins; `at` when there is none."""
    found = _BOX.match(text, at)
    return found.end() if found is not None else at


def _span(found: re.Match[str], group: str, value: int) -> tuple[int, int, str]:
    end = found.end(group) + 1
    while end < len(found.string) and found.string[end] in " \t":
        end += 1
    return end, value, found[group]


def _values(written: str) -> list[tuple[str, int]]:
    """What a letter may count as: `i` is the ninth, and one in Roman numbers."""
    if written.isdigit():
        return [("digit", int(written))]
    values = []
    low = written.lower()
    case = "upper" if written != low else "lower"
    if len(low) <= 2:
        values.append((case, letter_value(low)))
    if roman := roman_value(low):
        values.append((f"roman {case}", roman))
    return values
