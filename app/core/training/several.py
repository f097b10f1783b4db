"""Training asked for many skills at once: what comes of it waits to be looked through."""

from collections.abc import Sequence

from app.core.errors import NotFound
from app.core.progress import SILENT, Progress, checkpoint
from app.core.training import inbox
from app.core.training.proposal import Cause, Recall
from app.core.training.train import propose
from app.core.vault import Vault
from app.core.words import _


def propose_each(
    vault: Vault, skills: Sequence[int], recall: Recall, progress: Progress = SILENT
) -> int:
    """Put what training would add to each of the skills into the inbox; for how many there is any.

    No skill is changed. Takes a while: a job. Raises `Cancelled`; what was found by then waits.
    """
    waiting = 0
    for number, skill in enumerate(skills):
        checkpoint(progress)
        progress.report(number / len(skills), _("Recalling"))
        try:
            proposal = propose(vault, skill, recall)
        except NotFound:
            continue  # it was deleted meanwhile
        if proposal.says_something:
            inbox.keep(vault, proposal, Cause.ASKED)
            waiting += 1
    return waiting
