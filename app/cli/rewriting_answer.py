"""What `train --rewrite` does and says: a model writes, every sentence gets its verdict."""

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Self

from app.cli.answer import Answer, harmless, tell
from app.cli.ask_model import chosen, difference, model_store
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.progress import Unseen, stoppable
from app.cli.session import Session
from app.cli.training_lines import left_out_lines, outcome, placed_lines, taken_out_lines
from app.core.actor import COMMAND_LINE
from app.core.api import training
from app.core.api.training import Rewritten
from app.core.gist import gist
from app.core.llm.model import Model, Sampling
from app.core.progress import checkpoint
from app.core.training.proposal import Choice, Proposal
from app.core.training.rewriting.rewrite import Part, Rewrite, RewrittenStep, choose, text_of
from app.core.training.rewriting.verdict import Kind, reason
from app.core.training.rewriting.weaving import Finished, Started, Written, weave
from app.core.words import _

_UNFINISHED = re.compile(r"⟦\d*\Z")
"""A sign that stands for something of the step, while it is being written."""


def train(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row, proposal = training.propose(
            vault,
            knowing(vault),
            partial(embedder, vault),
            arguments.name,
            arguments.engram,
        )
        with chosen(session, arguments) as (model, why):
            rewrite = _watched(model, proposal, model_store(session).run_options.sampling())
        rewrite = replace(rewrite, trouble=why or rewrite.trouble)
        if not arguments.json and not arguments.dry_run:
            rewrite = _asked(rewrite)
        done = training.save_rewrite(
            vault, row, rewrite, dry_run=arguments.dry_run, actor=COMMAND_LINE
        )
    return _answer(done, dry_run=arguments.dry_run)


def _watched(model: Model | None, proposal: Proposal, sampling: Sampling) -> Rewrite:
    """The model at work, on standard error; Ctrl C ends it."""
    steps = [" ".join(text.split()) for text in proposal.steps]
    with stoppable(Unseen("")) as progress, _Heard() as heard:
        for event in weave(model, proposal, progress, sampling=sampling):
            if isinstance(event, Started):
                tell(_("Step {name} ({number} of {count}): {text}").format(
                    name=proposal.names[event.position - 1], number=event.number, count=event.count,
                    text=gist(steps[event.position - 1], 60)))  # fmt: skip
            elif isinstance(event, Written):
                heard.so_far(event.text)
            elif isinstance(event, Finished):
                checkpoint(progress)
                return event.rewrite
            else:
                heard.end()
    raise AssertionError("weaving always finishes")


class _Heard:
    """What the model has written, on standard error as it comes."""

    def __init__(self) -> None:
        self._said = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    def so_far(self, text: str) -> None:
        text = _UNFINISHED.sub("", text)
        more = text[len(self._said) :] if text.startswith(self._said) else f"\n{text}"
        self._said = text
        print(harmless(more), end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """What comes next begins a line."""
        if self._said:
            tell("")
        self._said = ""


def _asked(rewrite: Rewrite) -> Rewrite:
    """Ask, where somebody can be asked, about each sentence that nobody but a person can judge."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        return rewrite
    for step in rewrite.steps:
        name = rewrite.placement.names[step.position - 1]
        for number, part in enumerate(step.parts):
            if part.verdict.kind is Kind.CLOSE:
                tell(_("Step {number}: {text}").format(number=name, text=_said(part)))
                tell(f"  {reason(part.verdict)}")
                print(_("Does it mean the same? [y/N] "), end="", file=sys.stderr, flush=True)
                yes = sys.stdin.readline().strip().casefold() in (_("y"), _("yes"))
                choice = Choice.ACCEPTED if yes else Choice.REJECTED
                rewrite = choose(rewrite, step.position, number, choice)
    return rewrite


def _answer(done: Rewritten, *, dry_run: bool) -> Answer:
    rewrite, placement = done.rewrite, done.rewrite.placement
    rest = [item for item in placement.items if item.fragment.id not in done.woven]
    lines = [
        line
        for step in rewrite.steps
        for line in _step_lines(step, placement.names[step.position - 1])
    ]
    if done.trouble:
        said = _("Not rewritten: {why}")
        if done.is_rewritten:
            said = _("Not rewritten further: {why}")
        lines.append(said.format(why=done.trouble))
    if done.is_rewritten:
        lines += ["", difference(placement.authored, text_of(rewrite)), ""]
    lines += [*placed_lines(placement, rest), *left_out_lines(placement)]
    lines += taken_out_lines(one for one in placement.removed if one.fragment.id not in done.woven)
    lines.append(outcome(done.trained, done.summary, dry_run=dry_run))
    return Answer(done.document, "\n".join(lines))


def _step_lines(step: RewrittenStep, name: str) -> Iterator[str]:
    if step.trouble:
        yield _("Step {number}: {text}").format(number=name, text=step.trouble)
        return
    yield _("Step {number}").format(number=name)
    for part in step.parts:
        yield f"  {_in_words(part):<12}{_said(part)}"
        if part.verdict.kind is not Kind.SAME:
            yield f"  {'':<12}{reason(part.verdict)}"


def _in_words(part: Part) -> str:
    """The verdict in one word; of what looks close, what was decided."""
    if part.verdict.kind is Kind.CLOSE:
        return _("accepted") if part.choice is Choice.ACCEPTED else _("left out")
    return {
        Kind.SAME: _("same"),
        Kind.REWORDED: _("reworded"),
        Kind.BORROWED: _("borrowed"),
        Kind.REJECTED: _("rejected"),
    }[part.verdict.kind]


def _said(part: Part) -> str:
    return f"{part.text} ({part.source})" if part.source is not None else part.text
