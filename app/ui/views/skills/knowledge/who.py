"""What an agent, or whoever stands in its place, is called. Public name: `called`."""

from app.core.agents.caller import OTHER
from app.core.lifecycle.counted import PERSON
from app.core.memory.entities import AGENT
from app.core.mirror.clients import clients
from app.core.words import _


def called(agent: str) -> str:
    """As it is called in a sentence: “by you”, “by an agent”, “by Claude Code”."""
    names = {one.id: one.name for one in clients()}
    names |= {PERSON: _("you"), AGENT: _("an agent"), OTHER: _("another program")}
    return names.get(agent, agent)
