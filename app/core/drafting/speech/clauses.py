"""A sentence taken apart into the things that it tells somebody to do. Pure."""

import re
from collections.abc import Iterator, Sequence

from app.core.drafting.speech.speech import Speech
from app.core.skills.reading.folding import fold

_EDGES = ".,;:!?()\"“”„«»"
_ASKED = frozenset("whether if how what who until ob wer wie was dass bis si s'il s'ils daca se".split())
"""After a verb that stands alone: “entscheiden, ob …”."""
_EMBEDS = re.compile(r"\b(?:whether|ob)\b")
"""What follows an “and” behind one of these may be part of the question."""


def clauses(sentence: str, speech: Speech) -> list[str]:
    """The sentence's words in as many pieces as it tells things to do; one if it tells one.

    A piece of an enumeration that tells nothing to do, such as a noun, stays with the one before.
    """
    found: list[str] = []
    start = 0
    joints = list(_joints(sentence, speech))
    for number, (left, right) in enumerate(joints):
        if right <= start or left < start:
            continue
        ends = [at for at, _end in joints[number + 1 :] if at > right]
        piece = sentence[right : ends[0] if ends else len(sentence)]
        if len(piece.split()) == 1 and ends:
            after = sentence[ends[0] : ends[1] if len(ends) > 1 else len(sentence)]
            piece += after if _asks(after) else ""
        if _parts(sentence[start:left], piece, sentence[left:right], speech):
            found.append(sentence[start:left].rstrip(" ,;"))
            start = right
    return [*found, sentence[start:]]


def is_action(clause: str, speech: Speech) -> bool:
    """Whether it tells somebody to do something."""
    original = without_lead(clause, speech).split()
    words = [fold(word).text.strip(_EDGES) for word in original]
    return bool(words) and bool(words[0]) and speech.acts(words, original)


def without_lead(clause: str, speech: Speech) -> str:
    """Without the words that only say that it is the next thing."""
    while True:
        folded = fold(clause)
        lead = speech.lead.match(folded.text)
        if lead is None or lead.end() in (0, len(folded.text)):
            return clause
        clause = clause[folded.outer(lead.end()) :]


def is_conditional(clause: str, speech: Speech) -> bool:
    """Whether it is only done if something is so."""
    return speech.condition.match(fold(without_lead(clause, speech)).text) is not None


def _joints(sentence: str, speech: Speech) -> Iterator[tuple[int, int]]:
    folded = fold(sentence)
    for joint in speech.joint.finditer(folded.text):
        if joint.end() > joint.start():
            yield folded.outer(joint.start()), folded.outer(joint.end())


def _parts(left: str, right: str, joint: str, speech: Speech) -> bool:
    """Whether something else begins at the right of a joint."""
    said = without_lead(left, speech)
    if speech.otherwise.match(fold(right).text):
        return False
    if is_conditional(left, speech) and "," not in left and ";" not in joint and "," in joint:
        return False
    if len(said.split()) < 2 or (not set(joint) & set(",;") and _EMBEDS.search(fold(said).text)):
        return False
    if is_conditional(left, speech) and not set(joint) & set(",;") and "," in left:
        return False  # “if so, do this and that”
    return is_conditional(right, speech) or is_action(right, speech)


def _asks(after: str) -> bool:
    words: Sequence[str] = fold(after).text.strip(" ,").split()
    return bool(words) and words[0] in _ASKED
