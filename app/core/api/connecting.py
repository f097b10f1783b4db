"""The clients that agents come through: how they stand, connecting them, taking it back."""

from pathlib import Path
from typing import NotRequired

from typing_extensions import TypedDict

from app.core.agents import calls, clients
from app.core.connect import connecting, connections, looking, verifying
from app.core.connect.connections import Verified
from app.core.connect.known import setup
from app.core.connect.looking import ClientLook
from app.core.connect.overview import midnight
from app.core.connect.planning import Plan
from app.core.progress import SILENT, Progress
from app.core.vault import Vault


class ClientDocument(TypedDict):
    """A client: `state` is not-found, found, connected or needs-repair, and `fault` says why.

    `lastSeen` is when it called last, `callsToday` how often it did since midnight.
    """

    id: str
    name: str
    state: looking.State
    file: str
    callsToday: int
    fault: NotRequired[looking.Fault]
    why: NotRequired[str]
    url: NotRequired[str]
    version: NotRequired[str]
    lastSeen: NotRequired[str]
    verified: NotRequired["VerifiedDocument"]


class VerifiedDocument(TypedDict):
    """How it went when the server was started as the client starts it. `health` is what the
    client's own command said, `failed` why the server gave no answer; else both are empty."""

    at: str
    seconds: float
    protocol: str
    tools: int
    health: str
    failed: str


class LineDocument(TypedDict):
    """A line of a change: `sign` is "+", "-" or a space."""

    number: int
    sign: str
    text: str


class FileChangeDocument(TypedDict):
    """What changes in a file of a client; the secret is not shown."""

    file: str
    lines: list[LineDocument]


class ConnectedDocument(TypedDict):
    """A client that was connected; without `changes` all of it stood there already."""

    client: str
    name: str
    changes: list[FileChangeDocument]
    verified: VerifiedDocument


class DisconnectedDocument(TypedDict):
    """The files that our entries were taken out of."""

    client: str
    name: str
    files: list[str]


def listed(vault: Vault, project: Path | None = None) -> list[ClientDocument]:
    """All clients that can be connected, those that are here first."""
    today = calls.counted(vault, midnight(vault))
    seen = {one.id: one for one in clients.clients(vault)}
    folders = () if project is None else (project,)
    return [
        _client(one, seen.get(one.client.id), today.get(one.client.id, 0))
        for one in looking.look(vault, project=project, folders=folders)
    ]


def changes(plan: Plan) -> list[FileChangeDocument]:
    """What a plan would write."""
    return [
        {
            "file": str(change.file.path),
            "lines": [
                {"number": line.number, "sign": line.sign, "text": line.text}
                for line in change.lines()
            ],
        }
        for change in plan.changes
    ]


def connect(vault: Vault, plan: Plan) -> connections.Connection:
    """Write what was planned. Raises what `connecting.connect` does."""
    made = connections.connection(vault.home.folder, plan.client.id, plan.project)
    return made if plan.is_done and made is not None else connecting.connect(vault, plan)


def verify(
    home: Path,
    plan: Plan,
    made: connections.Connection,
    folder: Path,
    progress: Progress = SILENT,
) -> ConnectedDocument:
    """Try what was connected; `folder` is where the client is asked."""
    how = verifying.verify(home, made, folder, progress)
    return {
        "client": plan.client.id,
        "name": plan.client.name,
        "changes": changes(plan),
        "verified": _verified(how),
    }


def disconnect(vault: Vault, id: str, project: Path | None = None) -> DisconnectedDocument:  # noqa: A002
    """Raises what `connecting.disconnect` does."""
    client, _setup = setup(id, vault.home.folder)
    files = connecting.disconnect(vault, id, project)
    return {"client": id, "name": client.name, "files": list(map(str, files))}


def _client(look: ClientLook, seen: clients.AgentClient | None, today: int) -> ClientDocument:
    found: ClientDocument = {
        "id": look.client.id,
        "name": look.client.name,
        "state": look.state,
        "file": str(look.file or ""),
        "callsToday": today,
    }
    if look.fault is not None:
        found["fault"] = look.fault
    if look.why:
        found["why"] = look.why
    if look.connection is not None and look.connection.url:
        found["url"] = look.connection.url
    if look.connection is not None and look.connection.verified is not None:
        found["verified"] = _verified(look.connection.verified)
    if seen is not None and seen.version:
        found["version"] = seen.version
    if seen is not None and seen.last_seen is not None:
        found["lastSeen"] = seen.last_seen.isoformat()
    return found


def _verified(how: Verified) -> VerifiedDocument:
    return {
        "at": how.at,
        "seconds": how.seconds,
        "protocol": how.protocol,
        "tools": how.tools,
        "health": how.health,
        "failed": how.failed,
    }
