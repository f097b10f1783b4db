"""Made-up sessions as Codex writes them down: everything but patches and servers in a shell."""

import json
import shlex
from collections.abc import Iterator
from datetime import datetime

from app.cli.bench.sessions.made import Action, Answered, Consulted, Did, Kind, Made, Wrote
from app.cli.bench.sessions.ticking import ticks


def rows(made: Made) -> Iterator[str]:
    """The lines of the session's file."""
    clock = ticks(made)

    def row(kind: str, payload: object, at: datetime) -> str:
        time = at.isoformat().replace("+00:00", "Z")
        return json.dumps({"timestamp": time, "type": kind, "payload": payload})

    start = {
        "id": made.key, "timestamp": made.started.isoformat(), "cwd": "/home/somebody/project",
        "originator": "codex_cli_rs", "cli_version": "0.169.0", "instructions": None, "git": None,
    }  # fmt: skip
    yield row("session_meta", start, made.started)
    for event in made.events:
        at = next(clock)
        match event:
            case Wrote(text):
                yield row("response_item", _message("user", "input_text", text), at)
            case Answered(text):
                yield row("response_item", _message("assistant", "output_text", text), at)
            case Consulted(own_id, skill, body):
                command = f"cat .agents/skills/{skill}/SKILL.md"
                yield row("response_item", _function(own_id, "exec_command", {"cmd": command}), at)
                yield row("response_item", _output(own_id, True, body), at)
            case Did():
                yield row("response_item", _call(event.id, event.action), at)
                said = "done" if event.done else "error"
                yield row("response_item", _output(event.id, event.done, said), next(clock))
    yield row("event_msg", {"type": "task_complete", "last_agent_message": None}, next(clock))


def _message(role: str, kind: str, text: str) -> dict[str, object]:
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def _function(own_id: str, name: str, arguments: object, **more: str) -> dict[str, object]:
    given = json.dumps(arguments)
    return {"type": "function_call", "name": name, "arguments": given, "call_id": own_id, **more}


def _output(own_id: str, done: bool, text: str) -> dict[str, object]:
    said = (
        f"Chunk ID: 1a2b3c\nWall time: 0.1000 seconds\nProcess exited with code {int(not done)}\n"
    )
    output = f"{said}Output:\n{text}\n"
    return {"type": "function_call_output", "call_id": own_id, "output": output}


def _call(own_id: str, action: Action) -> dict[str, object]:
    target = action.target
    match action.kind:
        case Kind.MCP:
            server, tool = target.split()
            return _function(own_id, tool, dict(action.arguments), namespace=f"mcp__{server}")
        case Kind.EDIT | Kind.WRITE:
            verb = "Update" if action.kind is Kind.EDIT else "Add"
            patch = f"*** Begin Patch\n*** {verb} File: {target}\n@@\n-a\n+b\n*** End Patch"
            return {"type": "custom_tool_call", "status": "completed", "call_id": own_id,
                    "name": "apply_patch", "input": patch}  # fmt: skip
        case Kind.READ:
            command = f"sed -n '1,200p' {shlex.quote(target)}"
        case Kind.SEARCH:
            command = f"rg -n {shlex.quote(target)} ."
        case Kind.WEB:
            command = f"curl -sL {shlex.quote(target)}"
        case Kind.SHELL:
            command = f"cd /home/somebody/project && {target}"
    return _function(own_id, "exec_command", {"cmd": command})
