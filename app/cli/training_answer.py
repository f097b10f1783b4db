"""What `train` does and says: memories between the steps of a skill, each with its reason."""

import argparse
from functools import partial

from app.cli.answer import Answer
from app.cli.knowing import knowing
from app.cli.knowledge_answer import embedder
from app.cli.session import Session
from app.cli.training_lines import left_out_lines, outcome, placed_lines, taken_out_lines
from app.core.actor import COMMAND_LINE
from app.core.api import training


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
