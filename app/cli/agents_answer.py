"""What `agents`, `requests` and `journal` do and say."""

import argparse
from contextlib import closing

from app.cli.answer import Answer, table, to_seconds
from app.cli.session import Session
from app.core.actor import COMMAND_LINE
from app.core.agents import requests
from app.core.agents.caller import Caller
from app.core.agents.consent import Group, Rule
from app.core.agents.requests import State
from app.core.api import agents as api
from app.core.api.agents import AgentDocument, CallDocument, Decisions, RequestDocument
from app.core.errors import AppError
from app.core.library import undoing
from app.core.lifecycle import config
from app.core.llm.model_store import ModelStore
from app.core.memory.retrieval import chosen
from app.core.memory.retrieval.embed import Embedder
from app.core.serve import deciding, wording
from app.core.serve.local_desk import LocalDesk
from app.core.serve.tools.table import BY_NAME
from app.core.vault import Vault
from app.core.words import _

_RULES = {"allow": Rule.ALLOW, "ask": Rule.ASK, "never": Rule.NEVER, "usual": None}


def agents(session: Session, arguments: argparse.Namespace) -> Answer:
    """The clients, or one of them, after what was asked for was decided about it."""
    given = vars(arguments)
    rules = {what: rule for name, rule in _RULES.items() for what in given[name]}
    known = {*(group.value for group in Group), *BY_NAME}
    if wrong := [what for what in rules if what not in known]:
        arguments.wrong(
            _("“{what}” is neither a tool nor one of {groups}").format(
                what=wrong[0], groups=", ".join(Group)
            )
        )
    isolated = True if arguments.isolate else False if arguments.no_isolate else None
    decisions = Decisions(rules, arguments.close, arguments.open, isolated)
    is_change = bool(rules or arguments.close or arguments.open or isolated is not None)
    if is_change and not arguments.client:
        arguments.wrong(_("which client?"))
    with session.vault() as vault:
        if is_change:
            api.change(vault, arguments.client, decisions)
        midnight = vault.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        found = api.listed(vault, midnight.astimezone(vault.now().tzinfo))
    if arguments.client:
        found = [one for one in found if one["id"] == arguments.client]
    return Answer(found, _agents_said(found))


def requests_(session: Session, arguments: argparse.Namespace) -> Answer:
    """What waits; or one of them, after it was decided about."""
    number = arguments.allow if arguments.allow is not None else arguments.refuse
    with session.vault() as vault:
        if number is None:
            found = api.waiting(vault)
            return Answer(found, _requests_said(found))
        answer = requests.Answer.REFUSE if arguments.allow is None else requests.Answer.ALLOW
        with closing(_desk(vault)) as desk:
            deciding.decide(desk.turn(Caller()), number, answer)
        stands = requests.request(vault, number)
        if answer is requests.Answer.ALLOW and stands.state is not State.DONE:
            raise AppError(stands.answer, _("It waits as before."))
        decided = [api.request_document(vault, stands)]
    said = _("Done.") if stands.state is State.DONE else _("Refused. Nothing was changed.")
    return Answer(decided, said)


def journal(session: Session, arguments: argparse.Namespace) -> Answer:
    """What agents did; or the one call that was undone."""
    with session.vault() as vault:
        if arguments.undo is not None:
            entry = api.written_by(vault, arguments.undo)
            undoing.undo_entry(vault, entry, actor=COMMAND_LINE)
            undone = api.one_call(vault, arguments.undo)
            return Answer(undone, _undone_said(undone[0]))
        found = api.journal(
            vault,
            client=arguments.client,
            changes_only=arguments.changes,
            limit=arguments.limit,
        )
    if not found:
        return Answer(found, _("No agent has done anything yet."))
    rows = [
        (
            str(one["id"]),
            to_seconds(one["at"]),
            one["client"],
            wording.deed(one["tool"]),
            _("undone") if one["undone"] else one["outcome"].value,
            one.get("skill", one.get("about", "")),
        )
        for one in found
    ]
    header = (_("ID"), _("When"), _("Client"), _("What"), _("Outcome"), _("About"))
    return Answer(found, table(rows, header))


def _undone_said(call: CallDocument) -> str:
    return _("Undone: what {client} did at {time} ({what}: {about}).").format(
        client=call["client"],
        time=to_seconds(call["at"]),
        what=wording.deed(call["tool"]),
        about=call.get("skill", call.get("about", "")),
    )


def _desk(vault: Vault) -> LocalDesk:
    def embedder() -> Embedder | None:
        return chosen.embedder(ModelStore(vault.home.models))[0]

    return LocalDesk(vault, lambda: config.load(vault.home)[0], embedder)


def _agents_said(found: list[AgentDocument]) -> str:
    if not found:
        return _("No client has called yet.")
    rows = [
        (
            one["id"],
            _("connected") if one["connected"] else _("not connected"),
            to_seconds(one["lastSeen"]) if "lastSeen" in one else "",
            str(one["callsToday"]),
            *(one["rules"][group].value for group in Group),
            ", ".join([*one["closedTiers"], *one["closed"]]),
        )
        for one in found
    ]
    header = (_("Client"), _("State"), _("Last seen"), _("Today"), *Group, _("Closed"))
    return table(rows, header)


def _requests_said(found: list[RequestDocument]) -> str:
    if not found:
        return _("Nothing waits for a decision.")
    rows = [
        (
            str(one["id"]),
            to_seconds(one["at"]),
            one["client"],
            one["tool"],
            one.get("skill", ""),
            one.get("answer", ""),
        )
        for one in found
    ]
    header = (_("ID"), _("When"), _("Client"), _("Tool"), _("Skill"), _("Note"))
    return table(rows, header)
