"""Made-up sessions as Claude Code writes them down: a row for each block of a message."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime

from app.cli.bench.sessions.made import Action, Answered, Consulted, Did, Kind, Made, Wrote
from app.cli.bench.sessions.ticking import ticks

_FOLDER = "/home/somebody/project"


def rows(made: Made) -> Iterator[str]:
    """The lines of the session's file."""
    clock = ticks(made)
    common = {
        "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": _FOLDER,
        "sessionId": made.key, "version": "2.1.330", "gitBranch": "main",
    }  # fmt: skip
    number = 0

    def row(kind: str, message: object, at: datetime, **more: object) -> str:
        nonlocal number
        number += 1
        return json.dumps(
            {
                **common,
                "type": kind,
                "message": message,
                "uuid": f"{made.key}-{number:06d}",
                "timestamp": at.isoformat().replace("+00:00", "Z"),
                **more,
            }
        )

    yield json.dumps({"type": "file-history-snapshot", "messageId": made.key, "snapshot": {}})
    for event in made.events:
        at = next(clock)
        match event:
            case Wrote(text):
                yield row("user", {"role": "user", "content": text}, at)
            case Answered(text):
                yield row("assistant", _said(f"msg_{number}", {"type": "text", "text": text}), at)
            case Consulted(own_id, skill, body):
                use = {"type": "tool_use", "id": own_id, "name": "Skill", "input": {"skill": skill}}
                yield row("assistant", _said(f"msg_{own_id}", use), at)
                yield row("user", _result(own_id, f"Launching skill: {skill}", True), at)
                told = f"Base directory for this skill: /skills/{skill}\n\n{body}"
                content = [{"type": "text", "text": told}]
                yield row("user", {"role": "user", "content": content}, at,
                          isMeta=True, sourceToolUseID=own_id)  # fmt: skip
            case Did():
                side = {"isSidechain": True, "agentId": event.helper} if event.helper else {}
                name, parameters = _tool(event.action)
                use = {"type": "tool_use", "id": event.id, "name": name, "input": parameters}
                yield row("assistant", _said(f"msg_{event.together}", use), at, **side)
                yield json.dumps({**common, "type": "progress", "toolUseID": event.id})
                said = "done" if event.done else "Exit code 1\nerror"
                yield row("user", _result(event.id, said, event.done), next(clock), **side)


def _said(own_id: str, block: Mapping[str, object]) -> dict[str, object]:
    return {"id": own_id, "type": "message", "role": "assistant", "content": [block]}


def _result(own_id: str, text: str, done: bool) -> dict[str, object]:
    block: dict[str, object] = {"type": "tool_result", "tool_use_id": own_id, "content": text}
    if not done:
        block["is_error"] = True
    return {"role": "user", "content": [block]}


def _tool(action: Action) -> tuple[str, dict[str, object]]:
    target = action.target
    match action.kind:
        case Kind.SHELL:
            return "Bash", {"command": target, "description": "Run a command"}
        case Kind.READ:
            return "Read", {"file_path": f"{_FOLDER}/{target}"}
        case Kind.SEARCH:
            return "Grep", {"pattern": target, "output_mode": "files_with_matches"}
        case Kind.EDIT:
            path = f"{_FOLDER}/{target}"
            return "Edit", {"file_path": path, "old_string": "a\nb", "new_string": "a\nc"}
        case Kind.WRITE:
            return "Write", {"file_path": f"{_FOLDER}/{target}", "content": "a\nb\n"}
        case Kind.WEB:
            return "WebFetch", {"url": target, "prompt": "What does it say?"}
        case Kind.MCP:
            server, tool = target.split()
            return f"mcp__{server}__{tool}", dict(action.arguments)
