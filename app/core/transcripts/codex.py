"""Sessions of Codex: rows in an envelope, in the oldest versions without one."""

import re

from app.core.transcripts.building import Building, Outcome, items, members, moment, text_of
from app.core.transcripts.model import Result
from app.core.transcripts.naming import names
from app.core.transcripts.rows import loads
from app.core.transcripts.words import written

_ROWS = names(
    "session_meta response_item event_msg turn_context compacted world_state token_usage_record "
    "ghost_snapshot inter_agent_communication inter_agent_communication_metadata"
)
_ITEMS = names(
    "message reasoning function_call function_call_output custom_tool_call "
    "custom_tool_call_output local_shell_call web_search_call tool_search_call "
    "tool_search_output image_generation_call ghost_snapshot compaction compaction_summary "
    "context_compaction other agent_message additional_tools mcp_list_tools mcp_call "
    "compaction_trigger"
)
_REFUSED = (
    "rejected by user",
    "aborted by user",
    "declined by user",
    "denied by user",
    "user rejected",
    "user declined",
    "approval policy",
    "rejected by the user",
    "rejected by policy",
    "rejected by configuration",
    "blocked by policy",
    "blocked by hook",
)
_FAILED = (
    "execution error",
    "failed ",
    "apply_patch verification failed",
    "exec_command failed",
    "unsupported call",
    "unsupported custom tool",
    "unsupported tool",
    "error:",
    "command timed out",
    "failed in sandbox",
    "sandbox error",
    "tool call error",
    "err:",
    "invalid ",
    "unable to ",
)
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d{1,9})", re.MULTILINE)
_RUNNING = re.compile(r"^Process running with session ID (\d+)", re.MULTILINE)
_AROUND = re.compile(r"Wall time: \S+ seconds\nOutput:\n(?=Exit code: )")
_OUTPUT = re.compile(r"^(?:Total output lines: \d+\n+)?Output:\n", re.MULTILINE)
_EXIT_IN_JSON = re.compile(r'"exit_code": ?(-?\d{1,9})')
_LOOKED_AT = 400
_GIVEN_SKILL = re.compile(r"\s*<skill>\s*<name>\s*([^<\n]{1,80}?)\s*</name>")


def may_matter(row: bytes) -> bool:
    """Whether a row can have a call, a result or the person's words; cheap, before decoding."""
    return (
        b"_call" in row
        or b'"role":"user"' in row
        or b'"role": "user"' in row
        or b"_end" in row
        or b"McpToolCall" in row
    )


