"""A model asked step by step to weave memories into a skill; each answer is judged at once."""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.errors import AppError, Cancelled
from app.core.library.record import Writer
from app.core.llm.model import Model, NoModel, Sampling, TooLong
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.model import Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.sentences import sentences_of
from app.core.training.proposal import Fragment, Item, Proposal
from app.core.training.rewriting import answer
from app.core.training.rewriting.judging import judged, nothing
from app.core.training.rewriting.prompt import Question, ask, question
from app.core.training.rewriting.rewrite import Rewrite, RewrittenStep, usable
from app.core.training.rewriting.verdict import Kind
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
    try:
        writer = writer_of(model, how)
    except Cancelled:
        raise
    except AppError as error:
        yield Finished(Rewrite(placement, None, trouble=str(error)))
        return
    assert model is not None
    skill = parse(placement.authored)
    todo = _to_weave(skill, placement)
    asked = _Asking(how, patience, progress, usable(placement))
    done: list[RewrittenStep] = []
    trouble = ""
    for number, (step, fragments) in enumerate(todo, 1):
        checkpoint(progress)
        about = question(skill, step, _offered(fragments, done))
        if not about.notes:
            continue
        progress.report((number - 1) / len(todo), step.text.split("\n", 1)[0])
        yield Started(step.position, number, len(todo))
        try:
            done.append((yield from _step(model, skill, step, about, asked)))
        except Cancelled:
            raise
        except AppError as error:
            trouble = str(error)
            break
        yield Done(done[-1])
    yield Finished(_rewrite(placement, writer, done, trouble))


def writer_of(model: Model | None, how: Sampling) -> Writer:
    """Who is asked; raises `NoModel`, and what a file that is no model raises."""
    if model is None:
        raise NoModel(_("No language model was chosen. The memories are placed between the steps."))
    return Writer(model.name, model.digest, how.temperature, how.top_p, how.seed)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What is the same for all the steps of a skill."""

    how: Sampling
    patience: float
    progress: Progress
    fragments: tuple[Fragment, ...]


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


def _step(
    model: Model, skill: Skill, step: Step, about: Question, asked: _Asking
) -> Generator[Event, None, RewrittenStep]:
    """One step, or why there is nothing. Raises what ends the whole."""
    try:
        said = yield from _answer(model, step, about, asked)
    except TooLong:
        return nothing(skill, step, _("This step and its memories are too long for the model."))
    except _TooSlow:
        return nothing(skill, step, _("The model took too long."))
    return judged(skill, step, about, said, asked.fragments)


def _answer(
    model: Model, step: Step, about: Question, asked: _Asking
) -> Generator[Event, None, str]:
    """The answer in pieces, up to the length and the time that a useful one needs."""
    text, until = "", time.monotonic() + asked.patience
    pieces = model.stream(ask(about, asked.how), asked.progress)
    try:
        for piece in pieces:
            checkpoint(asked.progress)
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


def _rewrite(
    placement: Proposal, writer: Writer, steps: Sequence[RewrittenStep], trouble: str
) -> Rewrite:
    found = Rewrite(placement, writer, tuple(steps), trouble)
    if trouble or found.says_something or found.count(Kind.CLOSE):
        return found
    return replace(found, trouble=_why_nothing(steps))


def _why_nothing(steps: Sequence[RewrittenStep]) -> str:
    if not steps:
        return _("None of the recalled memories fits into a step.")
    if all(step.trouble for step in steps):
        return steps[0].trouble
    if all(part.verdict.kind is Kind.SAME for step in steps for part in step.parts):
        return _("The model changed nothing.")
    return _("Nothing the model wrote passed the checks.")
