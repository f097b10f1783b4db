"""A sentence taken apart into the things that it tells somebody to do. Pure."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence

from app.core.drafting.speech.speech import Speech
from app.core.skills.reading.folding import fold

_EDGES = '.,;:!?()"“”„«»'
_ASKED = frozenset(
    [
        "whether",
        "if",
        "how",
        "what",
        "who",
        "until",
        "ob",
        "wer",
        "wie",
        "was",
        "dass",
        "bis",
        "si",
        "s'il",
        "s'ils",
        "daca",
        "se",
    ]
)
"""After a verb that stands alone: “entscheiden, ob …”."""
_BEGINNING = 200
"""Characters in which a clause shows what it is."""
_EMBEDS = re.compile(r"\b(?:whether|ob)\b")
"""What follows an “and” behind one of these may be part of the question."""


def clauses(sentence: str, speech: Speech) -> list[str]:
    """The sentence's words in as many pieces as it tells things to do; one if it tells one.

    A piece of an enumeration that tells nothing to do, such as a noun, stays with the one before.
    """
    joints = list(_joints(sentence, speech))
    questions = [found.start() for found in _EMBEDS.finditer(fold(sentence).text)]
    found: list[str] = []
    left = _Left(sentence, 0, speech)
    for number, (end, right) in enumerate(joints):
        ends = [at for at, _right in joints[number + 1 : number + 3]]
        piece = sentence[right : ends[0] if ends else len(sentence)]
        if len(piece.split()) == 1 and ends:
            after = sentence[ends[0] : ends[1] if len(ends) > 1 else len(sentence)]
            piece += after if _asks(after) else ""
        asks = bisect(questions, end) > bisect(questions, left.start)
        if left.ends_at(end, sentence[end:right], piece, asks=asks):
            found.append(sentence[left.start : end].rstrip(" ,;"))
            left = _Left(sentence, right, speech)
    return [*found, sentence[left.start :]]


class _Left:
    """What stands before a joint since the last thing to do began."""

    def __init__(self, sentence: str, start: int, speech: Speech) -> None:
        self.start = start
        self._speech = speech
        begins = without_lead(sentence[start : start + _BEGINNING], speech)
        self._words = sentence[start : start + _BEGINNING]
        self._lead = len(sentence[start : start + _BEGINNING]) - len(begins)
        self._is_conditional = is_conditional(begins, speech)
        self._is_setting = speech.setting.match(fold(begins).text) is not None
        self._has_comma = False
        self._sentence, self._last = sentence, start

    def ends_at(self, end: int, joint: str, right: str, *, asks: bool) -> bool:
        """Whether something else begins at the right of a joint; each joint in its turn."""
        pauses, had_comma = bool(set(joint) & set(",;")), self._has_comma
        self._has_comma |= "," in joint
        if self._speech.otherwise.match(fold(right).text):
            return False
        if self._is_conditional and "," in joint and not had_comma:
            return False
        if self._is_setting and "," in joint and not had_comma:
            before = self._words[: end - self.start]
            return is_action(before, self._speech) and is_action(right, self._speech)
        if self._is_conditional and had_comma and not pauses:
            return False  # “if so, do this and that”
        said = self._words[self._lead : end - self.start]
        last = self._sentence[self._last : end].split()
        self._last = end + len(joint)
        if (len(last) < 2 and not pauses) or only_names(said, self._speech):
            return False
        alone = len(said.split()) < 2 and not (
            pauses and self.start and is_action(said, self._speech)
        )
        if alone or (asks and not pauses):
            return False
        return is_conditional(right, self._speech) or is_action(right, self._speech)


def is_action(clause: str, speech: Speech) -> bool:
    """Whether it tells somebody to do something."""
    original = without_lead(clause, speech).split()
    words = [fold(word).text.strip(_EDGES) for word in original]
    return bool(words) and bool(words[0]) and speech.acts(words, original)


def only_names(clause: str, speech: Speech) -> bool:
    """Whether it names things without saying what to do with them."""
    original = clause.split()
    words = [fold(word).text.strip(_EDGES) for word in original]
    return bool(words) and speech.only_names(words, original)


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


def _asks(after: str) -> bool:
    words: Sequence[str] = fold(after).text.strip(" ,").split()
    return bool(words) and words[0] in _ASKED
