"""What an agent, or whoever stands in its place, is called. Public name: `called`."""

from app.core.lifecycle.counted import PERSON
from app.core.memory.entities import AGENT
from app.core.words import _


def called(agent: str) -> str:
    """As it is called in a sentence: “by you”, “by an agent”, “by claude”."""
    return {PERSON: _("you"), AGENT: _("an agent")}.get(agent, agent)
