"""What `upkeep` does and says."""

import argparse
import os
from collections.abc import Mapping
from contextlib import closing

from app.cli.answer import Answer
from app.cli.ask_model import chosen, shelf
from app.cli.progress import shown
from app.cli.session import Session
from app.cli.settings import settings
from app.core.errors import AppError
from app.core.upkeep.context import ChosenMeanings, Context
from app.core.upkeep.lease import LeaseHeld
from app.core.upkeep.upkeep import Outcome, run
from app.core.words import _


def upkeep(session: Session, arguments: argparse.Namespace) -> Answer:
    with (
        session.vault() as vault,
        chosen(session, arguments) as (model, _why),
        closing(ChosenMeanings(shelf(session))) as meanings,
        shown(_("Upkeep")) as progress,
    ):
        context = Context(
            vault, settings(vault.home), meanings, lambda: (model, lambda: progress.cancelled)
        )
        holder = _("command line, process {number}").format(number=os.getpid())
        try:
            outcome = run(context, holder, progress)
        except LeaseHeld as held:
            return _answer(Outcome(), {}, held.holder.name, str(held))
    failed = {task: _why_of(error) for task, error in outcome.failed.items()}
    lines = [_("Done: {tasks}.").format(tasks=", ".join(outcome.done))] if outcome.done else []
    lines += [_("{task}: {why}").format(task=task, why=why) for task, why in failed.items()]
    return _answer(outcome, failed, None, "\n".join(lines) or _("Nothing is due."))


def _why_of(error: Exception) -> str:
    """The sentence of a failure; a bug is told as every bug of a command."""
    if not isinstance(error, AppError):
        raise error
    return str(error)


def _answer(outcome: Outcome, failed: Mapping[str, str], holder: str | None, text: str) -> Answer:
    document = {
        "done": list(outcome.done),
        "failed": [{"task": task, "why": why} for task, why in failed.items()],
        "heldBy": holder,
    }
    return Answer(document, text, status=1 if failed else 0)
