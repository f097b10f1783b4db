"""A rough description sorted into goals and steps without a model. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import shorten

from app.core.drafting.speech.clauses import clauses, is_action, is_conditional, without_lead
from app.core.drafting.speech.languages import speech_of
from app.core.drafting.speech.speech import Speech
from app.core.memory.retrieval.tokenise import content, stem
from app.core.skills.editing.writing import compose
from app.core.skills.model import GoalKind
from app.core.skills.reading.folding import fold
from app.core.skills.reading.languages.every import LANGUAGES
from app.core.skills.reading.prose.caps import caps

LONGEST = 20_000
"""Characters of a description; more is a document, not a description."""
_LONGEST_TITLE = 80
_POINT = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+")
_SENTENCE = re.compile(r"(?<=[.!?。！？])[ \t]+(?=[¿¡]?[^\W\d_a-z])")
_PREFIX = re.compile(rf"({'|'.join(kind.value for kind in GoalKind)})[ \t]*:[ \t]*", re.IGNORECASE)
_KINDS = {kind.value.lower(): kind for kind in GoalKind}
_ORDER = (
    GoalKind.ON_FAILURE,
    GoalKind.TRIGGER,
    GoalKind.PREREQUISITES,
    GoalKind.OUT_OF_SCOPE,
    GoalKind.SUCCESS,
)
"""The first of them that a sentence begins like is what it is."""
_SAME_BEGINNING = 5
"""Letters after which two words are forms of one: “prüfe” and “prüfen”."""
_A_SENTENCE = 3
"""Words that there are in a sentence: somebody, what they do, and to what."""
_SEVERAL = re.compile(r",\s")
_OCCASION = re.compile(
    r",\s+|(?<=\w)(?<!when)(?<!ever)(?<!soon as)\s+(?=(?:I|we)\s)", re.IGNORECASE
)
"""Ends an occasion: “Whenever it is down I restart it.”"""
_COLON = re.compile(r"\s?:\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a description says, in its words, and what became of it.

    `goal` or `step`, the step's position; neither for a part that is the title or nothing.
    """

    text: str
    goal: GoalKind | None = None
    step: int = 0


@dataclass(slots=True)
class Outline:
    """The parts of a description; `text` writes them as a skill."""

    title: str = ""
    goals: dict[GoalKind, str] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def text(self) -> str:
        body = "\n".join(f"{n}. {step}" for n, step in enumerate(self.steps, 1))
        return compose(self.title, self.goals, body, ())

    def add(self, kind: GoalKind, value: str, said: str = "") -> None:
        """A goal, joined to what it says already."""
        before = self.goals.get(kind, "")
        self.goals[kind] = f"{before} {value}" if before else value
        self.parts.append(Part(said or value, kind))


def outline(description: str) -> Outline:
    """The description in its own words: a clause is a goal where it says so, else a step.

    The first line is the title when it reads like one.
    """
    lines = unicodedata.normalize("NFC", description[:LONGEST]).splitlines()
    lines = [line for line in lines if line.strip()]
    reader = _Reader(speech_of(description))
    if lines and _is_title(lines[0], alone=len(lines) == 1):
        reader.found.title = lines[0].strip(" \t#:*")
        reader.found.parts.append(Part(lines.pop(0).strip()))
    said = list(_sentences(lines))
    for number, sentence in enumerate(said):
        left = reader.opened(sentence, said[1:]) if number == 0 else sentence
        if left:
            reader.read(left)
    return reader.finished()


