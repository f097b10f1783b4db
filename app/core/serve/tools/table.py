"""All tools, in the order in which clients are told of them: the one table."""

from typing import Any

from app.core.serve.tool import Tool
from app.core.serve.tools import (
    asking,
    exporting,
    history,
    installing,
    linking,
    reading,
    remembering,
    reporting,
    running,
    scoring,
    sessions,
    training,
    walking,
    writing,
)

TOOLS: tuple[Tool[Any, Any], ...] = (
    *asking.TOOLS,
    *walking.TOOLS,
    *running.TOOLS,
    *reading.TOOLS,
    *linking.TOOLS,
    *history.TOOLS,
    *exporting.TOOLS,
    *reporting.TOOLS,
    *scoring.TOOLS,
    *sessions.TOOLS,
    *remembering.TOOLS,
    *training.TOOLS,
    *writing.TOOLS,
)
BY_NAME = {tool.name: tool for tool in (*TOOLS, *installing.TOOLS)}
"""And those that the HTTP API alone has."""
