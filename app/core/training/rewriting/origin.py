"""What a sentence of a rewriting was compared with, for people."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import sentences_of
from app.core.skills.step_names import step_name
from app.core.training.placement import jaccard, tokens
from app.core.training.rewriting.rewrite import Part, Rewrite
from app.core.training.rewriting.support import said, share


@dataclass(frozen=True, slots=True)
class Origin:
    """A sentence that one of a rewriting may be from: of a memory, or of the author's.

    `source` is the name of the memory's, `step` what the step is called that the author's stands
    in; one of them is None. `score` is the share of words, 0 to 1.
    """

    text: str
    source: str | None
    step: str | None
    score: float


def origin(rewrite: Rewrite, position: int, part: Part) -> Origin | None:
    """The sentence that a part stands for or, failing that, the nearest one; None without any."""
    step = rewrite.step(position)
    if part.author is not None:
        name = rewrite.placement.names[position - 1]
        return Origin(step.original[part.author], None, name, part.verdict.score)
    if part.verdict.fragment is not None:
        found = list(_memories(rewrite, part.text, part.verdict.fragment))
    else:
        found = [*_memories(rewrite, part.text), *_authors(rewrite, part.text)]
    best = max(found, key=lambda one: one.score, default=None)
    return best if best is not None and best.score else None


def _memories(rewrite: Rewrite, text: str, only: int | None = None) -> Iterator[Origin]:
    for item in rewrite.placement.items:
        fragment = item.fragment
        if only in (None, fragment.id):
            for sentence in said(fragment.text):
                yield Origin(sentence, fragment.source, None, share(text, sentence))


def _authors(rewrite: Rewrite, text: str) -> Iterator[Origin]:
    skill = parse(rewrite.placement.authored)
    own = tokens(text)
    for step in skill.steps:
        for one in sentences_of(skill, step):
            yield Origin(
                one.said, None, step_name(skill, step.position), jaccard(own, tokens(one.said))
            )
