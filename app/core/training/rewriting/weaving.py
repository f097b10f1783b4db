"""A model asked step by step to weave memories into a skill; each answer is judged at once."""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.library.record import Writer
from app.core.llm.model import Model, ModelTrouble, Sampling, TooLong
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import ended, marked, passage_of, sentences_of, spoken
from app.core.training.proposal import Choice, Fragment, Item, Proposal
from app.core.training.rewriting import answer
from app.core.training.rewriting.prompt import Question, ask, question
from app.core.training.rewriting.rewrite import Part, Rewrite, RewrittenStep, usable, woven
from app.core.training.rewriting.structure import damages
from app.core.training.rewriting.support import depends
from app.core.training.rewriting.verdict import Kind, Verdict, Why
from app.core.training.rewriting.verify import Judged, verify
from app.core.words import _

IN_STEP = 4
"""Memories shown to the model with one step: more would leave a small context no room."""
PATIENCE = 180.0
"""Seconds a model may take for one step."""


@dataclass(frozen=True, slots=True)
class Started:
    """A step is being asked about: `number` of `count`."""

    position: int
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Written:
    """The sentences that the model has written for a step so far, none of them checked yet."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """A step with the verdict on each sentence."""

    step: RewrittenStep


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event."""

    rewrite: Rewrite


Event = Started | Written | Done | Finished


def weave(
    model: Model | None,
    placement: Proposal,
    progress: Progress = SILENT,
    *,
    sampling: Sampling | None = None,
    patience: float = PATIENCE,
) -> Iterator[Event]:
    """Weave the memories of a training proposal into its steps. Takes long: a job.

    Steps that no memory was recalled for are not asked about, anchored ones neither. Always ends
    in `Finished`: a model that is missing, dies, takes too long or says nothing usable is a
    `trouble` in it. Raises only `Cancelled`, between two pieces of an answer.
    """
    how = sampling or Sampling()
    if model is None:
        trouble = _("No language model was chosen. The memories are placed between the steps.")
        yield Finished(Rewrite(placement, None, trouble=trouble))
        return
    writer = Writer(model.name, model.digest, how.temperature, how.top_p, how.seed)
    skill = parse(placement.authored)
    todo = _to_weave(skill, placement)
    done: list[RewrittenStep] = []
    trouble = "" if todo else _("No memory was recalled for a step that may be rewritten.")
    for number, (step, fragments) in enumerate(todo, 1):
        checkpoint(progress)
        about = question(skill, step, _offered(fragments, done))
        if not about.notes:
            continue
        progress.report((number - 1) / len(todo), step.text.split("\n", 1)[0])
        yield Started(step.position, number, len(todo))
        try:
            said = yield from _asked(model, about, step, how, progress, patience)
        except TooLong:
            done.append(_nothing(skill, step, _("This step and its memories are too long for it.")))
        except _TooSlow:
            done.append(_nothing(skill, step, _("The model took too long.")))
        except ModelTrouble as error:
            trouble = str(error)
            break
        else:
            done.append(_judged(skill, step, about, said, usable(placement)))
        yield Done(done[-1])
    yield Finished(_rewrite(placement, writer, done, trouble))


class _TooSlow(Exception):
    """The model is still writing after the time it was given."""


def _to_weave(skill: Skill, placement: Proposal) -> list[tuple[Step, list[Fragment]]]:
    """The steps with the memories placed at them, or recalled for them; the best first.

    A memory that the formula found a step for is only for that step.
    """
    allowed = {fragment.id for fragment in usable(placement)}
    items = [item for item in placement.items if item.fragment.id in allowed]
    found = []
    for step in skill.steps:
        here = [i for i in items if step.position in ((i.after,) if i.after else i.asked)]
        if here and not step.anchored and sentences_of(skill, step):
            best = sorted(here, key=lambda item: _rank(item, step.position))
            found.append((step, [item.fragment for item in best]))
    return found


def _offered(fragments: Sequence[Fragment], done: Sequence[RewrittenStep]) -> list[Fragment]:
    """Those that no earlier step borrowed from, as many as a step may be shown with."""
    taken = {p.verdict.fragment for s in done for p in s.parts if p.verdict.kind is Kind.BORROWED}
    return [fragment for fragment in fragments if fragment.id not in taken][:IN_STEP]


def _rank(item: Item, position: int) -> tuple[bool, float, float, int]:
    placed = item.after == position
    return not placed, -item.placement.score, -item.fragment.relevance, item.fragment.id


def _asked(
    model: Model, about: Question, step: Step, how: Sampling, progress: Progress, patience: float
) -> Generator[Event, None, str]:
    """The answer in pieces, up to the length and the time that a useful one needs."""
    text, until = "", time.monotonic() + patience
    pieces = model.stream(ask(about, how), progress)
    try:
        for piece in pieces:
            checkpoint(progress)
            text += piece
            yield Written(step.position, about.restored(answer.so_far(text)))
            if len(text) > about.longest:
                break
            if time.monotonic() > until:
                raise _TooSlow
    finally:
        if isinstance(pieces, Generator):
            pieces.close()
    return text


def _judged(
    skill: Skill, step: Step, about: Question, said: str, fragments: Sequence[Fragment]
) -> RewrittenStep:
    """What the verifier thinks of an answer, with the author's sentences where it lost them."""
    authors = _said(skill, step)
    found = answer.read(said)
    if not found:
        return _nothing(skill, step, _("The model gave no usable answer."))
    start, end = passage_of(skill, step)
    whole = skill.text[:start] + _body(about, found) + skill.text[end:]
    judged = [s for s in verify(skill.text, whole, fragments).sentences if s.step == step.position]
    if not judged:
        return _nothing(skill, step, _("Its answer would change more than the step."))
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


def _nothing(skill: Skill, step: Step, trouble: str) -> RewrittenStep:
    return RewrittenStep(step.position, _said(skill, step), trouble=trouble)


def _said(skill: Skill, step: Step) -> tuple[str, ...]:
    return tuple(sentence.said for sentence in sentences_of(skill, step))


def _rewrite(
    placement: Proposal, writer: Writer, steps: Sequence[RewrittenStep], trouble: str
) -> Rewrite:
    found = Rewrite(placement, writer, tuple(steps), trouble)
    if not trouble and not found.says_something and not found.count(Kind.CLOSE):
        said = _("Nothing that the model wrote passed the check.")
        if all(part.verdict.kind is Kind.SAME for step in steps for part in step.parts):
            said = _("The model changed nothing.")
        if steps and all(step.trouble for step in steps):
            said = steps[0].trouble
        found = replace(found, trouble=said)
    return found
