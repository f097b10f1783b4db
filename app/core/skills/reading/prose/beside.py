"""The condition that the sentence around an annotation says: "if it fails, @loop: 2 max=4"."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from app.core.skills.model import Jump
from app.core.skills.reading.folding import Folded
from app.core.skills.reading.languages.every import IF, LANGUAGES
from app.core.skills.reading.prose.conditions import (
    Place,
    Span,
    condition_after,
    condition_of,
)
from app.core.skills.reading.prose.sentences import Sentence, Sentences
from app.core.skills.reading.prose.telling import SHORT


def with_conditions(
    text: str, folded: Folded, written: Sequence[Jump], start: int, end: int
) -> list[Jump]:
    """Those in the step `text[start:end]` that say none themselves take that of their sentence."""
    left = folded.inner(start)
    low = folded.text[left : folded.inner(end)]
    sentences = Sentences(low, 0, len(low))
    jumps = []
    for jump in written:
        at = folded.inner(jump.start) - left
        span = None
        if not jump.condition:
            span = _of_short(low, at) if len(low) <= SHORT else _condition(sentences, at)
        if span is not None:
            words = text[folded.outer(left + span[0]) : folded.outer(left + span[1])]
            said = " ".join(words.replace("*", "").split()).strip(" ,:;.")
            jumps.append(replace(jump, condition=said))
        else:
            jumps.append(jump)
    return jumps


@lru_cache(maxsize=2048)
def _of_short(low: str, at: int) -> Span | None:
    return _condition(Sentences(low, 0, len(low)), at)


def _condition(sentences: Sentences, at: int) -> Span | None:
    """Where in a step the sentence of the annotation at that place says a condition."""
    low = sentences.low
    own = sentences.around(at, at)
    sentence = Sentence(own.start, at)
    if not low[own.start : at].strip(" \t\r\n*_-(["):
        previous = sentences.before(own)
        if previous is None:
            return None
        sentence = previous
    if IF.search(low, sentence.start, sentence.end) is None:
        return None
    for language in LANGUAGES:
        place = Place(
            low, language, sentences, sentence, sentence.end, sentence.end,
            sentence.start, sentence.end,
        )  # fmt: skip
        spans = condition_of(place, sentence) or _repeated(place)
        if spans:
            return spans[0]
    return None


def _repeated(place: Place) -> tuple[tuple[int, int], ...]:
    """The condition behind a verb that says to do again: "repeat until it is empty"."""
    low, language, sentence = place.low, place.language, place.sentence
    found = language.repeating.search(low, sentence.start, sentence.end)
    if found is None:
        return ()
    span = condition_after(place, found.end(), sentence.end)
    return (span,) if span is not None else ()
