"""The relations between skills that a skill's own text states, each with its sentence. Pure.

Seed 000, section 6.4: "works well with web-perf" is `complements`. Only names of skills that exist
are read, never guessed; the sentence and its place in the text say why the relation is there.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.core.graph.naming import Names, Said
from app.core.graph.relation_cues import CUE, NEVER, NEVER_AFTER, Kind, read
from app.core.skills.model import BlockKind, GoalKind, Skill
from app.core.skills.names import key
from app.core.skills.reading.annotations import hide_blocks
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.folding import Folded, fold

_END = re.compile(
    r"\0+|(?<=[.!?])\s+(?=\S)|(?<=[。！？])|\r?\n(?=[ \t]*(?:\r?\n|[-*•#]|\d+[.)]\s))"
)
_FAR = 40
"""Characters that may stand between a cue and the name it is about."""
_LIST = re.compile(
    r"[\s,&/`\"'”“@*]*(?:\b(?:and|or|si|sau|y|o|et|ou|und|oder|e|skill)\b[\s:`\"'“@*]*)*\Z"
)
_DENIED = re.compile(r"\W*\bnicht\b", re.IGNORECASE)
_QUIET = (BlockKind.COMMENT, BlockKind.TITLE, BlockKind.RECIPE, BlockKind.MEMORY)
_NEAR_CONFIDENCE, _FAR_CONFIDENCE, _MARKED = 0.8, 0.6, 0.1
"""Of a name up to three words from its cue, of one further away; what marking the name adds."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A relation of the skill to the one with key `target`; backwards: of that one to the skill.

    `sentence` begins at `text[start]`.
    """

    kind: Kind
    target: str
    backwards: bool
    sentence: str
    start: int
    confidence: float


def stated(skill: Skill, known: Names) -> tuple[Stated, ...]:
    """The relations that the text states, in its order, each (kind, direction, skill) once."""
    own = key(skill.title)
    found: dict[tuple[Kind, str, bool], Stated] = {}
    for relation in (*_prerequisites(skill, known), *_sentences(skill, known)):
        if relation.target != own:
            one = (relation.kind, relation.target, relation.backwards)
            if one not in found or found[one].confidence < relation.confidence:
                found[one] = relation
    return tuple(sorted(found.values(), key=lambda relation: relation.start))


def _prerequisites(skill: Skill, known: Names) -> Iterator[Stated]:
    """A skill named among the prerequisites is required: the goal itself says so."""
    for goal in skill.goals:
        if goal.kind is GoalKind.PREREQUISITES:
            sentence = skill.text[goal.value_start : goal.value_end]
            for said in known.said_in(sentence):
                confidence = _NEAR_CONFIDENCE + _MARKED * said.marked
                yield Stated(
                    Kind.REQUIRES, said.key, False, sentence.strip(), goal.value_start, confidence
                )


def _sentences(skill: Skill, known: Names) -> Iterator[Stated]:
    text = hide_blocks(skill.text, sorted(_quiet(skill)))
    folded = fold(text)
    cues = list(CUE.finditer(folded.text))
    starts = [cue.start() for cue in cues]
    for start, end in _spans(text) if cues else ():
        left, right = folded.inner(start), folded.inner(end)
        own = cues[bisect_left(starts, left) : bisect_left(starts, right)]
        if own:
            yield from _in_sentence(text, folded, (start, end), own, known)


def _in_sentence(
    text: str, folded: Folded, span: tuple[int, int], cues: list[re.Match[str]], known: Names
) -> Iterator[Stated]:
    start, end = span
    names = known.said_in(text[start:end])
    if not names:
        return
    sentence = text[start:end].strip(" \t\r\n-*•>")
    place = text.index(sentence, start) if sentence else start
    begins = [said.start for said in names]
    left = folded.inner(start)
    for number, cue in enumerate(cues):
        before = max(left, cue.start() - _FAR)
        never = NEVER.search(folded.text, before, cue.start())
        if never or NEVER_AFTER.match(folded.text, cue.end()):
            continue
        opening = folded.outer(cue.start()) - start
        begin = folded.outer(cue.end()) - start
        first = bisect_left(begins, begin)
        if first and _is_subject(text[start + names[first - 1].end : start + opening]):
            continue
        following = names[first:]
        if number + 1 < len(cues):
            until = folded.outer(cues[number + 1].start()) - start
            following = names[first : bisect_left(begins, until)]
        kind, backwards = read(cue)
        for said, confidence in _named(text, start, following, begin):
            yield Stated(kind, said.key, backwards, sentence, place, confidence)


def _is_subject(between: str) -> bool:
    """Whether a name stands right before the cue: then the sentence is about that skill."""
    return not re.search(r"\w", between) and not re.search(r"[,;:]", between)


def _named(
    text: str, start: int, following: Iterable[Said], begin: int
) -> Iterator[tuple[Said, float]]:
    """The name after a cue and those that follow it in a list ("a, b and c").

    Places of names, and `begin`, count from the beginning of the sentence at `text[start]`.
    """
    at, first = begin, True
    for said in following:
        gap = text[start + at : start + said.start]
        follows = _is_near(gap) if first else _LIST.match(fold(gap).text)
        if not follows or _DENIED.match(text, start + said.end):
            return
        near = len(gap.split()) <= 3
        confidence = (_NEAR_CONFIDENCE if near else _FAR_CONFIDENCE) + _MARKED * said.marked
        yield said, round(confidence, 2)
        at, first = said.end, False


def _is_near(gap: str) -> bool:
    return len(gap) <= _FAR and not re.search(r"[.;!?]", gap)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for found in _END.finditer(text):
        if found.start() > at:
            yield at, found.start()
        at = found.end()
    if at < len(text):
        yield at, len(text)


def _quiet(skill: Skill) -> Iterator[tuple[int, int]]:
    """Where nothing is read: titles, remarks, code, recipes and memories that were placed."""
    covered = 0
    opaque = cut(skill.text).opaque
    quiet = [(b.start, b.end) for b in skill.blocks if b.kind in _QUIET]
    for start, end in sorted([*opaque, *quiet]):
        if end > covered:
            yield max(start, covered), end
            covered = end
