"""What is made of new sessions: how skills went in them, and what is repeated in them."""

from collections.abc import Callable
from datetime import timedelta

from app.core.changes import Part
from app.core.learning import finding, judging, renewing, sessions
from app.core.learning.withdrawing import withdraw_known, withdraw_past, withdraw_unsure
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import Counted
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _

_RULES = "sessions looked at by rules"


def study(
    vault: Vault,
    settings: Procedural,
    counted: Callable[[str], Counted],
    progress: Progress = SILENT,
) -> tuple[int, ...]:
    """Look at the agents of whose sessions something is new, or a change of whose skills is made
    from what these are no more, or at all where other rules hold now.

    `counted` says for each whose skills are its own as well.
    Returns the candidates that are open then. A job. Where it was stopped, those agents that it did
    not come to have their turn the next time.
    """
    rules = [settings.candidate_sessions, settings.candidate_days]
    before = vault.setting(_RULES)
    if before != rules:
        if before and settings.candidate_days < before[1]:
            since = vault.now() - timedelta(days=settings.candidate_days)
            withdraw_past(vault, since, settings.candidate_sessions)
        with vault.write(None) as write:
            sessions.mark(write, sessions.agents(vault))
            write.touch(Part.LEARNING)
        vault.put_setting(_RULES, rules)
    withdraw_unsure(vault, settings.candidate_sessions)
    withdraw_known(vault, counted)
    renewing.look_again(vault)
    waiting = sorted(sessions.to_look_at(vault).items())
    for position, (agent, number) in enumerate(waiting):
        checkpoint(progress)
        said = _("Looking for what {agent} repeats").format(agent=agent)
        progress.report(position / len(waiting), said)
        judging.note(vault, agent, settings.skills, progress)
        finding.find(vault, agent, settings, counted(agent), progress)
        sessions.seen(vault, agent, number)
    renewing.withdraw_outdated(vault)
    return finding.open_ones(vault, settings)
