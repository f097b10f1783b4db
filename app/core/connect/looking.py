"""How every client stands: not here, found, connected, or in need of repair and why."""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.core.agents import clients as agents
from app.core.connect import connections, settings_file
from app.core.connect.connections import Connection
from app.core.connect.entry import NAME, exists, reached_at, secret_of, started_by
from app.core.connect.known import found
from app.core.connect.setups import Setup, setups
from app.core.errors import AppError
from app.core.mirror.client_table import resolved
from app.core.mirror.clients import Client, clients
from app.core.vault import Vault


class State(StrEnum):
    NOT_FOUND = "not-found"
    FOUND = "found"
    CONNECTED = "connected"
    REPAIR = "needs-repair"


class Fault(StrEnum):
    """Why a connection does not work."""

    PROGRAM = "program-gone"
    SECRET = "secret-unknown"
    SETTINGS = "settings-broken"
    TRUST = "folder-not-trusted"
    HANDSHAKE = "no-answer"


@dataclass(frozen=True, slots=True)
class ClientLook:
    """`setup` is None for a client whose settings are not known; `entry` what stands there for us;
    `folder` one that is not trusted; `why` a sentence about settings that cannot be read."""

    client: Client
    setup: Setup | None
    state: State
    fault: Fault | None = None
    file: Path | None = None
    entry: Any = None
    connection: Connection | None = None
    folder: Path | None = None
    why: str = ""


def look(
    vault: Vault, *, project: Path | None = None, folders: Iterable[Path] = ()
) -> tuple[ClientLook, ...]:
    """All clients, those that are here first. `folders` are projects in which they are used.

    Raises `AppError` if the table of a person cannot be read.
    """
    home = vault.home.folder
    known, folders = setups(home), tuple(folders)
    looks = [_look(vault, one, known.get(one.id), project, folders) for one in clients(home)]
    order = [State.CONNECTED, State.REPAIR, State.FOUND, State.NOT_FOUND]
    # One that nobody has and that cannot be connected says nothing to anyone.
    shown = [one for one in looks if one.setup is not None]
    return tuple(sorted(shown, key=lambda one: min(2, order.index(one.state)) + _absent(one)))


def _absent(one: ClientLook) -> int:
    return one.state is State.NOT_FOUND


def _look(
    vault: Vault, client: Client, its: Setup | None, project: Path | None, folders: tuple[Path, ...]
) -> ClientLook:
    if its is None or (project is not None and not its.project):
        return ClientLook(client, None, State.NOT_FOUND)
    file = its.settings(project)
    here = State.FOUND if found(its, client) else State.NOT_FOUND
    made = connections.connection(vault.home.folder, client.id, project)
    try:
        entry = settings_file.read(file, settings_file.base(file, project)).find((*its.at, NAME))
    except AppError as error:
        state = State.REPAIR if made else here
        return ClientLook(client, its, state, Fault.SETTINGS, file, None, made, why=str(error))
    if entry is None:
        return ClientLook(client, its, here, file=file)
    fault, folder = _fault(vault, client, its, entry, made, folders)
    state = State.REPAIR if fault else State.CONNECTED
    return ClientLook(client, its, state, fault, file, entry, made, folder)


def _fault(
    vault: Vault,
    client: Client,
    its: Setup,
    entry: Any,
    made: Connection | None,
    folders: Iterable[Path],
) -> tuple[Fault | None, Path | None]:
    if not reached_at(entry) and not exists(started_by(entry)[0]):
        return Fault.PROGRAM, None
    if agents.of_secret(vault, secret_of(entry)) != client.id:
        return Fault.SECRET, None
    folder = next((one for one in folders if not trusts(its, one)), None)
    if folder is not None:
        return Fault.TRUST, folder
    if made is not None and made.verified is not None and made.verified.failed:
        return Fault.HANDSHAKE, None
    return None, None


def trusts(its: Setup, folder: Path) -> bool:
    """Whether the client starts servers in a folder: it, or one above it, is trusted."""
    if its.trust is None:
        return True
    try:
        said = json.loads(resolved(its.trust.file).read_bytes())
    except (OSError, ValueError):
        said = {}
    trusted = {os.path.realpath(place) for place, how in said.items() if how == its.trust.says}
    real = Path(os.path.realpath(folder))
    return any(os.fspath(one) in trusted for one in (real, *real.parents))
