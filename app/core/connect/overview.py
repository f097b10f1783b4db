"""All clients as a person sees them: how they stand, what they did, what they may do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path

from app.core.agents import calls, clients, consent
from app.core.agents.caller import OTHER
from app.core.agents.clients import AgentClient
from app.core.agents.consent import Group, Rule
from app.core.connect import settings_file
from app.core.connect.connecting import places, without
from app.core.connect.entry import secret_of
from app.core.connect.looking import ClientLook, State, look
from app.core.connect.planning import Line, difference, hidden
from app.core.errors import AppError
from app.core.mirror.clients import Client
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in a file for us, with a little of what is around it."""

    file: Path
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ClientSight:
    """`seen` is None for one that never called; `today` are its calls since midnight."""

    look: ClientLook
    seen: AgentClient | None
    today: int
    rules: Mapping[Group, Rule]
    written: tuple[Written, ...] = ()

    @property
    def id(self) -> str:
        return self.look.client.id

    @property
    def name(self) -> str:
        return self.look.client.name

    @property
    def version(self) -> str:
        """As it says itself; else the one that its row of the table was checked with."""
        return self.seen.version if self.seen and self.seen.version else ""

    @property
    def is_here(self) -> bool:
        return self.look.state is not State.NOT_FOUND or self.seen is not None


def midnight(vault: Vault) -> datetime:
    """When today began here."""
    today = vault.now().astimezone()
    return datetime.combine(today, time(), today.tzinfo).astimezone(vault.now().tzinfo)


def overview(vault: Vault, folders: Iterable[Path] = ()) -> tuple[ClientSight, ...]:
    """All clients of the table, then programs that nobody connected, if there were any.

    `folders` are projects in which clients are used. Raises what `look` does.
    """
    seen = {one.id: one for one in clients.clients(vault)}
    today = calls.counted(vault, midnight(vault))
    looks = list(look(vault, folders=folders))
    if OTHER in seen:
        other = Client(OTHER, _("Other programs"), looks[0].client.checked)
        looks.append(ClientLook(other, None, State.FOUND))
    return tuple(
        ClientSight(
            one,
            seen.get(one.client.id),
            today.get(one.client.id, 0),
            _rules(vault, one.client.id),
            _written(one),
        )
        for one in looks
    )


def _rules(vault: Vault, client: str) -> dict[Group, Rule]:
    said = consent.rules(vault, client)
    return {group: said.get(group, consent.USUAL[group]) for group in Group}


def _written(one: ClientLook) -> tuple[Written, ...]:
    """Our entries, told apart from the rest of each file."""
    if one.setup is None or one.entry is None:
        return ()
    secret, found = secret_of(one.entry), []
    for path in places(one.setup, None):
        try:
            file = settings_file.read(path, settings_file.base(path, None))
            rest = without(file, one.setup)
            rest = "" if rest.strip() == "{}" else rest  # there is nothing but us
            lines = difference(rest, hidden(file.text, secret))
        except AppError:
            continue  # its state says so
        if lines:
            found.append(Written(path, lines))
    return tuple(found)
