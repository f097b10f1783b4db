"""Where a text refers to its steps: in jumps, and wherever else a step is named by its number."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.skills.model import BlockKind, Jump, Skill, Step
from app.core.skills.reading.annotations import hide_blocks, hide_emphasis, hide_inline
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.deleted import hide_deleted
from app.core.skills.reading.folding import Folded, fold
from app.core.skills.reading.jumps import MARKER
from app.core.skills.reading.languages.every import LANGUAGES
from app.core.skills.reading.languages.language import NUMBER, Language
from app.core.skills.reading.numerals import COUNTING
from app.core.skills.reading.prose.phases import in_phase, is_phase
from app.core.skills.reading.targets import Targets

Edit = tuple[int, int, str]

_TOKEN = re.compile(rf"{NUMBER}|[^\W\d_]+")
_DIGITS = re.compile(r"[^,\n]*[0-9]\s*")
_BEFORE = re.compile(r"(?P<word>[\w'-]+)\s+\Z")
_ARTICLE = re.compile(r"\b(?:the|la)\s+\Z|\bl['’]\s*\Z", re.IGNORECASE)
_LED = 60
"""Characters in front of a step in which the verb is that leads there."""
_BEGIN = (
    "beginning start top scratch inceput inceputul inceputului capat principio inicio comienzo cero"
    " debut zero anfang vorn vorne beginn neuem inizio capo comeco"
)
_BEGINNING = frozenset(_BEGIN.split())
"""What means the first step, whichever that is."""
_QUIET = (
    BlockKind.FRONTMATTER, BlockKind.COMMENT, BlockKind.TITLE, BlockKind.RECIPE, BlockKind.MEMORY,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reference:
    """`text[start:end]` means the step at position `target`, said in the step `owner` (0: none).

    Where it means a phase as a whole, `phase` is that one. `noun` is the word for *step* that is
    part of it; `jump` is what it belongs to where it leads somewhere.
    """

    start: int
    end: int
    target: int
    owner: int
    phase: int = 0
    noun: str = ""
    language: Language | None = None
    jump: Jump | None = None
    is_annotation: bool = False


def edited(text: str, edits: Sequence[Edit]) -> str:
    """`text` with each `text[start:end]` replaced; the edits do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits):
        parts += (text[at:start], new)
        at = end
    return "".join((*parts, text[at:]))


def references(skill: Skill) -> list[Reference]:
    """Every reference to a step that exists, in the order of the text.

    "Start over" and "from the beginning" mean no step in particular, and "go on with the next
    step" none but whatever follows: they are left out.
    """
    said = sorted(_Mentions(skill).found(), key=lambda one: (one.start, -one.end))
    found: list[Reference] = []
    taken: list[tuple[int, int]] = []
    for step in skill.steps:
        for jump in step.jumps:
            reference = _of_jump(skill.text, step, jump, said)
            if reference is not None and not _touches(taken, reference):
                taken.insert(
                    bisect_right(taken, (reference.start, reference.end)),
                    (reference.start, reference.end),
                )
                found.append(reference)
    for one in said:
        if not _touches(taken, one):
            taken.insert(bisect_right(taken, (one.start, one.end)), (one.start, one.end))
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def followed(skill: Skill) -> list[Reference]:
    """The references that follow their steps: not the number a step has in its own words.

    "4. Step 4 is done" says what it is called, and so do steps of which most begin like that.
    """
    found = references(skill)
    opening = [one for one in found if _opens(skill, one)]
    most = 2 * len(opening) >= len(skill.steps) > 1
    names = {one.start for one in opening if most or one.target == one.owner}
    return [one for one in found if one.start not in names]


def _opens(skill: Skill, one: Reference) -> bool:
    """Whether the text of its step begins with it, and it leads nowhere."""
    if not one.owner or one.jump is not None or one.start == one.end:
        return False
    said = skill.text[skill.steps[one.owner - 1].body_start : one.start]
    return len(said.split()) == 1 and said.strip().isalpha()


def _touches(taken: list[tuple[int, int]], one: Reference) -> bool:
    n = bisect_right(taken, (one.start, one.end))
    before = n > 0 and taken[n - 1][1] > one.start
    return before or (n < len(taken) and taken[n][0] < one.end)


def _of_jump(text: str, step: Step, jump: Jump, said: list[Reference]) -> Reference | None:
    if jump.target is None:
        return None
    start, end = jump.reference_start, jump.reference_end
    marker = MARKER.match(text, jump.start)
    if start == end:
        if marker is None:
            return None
        at = marker.end()
        return Reference(at, at, jump.target, step.position, jump=jump, is_annotation=True)
    words = fold(text[start:end]).text.split()
    if words and words[-1] in _BEGINNING and marker is None:
        return None
    same = next((one for one in said if one.start < end and start < one.end), None)
    if same is not None and same.start <= start and end <= same.end:
        return replace(same, target=jump.target, jump=jump)
    is_annotation = same is None and marker is not None and text[start].isdigit()
    is_annotation = is_annotation or (marker is not None and jump.start <= start < jump.end)
    noun = ""
    if not is_annotation and len(words) > 1:
        noun = text[start:end].rsplit(maxsplit=1)[-1]
        start = _with_article(text, start)
    return Reference(
        start, end, jump.target, step.position, 0, noun, same.language if same else None, jump,
        is_annotation,
    )  # fmt: skip


def _with_article(text: str, start: int) -> int:
    """Where a phrase begins with its article, as far as it goes when a number takes its place."""
    article = _ARTICLE.search(text, max(0, start - 8), start)
    return article.start() if article is not None else start


