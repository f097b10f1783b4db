"""The server of the official package, with what the desk can do."""

from typing import Any

import mcp_types as types
from mcp.server import CacheHint, NotificationOptions, Server
from mcp.server.caching import CacheableMethod
from mcp.server.models import InitializationOptions

from app import __version__
from app.core.serve.desk import Desk
from app.core.serve.instructions import INSTRUCTIONS
from app.core.serve.mcp.asking import Asking, Who
from app.core.serve.mcp.greeting import DESCRIPTION, EXTENSIONS, NAME, STATIC_FOR, TITLE
from app.core.serve.mcp.notices import Notices
from app.core.serve.mcp.prompts import Prompts
from app.core.serve.mcp.resources import AddressParams, DirectoryParams, Resources
from app.core.serve.mcp.tools import Tools

_STATIC: tuple[CacheableMethod, ...] = (
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/templates/list",
)
_NOTICES = NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True)


class McpServer(Server[Any]):
    """Says in the older versions too that it tells of changes, over whichever transport."""

    def __init__(self, desk: Desk, who: Who) -> None:
        """Answers from a desk, to callers that `who` tells apart."""
        self._notices = notices = Notices(desk)
        asking = Asking(desk, who)
        tools, resources, prompts = Tools(asking, notices), Resources(asking), Prompts(asking)
        super().__init__(
            NAME,
            version=__version__,
            title=TITLE,
            description=DESCRIPTION,
            instructions=INSTRUCTIONS,
            cache_hints={method: CacheHint(STATIC_FOR, "public") for method in _STATIC},
            lifespan=notices.carried,
            get_tool_input_schema=_no_headers,
            on_list_tools=tools.list,
            on_call_tool=tools.call,
            on_list_resources=resources.list,
            on_list_resource_templates=resources.templates,
            on_read_resource=resources.read,
            on_subscribe_resource=notices.subscribe,
            on_unsubscribe_resource=notices.unsubscribe,
            on_subscriptions_listen=notices.listen,
            on_list_prompts=prompts.list,
            on_get_prompt=prompts.get,
            on_completion=prompts.complete,
        )
        self.extensions = dict(EXTENSIONS)
        self.middleware.clear()  # it is only for telemetry, which Techne has none of
        self.add_request_handler("skills/list", types.PaginatedRequestParams, resources.skills)
        self.add_request_handler("skills/get", AddressParams, resources.skill)
        self.add_request_handler("resources/directory/read", DirectoryParams, resources.directory)
        # Among the arguments of the constructor it is a warning.
        self.add_request_handler("logging/setLevel", types.SetLevelRequestParams, notices.set_level)
        self.add_notification_handler(
            "notifications/initialized", types.NotificationParams, notices.initialized
        )

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """Older clients know no extensions, so they find them among the experiments."""
        return super().create_initialization_options(_NOTICES, dict(EXTENSIONS), extensions)

    def end_streams(self) -> None:
        """Give the streams of changes that are open their last word."""
        self._notices.end_streams()


def _no_headers(_tool: str) -> None:
    """No argument of a tool travels in a header, so there is nothing to compare with one."""
