"""Where each part of a description stands in a draft of it. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.drafting.outline import Outline, Part, telling
from app.core.drafting.speech.clauses import is_conditional, without_lead
from app.core.drafting.speech.languages import speech_of
from app.core.drafting.speech.speech import Speech
from app.core.skills.model import GoalKind
from app.core.skills.reading.folding import fold
from app.core.training.rewriting.required_words import guards, negations

_KEPT = 0.5
"""Share of its telling words that a place in the draft must have for a part to stand there."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_ENDS = frozenset([GoalKind.SUCCESS, GoalKind.ON_COMPLETION])
_OCCASIONS = frozenset([GoalKind.TRIGGER, GoalKind.ON_FAILURE, GoalKind.OUT_OF_SCOPE])


@dataclass(frozen=True, slots=True)
class Source:
    """A part of a description from `start` to `end`, and the place in the draft that has it.

    That is a goal, a step by its position, or the title; none of them for one that was lost.
    """

    text: str
    start: int
    end: int
    goal: GoalKind | None = None
    step: int = 0
    in_title: bool = False

    @property
    def is_lost(self) -> bool:
        return self.goal is None and not self.step and not self.in_title


@dataclass(frozen=True, slots=True)
class _Place:
    text: str
    goal: GoalKind | None = None
    step: int = 0

    def holds(self, part: Part, speech: Speech) -> bool:
        """What is always to be done is not done where only its end is told, or on a condition."""
        if not part.step:
            return True
        depends = is_conditional(part.text, speech) or speech.otherwise.match(fold(part.text).text)
        return self.goal not in _ENDS and bool(depends or not is_conditional(self.text, speech))

    def says(self, part: str, speech: Speech) -> float:
        """The share of a part's words that stand here; 0 if something else is meant by them."""
        if not set(_NUMBER.findall(part)) <= set(_NUMBER.findall(self.text)):
            return 0.0
        refused = self.goal is GoalKind.OUT_OF_SCOPE
        if not refused and bool(negations(part)) != bool(negations(self.text)):
            return 0.0
        free = self.goal in _OCCASIONS or is_conditional(self.text, speech) or guards(self.text)
        if is_conditional(part, speech) and not free:
            return 0.0
        return share(part, self.text)


def share(said: str, source: str) -> float:
    """How much of the telling words of `said` a source has, 0 to 1; forms of a word are one."""
    wanted, has = telling(said), telling(source)
    return len(wanted & has) / len(wanted) if wanted else 0.0


def sorted_sources(description: str, parts: Sequence[Part]) -> tuple[Source, ...]:
    """Of a description that was sorted: where each part was put."""
    return tuple(
        Source(
            description[start:end], start, end, part.goal, part.step,
            in_title=part.goal is None and not part.step,
        )
        for part, (start, end) in zip(parts, _spans(description, parts), strict=True)
    )  # fmt: skip


def traced(description: str, parts: Sequence[Part], found: Outline) -> tuple[Source, ...]:
    """Of a draft in other words: where each part is said, if it is.

    A step that comes before that of an earlier part does not count: another order is another
    procedure.
    """
    speech = speech_of(description)
    goals = [_Place(said, kind) for kind, said in found.goals.items()]
    steps = [_Place(said, step=number) for number, said in enumerate(found.steps, 1)]
    sources, latest = [], 0
    for part, (start, end) in zip(parts, _spans(description, parts), strict=True):
        places = [*goals, *(step for step in steps if step.step >= latest)]
        plain = _told(part, speech)
        rated = [
            (place.says(plain, speech), place) for place in places if place.holds(part, speech)
        ]
        best, place = max(
            rated, key=lambda one: (one[0], one[1].goal is part.goal), default=(0.0, _Place(""))
        )
        said = description[start:end]
        if best >= _KEPT:
            latest = place.step or latest
            sources.append(Source(said, start, end, place.goal, place.step))
        else:
            in_title = share(part.text, found.title) >= _KEPT and not part.step
            sources.append(Source(said, start, end, in_title=in_title))
    return tuple(sources)


def _told(part: Part, speech: Speech) -> str:
    """What a part says, without who does it and without the words that make it a goal."""
    if part.goal is not None:
        folded = fold(part.text)
        cue = speech.goals[part.goal].match(folded.text) if part.goal in speech.goals else None
        if cue is not None and cue.end() < len(folded.text):
            return part.text[folded.outer(cue.end()) :]
    return speech.plain(without_lead(part.text, speech))


def _spans(description: str, parts: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Where the parts stand, in their order; the description may be wrapped otherwise."""
    at = 0
    for part in parts:
        # As it was read: composed letters, and white space as single spaces.
        words = map(_letters, part.text.split())
        found = re.compile(r"\s+".join(words)).search(description, at)
        if found is not None:
            yield found.span()
            at = found.end()
        else:
            yield at, at


def _letters(word: str) -> str:
    """A pattern of a word, composed or not."""
    composed, apart = re.escape(word), re.escape(unicodedata.normalize("NFD", word))
    return composed if composed == apart else f"(?:{composed}|{apart})"
