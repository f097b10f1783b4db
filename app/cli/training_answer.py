"""What `train` does and says: memories between the steps of a skill, each with its reason."""

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

from app.cli.answer import Answer
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.session import Session
from app.cli.skill_argument import find
from app.core.training.memory_query import Memories
from app.core.training.placement_reasons import counted, why
from app.core.training.proposal import Item, Proposal, accept_all
from app.core.training.train import DETERMINISTIC, accept, propose, summary
from app.core.walk.plan import source_id
from app.core.words import _


def train(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        knowing(vault)
        recall = Memories(vault, embedder(vault))
        proposal = accept_all(propose(vault, row.id, recall))
        number = row.number
        if not arguments.dry_run:
            number = accept(vault, proposal, actor="command line").number
    saved = number != row.number
    lines = [*placed_lines(proposal, proposal.items), *left_out_lines(proposal)]
    lines.append(outcome(proposal.title, number, summary(proposal), saved, arguments.dry_run))
    return Answer(document(proposal, number, saved), "\n".join(lines))


def document(proposal: Proposal, number: int, saved: bool) -> dict[str, Any]:
    """What training says in JSON; a rewriting says more."""
    return {
        "id": source_id(proposal.skill),
        "version": number,
        "saved": saved,
        "mode": DETERMINISTIC,
        "model": None,
        "digest": None,
        "trouble": "",
        "summary": summary(proposal),
        "verdicts": [],
        "memories": [_about(proposal, item) for item in proposal.items],
        "removed": list(proposal.gone),
        "leftOut": [
            {"memory": o.fragment.id, "text": o.fragment.text, "why": o.why.value}
            for o in proposal.left_out
        ],
    }


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


def outcome(title: str, number: int, said: str, saved: bool, dry_run: bool) -> str:
    """The last line: what became of it."""
    if dry_run:
        return _("Nothing was saved: {summary}.").format(summary=said)
    if saved:
        return _("Trained {title}, version {number}: {summary}.").format(
            title=title, number=number, summary=said
        )
    return _("{title} is already trained so.").format(title=title)


def _about(proposal: Proposal, item: Item) -> dict[str, Any]:
    return {
        "memory": item.fragment.id,
        "text": item.fragment.text,
        "source": item.fragment.source,
        "after": item.after,
        "choice": item.choice.value,
        "pinned": item.pinned,
        "score": round(item.placement.score, 5),
        "similarity": round(item.placement.similarity, 5),
        "coherence": round(item.placement.coherence, 5),
        "why": why(proposal, item),
    }


def _place(item: Item) -> str:
    if item.after is None:
        return _("supporting context")
    if item.after == 0:
        return _("before step 1")
    return _("after step {number}").format(number=item.after)
