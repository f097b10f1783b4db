"""What `upkeep` does and says."""

import argparse
import os
from contextlib import closing

from app.cli.answer import Answer
from app.cli.ask_model import chosen, model_store
from app.cli.progress import shown
from app.cli.session import Session
from app.cli.settings import settings
from app.core.api.upkeep import run_upkeep
from app.core.upkeep.context import ChosenMeanings, Context
from app.core.words import _


def upkeep(session: Session, arguments: argparse.Namespace) -> Answer:
    with (
        session.vault() as vault,
        chosen(session, arguments) as (model, _why),
        closing(ChosenMeanings(model_store(session))) as meanings,
        shown(_("Upkeep")) as progress,
    ):
        context = Context(
            vault, settings(vault.home), meanings, lambda: (model, lambda: progress.cancelled)
        )
        holder = _("command line, process {number}").format(number=os.getpid())
        outcome = run_upkeep(context, holder, progress)
    lines = [str(outcome.held)] if outcome.held is not None else []
    if outcome.done:
        lines.append(_("Done: {tasks}.").format(tasks=", ".join(outcome.done)))
    lines += [_("{task}: {why}").format(task=task, why=why) for task, why in outcome.failed]
    text = "\n".join(lines) or _("Nothing is due.")
    return Answer(outcome.document, text, status=1 if outcome.failed else 0)