class _Reader:
    """What a description says, while it is read sentence by sentence."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._until = ""
        self._stop = "."
        self._was_conditional = False
        self.found = Outline()

    # The first sentence

    def opened(self, sentence: str, following: Sequence[str]) -> str:
        """The first sentence without what says what it is for, and when it is done."""
        speech = self._speech
        if _PREFIX.match(sentence) or self._goal_of(sentence) is not None:
            return sentence
        colon = _COLON.search(sentence)
        if colon is not None and colon.start() <= 2 * _LONGEST_TITLE:
            tail = sentence[colon.end() :]
            if is_action(clauses(tail, speech)[0], speech):
                self._headed(sentence[: colon.start()])
                return tail
        left = self._timed(self._purposed(sentence))
        pieces = clauses(left, speech)
        happens = speech.event.match(fold(left).text) and GoalKind.TRIGGER not in self.found.goals
        if following and happens and len(pieces) == 1 and not _SEVERAL.search(left):
            self.found.add(GoalKind.TRIGGER, left)
            return ""
        begins = following and without_lead(following[0], speech) != following[0]
        is_summary = left != sentence and len(pieces) == 1 and bool(begins)
        if is_summary and not is_conditional(left, speech):
            return self._titled(left)
        return self._timed_last(left, following) if left == sentence else left

    def _purposed(self, sentence: str) -> str:
        """Without what it is done for, at its beginning: the title."""
        words, comma, left = sentence.partition(", ")
        folded = fold(words)
        purpose = self._speech.purpose.fullmatch(folded.text)
        if not comma or purpose is None or not self._speech.setting.match(folded.text):
            return sentence
        if purpose.start("what") == 0 or not is_action(left, self._speech):
            return sentence
        return left if not self._titled(words[folded.outer(purpose.start("what")) :]) else sentence

    def _headed(self, head: str) -> None:
        """What stands before the colon that the steps come after."""
        left = self._timed_last(self._timed(head), ())
        if self._speech.event.match(fold(left).text) and GoalKind.TRIGGER not in self.found.goals:
            self.found.add(GoalKind.TRIGGER, _sentence(left, "."), left)
            return
        purpose = self._speech.purpose.fullmatch(fold(left).text)
        if purpose is not None:
            left = left[fold(left).outer(purpose.start("what")) :]
        if left:
            self._titled(left)

    def _titled(self, words: str) -> str:
        """Nothing is left of a sentence that is the title; all of it where there is one already."""
        title = _sentence(self._speech.plain(words)).rstrip(".")
        if self.found.title or len(title) > _LONGEST_TITLE:
            return words
        self.found.title = title
        self.found.parts.append(Part(words))
        return ""

    def _timed(self, sentence: str) -> str:
        """Without the occasion that it begins with, which is the Trigger."""
        folded = fold(sentence)
        often = self._speech.times.match(folded.text)
        if often is not None:
            end = folded.outer(often.end())
            left = sentence[end:].lstrip(", ")
            if self._speech.when.match(fold(left).text) and ", " in left:
                end = sentence.index(", ", len(sentence) - len(left))
                left = sentence[end:].lstrip(", ")
            tells = is_action(left, self._speech) or len(left.split()) >= _A_SENTENCE
            if sentence[end : end + 1] == "," or tells:
                self.found.add(GoalKind.TRIGGER, _sentence(sentence[:end], "."), sentence[:end])
                return left
        if self._speech.when.match(folded.text):
            ends = _OCCASION.search(sentence)
            occasion = sentence[: ends.start()] if ends is not None else ""
            left = sentence[ends.end() :] if ends is not None else ""
            if ends is not None and len(occasion) <= 2 * _LONGEST_TITLE:
                self.found.add(GoalKind.TRIGGER, f"{occasion}.", occasion)
                return left
        return sentence

    def _timed_last(self, sentence: str, following: Sequence[str]) -> str:
        """Without how often it is done at its end; a summary of more to come is the title."""
        folded = fold(sentence.rstrip(".!"))
        for often in self._speech.times.finditer(folded.text):
            at = often.start()
            if often.end() == len(folded.text) and at and folded.text[at - 1] in " ,":
                words, said = sentence[:at].rstrip(" ,"), sentence[at:].rstrip(".!")
                self.found.add(GoalKind.TRIGGER, _sentence(said, "."), said)
                if following and len(clauses(words, self._speech)) == 1:
                    return self._titled(words)
                return words
        return sentence

    # Every sentence

    def read(self, sentence: str) -> None:
        """Sort a sentence, or the clauses that it is made of."""
        self._stop = "." if sentence.endswith((".", "!", "?")) else ""
        prefix = _PREFIX.match(sentence)
        if prefix is not None:
            value = sentence[prefix.end() :].strip()
            self.found.add(_KINDS[prefix[1].lower()], value, sentence)
            return
        kind = self._goal_of(sentence)
        if kind is not None:
            self.found.add(kind, sentence)
        elif self._is_other_branch(sentence):
            self._join(sentence)
        elif is_conditional(sentence, self._speech):
            self._do(sentence)
        else:
            for clause in clauses(sentence, self._speech):
                self._do(clause)

    def finished(self) -> Outline:
        if self._until and GoalKind.SUCCESS not in self.found.goals:
            self.found.goals[GoalKind.SUCCESS] = _sentence(self._until, ".")
        self.found.title = self.found.title or self._subject()
        return self.found

    def _subject(self) -> str:
        """What it is about where no sentence says it: what happens before it is done."""
        occasion = self.found.goals.get(GoalKind.TRIGGER, "").rstrip(".")
        when = self._speech.when.match(fold(occasion).text)
        if when is None and self._speech.event.match(fold(occasion).text) is None:
            return ""
        happens = occasion[fold(occasion).outer(when.end()) :] if when is not None else occasion
        return shorten(_sentence(happens.strip()).rstrip("."), _LONGEST_TITLE, placeholder=" …")

    def _goal_of(self, sentence: str) -> GoalKind | None:
        folded = fold(sentence)
        for kind in _ORDER:
            cue = self._speech.goals[kind].match(folded.text)
            if cue is None:
                continue
            told = sentence[folded.outer(cue.end()) :].lstrip(", ")
            # “At the end I lock the door” is something to do.
            if kind is not GoalKind.SUCCESS or not is_action(told, self._speech):
                return kind
        said = without_lead(sentence, self._speech)
        only = self._speech.when.match(fold(said).text) is not None and not re.search("[,;]", said)
        return GoalKind.TRIGGER if only else None

    def _is_other_branch(self, sentence: str) -> bool:
        otherwise = self._speech.otherwise.match(fold(sentence).text)
        return otherwise is not None and self._was_conditional and bool(self.found.steps)

    def _join(self, sentence: str) -> None:
        """The other branch stays with its condition."""
        self.found.steps[-1] = f"{self.found.steps[-1]} {_sentence(sentence)}"
        self.found.parts.append(Part(sentence, step=len(self.found.steps)))

    def _do(self, clause: str) -> None:
        """A clause is a step unless it says what not to do."""
        speech, said = self._speech, without_lead(clause, self._speech)
        self._was_conditional = is_conditional(said, speech)
        folded = fold(said)
        forget = speech.forget.match(folded.text)
        if forget is not None and forget.end() < len(folded.text):
            said = said[folded.outer(forget.end()) :]
        elif not self._was_conditional and speech.never.match(folded.text):
            self.found.add(GoalKind.OUT_OF_SCOPE, _sentence(said, self._stop), clause)
            return
        said = self._with_end(said)
        step = _sentence(speech.plain(said), self._stop)
        if self._was_conditional and (before := self._done_before(said)):
            step = f"{step} @loop: {before}{self._most_often(said)}"
        self.found.steps.append(step)
        self.found.parts.append(Part(clause, step=len(self.found.steps)))

    def _done_before(self, said: str) -> int:
        """The step that is to be done again; 0 if none is, or it could be several."""
        condition, comma, told = fold(said).text.partition(",")
        told = told if comma else condition
        if self._speech.again.search(told) is None:
            return 0
        alike = [len(telling(told) & telling(step)) for step in self.found.steps]
        best = max(alike, default=0)
        return alike.index(best) + 1 if best and alike.count(best) == 1 else 0

    def _most_often(self, said: str) -> str:
        """The cap of a loop that is said: “at most three times”."""
        low = fold(said).text
        language = next(one for one in LANGUAGES if one.code == self._speech.code)
        counts = {cap.count for cap in caps(low, language, 0, len(low)) if cap.sure}
        return f" max={counts.pop()}" if len(counts) == 1 else ""

    def _with_end(self, said: str) -> str:
        """Remember until when it is done, and take out what it is done for: the Success."""
        folded = fold(said)
        if self._was_conditional:
            return said
        until = self._speech.until.search(folded.text)
        if until is not None:
            self._until = said[folded.outer(until.start("what")) : folded.outer(until.end())]
        result = self._speech.result.search(folded.text)
        if result is None or not folded.text[: result.start()].strip():
            return said
        what = said[folded.outer(result.start("what")) : folded.outer(result.end())]
        self.found.add(GoalKind.SUCCESS, _sentence(what, "."), said[folded.outer(result.start()) :])
        return said[: folded.outer(result.start())]


def _is_title(line: str, *, alone: bool) -> bool:
    if line.lstrip().startswith("#"):
        return True
    plain = line.strip()
    short = len(plain) <= _LONGEST_TITLE and not plain.endswith((".", "!", "?", ";", ","))
    return short and not alone and not _POINT.match(line) and not _PREFIX.match(plain)


def _sentences(lines: Sequence[str]) -> Iterator[str]:
    """What each point of a list says, and each sentence of a paragraph."""
    for line in _unwrapped(lines):
        point = _POINT.match(line)
        said = [line[point.end() :]] if point is not None else _SENTENCE.split(line.strip())
        yield from (" ".join(one.split()) for one in said if one.strip())


def _unwrapped(lines: Sequence[str]) -> Iterator[str]:
    """The lines, with one that goes on in the next joined to it."""
    whole = ""
    for line in lines:
        goes_on = line.lstrip()[:1].islower() and not _POINT.match(line) and whole
        if not goes_on and whole:
            yield whole
        whole = f"{whole} {line.strip()}" if goes_on else line
    if whole:
        yield whole


@lru_cache(maxsize=4096)
def telling(text: str) -> frozenset[str]:
    """The words that say something, as far as they are alike in all their forms."""
    return frozenset(fold(stem(word)).text[:_SAME_BEGINNING] for word in content(text))


def _sentence(words: str, end: str = "") -> str:
    """With a capital, and a stop where there is none."""
    plain = words.strip(" ,;")
    stop = "" if plain.endswith((".", "!", "?", ":", "。", "！", "？")) else end
    return plain[:1].upper() + plain[1:] + stop
