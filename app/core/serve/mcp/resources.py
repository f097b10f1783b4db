"""Skills as resources, and the protocol's extension for skills (SEP-2640)."""

from typing import Any

import mcp_types as types
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from app.core.serve.errors import NotOpen
from app.core.serve.mcp.asking import Asking, Context

TEMPLATES = (
    types.ResourceTemplate(
        name="skill",
        title="A skill",
        uri_template="skill://{id}/{name}/SKILL.md",
        description="The SKILL.md of a skill, by its number and the name in its frontmatter.",
        mime_type="text/markdown",
    ),
    types.ResourceTemplate(
        name="skill-file",
        title="A file of a skill",
        uri_template="skill://{id}/{name}/{+path}",
        description="A script, a reference or another file that is kept with a skill.",
    ),
)
_FRESH: dict[str, Any] = {"ttlMs": 0, "cacheScope": "private"}
"""It may change at any moment, and who asks may see other skills than the next one."""


class AddressParams(types.RequestParams):
    """What is asked by the address of a skill."""

    uri: str


class DirectoryParams(types.PaginatedRequestParams):
    """A page of what is in a folder."""

    uri: str


class Resources:
    """The handlers for `resources/…` and `skills/…`."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def list(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """Nothing while the vault is locked; when it is open, clients are told to look again."""
        try:
            answer = await self._asking(context, "resources", cursor=_cursor(params))
        except MCPError as error:
            if not _is_locked(error):
                raise
            answer = {"resources": []}
        return types.ListResourcesResult.model_validate(answer, by_name=False)

    async def templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=list(TEMPLATES))

    async def read(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        try:
            answer = await self._asking(context, "read", uri=params.uri)
        except MCPError as error:
            if error.error.code == INVALID_PARAMS:
                raise MCPError(INVALID_PARAMS, error.error.message, {"uri": params.uri}) from error
            raise
        return types.ReadResourceResult.model_validate({"contents": [answer]}, by_name=False)

    async def skills(
        self, context: Context, params: types.PaginatedRequestParams
    ) -> dict[str, Any]:
        """`skills/list`; as empty as the list of resources while the vault is locked."""
        try:
            answer = await self._asking(context, "skills", cursor=_cursor(params))
        except MCPError as error:
            if not _is_locked(error):
                raise
            answer = {"skills": []}
        return {**answer, **_FRESH}

    async def skill(self, context: Context, params: AddressParams) -> dict[str, Any]:
        """`skills/get`."""
        return {"skill": await self._asking(context, "skill", uri=params.uri), **_FRESH}

    async def directory(self, context: Context, params: DirectoryParams) -> dict[str, Any]:
        """`resources/directory/read`."""
        asked = self._asking(context, "directory", uri=params.uri, cursor=_cursor(params))
        return {**await asked, **_FRESH}


def _cursor(params: types.PaginatedRequestParams | None) -> str | None:
    return params.cursor if params else None


def _is_locked(error: MCPError) -> bool:
    return bool(error.error.data == {"code": NotOpen.code})
