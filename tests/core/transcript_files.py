"""Made-up sessions in the layouts of the clients, for tests."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def write_rows(path: Path, rows: Iterable[Row | str]) -> Path:
    """JSON Lines; a row that is a text is written as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


class Claude:
    """Rows of Claude Code, one after the other."""

    def __init__(self, session: str, **common: object) -> None:
        self._common: Row = {"sessionId": session, "version": "2.1.0", "cwd": "/w", **common}
        self._session = session
        self.rows: list[Row | str] = []

    def row(self, type: str, /, **members: object) -> "Claude":  # noqa: A002
        """Any row at all."""
        number = len(self.rows) + 1
        at = f"2026-03-01T10:{number // 60:02}:{number % 60:02}.000Z"
        own = {"uuid": f"{self._session}-row-{number:012}", "timestamp": at}
        self.rows.append({"parentUuid": None, "type": type, **own, **self._common, **members})
        return self

    def said(self, text: str, **members: object) -> "Claude":
        return self.row("user", message={"role": "user", "content": text}, **members)

    def call(self, call: str, name: str, given: Row, message: str = "") -> "Claude":
        block = {"type": "tool_use", "id": call, "name": name, "input": given}
        said = {"id": message or f"msg-{call}", "role": "assistant", "content": [block]}
        return self.row("assistant", message=said)

    def result(self, call: str, text: str = "ok", error: bool | None = None) -> "Claude":
        block: Row = {"type": "tool_result", "tool_use_id": call, "content": text}
        if error is not None:
            block["is_error"] = error
        return self.row("user", message={"role": "user", "content": [block]})


def codex_rows(session: str, items: Iterable[Row], *, envelope: bool = True) -> list[Row]:
    """Rows of Codex around items of a conversation; in the oldest layout without envelope."""
    at = "2026-03-01T10:00:00.000Z"
    meta = {"id": session, "timestamp": at, "instructions": None}
    if not envelope:
        return [meta, {"record_type": "state"}, *items]
    rows: list[Row] = [{"timestamp": at, "type": "session_meta", "payload": meta}]
    rows += [{"timestamp": at, "type": "response_item", "payload": item} for item in items]
    return rows


def codex_call(call: str, name: str, given: Row, **members: object) -> Row:
    text = json.dumps(given)
    return {"type": "function_call", "call_id": call, "name": name, "arguments": text, **members}


def codex_result(call: str, output: object) -> Row:
    return {"type": "function_call_output", "call_id": call, "output": output}


def codex_said(*texts: str) -> Row:
    content = [{"type": "input_text", "text": text} for text in texts]
    return {"type": "message", "role": "user", "content": content}


def gemini_call(call: str, name: str, given: Row, output: str = "ok", **members: object) -> Row:
    answer = {"functionResponse": {"id": call, "name": name, "response": {"output": output}}}
    own: Row = {"id": call, "name": name, "args": given, "status": "success", "result": [answer]}
    return own | members


def gemini_message(message: str, calls: Iterable[Row] = (), said: object = None) -> Row:
    own: Row = {"id": message, "timestamp": "2026-03-01T10:00:00.000Z"}
    if said is not None:
        return own | {"type": "user", "content": said}
    return own | {"type": "gemini", "content": "", "toolCalls": list(calls)}
