"""What is made of new sessions: how skills went in them, and what is repeated in them."""

from app.core.learning import finding, judging, sessions
from app.core.lifecycle.config import Procedural
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _


def study(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> tuple[int, ...]:
    """Look at the agents of whose sessions something is new; the candidates that are open then.

    A job. Where it was stopped, those agents that it did not come to have their turn the next time.
    """
    waiting = sorted(sessions.to_look_at(vault).items())
    for position, (agent, number) in enumerate(waiting):
        checkpoint(progress)
        said = _("Looking for what {agent} repeats").format(agent=agent)
        progress.report(position / len(waiting), said)
        judging.note(vault, agent, settings.skills, progress)
        finding.find(vault, agent, settings, progress)
        sessions.seen(vault, agent, number)
    return finding.open_ones(vault, settings)
