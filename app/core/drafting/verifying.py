"""What of a model's draft the description says; the rest is struck. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.drafting.outline import Outline, Part, telling
from app.core.drafting.speech.clauses import clauses, is_conditional
from app.core.drafting.speech.languages import speech_of
from app.core.drafting.speech.speech import Speech
from app.core.drafting.tracing import share
from app.core.memory.retrieval.tokenise import content
from app.core.skills.editing.render import delete_step
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.plain_words import step_words
from app.core.training.rewriting.required_words import negations
from app.core.training.rewriting.support import unfit
from app.core.training.rewriting.verdict import Why, reason
from app.core.words import _

_SUPPORTED = 0.5
"""Share of its telling words that the description must have."""
_OF_ONE = 1 / 3
"""Share that one part of it must have: words from everywhere are a new sentence."""
_FACT = re.compile(r"https?://[^\s)]*[^\s).,;:!?]|\$\w+|\d+(?:[.,:]\d+)*", re.IGNORECASE)
_STEP_NUMBER = re.compile(r"(?i)\b(?:steps?|schritte?|pasos?|étapes?|passos?|pasul)\s+\d+")


@dataclass(frozen=True, slots=True)
class Struck:
    """Words of a model that nobody said, and why they are not in the draft."""

    text: str
    why: str


def verified(
    found: Outline, description: str, parts: Sequence[Part]
) -> tuple[Outline, tuple[Struck, ...]]:
    """The draft without what the description does not say, and what that is.

    A clause that adds a number, a name in `$` or an address, that says “not” where nobody does, or
    whose words are not the description's, is taken out; so is a condition with all that depends
    on it. References to steps follow.
    """
    checker = _Checker(description, parts)
    kept = Outline(found.title, {}, [])
    steps = [checker.kept(step) for step in found.steps]
    for kind, said in found.goals.items():
        if any(is_repeated(said, one) for one in (*found.steps, *kept.goals.values())):
            checker.struck.append(Struck(said, _("The draft already says this elsewhere.")))
        elif left := checker.kept(said, kind):
            kept.goals[kind] = left
    for at, step in enumerate(steps):
        if step in steps[:at]:  # what is left of it was said before
            steps[at] = ""
    whole = Outline(steps=[step or "-" for step in steps]).text
    for position in [n for n, step in enumerate(steps, 1) if not step][::-1]:
        whole = delete_step(whole, position) if len(parse(whole).steps) > 1 else ""
    skill = parse(whole)
    kept.steps = [step_words(skill, step) for step in skill.steps]
    return kept, tuple(dict.fromkeys(checker.struck))


def is_repeated(said: str, other: str) -> bool:
    """Whether both say the same, whatever the order of the words."""
    return telling(said) == telling(other)


def added_words(kept: Outline, description: str) -> tuple[str, ...]:
    """The telling words of its goals and steps that the description has in no form."""
    said = _STEP_NUMBER.sub("", " ".join((*kept.goals.values(), *kept.steps)))
    return tuple(word for word in content(said) if not share(word, description))


class _Checker:
    def __init__(self, description: str, parts: Sequence[Part]) -> None:
        self._description, self._parts = description, parts
        self._speech: Speech = speech_of(description)
        self.struck: list[Struck] = []

    def kept(self, said: str, kind: GoalKind | None = None) -> str:
        """What of a step or a goal the description says; empty if nothing."""
        pieces = clauses(said, self._speech)
        if kind is not None or is_conditional(said, self._speech):
            pieces = [said]
        left: list[str] = []
        for piece in pieces:
            why = self._why_not(piece, kind)
            if why is None:
                left.append(piece)
            elif len(pieces) == 1 and kind is None and (less := self._without_facts(piece)):
                left.append(less)
            else:
                self.struck.append(Struck(piece.strip(" ,;"), why))
        if left == pieces:
            return said
        words = ", ".join(one.strip(" ,;.") for one in left)
        return f"{words[:1].upper()}{words[1:]}." if words else ""

    def _without_facts(self, piece: str) -> str:
        """Without what stands between commas and has a fact that nobody gave."""
        bits = re.split(r",\s+", piece)
        right = [bit for bit in bits if not self._facts(bit)]
        less = ", ".join(right)
        if not 0 < len(right) < len(bits) or self._why_not(less, None) is not None:
            return ""
        why = self._why_not(piece, None)
        self.struck += [Struck(bit.strip(" ,;."), why or "") for bit in bits if self._facts(bit)]
        return less

    def _why_not(self, said: str, kind: GoalKind | None) -> str | None:
        wrong = unfit(said)
        if wrong is not None and wrong.why is not Why.MARKUP:
            return reason(wrong)
        if facts := self._facts(said):
            words = ", ".join(facts)
            return _("You did not give this number, name or address: {facts}.").format(facts=words)
        plain = _STEP_NUMBER.sub("", said)
        rated = [(share(plain, part.text), part.text) for part in self._parts]
        most = max((rate for rate, _text in rated), default=0.0)
        in_all = share(plain, self._description)
        if in_all < _SUPPORTED or most < min(_OF_ONE, in_all):
            return _("You did not say this.")
        denies = {bool(negations(text)) for rate, text in rated if rate == most}
        if kind is not GoalKind.OUT_OF_SCOPE and bool(negations(said)) not in denies:
            return _("It says “not” where you did not, or the other way round.")
        return None

    def _facts(self, said: str) -> list[str]:
        """Step numbers and mentions of steps are not facts."""
        found = _FACT.findall(_STEP_NUMBER.sub("", said))
        return [fact for fact in dict.fromkeys(found) if fact not in self._description]
