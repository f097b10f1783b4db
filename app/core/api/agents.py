"""The clients of agents: what each may see and do, what waits for a person, what was done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NotRequired

from typing_extensions import TypedDict

from app.core.agents import calls, clients, consent, requests, scope
from app.core.agents.caller import OTHER
from app.core.agents.calls import Logged, Outcome
from app.core.agents.clients import AgentClient
from app.core.agents.consent import USUAL, Group, Rule
from app.core.agents.requests import Request, State
from app.core.errors import AppError, NotFound
from app.core.library import catalogue, engrams
from app.core.library.engrams import Engram, Tier
from app.core.vault import Vault
from app.core.words import _


class AgentDocument(TypedDict):
    """A client, and what was decided about it.

    `rules` are by group of tools, and by single tools where one has a rule of its own. `closed` are
    the names of engrams, `closedTiers` what kinds of them.
    """

    id: str
    name: str
    version: str
    connected: bool
    isolated: bool
    callsToday: int
    rules: dict[str, Rule]
    closed: list[str]
    closedTiers: list[Tier]
    lastSeen: NotRequired[str]


class RequestDocument(TypedDict):
    """A call that waits for a person, or how it ended; `answer` says why it was not done."""

    id: int
    at: str
    client: str
    tool: str
    state: State
    skill: NotRequired[str]
    answer: NotRequired[str]


class CallDocument(TypedDict):
    """A call in the journal; `undoable` if it wrote something, `undone` if that was taken back."""

    id: int
    at: str
    client: str
    tool: str
    outcome: Outcome
    undoable: bool
    undone: bool
    skill: NotRequired[str]
    about: NotRequired[str]
    why: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Decisions:
    """What is to be changed about a client; None leaves it as it is."""

    rules: Mapping[str, Rule | None]
    closed: Sequence[str] = ()
    reopened: Sequence[str] = ()
    isolated: bool | None = None


def listed(vault: Vault, midnight: datetime) -> list[AgentDocument]:
    """All clients; `midnight` is when today began."""
    today = calls.counted(vault, midnight)
    return [_document(vault, one, today.get(one.id, 0)) for one in clients.clients(vault)]


def change(vault: Vault, client: str, decisions: Decisions) -> None:
    """Decide about a client; all names are looked up before anything changes. Raises `NotFound`."""
    if client != OTHER and clients.client(vault, client) is None:
        raise NotFound(
            _("No client called “{name}” is known here.").format(name=client),
            _("Connect it first, or choose one from the list."),
        )
    closing = [_place(vault, name) for name in decisions.closed]
    opening = [_place(vault, name) for name in decisions.reopened]
    for what, rule in decisions.rules.items():
        consent.decide(vault, client, what, rule)
    for place in closing:
        scope.close(vault, client, place)
    for place in opening:
        scope.reopen(vault, client, place)
    if decisions.isolated is not None:
        clients.isolate(vault, client, isolated=decisions.isolated)


def waiting(vault: Vault) -> list[RequestDocument]:
    """What a person has to decide about, oldest first."""
    return [request_document(vault, one) for one in requests.waiting(vault)]


def request_document(vault: Vault, request: Request) -> RequestDocument:
    row = catalogue.row(vault, request.skill) if request.skill is not None else None
    made: RequestDocument = {
        "id": request.id,
        "at": request.at.isoformat(),
        "client": request.caller.client,
        "tool": request.tool,
        "state": request.state,
    }
    if row is not None:
        made["skill"] = row.title
    if request.answer and request.state is not State.DONE:
        made["answer"] = request.answer
    return made


def journal(
    vault: Vault, *, client: str = "", changes_only: bool = False, limit: int = 50
) -> list[CallDocument]:
    """The newest calls, newest first."""
    found = calls.logged(vault, client=client, changes_only=changes_only, limit=limit)
    return [call_document(one) for one in found]


def one_call(vault: Vault, number: int) -> list[CallDocument]:
    """The journal with the call of this number alone; raises `NotFound`."""
    return [call_document(_found(vault, number))]


def call_document(call: Logged) -> CallDocument:
    made: CallDocument = {
        "id": call.id,
        "at": call.at.isoformat(),
        "client": call.client,
        "tool": call.tool,
        "outcome": call.outcome,
        "undoable": call.journal is not None and not call.undone,
        "undone": call.undone,
    }
    if call.title:
        made["skill"] = call.title
    if call.what:
        made["about"] = call.what
    if call.why:
        made["why"] = call.why
    return made


def written_by(vault: Vault, call: int) -> int:
    """The entry of the vault's journal that a call wrote; raises `NotFound`, `AppError`."""
    found = _found(vault, call)
    if found.journal is None:
        raise AppError(_("This call changed nothing."), _("There is nothing to undo."))
    return found.journal


def _found(vault: Vault, call: int) -> Logged:
    found = calls.one(vault, call)
    if found is None:
        raise NotFound(
            _("There is no call {number} in the journal.").format(number=call),
            _("Look at the list of calls."),
        )
    return found


def _document(vault: Vault, client: AgentClient, today: int) -> AgentDocument:
    closed, tiers = scope.closed(vault, client.id)
    said = consent.rules(vault, client.id)
    made: AgentDocument = {
        "id": client.id,
        "name": client.name,
        "version": client.version,
        "connected": client.connected,
        "isolated": client.isolated,
        "callsToday": today,
        "rules": {**{group.value: USUAL[group] for group in Group}, **said},
        "closed": [one.name for one in engrams.engrams(vault) if one.id in closed],
        "closedTiers": [tier for tier in Tier if tier in tiers],
    }
    if client.last_seen is not None:
        made["lastSeen"] = client.last_seen.isoformat()
    return made


def _place(vault: Vault, name: str) -> Engram | Tier:
    """A tier by its word, or an engram by its name; raises `NotFound`."""
    return Tier(name) if name in set(Tier) else engrams.named(vault, name)
