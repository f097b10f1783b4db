"""The condition that the sentence around an annotation says: "if it fails, @loop: 2 max=4"."""

from collections.abc import Sequence
from dataclasses import replace

from app.core.skills.model import Jump
from app.core.skills.reading.folding import Folded
from app.core.skills.reading.languages.every import IF, LANGUAGES
from app.core.skills.reading.prose.conditions import Place, condition_after, condition_of
from app.core.skills.reading.prose.sentences import Sentence, Sentences


def with_conditions(
    text: str, folded: Folded, written: Sequence[Jump], start: int, end: int
) -> list[Jump]:
    """Those in the step `text[start:end]` that say none themselves take that of their sentence."""
    sentences = Sentences(folded.text, folded.inner(start), folded.inner(end))
    jumps = []
    for jump in written:
        said = "" if jump.condition else _said(text, folded, jump, sentences)
        jumps.append(replace(jump, condition=said) if said else jump)
    return jumps


def _said(text: str, folded: Folded, jump: Jump, sentences: Sentences) -> str:
    low, at = folded.text, folded.inner(jump.start)
    own = sentences.around(at, at)
    sentence = Sentence(own.start, at)
    if not low[own.start : at].strip(" \t\r\n*_-(["):
        previous = sentences.before(own)
        if previous is None:
            return ""
        sentence = previous
    if IF.search(low, sentence.start, sentence.end) is None:
        return ""
    for language in LANGUAGES:
        place = Place(
            low, language, sentences, sentence, sentence.end, sentence.end,
            sentence.start, sentence.end,
        )  # fmt: skip
        spans = condition_of(place, sentence) or _repeated(place)
        if spans:
            words = text[folded.outer(spans[0][0]) : folded.outer(spans[0][1])]
            return " ".join(words.replace("*", "").split()).strip(" ,:;.")
    return ""


def _repeated(place: Place) -> tuple[tuple[int, int], ...]:
    """The condition behind a verb that says to do again: "repeat until it is empty"."""
    low, language, sentence = place.low, place.language, place.sentence
    found = language.repeating.search(low, sentence.start, sentence.end)
    if found is None:
        return ()
    span = condition_after(place, found.end(), sentence.end)
    return (span,) if span is not None else ()
