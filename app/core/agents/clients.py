"""The programs that agents come through: each connected one has a secret of its own."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from app.core.agents.caller import Caller
from app.core.changes import Part
from app.core.vault import Row, Vault


@dataclass(frozen=True, slots=True)
class AgentClient:
    """`id` is that of the table of clients (`mirror.clients`) or `OTHER`. A client that was
    disconnected keeps its rules and what it did, and has no secret.

    An `isolated` one is counted alone: what other agents did is not shown to it, nor what it did to
    them.
    """

    id: str
    name: str
    version: str
    connected: bool
    isolated: bool
    last_seen: datetime | None


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def enrol(vault: Vault, client: str, name: str, secret: str = "") -> str:
    """Give a client a secret, a new one unless it is said, in place of an earlier one.

    Only its digest is kept.
    """
    secret = secret or new_secret()
    with vault.write(None) as write:
        write.db.execute(
            "insert into agent_client (client, name, secret) values (?, ?, ?)"
            " on conflict (client) do update set secret = excluded.secret",
            (client, name, _digest(secret)),
        )
        write.touch(Part.AGENTS)
    return secret


def dismiss(vault: Vault, client: str) -> None:
    """Take the secret of a client back: whoever has it is one of the other programs now."""
    with vault.write(None) as write:
        write.db.execute("update agent_client set secret = '' where client = ?", (client,))
        write.touch(Part.AGENTS)


def of_secret(vault: Vault, secret: str) -> str | None:
    """The client that has this secret."""
    if not secret:
        return None
    row = vault.row("select client from agent_client where secret = ?", _digest(secret))
    return str(row[0]) if row else None


def clients(vault: Vault) -> tuple[AgentClient, ...]:
    """All that were ever connected or called, in the order in which they came."""
    return tuple(map(_client, vault.rows(f"{_ROWS} order by rowid")))


def client(vault: Vault, id: str) -> AgentClient | None:  # noqa: A002
    found = vault.row(f"{_ROWS} where client = ?", id)
    return _client(found) if found else None


def said_name(vault: Vault, caller: Caller) -> str:
    """What a person knows a caller as: a client that was connected by its own name."""
    known = client(vault, caller.client) if caller.is_known else None
    return (known.name if known else "") or caller.name or caller.client


def isolate(vault: Vault, client: str, *, isolated: bool) -> None:
    """Count a client alone, or with the others."""
    with vault.write(None) as write:
        write.db.execute(
            "update agent_client set isolated = ? where client = ?", (isolated, client)
        )
        write.touch(Part.AGENTS)


_ROWS = "select client, name, version, secret <> '', isolated, last_seen from agent_client"


def _client(row: Row) -> AgentClient:
    client, name, version, connected, isolated, seen = row
    at = datetime.fromisoformat(seen) if seen else None
    return AgentClient(client, name, version, bool(connected), bool(isolated), at)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
