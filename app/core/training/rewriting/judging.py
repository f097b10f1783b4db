"""A model's answer about one step, as a person is shown it: judged, and made whole again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import ended, marked, passage_of, sentences_of, spoken
from app.core.training.proposal import Choice, Fragment
from app.core.training.rewriting import answer
from app.core.training.rewriting.prompt import Question
from app.core.training.rewriting.rewrite import Part, RewrittenStep, woven
from app.core.training.rewriting.structure import damages
from app.core.training.rewriting.support import depends
from app.core.training.rewriting.verdict import Kind, Verdict, Why
from app.core.training.rewriting.verify import Judged, verify
from app.core.words import _


def judged(
    skill: Skill, step: Step, about: Question, said: str, fragments: Sequence[Fragment]
) -> RewrittenStep:
    """What the verifier thinks of an answer, with the author's sentences where it lost them."""
    authors = _said(skill, step)
    found = answer.read(said)
    if not found:
        return nothing(skill, step, _("The model gave no usable answer."))
    start, end = passage_of(skill, step)
    whole = skill.text[:start] + _body(about, found) + skill.text[end:]
    judged = [s for s in verify(skill.text, whole, fragments).sentences if s.step == step.position]
    if not judged:
        return nothing(skill, step, _("Its answer would change more than the step."))
    parts = _checked(skill, step, _complete(authors, list(map(_part, judged))))
    return RewrittenStep(step.position, authors, parts)


def _body(about: Question, found: Sequence[answer.Said]) -> str:
    """An answer as the step would be with it; the marks are ours.

    What is borrowed waits until no sentence follows that speaks of the one before it.
    """
    sources = ["", *(note.fragment.source for note in about.notes)]
    sentences: list[str] = []
    waiting: list[str] = []

    def borrow() -> None:
        if sentences and waiting:
            sentences[-1] = ended(sentences[-1])
        sentences.extend(waiting)
        waiting.clear()

    for one in found:
        if one.origin == 0:
            if not depends(one.text):
                borrow()
            sentences.append(about.restored(one.text))
        elif one.origin < len(sources):
            waiting += (marked(said, sources[one.origin]) for said in spoken(one.text))
    borrow()
    return " ".join(sentences)


def _part(judged: Judged) -> Part:
    choice = Choice.ACCEPTED if judged.verdict.passes else Choice.OPEN
    if judged.verdict.kind is Kind.REJECTED:
        choice = Choice.REJECTED
    return Part(judged.text, judged.author, judged.source, judged.verdict, choice)


def _complete(authors: Sequence[str], parts: list[Part]) -> list[Part]:
    """Every sentence of the author once, in order, and one of them first."""
    complete: list[Part] = []
    waiting: list[Part] = []
    following = 0

    def theirs(upto: int) -> Iterator[Part]:
        for number in range(following, upto):
            same = Verdict(Kind.SAME)
            yield Part(authors[number], number, None, same, Choice.ACCEPTED)

    for part in parts:
        if part.author is None:
            (complete if complete else waiting).append(part)
            continue
        complete += (*theirs(part.author), part)
        following = part.author + 1
        complete += waiting
        waiting = []
    return [*complete, *theirs(len(authors)), *waiting]


def _checked(skill: Skill, step: Step, parts: list[Part]) -> tuple[Part, ...]:
    """Sentences with which the skill would be read differently are rejected."""
    for number, part in enumerate(parts):
        alone = [replace(p, choice=Choice.OPEN) for p in parts]
        alone[number] = part
        if part.is_new and part.choice is Choice.ACCEPTED and _harms(skill, step, alone):
            parts[number] = _refused(part)
    if _harms(skill, step, parts):
        parts = [_refused(part) if part.is_new else part for part in parts]
    return tuple(parts)


def _refused(part: Part) -> Part:
    verdict = replace(part.verdict, kind=Kind.REJECTED, why=Why.READ)
    return replace(part, verdict=verdict, choice=Choice.REJECTED)


def _harms(skill: Skill, step: Step, parts: Sequence[Part]) -> bool:
    start, end = passage_of(skill, step)
    whole = skill.text[:start] + woven(skill, step, parts) + skill.text[end:]
    return bool(damages(skill, parse(whole)))


def nothing(skill: Skill, step: Step, trouble: str) -> RewrittenStep:
    return RewrittenStep(step.position, _said(skill, step), trouble=trouble)


def _said(skill: Skill, step: Step) -> tuple[str, ...]:
    return tuple(sentence.said for sentence in sentences_of(skill, step))
