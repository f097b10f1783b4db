"""What `train` does and says: memories between the steps of a skill, each with its reason."""

import argparse
from typing import Any

from app.cli.answer import Answer
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.session import Session
from app.cli.skills import find
from app.core.training.memories import Memories
from app.core.training.proposal import Item, Proposal, accept_all
from app.core.training.train import accept, propose, summary
from app.core.training.why import counted, why
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
    document = {
        "id": source_id(row.id),
        "version": number,
        "saved": saved,
        "summary": summary(proposal),
        "memories": [_about(proposal, item) for item in proposal.items],
        "removed": list(proposal.gone),
        "leftOut": [
            {"memory": o.fragment.id, "text": o.fragment.text, "why": o.why.value}
            for o in proposal.left_out
        ],
    }
    return Answer(document, "\n".join(_lines(proposal, saved, number, arguments.dry_run)))


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


def _lines(proposal: Proposal, saved: bool, number: int, dry_run: bool) -> list[str]:
    lines = []
    for item in proposal.items:
        said = " ".join(item.fragment.text.split())
        note = "" if item in proposal.chosen else _(" (left for you to decide in the window)")
        lines += [
            f"{_place(item)}  {item.placement.score:.2f}",
            f"  {said} ({item.fragment.source}){note}",
            f"  {why(proposal, item)}",
        ]
    if proposal.left_out:
        lines.append(_("Left out: {reasons}.").format(reasons=counted(proposal.left_out)))
    if dry_run:
        lines.append(_("Nothing was saved: {summary}.").format(summary=summary(proposal)))
    elif saved:
        lines.append(
            _("Trained {title}, version {number}: {summary}.").format(
                title=proposal.title, number=number, summary=summary(proposal)
            )
        )
    else:
        lines.append(_("{title} is already trained so.").format(title=proposal.title))
    return lines


def _place(item: Item) -> str:
    if item.after is None:
        return _("supporting context")
    if item.after == 0:
        return _("before step 1")
    return _("after step {number}").format(number=item.after)
