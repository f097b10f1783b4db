"""The table of tools as the protocol has it: the list, and a call."""

from functools import cache
from typing import Any

import mcp_types as types

from app.core.errors import AppError, Bug
from app.core.serve import schemas
from app.core.serve.mcp.asking import Asking, Context, sentence
from app.core.serve.mcp.consent import Consent, Stands, can_ask
from app.core.serve.mcp.notices import Notices
from app.core.serve.tool import Tool
from app.core.serve.tools.table import TOOLS


@cache
def listed() -> list[types.Tool]:
    """All tools, in the order of the table; the list is the same for everybody."""
    return [_tool(tool) for tool in TOOLS]


def _tool(tool: Tool[Any, Any]) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=schemas.takes(tool),
        output_schema=schemas.answers(tool),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.reads_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent,
            open_world_hint=False,
        ),
    )


class Tools:
    """The handlers for `tools/list` and `tools/call`."""

    def __init__(self, asking: Asking, notices: Notices) -> None:
        self._asking, self._notices, self._consent = asking, notices, Consent(asking)

    async def list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed())

    async def call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        """What an agent can put right is an answer to it, not a failure of the protocol."""
        try:
            answer = await self._answer(context, params)
        except AppError as error:
            said = sentence(error)
            await self._notices.tell(context, _severity(error), f"{params.name}: {said}")
            return _failed(said)
        await self._notices.tell(context, "debug", f"{params.name}: done")
        if isinstance(answer, types.InputRequiredResult):
            return answer
        if "document" not in answer:
            return _failed(answer["said"])
        return types.CallToolResult(
            content=[types.TextContent(text=answer["text"])], structured_content=answer["document"]
        )

    async def _answer(
        self, context: Context, params: types.CallToolRequestParams
    ) -> Stands | types.InputRequiredResult:
        """The document and the text of a call, or how the request for it stands."""
        if params.request_state is not None and params.request_state.isdecimal():
            request = int(params.request_state)
            return await self._consent.answered(context, request, params.input_responses)
        answer: Stands = await self._asking.do(
            context,
            "call",
            tool=params.name,
            arguments=params.arguments or {},
            canAsk=can_ask(context),
        )
        if "waits" in answer:
            return await self._consent.decided(context, answer["waits"])
        return answer


def _failed(said: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=said)], is_error=True)


def _severity(error: AppError) -> types.LoggingLevel:
    return "error" if isinstance(error, Bug) else "warning"
