"""The table of tools as the protocol has it: the list, and a call."""

from functools import cache
from typing import Any

import mcp_types as types
from pydantic import TypeAdapter

from app.core.errors import AppError, Bug
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
        input_schema=_schema(tool.takes, "validation"),
        output_schema=_schema(tool.answers, "serialization"),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.reads_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent,
            open_world_hint=False,
        ),
    )


def _schema(kind: Any, mode: Any) -> dict[str, Any]:
    """Without the titles that repeat the names of the fields."""
    made = _untitled(TypeAdapter(kind).json_schema(mode=mode))
    assert isinstance(made, dict)
    made.setdefault("type", "object")
    if not made.get("properties"):
        made["additionalProperties"] = False
    return made


def _untitled(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_untitled(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _untitled(one) for name, one in value.items()}
        if key in ("properties", "$defs")
        else _untitled(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }


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
