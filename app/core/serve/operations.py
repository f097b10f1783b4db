"""What a desk can be asked: operations by name, on the vault as the caller sees it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.core.agents import clients
from app.core.api.plain import Json
from app.core.errors import NotFound
from app.core.serve import resources
from app.core.serve.errors import BadArguments
from app.core.serve.tools.table import BY_NAME
from app.core.serve.turn import Turn
from app.core.words import _

Operation = Callable[[Turn, Mapping[str, Any]], Any]


def call(turn: Turn, values: Mapping[str, Any]) -> Json:
    """Call the tool `tool` with `arguments`: its `document`, and the same as a `text`.

    Raises `NotFound` for a tool there is not, `BadArguments`, and what the tool raises.
    """
    tool = BY_NAME.get(values["tool"])
    if tool is None:
        raise NotFound(
            _("There is no tool called “{name}”.").format(name=values["tool"]),
            _("List the tools to see their names."),
        )
    document = tool.run(turn, _checked(tool.name, values.get("arguments") or {}))
    return {"document": document, "text": tool.text(document)}


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


OPERATIONS: Mapping[str, Operation] = {
    "call": call,
    "client": client,
    "resources": resources.resources,
    "read": resources.read,
    "directory": resources.directory,
    "skills": resources.skills,
    "skill": resources.skill,
    "names": resources.names,
}