class CodexReader:
    """Reads rows into a session; `helper` names the sub-agent whose session it is."""

    def __init__(self, building: Building, helper: str = "") -> None:
        self._building = building
        self._helper = helper
        self._together = 0
        """The row of the first call since something else happened, 0 for none."""
        self._running: dict[str, str] = {}
        """Calls whose commands go on running, by the names of those, and calls that look at one."""

    def row(self, number: int, value: object) -> None:
        """One decoded row."""
        row = members(value)
        kind = text_of(row.get("type"))
        if kind == "event_msg":
            self._event(members(row.get("payload")))
        elif kind == "response_item":
            self._item(number, members(row.get("payload")), row.get("timestamp"))
        elif kind in _ITEMS:
            self._item(number, row, row.get("timestamp"))
        elif kind not in _ROWS and "record_type" not in row and "instructions" not in row:
            self._building.unknown[f"row {kind}"[:60]] += 1

    def _item(self, number: int, item: dict[str, object], time: object) -> None:
        match text_of(item.get("type")):
            case "function_call":
                self._call(number, item, time, loads(item.get("arguments")))
            case "custom_tool_call":
                # in its mode for code, what runs a program of the agent's has the name of a shell
                name = "run_code" if item.get("name") == "exec" else ""
                self._call(number, item, time, {"input": item.get("input")}, name)
            case "local_shell_call":
                self._call(number, item, time, members(item.get("action")), "shell")
                self._building.result(_id(item), _status(item))
            case "web_search_call" | "image_generation_call" as name:
                action = {k: v for k, v in members(item.get("action")).items() if k != "type"}
                self._call(number, item, time, action, name)
                self._building.result(_id(item), _status(item))
            case "tool_search_call" | "mcp_call" as name:
                server = text_of(item.get("server_label"))
                given = item.get("arguments")
                parameters = given if isinstance(given, dict) else loads(given)
                self._call(
                    number, item, time, parameters, text_of(item.get("name")) or name, server
                )
            case "function_call_output" | "custom_tool_call_output" | "tool_search_output":
                self._together = 0
                self._answer(_id(item), item.get("output"))
            case "message" if item.get("role") == "user":
                self._message(number, item, time)
            case kind if kind not in _ITEMS:
                self._building.unknown[f"item {kind}"[:60]] += 1

    def _call(
        self,
        number: int,
        item: dict[str, object],
        time: object,
        parameters: object,
        name: str = "",
        server: str = "",
    ) -> None:
        self._together = self._together or number
        looked_at = members(parameters).get("session_id")
        if looked_at is not None and (started := self._running.get(str(looked_at))):
            self._running[_id(item)] = started
        namespace = text_of(item.get("namespace"))
        self._building.call(
            _id(item),
            name or text_of(item.get("name")),
            parameters,
            row=number,
            at=moment(time),
            together=self._together,
            helper=self._helper,
            server=server or (namespace if namespace.startswith("mcp__") else ""),
        )

    def _answer(self, call: str, output: object) -> None:
        """What a call came to, and with it the one that started what this one looked at."""
        text = _text(output)
        outcome = _how(output, text)
        running = _RUNNING.search(_head(text)) if outcome is Result.UNKNOWN else None
        started = self._running.pop(call, call)
        if running:
            self._running[running[1]] = started
        elif started != call:
            self._building.result(started, outcome)
        self._building.result(call, outcome)

    def _message(self, number: int, item: dict[str, object], time: object) -> None:
        self._together = 0
        texts = [text_of(part.get("text")) for part in items(item.get("content"))]
        noted = members(item.get("internal_chat_message_metadata_passthrough"))
        kinds = noted.get("content_item_kinds")
        if isinstance(kinds, list) and len(kinds) == len(texts):
            given = [kind is None or str(kind).startswith(("user.", "unknown")) for kind in kinds]
            texts = [text for text, is_theirs in zip(texts, given, strict=True) if is_theirs]
        for text in texts:
            skill = _GIVEN_SKILL.match(text)
            if skill:
                self._building.skill(skill[1], row=number, at=moment(time))
        if not self._helper:
            text = "\n".join(filter(None, map(written, texts)))
            self._building.said(text, row=number, at=moment(time), own_id=text_of(item.get("id")))

    def _event(self, event: dict[str, object]) -> None:
        """Results that are told apart from the answer the agent got."""
        match event.get("type"):
            case "exec_command_end":
                code = event.get("exit_code")
                if isinstance(code, int):
                    self._building.result(text_of(event.get("call_id")), code)
            case "patch_apply_end":
                done = event.get("success") is True
                self._building.result(
                    text_of(event.get("call_id")), Result.DONE if done else Result.FAILED
                )
            case "item_completed":
                item = members(event.get("item"))
                if item.get("type") == "McpToolCall":
                    wrong = members(item.get("result")).get("isError") is True
                    failed = wrong or item.get("status") == "failed"
                    self._building.result(
                        text_of(item.get("id")), Result.FAILED if failed else Result.DONE
                    )


def _id(item: dict[str, object]) -> str:
    return text_of(item.get("call_id")) or text_of(item.get("id"))


def _status(item: dict[str, object]) -> Result:
    match item.get("status"):
        case "completed":
            return Result.DONE
        case "failed" | "incomplete":
            return Result.FAILED
    return Result.UNKNOWN


def _text(output: object) -> str:
    """The answer the agent got."""
    if isinstance(output, dict):
        output = output.get("content") or output.get("body")
    if isinstance(output, list):
        return "\n".join(text_of(part.get("text")) for part in items(output))
    return text_of(output)


def _head(text: str) -> str:
    """What the client says of a command, before what the command itself printed."""
    text = _AROUND.sub("", text[:_LOOKED_AT], count=1)
    printed = _OUTPUT.search(text)
    return text[: printed.start()] if printed else text


def _how(output: object, text: str) -> Outcome:
    """How a call ended by what the agent was answered; three layouts over the versions."""
    if isinstance(output, dict) and isinstance(output.get("success"), bool):
        return Result.DONE if output["success"] else Result.FAILED
    if text.startswith("{") and '"metadata"' in text:
        codes = _EXIT_IN_JSON.findall(text[text.rindex('"metadata"') :])
        return int(codes[-1]) if codes else Result.DONE
    head = _head(text)
    code = _EXIT.search(head)
    if code:
        return int(code[1])
    if _RUNNING.search(head):
        return Result.UNKNOWN
    if any(words in head.lower() for words in _REFUSED):
        return Result.REFUSED
    failed = text[:_LOOKED_AT].lower().startswith(_FAILED)
    return Result.FAILED if failed else Result.DONE
