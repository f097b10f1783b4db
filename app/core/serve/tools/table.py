"""All tools, in the order in which clients are told of them: the one table."""

from typing import Any

from app.core.serve.tool import Tool
from app.core.serve.tools import reading

TOOLS: tuple[Tool[Any, Any], ...] = (*reading.TOOLS,)
BY_NAME = {tool.name: tool for tool in TOOLS}
