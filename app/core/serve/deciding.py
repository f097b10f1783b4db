"""Consent: what a client may not do by itself waits for a person, and runs when it is allowed."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NotRequired, cast

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from app.core.agents import clients, requests
from app.core.agents.calls import Call, Outcome
from app.core.agents.consent import Rule, rule
from app.core.agents.requests import Answer, Request, State
from app.core.agents.scope import scope
from app.core.api.json_values import Json
from app.core.errors import AppError, NotFound, StaleEdit
from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.serve import wording
from app.core.serve.errors import NotAllowed
from app.core.serve.tool import Tool
from app.core.serve.tools.table import BY_NAME
from app.core.serve.turn import Turn
from app.core.words import _


class Decision(TypedDict):
    """How a request stands: `said` is for the agent, `question` for a person to be asked.

    One that is done has the document of the call, and the same as a text.
    """

    request: int
    state: str
    said: str
    question: str
    document: NotRequired[Json]
    text: NotRequired[str]


def call(turn: Turn, tool: Tool[Any, Any], arguments: Any, *, can_ask: bool) -> Json:
    """Run a tool if the client may; else its request: `{"waits": Decision}`.

    `can_ask` if the client itself can put the question to the person. Every call is in the
    journal. Raises `NotAllowed`, `TooManyRequests`, and what the tool raises.
    """
    said = rule(turn.vault, turn.caller.client, tool.group, tool.name)
    if said is Rule.ALLOW:
        return run(turn, tool, arguments)
    if said is Rule.NEVER:
        _log(turn, tool.name, arguments, Outcome.REFUSED)
        raise NotAllowed(
            _("This client is never allowed to use {tool}.").format(tool=tool.name),
            _("A person can change that in the window of Techne, under Agents."),
        )
    row = _skill(turn, arguments)
    skill, base = (row.id, row.version) if row is not None else (None, None)
    anybody = can_ask or turn.watched()
    try:
        asked = requests.ask(
            turn.vault, turn.caller, tool.name, arguments, skill, base,
            anybody=anybody,
        )  # fmt: skip
    except requests.TooManyRequests as error:
        _log(turn, tool.name, arguments, Outcome.REFUSED, skill, why=str(error))
        raise
    if asked.state is State.REFUSED:
        _log(turn, tool.name, arguments, Outcome.REFUSED, asked.skill, request=asked.id)
        raise _refused()
    _log(turn, tool.name, arguments, Outcome.WAITS, asked.skill, request=asked.id)
    return {"waits": as_json(decision(turn, asked))}


def run(turn: Turn, tool: Tool[Any, Any], arguments: Any, request: int | None = None) -> Json:
    """Do it, and write it down."""
    return _done(turn, tool, arguments, request)[0]


def _done(
    turn: Turn, tool: Tool[Any, Any], arguments: Any, request: int | None
) -> tuple[Json, int | None]:
    """The answer, and the skill that it was about or that it made."""
    skill = _quietly(turn, arguments)
    try:
        with turn.vault.noting() as entries:
            document, text = tool.answered(turn, arguments)
    except AppError as error:
        _log(turn, tool.name, arguments, Outcome.FAILED, skill, why=str(error), request=request)
        raise
    journal = tuple(dict.fromkeys(entries))
    skill = skill or _made(turn, journal)
    _log(turn, tool.name, arguments, Outcome.DONE, skill, journal=journal, request=request)
    return {"document": document, "text": text}, skill


def _made(turn: Turn, journal: tuple[int, ...]) -> int | None:
    """The skill that was made, where there was none before."""
    if not journal:
        return None
    row = turn.vault.row("select min(skill) from stored_version where journal = ?", journal[0])
    return row[0] if row else None


def decide(turn: Turn, number: int, answer: Answer) -> Decision:
    """Say what becomes of a request; what is allowed runs now, as its client.

    It runs on the skill as it was when it was asked for: tools that merge do, for all others
    the skill must not have changed. What cannot run is said, and stays in the inbox.

    Raises `Decided` where somebody was faster, `NotFound`.
    """
    if answer is Answer.NONE and turn.watched():
        pass
    elif answer in (Answer.LATER, Answer.NONE):
        requests.postpone(turn.vault, number)
    elif answer is Answer.REFUSE:
        refused = requests.refuse(turn.vault, number)
        _log(
            _as_client(turn, refused), refused.tool, refused.arguments, Outcome.REFUSED,
            refused.skill, request=number,
        )  # fmt: skip
    else:
        _run_taken(turn, requests.take(turn.vault, number))
    return decision(turn, requests.request(turn.vault, number))


def decision(turn: Turn, asked: Request) -> Decision:
    """How it stands, for the agent and for whoever is asked."""
    row = catalogue.row(turn.vault, asked.skill) if asked.skill is not None else None
    title = row.title if row is not None else ""
    who = clients.said_name(turn.vault, asked.caller)
    stands: Decision = {
        "request": asked.id,
        "state": asked.state.value,
        "said": asked.answer if asked.state is State.FAILED else _said(asked.state),
        "question": wording.wish(who, asked.tool, title) + ".",
    }
    if asked.state is State.DONE:
        stands |= json.loads(asked.answer)
    return stands


def as_json(stands: Decision) -> Json:
    """A decision as it is sent."""
    return cast(Json, stands)


def _said(state: State) -> str:
    return {
        State.ASKED: _("A person is asked to allow this. Nothing was changed yet."),
        State.PROPOSED: _(
            "This waits in Techne until a person allows it. Nothing was changed yet; go on"
            " without it and do not call it again."
        ),
        State.ALLOWED: _("A person allowed this, and it is being done."),
        State.DONE: _("A person allowed this, and it is done."),
        State.REFUSED: _("A person refused this. Nothing was changed."),
        State.FAILED: "",
    }[state]


def _refused() -> NotAllowed:
    return NotAllowed(_said(State.REFUSED), _("Do not try it again."))


def _run_taken(turn: Turn, taken: Request) -> None:
    """End in a state in any case, so that nothing is run twice and nothing is lost."""
    vault, state, answer, made = turn.vault, State.PROPOSED, "", None
    try:
        done, made = _done(_as_client(turn, taken), *_on_its_base(turn, taken), taken.id)
        state, answer = State.DONE, json.dumps(done, ensure_ascii=False)
    except NotFound as error:
        state, answer = State.FAILED, str(error)
    except AppError as error:
        answer = str(error)
    finally:
        requests.finish(vault, taken.id, state, answer, made)


def _as_client(turn: Turn, asked: Request) -> Turn:
    return replace(turn, caller=asked.caller, scope=scope(turn.vault, asked.caller.client))


def _on_its_base(turn: Turn, taken: Request) -> tuple[Tool[Any, Any], Any]:
    """The tool and its arguments, made for the version that was current then.

    Raises `StaleEdit` where the skill is another one now and the tool cannot merge.
    """
    tool, arguments = BY_NAME[taken.tool], dict(taken.arguments)
    if taken.skill is not None and taken.base is not None:
        now = library.current(turn.vault, taken.skill)
        if "base" in tool.takes.__annotations__:
            arguments.setdefault("base", _named(turn, taken.base))
        elif now is not None and now[0].version != taken.base:
            raise StaleEdit(
                _("The skill has changed since the agent asked."),
                _("Nothing was done. Refuse it, or have the agent ask again."),
            )
    return tool, TypeAdapter(tool.takes).validate_python(arguments)


def _named(turn: Turn, version: int) -> str:
    """A version as edits name it (`SkillRow.base`)."""
    row = turn.vault.row("select number from version where id = ?", version)
    return f"{row[0]}.{version}" if row else str(version)


def _skill(turn: Turn, arguments: Mapping[str, Any]) -> SkillRow | None:
    """The skill that a call names, if it names one; raises `NotFound`, `Ambiguous`."""
    name = arguments.get("skill")
    return turn.find(name, arguments.get("engram")) if isinstance(name, str) else None


def _quietly(turn: Turn, arguments: Mapping[str, Any]) -> int | None:
    """Its number, for the journal; the tool says what is wrong with the name."""
    try:
        row = _skill(turn, arguments)
    except AppError:
        return None
    return row.id if row is not None else None


def _log(
    turn: Turn,
    tool: str,
    arguments: Mapping[str, Any],
    outcome: Outcome,
    skill: int | None = None,
    *,
    why: str = "",
    journal: tuple[int, ...] = (),
    request: int | None = None,
) -> None:
    at, what = turn.vault.now(), wording.about(arguments)
    turn.calls.add(Call(at, turn.caller, tool, outcome, skill, what, why, journal, request))