class _Mentions:
    """The steps that are named by a number or a neighbour's word, with the noun beside it."""

    def __init__(self, skill: Skill) -> None:
        opaque = [(b.start, b.end) for b in skill.blocks if b.kind in _QUIET]
        opaque += [span for span in cut(skill.text).opaque if not _inside(span, opaque)]
        folded = fold(hide_inline(hide_blocks(skill.text, sorted(opaque))))
        self._skill = skill
        self._low = hide_emphasis(hide_deleted(folded.text))
        self._folded = Folded(self._low, folded.offsets)
        self._targets = Targets.of(skill.steps, skill.phases)
        self._taken: set[int] = set()
        self._markers = [(step.start, step.body_start) for step in skill.steps]

    def found(self) -> Iterator[Reference]:
        for language in LANGUAGES:
            for noun in language.noun.finditer(self._low):
                if noun.start() in self._taken or self._is_marker(noun.start()):
                    continue
                for one in self._named(noun, language):
                    self._taken.add(noun.start())
                    yield one

    def _is_marker(self, at: int) -> bool:
        """Whether it is part of what marks a step or a phase: `Step 3: `."""
        outer = self._folded.outer(at)
        n = bisect_right(self._markers, outer, key=lambda marker: marker[0]) - 1
        if n >= 0 and outer < self._markers[n][1]:
            return True
        return any(phase.start <= outer < phase.end for phase in self._skill.phases)

    def _owner(self, at: int) -> int:
        outer, steps = self._folded.outer(at), self._skill.steps
        n = bisect_right(steps, outer, key=lambda step: step.start)
        return n if n and outer < steps[n - 1].end else 0

    def _named(self, noun: re.Match[str], language: Language) -> Iterator[Reference]:
        numbers = language.numbered.match(self._low, noun.end())
        if numbers is not None:
            inside = self._in_phase(noun, numbers, language)
            if inside is not None:
                yield inside
            elif not noun["item"]:
                yield from self._numbered(noun, numbers, language)
        elif noun["one"]:
            yield from self._beside(noun, language)

    def _numbered(
        self, noun: re.Match[str], numbers: re.Match[str], language: Language
    ) -> Iterator[Reference]:
        owner = self._owner(noun.start())
        several = numbers["several"] and (not noun["one"] or _DIGITS.fullmatch(numbers["several"]))
        end = numbers.end() if several or numbers["range"] else numbers.end("first")
        if language.elsewhere.match(self._low, end):
            return
        for token in _TOKEN.finditer(self._low, numbers.start("first"), end):
            word = token[0]
            if word.isdigit() or word in COUNTING[language.code]:
                target = self._targets.word(word, owner, language)
            elif word[0].isdigit():
                target = self._targets.outlined(word)
            else:
                continue
            if target is not None:
                yield self._reference(*token.span(), target, owner, language)

    def _in_phase(
        self, noun: re.Match[str], numbers: re.Match[str], language: Language
    ) -> Reference | None:
        """*step 2 of phase one*, *phase 2, step 1*, and *phase 2* as a whole."""
        word = numbers["first"]
        number = int(word) if word.isdigit() else COUNTING[language.code].get(word, 0)
        if not number or (numbers["several"] and not noun["item"]):
            return None
        said = noun[0].strip()
        if noun["item"] and not is_phase(said, word, self._targets):
            return None
        end = numbers.end("first")
        inside = in_phase(self._low, said, number, end, self._targets)
        if inside is None or inside.target is None:
            return None
        owner = self._owner(noun.start())
        if noun["item"] and inside.end == end:
            phase = self._targets.phase(word)
            first, last = numbers.span("first")
            return self._reference(first, last, inside.target, owner, language, phase)
        start = noun.start() if noun["item"] else numbers.start("first")
        one = self._reference(start, inside.end, inside.target, owner, language)
        return replace(one, noun=_STEP_NOUN[language.code]) if noun["item"] else one

    def _beside(self, noun: re.Match[str], language: Language) -> Iterator[Reference]:
        """*the second step*, *pasul anterior*: an ordinal or relative word with its noun."""
        low, owner = self._low, self._owner(noun.start())
        after = language.word.match(low, noun.end())
        if after is not None:
            target = self._by_word(after["word"], noun.start(), owner, language)
            if target is not None:
                yield self._reference(*after.span("word"), target, owner, language)
                return
        before = _BEFORE.search(low, max(0, noun.start() - 30), noun.start())
        if before is None:
            return
        target = self._by_word(before["word"], before.start(), owner, language)
        if target is not None:
            outer, text = self._folded.outer, self._skill.text
            start = _with_article(text, outer(before.start("word")))
            end = outer(noun.end() - 1) + 1
            yield Reference(start, end, target, owner, 0, text[outer(noun.start()) : end], language)

    def _by_word(self, word: str, at: int, owner: int, language: Language) -> int | None:
        way = language.relative.get(word)
        if way == 0 or (way is not None and not owner) or (not word[0].isdigit() and len(word) < 3):
            return None
        if way == 1 and language.lead.search(self._low, max(0, at - _LED), at):
            return None
        return self._targets.word(word, owner, language)

    def _reference(
        self, start: int, end: int, target: int, owner: int, language: Language, phase: int = 0
    ) -> Reference:
        outer = self._folded.outer
        return Reference(outer(start), outer(end - 1) + 1, target, owner, phase, "", language)


_STEP_NOUN = {
    "en": "step", "ro": "pasul", "es": "paso", "fr": "étape", "de": "Schritt", "it": "passo",
    "pt": "passo",
}  # fmt: skip


def _inside(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(start <= span[0] < end for start, end in others)
