"""A call that waits for a person: asked in the client itself where it can, and in the window.

Whoever answers first decides. What nobody decides about while it is asked (`requests.ASKING`) waits
in the window, and the agent is told so.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
import mcp_types as types
from mcp.shared.exceptions import MCPError, NoBackChannelError

from app.core.errors import AppError
from app.core.serve.mcp.asking import Asking, Context
from app.core.serve.mcp.greeting import MODERN

_LOOK_EVERY = 0.25
"""Seconds between two looks at whether the window has an answer."""
_QUESTION = "consent"
_SCHEMA: types.ElicitRequestedSchema = {
    "type": "object",
    "properties": {
        "answer": {
            "type": "string",
            "title": "Your answer",
            "oneOf": [
                {"const": "allow", "title": "Allow once"},
                {"const": "later", "title": "Not now"},
                {"const": "refuse", "title": "Refuse"},
            ],
            "default": "allow",
        }
    },
    "required": ["answer"],
}

Stands = dict[str, Any]
"""A `deciding.Decision`."""
_Wait = Callable[[Context, Stands], Awaitable[Stands | None]]


class Consent:
    """Waits for a decision about a request, and brings the one that the client has."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def decided(self, context: Context, stands: Stands) -> Stands | types.InputRequiredResult:
        """How a request stands when it is decided about, or nobody decides now.

        In the newer version the client asks and calls again. Raises `AppError`.
        """
        if stands["state"] == "asked" and _is_modern(context) and can_ask(context):
            return _question(stands)
        return await self._waited(context, stands, self._first)

    async def answered(
        self, context: Context, request: int, responses: types.InputResponses | None
    ) -> Stands:
        """How it stands after the client has asked. Raises `AppError`."""
        given = (responses or {}).get(_QUESTION)
        stands: Stands = {"request": request, "state": "asked"}
        said = given if isinstance(given, types.ElicitResult) else None
        stands = await self._decide(context, stands, _said(said))
        return await self._waited(context, stands, self._watched)

    async def _waited(self, context: Context, stands: Stands, wait: _Wait) -> Stands:
        """How it ends; that nobody is asked any more is written down."""
        if stands["state"] != "asked":
            return await self._watched(context, stands)
        try:
            ended = await wait(context, stands)
        except anyio.get_cancelled_exc_class():  # the client is gone, or has given up
            with anyio.move_on_after(1, shield=True), suppress(AppError):
                await self._decide(context, stands, "later")
            raise
        assert ended is not None
        is_late = ended["state"] == "proposed"
        return await self._decide(context, ended, "later") if is_late else ended

    async def _first(self, context: Context, stands: Stands) -> Stands:
        """Whoever is first: the window or the client."""
        found: list[Stands | AppError] = []
        async with anyio.create_task_group() as tasks:

            async def end_with(answer: _Wait) -> None:
                try:
                    said = await answer(context, stands)
                except AppError as error:  # one that gets out of here comes in a group
                    found.append(error)
                else:
                    if said is None:
                        return
                    found.append(said)
                tasks.cancel_scope.cancel()

            tasks.start_soon(end_with, self._watched)
            tasks.start_soon(end_with, self._asked)
        if isinstance(found[0], AppError):
            raise found[0]
        return found[0]

    async def _watched(self, context: Context, stands: Stands) -> Stands:
        while stands["state"] in ("asked", "allowed"):
            await anyio.sleep(_LOOK_EVERY)
            stands = await self._asking.do(context, "decision", request=stands["request"])
        return stands

    async def _asked(self, context: Context, stands: Stands) -> Stands | None:
        """How it stands after the person has answered in the client; None where it cannot
        ask, or has not: a client without a person before it cancels at once."""
        if not can_ask(context):
            return None
        try:
            said = await context.session.elicit_form(
                stands["question"], _SCHEMA, context.request_id
            )
        except (MCPError, NoBackChannelError):
            return None
        stands = await self._decide(context, stands, _said(said))
        return None if stands["state"] == "asked" else stands

    async def _decide(self, context: Context, stands: Stands, answer: str) -> Stands:
        """What the window said meanwhile, where it was faster."""
        request = stands["request"]
        try:
            decided = await self._asking.do(context, "decide", request=request, answer=answer)
        except AppError as error:
            if error.code != "already-decided":
                raise
            decided = await self._asking.do(context, "decision", request=request)
        return await self._watched(context, decided) if decided["state"] == "allowed" else decided


def can_ask(context: Context) -> bool:
    """Whether the client can put a question to the person."""
    able = context.session.client_capabilities
    if able is None or able.elicitation is None:
        return False
    is_form = able.elicitation.form is not None or able.elicitation.url is None
    return is_form and (_is_modern(context) or context.session.can_send_request)


def _is_modern(context: Context) -> bool:
    return context.protocol_version in MODERN


def _question(stands: Stands) -> types.InputRequiredResult:
    params = types.ElicitRequestFormParams(message=stands["question"], requested_schema=_SCHEMA)
    return types.InputRequiredResult(
        input_requests={_QUESTION: types.ElicitRequest(params=params)},
        request_state=str(stands["request"]),
    )


def _said(result: types.ElicitResult | None) -> str:
    if result is None or result.action == "cancel":
        return "none"
    if result.action == "decline":
        return "refuse"
    answer = (result.content or {}).get("answer")
    return answer if answer in ("allow", "refuse") else "later"
