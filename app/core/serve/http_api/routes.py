"""Which tool answers which request: the one table, from which the OpenAPI document is made too."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.core.serve.tool import Tool
from app.core.serve.tools.table import BY_NAME

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`renamed` says what arguments are called here that the tool calls otherwise.

    `passed_over` are fields of a body that are accepted and mean nothing, with their schemas.
    A body has all fields of one of `either`, and none of the others.
    """

    method: Literal["GET", "POST", "DELETE"]
    path: str
    tool_name: str
    renamed: Mapping[str, str] = field(default_factory=dict)
    passed_over: Mapping[str, Schema] = field(default_factory=dict)
    either: tuple[frozenset[str], ...] = ()
    takes_file: bool = False

    @property
    def tool(self) -> Tool[Any, Any]:
        return BY_NAME[self.tool_name]


_SOURCES = (frozenset({"file", "content"}), frozenset({"folder", "name"}))
_NAMED = {"skill": "name"}
ENDPOINTS = (
    Endpoint("GET", "/api/skills", "list_skills", renamed={"text": "q"}),
    Endpoint("GET", "/api/skills/suggest", "suggest_skills"),
    Endpoint("GET", "/api/skills/search", "search_skills", renamed={"query": "q"}),
    Endpoint("GET", "/api/skills/features", "skill_features"),
    Endpoint(
        "POST",
        "/api/skills/used",
        "record_usage",
        renamed={"session": "sessionKey", "memory": "memoryId"},
        passed_over={"runtimePath": {"type": "string", "enum": ["plugin", "legacy"]}},
    ),
    Endpoint("POST", "/api/skills/outcome", "record_outcome", renamed={"session": "sessionKey"}),
    Endpoint("POST", "/api/memory/feedback", "memory_feedback", renamed={"session": "sessionKey"}),
    Endpoint("POST", "/api/skills/observe", "observe_skill"),
    Endpoint("POST", "/api/skills/install", "install_skill", either=_SOURCES, takes_file=True),
    Endpoint("GET", "/api/skills/{name}", "get_skill", renamed=_NAMED),
    Endpoint("DELETE", "/api/skills/{name}", "delete_skill", renamed=_NAMED),
    Endpoint("GET", "/api/skills/{name}/stats", "skill_vitality", renamed=_NAMED),
    Endpoint("GET", "/api/skills/{name}/plan", "walk_skill_structured", renamed=_NAMED),
    Endpoint("GET", "/api/runs", "list_runs"),
    Endpoint("POST", "/api/runs", "start_run", renamed={"session": "sessionKey"}),
    Endpoint("GET", "/api/runs/{run}", "next_step"),
    Endpoint("POST", "/api/runs/{run}/report", "report_step"),
    Endpoint("POST", "/api/runs/{run}/hand-over", "hand_over"),
    Endpoint("POST", "/api/runs/{run}/finish", "finish_run"),
    Endpoint("POST", "/api/sessions", "report_session"),
    Endpoint("GET", "/api/memories/recall", "recall", renamed={"query": "q"}),
    Endpoint("POST", "/api/memories", "remember", renamed={"session": "sessionKey"}),
)
"""The fixed paths before those with a name in them: a skill called “search” is asked for by id."""
