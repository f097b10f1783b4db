"""What a desk can be asked: operations by name, on the vault as the caller sees it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.core.agents import clients, requests
from app.core.agents.requests import Answer, Request
from app.core.api.json_values import Json
from app.core.errors import NotFound
from app.core.memory.retrieval.question import ask
from app.core.serve import deciding, resources
from app.core.serve.errors import BadArguments
from app.core.serve.hooks.moment import Event, Moment
from app.core.serve.hooks.working import work
from app.core.serve.tools.table import BY_NAME
from app.core.serve.turn import Turn
from app.core.words import _

Operation = Callable[[Turn, Mapping[str, Any]], Any]


def call(turn: Turn, values: Mapping[str, Any]) -> Json:
    """Call the tool `tool` with `arguments`: its `document`, and the same as a `text`; or what
    `waits` for a person (`deciding.Decision`). `canAsk` if the client itself can ask the person.

    Raises `NotFound` for a tool there is not, `BadArguments`, and what `deciding.call` raises.
    """
    tool = BY_NAME.get(values["tool"])
    if tool is None:
        raise NotFound(
            _("There is no tool called “{name}”.").format(name=values["tool"]),
            _("List the tools to see their names."),
        )
    arguments = _checked(tool.name, values.get("arguments") or {})
    return deciding.call(turn, tool, arguments, can_ask=bool(values.get("canAsk")))


def decision(turn: Turn, values: Mapping[str, Any]) -> Json:
    """How the client's `request` stands (`deciding.Decision`)."""
    return deciding.as_json(deciding.decision(turn, _own(turn, values)))


def decide(turn: Turn, values: Mapping[str, Any]) -> Json:
    """What a person said in the client of its `request`: `allow`, `refuse`, `later` or `none`."""
    asked = _own(turn, values)
    return deciding.as_json(deciding.decide(turn, asked.id, Answer(values["answer"])))


def _own(turn: Turn, values: Mapping[str, Any]) -> Request:
    """A request of this very client; raises `NotFound`."""
    asked = requests.request(turn.vault, values["request"])
    if asked.caller.client != turn.caller.client:
        raise NotFound(
            _("There is no request {number} of this client.").format(number=asked.id), ""
        )
    return asked


def _checked(tool: str, arguments: Mapping[str, Any]) -> Any:
    try:
        return _adapter(tool).validate_python(dict(arguments))
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}"
            for one in error.errors(include_url=False, include_input=False)
        )
        raise BadArguments(
            _("The arguments do not fit: {wrong}.").format(wrong=wrong),
            _("Look at the schema of the tool and call it again."),
        ) from error


@cache
def _adapter(tool: str) -> TypeAdapter[Any]:
    return TypeAdapter(BY_NAME[tool].takes)


def client(turn: Turn, values: Mapping[str, Any]) -> Json:
    """The `client` that has a `secret`; null if none has it."""
    return {"client": clients.of_secret(turn.vault, values["secret"])}


def hook(turn: Turn, values: Mapping[str, Any]) -> Json:
    """What a `moment` of a session (`hooks.moment.Moment`) is answered with: `told`."""
    now = Moment(**{**values["moment"], "event": Event(values["moment"]["event"])})
    told = work(
        turn.vault, turn.caller, turn.scope, turn.settings, turn.calls,
        lambda text: ask(turn.vault, text), now,
    )  # fmt: skip
    return {"told": told}


OPERATIONS: Mapping[str, Operation] = {
    "call": call,
    "hook": hook,
    "client": client,
    "decision": decision,
    "decide": decide,
    "resources": resources.resources,
    "read": resources.read,
    "directory": resources.directory,
    "skills": resources.skills,
    "skill": resources.skill,
    "names": resources.names,
}
