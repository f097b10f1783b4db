"""The sentence of a skill that says what somebody searched for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from app.core.library.record import Meta
from app.core.matching.query import Query, Span, fit_of, spaced, spans
from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.discovery import discovery
from app.core.skills.step_names import step_name
from app.core.words import _

_END = re.compile(r"(?<=[.!?؟])\s+|(?<=[。！？])")
_BEFORE = 40
"""Characters of a sentence before what was found; the lines of a list show little more."""
_LONGEST = 200
_REST = (
    BlockKind.HEADING, BlockKind.NOTE, BlockKind.MEMORY, BlockKind.RECIPE, BlockKind.COMMENT
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A sentence, where it stands (`2` for a step, the name of a goal, or nothing), and the places
    in it that were found; `start` is the offset in the skill's text of the step, goal or block it
    is from, None where it is from none."""

    place: str
    text: str
    found: tuple[Span, ...] = ()
    start: int | None = None


def excerpt(skill: Skill, meta: Meta, query: Query) -> Excerpt:
    """The first of the sentences that say most of the query.

    Where none does, because the name is what was found, the first sentence there is.
    """
    first: Excerpt | None = None
    best, most = None, (0, 0)
    for place, text, start in _passages(skill, meta):
        for sentence in _sentences(text):
            first = first or _cut(place, sentence, query)
            if (worth := _worth(query, sentence)) > most:
                best, most = (place, sentence, start), worth
    if best is not None:
        place, sentence, start = best
        return replace(_cut(place, sentence, query), start=start)
    return first or Excerpt("", "")


def _worth(query: Query, sentence: str) -> tuple[int, int]:
    """How many words of the query it has, then how well."""
    said = spaced(sentence)
    fits = [how for word in query.words if (how := fit_of(word, said)) is not None]
    return len(fits), -sum(fits)


def _passages(skill: Skill, meta: Meta) -> Iterator[tuple[str, str, int | None]]:
    """What a skill says, and where: description, tags, goals, steps, and everything else.

    Last the offset of it in the text.
    """
    about = (str(meta.extra.get("description", "")), *discovery(skill))
    goals = ((goal.kind.spec.title(), goal.value, goal.start) for goal in skill.goals)
    steps = ((step_name(skill, step.position), step.text, step.start) for step in skill.steps)
    rest = (block for block in skill.blocks if block.kind in _REST)
    return chain(
        (("", said, None) for said in about),
        [(_("Tags"), ", ".join(meta.tags), None)] if meta.tags else [],
        goals,
        steps,
        (
            ("", line, block.start)
            for block in rest
            for line in skill.text[block.start : block.end].splitlines()
        ),
    )


def _sentences(text: str) -> Iterator[str]:
    for sentence in _END.split(text):
        if said := " ".join(sentence.split()):
            yield said


def _cut(place: str, sentence: str, query: Query) -> Excerpt:
    """Without most of what stands before the first word that was found."""
    found = spans(query, sentence)
    start = 0
    if found and found[0][0] > _BEFORE:
        start = sentence.rfind(" ", 0, found[0][0] - _BEFORE // 2) + 1
        start = start or found[0][0] - _BEFORE // 2
    shown = ("…" if start else "") + sentence[start : start + _LONGEST]
    return Excerpt(place, shown, tuple(spans(query, shown)))
