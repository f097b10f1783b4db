"""Made-up sessions as Gemini CLI writes them down: messages come again with more in them."""

import json
from collections.abc import Iterator
from datetime import datetime

from app.cli.bench.sessions.made import Action, Answered, Consulted, Did, Kind, Made, Wrote
from app.cli.bench.sessions.ticking import ticks

_FOLDER = "/home/somebody/project"


def rows(made: Made) -> Iterator[str]:
    """The lines of the session's file."""
    clock = ticks(made)
    start = _time(made.started)
    yield json.dumps(
        {
            "sessionId": made.key,
            "projectHash": "0" * 64,
            "startTime": start,
            "lastUpdated": start,
            "kind": "main",
        }
    )
    for number, event in enumerate(made.events):
        at = next(clock)
        message: dict[str, object] = {"id": f"{made.key}-{number:06d}", "timestamp": _time(at)}
        match event:
            case Wrote(text):
                yield json.dumps({**message, "type": "user", "content": [{"text": text}]})
            case Answered(text):
                yield json.dumps({**message, "type": "gemini", "content": text, "thoughts": []})
            case Consulted(own_id, skill, body):
                told = f'<activated_skill name="{skill}">\n{body}\n</activated_skill>'
                call = _call(own_id, "activate_skill", {"name": skill}, told, at)
                yield from _with_call(message, call)
            case Did():
                name, arguments = _tool(event.action)
                said = "Output: done" if event.done else "Output: error\nExit Code: 1"
                call = _call(event.id, name, arguments, said, at)
                if event.action.kind is Kind.MCP:
                    server, tool = event.action.target.split()
                    call["displayName"] = f"{tool} ({server} MCP Server)"
                if not event.done and event.action.kind is not Kind.SHELL:
                    call["status"] = "error"
                yield from _with_call(message, call)
        yield json.dumps({"$set": {"lastUpdated": _time(at)}})


def _time(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _with_call(message: dict[str, object], call: dict[str, object]) -> Iterator[str]:
    said = {**message, "type": "gemini", "content": "", "thoughts": []}
    yield json.dumps(said)
    yield json.dumps({**said, "toolCalls": [call]})


def _call(
    own_id: str, name: str, arguments: dict[str, object], output: str, at: datetime
) -> dict[str, object]:
    """A shell command that failed is a success here: only its output says otherwise."""
    answer = {"id": own_id, "name": name, "response": {"output": output}}
    return {
        "id": own_id, "name": name, "args": arguments, "status": "success",
        "result": [{"functionResponse": answer}], "timestamp": _time(at),
    }  # fmt: skip


def _tool(action: Action) -> tuple[str, dict[str, object]]:
    target = action.target
    path = f"{_FOLDER}/{target}"
    match action.kind:
        case Kind.SHELL:
            return "run_shell_command", {"command": target, "description": "Run a command"}
        case Kind.READ:
            return "read_file", {"absolute_path": path}
        case Kind.SEARCH:
            return "search_file_content", {"pattern": target}
        case Kind.EDIT:
            return "replace", {"file_path": path, "old_string": "a\nb", "new_string": "a\nc"}
        case Kind.WRITE:
            return "write_file", {"file_path": path, "content": "a\nb\n"}
        case Kind.WEB:
            return "web_fetch", {"prompt": f"What does {target} say?"}
        case Kind.MCP:
            server, tool = target.split()
            return f"mcp_{server}_{tool}", dict(action.arguments)
