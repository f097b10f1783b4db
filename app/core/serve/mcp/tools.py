"""The table of tools as the protocol has it: the list, and a call."""

from functools import cache
from typing import Any

import mcp_types as types

from app.core.errors import AppError, Bug
from app.core.serve import schemas
from app.core.serve.mcp.asking import Asking, Context, sentence
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
        self._asking, self._notices = asking, notices

    async def list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed())

    async def call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """What an agent can put right is an answer to it, not a failure of the protocol."""
        try:
            answer = await self._asking.call(context, params.name, params.arguments or {})
        except AppError as error:
            said = sentence(error)
            await self._notices.tell(context, _severity(error), f"{params.name}: {said}")
            return types.CallToolResult(content=[types.TextContent(text=said)], is_error=True)
        await self._notices.tell(context, "debug", f"{params.name}: done")
        return types.CallToolResult(
            content=[types.TextContent(text=answer["text"])], structured_content=answer["document"]
        )


def _severity(error: AppError) -> types.LoggingLevel:
    return "error" if isinstance(error, Bug) else "warning"
