"""What a person should know about a training before deciding, in sentences."""

from datetime import datetime

from app.core.library import library
from app.core.training import inbox
from app.core.training.inbox import Waiting
from app.core.training.proposal import Cause, Proposal
from app.core.vault import Vault
from app.core.words import _
from app.ui.widgets.moments import moment_said


def why_it_waited(waited: Waiting, now: datetime) -> str:
    """Why something was in the inbox, and since when."""
    cause = {
        Cause.ASKED: _("This training is waiting for your review. Last change: {when}."),
        Cause.SCHEDULED: _("Trained as planned: {when}."),
        Cause.MEMORIES_CHANGED: _("Trained because a memory in it changed: {when}."),
    }[waited.cause]
    return cause.format(when=moment_said(waited.at, now))


def not_current(vault: Vault, found: Proposal, since: datetime) -> str:
    """What was changed since the training; empty if nothing was, or the skill is gone."""
    state = library.current(vault, found.skill)
    if state is None:
        return ""
    waiting = inbox.waiting_for(vault, found.skill)
    if state[0].version != found.base:
        return _("This skill has changed since. Train it again; your decisions are kept.")
    if waiting is not None and waiting.at > since:
        return _("A memory here has changed since. Train again; your decisions are kept.")
    return ""


def replaced(vault: Vault, skill: int) -> str:
    """What accepting a training takes back of what a model wrote; empty for nothing."""
    state = library.current(vault, skill)
    training = state[2].training if state is not None else None
    if training is None or not training.passages:
        return ""
    return _(
        "A model wrote some steps of this skill. “Accept selected” restores your own "
        "sentences; one Undo brings the model’s back."
    )
