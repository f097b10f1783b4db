"""How a handler of the protocol asks the desk."""

import logging
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

import anyio
import anyio.to_thread
from mcp.server import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS

from app.core.agents.caller import OTHER, Caller
from app.core.api.json_values import Json
from app.core.errors import AppError, NotFound
from app.core.serve.desk import Desk
from app.core.serve.errors import BadArguments, unexpected
from app.core.words import _

log = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]

AT_ONCE = 16
"""Calls that are worked on at the same time; others wait for their turn."""


class Who(Protocol):
    """Tells who calls, from what the transport knows."""

    def __call__(self, desk: Desk, context: Context) -> Caller: ...


class Asking:
    """Asks a desk on a thread of its own, as the caller that `who` tells."""

    def __init__(self, desk: Desk, who: Who) -> None:
        self._desk, self._who = desk, who
        self._turns: anyio.CapacityLimiter | None = None

    async def do(self, context: Context, operation: str, **values: Json) -> Any:
        """Do an operation; raises `AppError`."""
        return await self._ask(context, operation, values)

    async def __call__(self, context: Context, operation: str, **values: Json) -> Any:
        """The same for what is no tool: raises `MCPError`."""
        try:
            return await self._ask(context, operation, values)
        except AppError as error:
            raise MCPError(
                INVALID_PARAMS if isinstance(error, NotFound | BadArguments) else INTERNAL_ERROR,
                sentence(error),
                {"code": error.code},
            ) from error

    async def _ask(self, context: Context, operation: str, values: Mapping[str, Json]) -> Any:
        if self._turns is None:
            self._turns = anyio.CapacityLimiter(AT_ONCE)
        ask = partial(self._asked, context, operation, values)
        return await anyio.to_thread.run_sync(ask, abandon_on_cancel=True, limiter=self._turns)

    def _asked(self, context: Context, operation: str, values: Mapping[str, Json]) -> Json:
        try:
            return self._desk.ask(operation, self._who(self._desk, context), values)
        except AppError:
            raise
        except Exception as error:
            log.exception("%s failed", operation)
            hint = _("Nothing was changed. Try it in another way, and tell the person about it.")
            raise unexpected(error, hint) from error


def sentence(error: AppError) -> str:
    """What is wrong, and what to do about it."""
    return f"{error} {error.hint}".strip()


def said_of_itself(context: Context) -> tuple[str, str]:
    """The name and the version that the client gives itself."""
    params = context.session.client_params
    return (params.client_info.name, params.client_info.version) if params else ("", "")


def client_of(desk: Desk, secret: str) -> str:
    """The id of the client that has this secret; raises `NotOpen`."""
    if not secret:
        return OTHER
    answer: Any = desk.ask("client", Caller(), {"secret": secret})
    return answer["client"] or OTHER
