"""Whom a client is counted with: isolated ones are alone."""

from app.core.agents.clients import clients
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.vault import Vault


def counted(vault: Vault, client: str) -> Counted:
    """Whose uses, outcomes and runs a client is shown: an isolated one its own, another one those
    of all that are not isolated, and of people.
    """
    isolated = frozenset(one.id for one in clients(vault) if one.isolated)
    if client in isolated:
        return Counted(only=client)
    return Counted(without=isolated) if isolated else EVERYONE
