"""Write the tables of tools and of the HTTP API into the documentation for agents.

    python packaging/agent_tables.py

They come out of the tables in `app/core/serve`.
"""

import re
from pathlib import Path

from app.core.agents.consent import USUAL, Rule
from app.core.serve import schemas
from app.core.serve.http_api.openapi import parameters
from app.core.serve.http_api.routes import ENDPOINTS, Endpoint
from app.core.serve.tools.table import TOOLS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "agents.md"
_TABLE = "<!-- {name}: python packaging/agent_tables.py -->\n"
_END = "<!-- end -->"
_USUAL = {Rule.ALLOW: "allowed", Rule.ASK: "asks you", Rule.NEVER: "never"}


def written(page: str) -> str:
    """The page with its tables as they should be."""
    for name, table in (("tools", _tools()), ("api", _api())):
        begin = _TABLE.format(name=name)
        found = re.compile(f"{re.escape(begin)}.*?{_END}", re.DOTALL)
        before, after = found.split(page)[0], found.split(page)[-1]
        page = f"{before}{begin}\n{table}\n\n{_END}{after}"
    return page


def _tools() -> str:
    lines = ["| Tool | What it is for | Arguments | At first |", "|---|---|---|---|"]
    for tool in TOOLS:
        taken = schemas.takes(tool)
        needed = taken.get("required", [])
        names = [f"**{name}**" if name in needed else name for name in taken["properties"]]
        group = f"{_USUAL[USUAL[tool.group]]} ({tool.group.value})"
        lines.append(f"| `{tool.name}` | {tool.description} | {', '.join(names)} | {group} |")
    return "\n".join(lines)


def _api() -> str:
    lines = ["| Request | Tool | Takes |", "|---|---|---|"]
    for one in ENDPOINTS:
        lines.append(f"| `{one.method} {one.path}` | `{one.tool_name}` | {_taken(one)} |")
    return "\n".join(lines)


def _taken(endpoint: Endpoint) -> str:
    needed = schemas.takes(endpoint.tool).get("required", [])
    shown = {
        name: f"**{name}**" if argument in needed else name
        for name, argument in parameters(endpoint).items()
        if f"{{{name}}}" not in endpoint.path
    }
    return ", ".join([*shown.values(), *endpoint.passed_over])


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
