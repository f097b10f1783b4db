"""What `train` does and says: memories between the steps of a skill, each with its reason."""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial

from app.cli.answer import Answer
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.api import training
from app.core.training.placement_reasons import counted, reason, why
from app.core.training.proposal import Item, LeftOut, Proposal
from app.core.words import _


def train(session: Session, arguments: argparse.Namespace) -> Answer:
    """Place memories between the steps; with `--rewrite` a model weaves them in."""
    if arguments.rewrite:
        from app.cli import rewriting_answer  # noqa: PLC0415  placing needs no models

        return rewriting_answer.train(session, arguments)
    with session.vault() as vault:
        done = training.train(
            vault,
            knowing(vault),
            partial(embedder, vault),
            arguments.name,
            arguments.engram,
            dry_run=arguments.dry_run,
            actor=COMMAND_LINE,
        )
    proposal = done.proposal
    lines = [
        *placed_lines(proposal, proposal.items),
        *left_out_lines(proposal),
        *taken_out_lines(proposal.removed),
    ]
    lines.append(outcome(done, done.summary, dry_run=arguments.dry_run))
    return Answer(done.document, "\n".join(lines))


def placed_lines(proposal: Proposal, items: Iterable[Item]) -> Iterator[str]:
    """Each memory with its place and why there."""
    for item in items:
        said = " ".join(item.fragment.text.split())
        note = "" if item in proposal.chosen else _(" (left for you to decide in the window)")
        yield f"{_place(item)}  {item.placement.score:.2f}"
        yield f"  {said} ({item.fragment.source}){note}"
        yield f"  {why(proposal, item)}"


def left_out_lines(proposal: Proposal) -> Iterator[str]:
    if proposal.left_out:
        yield _("Left out: {reasons}.").format(reasons=counted(proposal.left_out))


def taken_out_lines(removed: Iterable[LeftOut]) -> Iterator[str]:
    """Each memory that stood in the skill and does not stay, and why."""
    for one in removed:
        text = " ".join(one.fragment.text.split())
        yield _("Taken out: {text} ({source}): {why}.").format(
            text=text, source=one.fragment.source, why=reason(one.why)
        )


def outcome(done: training.Trained, said: str, *, dry_run: bool) -> str:
    """The last line: what became of it."""
    title = done.proposal.title
    if dry_run:
        return _("Nothing was saved: {summary}.").format(summary=said)
    if done.saved:
        return _("Trained {title}, version {number}: {summary}.").format(
            title=title, number=done.number, summary=said
        )
    return _("{title} is already trained so.").format(title=title)


def _place(item: Item) -> str:
    if item.after is None:
        return _("supporting context")
    if item.after == 0:
        return _("before step 1")
    return _("after step {number}").format(number=item.after)
