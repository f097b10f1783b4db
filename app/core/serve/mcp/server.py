"""The server of the official package, with what the desk can do."""

from typing import Any

from mcp.server import CacheHint, NotificationOptions, Server
from mcp.server.caching import CacheableMethod
from mcp.server.models import InitializationOptions

from app import __version__
from app.core.serve.desk import Desk
from app.core.serve.instructions import INSTRUCTIONS
from app.core.serve.mcp.asking import Asking, Who
from app.core.serve.mcp.greeting import DESCRIPTION, EXTENSIONS, NAME, STATIC_FOR, TITLE
from app.core.serve.mcp.tools import Tools

_STATIC: tuple[CacheableMethod, ...] = ("server/discover", "tools/list")
_NOTICES = NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)


class McpServer(Server[Any]):
    """Says in the older versions too that it tells of changes, over whichever transport."""

    def end_streams(self) -> None:
        """Give the streams of changes that are open their last word."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """Older clients know no extensions, so they find them among the experiments."""
        return super().create_initialization_options(_NOTICES, dict(EXTENSIONS), extensions)


def build(desk: Desk, who: Who) -> McpServer:
    """A server that answers from a desk, to callers that `who` tells apart."""
    asking = Asking(desk, who)
    tools = Tools(asking)
    server = McpServer(
        NAME,
        version=__version__,
        title=TITLE,
        description=DESCRIPTION,
        instructions=INSTRUCTIONS,
        cache_hints={method: CacheHint(STATIC_FOR, "public") for method in _STATIC},
        on_list_tools=tools.list,
        on_call_tool=tools.call,
    )
    server.extensions = dict(EXTENSIONS)
    return server
