"""Clients together with how they are set up, and whether a person has them."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from app.core.connect.setups import Setup, UnknownClient, setups
from app.core.mirror.client_table import resolved
from app.core.mirror.clients import Client, clients
from app.core.words import _


def setup(id: str, home: Path | None = None) -> tuple[Client, Setup]:  # noqa: A002
    """A client and how it is set up. Raises `UnknownClient`."""
    known = setups(home)
    client = next((one for one in clients(home) if one.id == id), None)
    if client is None:
        raise UnknownClient(
            _("There is no client called “{name}”.").format(name=id),
            _("Known are: {names}.").format(names=", ".join(known)),
        )
    if id not in known:
        raise UnknownClient(
            _("Where {name} keeps its servers is not known.").format(name=client.name),
            _("Add a server there that starts “techne mcp”."),
        )
    return client, known[id]


def found(its: Setup, client: Client, env: Mapping[str, str] = os.environ) -> bool:
    """Whether a person has this client, as far as can be seen without starting it."""
    if its.program and shutil.which(its.program, path=env.get("PATH")):
        return True
    own = [resolved(place, env) for place in its.file]
    home = resolved("~", env)
    folders = [one.parent for one in own if one.parent != home]
    # A folder of skills may be there because another client reads it.
    named = [one for one in client.user_folders(env) if f".{its.id}" in one.parts]
    return any(one.exists() for one in (*own, *folders, *named))
