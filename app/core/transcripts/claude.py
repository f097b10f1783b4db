"""Sessions of Claude Code: rows of a conversation among many others about it."""

import re

from app.core.transcripts.building import Building, Outcome, items, members, moment, text_of
from app.core.transcripts.model import Result
from app.core.transcripts.naming import names
from app.core.transcripts.tools import skill_of_path

_OTHER_KIND = re.compile(rb'\{"type": ?"(?!user"|assistant")')
_NOTED = names(
    "system progress summary file-history-snapshot queue-operation last-prompt tools-used "
    "api-request api-request-blob api-request-shape cost-state atis-latch custom-title "
    "ai-title tag agent-name agent-color agent-setting mode permission-mode pr-link "
    "turn_duration worktree-state content-replacement saved_hook_context "
    "marble-origami-commit task-summary marble-origami-snapshot speculation-accept "
    "attribution-snapshot result stream_event relocated bridge-session repl-mode "
    "resume-head-vouch hybrid-organization host-row history-suppression frame-link "
    "artifact-autoreact-ledger api-request-resumed error"
)
"""Kinds of rows that say nothing about what was done."""
_BLOCKS = names(
    "text thinking redacted_thinking image document tool_use tool_result server_tool_use "
    "web_search_tool_result web_fetch_tool_result mcp_tool_use mcp_tool_result fallback "
    "code_execution_tool_result container_upload tool_reference connector_text"
)
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_REFUSED = (
    "The user doesn't want to",
    "The user does not want to",
    "[Request interrupted",
    "Operation stopped by hook",
    "User rejected",
    "Permission to use",
    "Permission denied by",
    "Permission for this action",
    "Tool use rejected",
    "This command requires approval",
    "Interrupted by user",
)
_BLOCKED = re.compile(r".{0,80}hook.{0,40}(?:error|blocked|denied)", re.IGNORECASE)
_STATUS = re.compile(r"Exit code (\d{1,9})\b")
_SKILL_FOLDER = re.compile(r"Base directory for this skill: *([^\n]+)")
_FROM_NOBODY = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly")
_PERSON = ("", "human", "person", "composer", "remote", "voice-call")
"""Where a message came from; others are from agents, plugins and the client."""


def may_matter(row: bytes) -> bool:
    """Whether a row can have a call, a result or the person's words; cheap, before decoding."""
    if _OTHER_KIND.match(row) or b'"type":"progress"' in row[:1024]:
        return False
    return (
        b'tool_use"' in row
        or b'"tool_result"' in row
        or b'"type":"user"' in row
        or b'"type": "user"' in row
        or b'"queued_command"' in row
    )


class ClaudeReader:
    """Reads rows into a session."""

    def __init__(self, building: Building) -> None:
        self._building = building
        self._message = ""
        self._together = 0

    def row(self, number: int, value: object) -> None:
        """One decoded row."""
        row = members(value)
        match text_of(row.get("type")):
            case "user":
                self._user(number, row)
            case "assistant":
                self._assistant(number, row)
            case "attachment":
                self._attachment(number, row)
            case kind if kind in _NOTED:
                pass
            case kind:
                self._building.unknown[f"row {kind}"[:60]] += 1

    def _assistant(self, number: int, row: dict[str, object]) -> None:
        message = members(row.get("message"))
        own_id = text_of(message.get("id"))
        if not own_id or own_id != self._message:
            self._message, self._together = own_id, number
        for block in self._blocks(message):
            if block.get("type") in _CALLS:
                self._building.call(
                    text_of(block.get("id")),
                    text_of(block.get("name")),
                    block.get("input"),
                    row=number,
                    at=moment(row.get("timestamp")),
                    together=self._together,
                    helper=_helper(row),
                    server=text_of(block.get("server_name")),
                )
            else:
                self._result(row, block)

    def _user(self, number: int, row: dict[str, object]) -> None:
        message = members(row.get("message"))
        content = message.get("content")
        texts = [content] if isinstance(content, str) else []
        has_result = False
        for block in self._blocks(message):
            if block.get("type") == "text":
                texts.append(text_of(block.get("text")))
            has_result |= self._result(row, block)
        text = "\n".join(texts)
        at = moment(row.get("timestamp"))
        if text and _for_skill(row, text) and not row.get("sourceToolUseID"):
            # the person called it; what the agent called is known by its call
            name = skill_of_path(f"{_folder(text)}/SKILL.md")
            if name:
                self._building.skill(name, row=number, at=at, own_id=text_of(row.get("uuid")))
        elif not has_result and _is_persons(row, row):
            self._building.said(text, row=number, at=at, own_id=text_of(row.get("uuid")))

    def _attachment(self, number: int, row: dict[str, object]) -> None:
        """What the person wrote while the agent was at work comes as one."""
        attached = members(row.get("attachment"))
        if attached.get("type") == "queued_command" and _is_persons(row, attached):
            own_id = text_of(attached.get("source_uuid")) or text_of(row.get("uuid"))
            at = moment(row.get("timestamp"))
            text = _text(attached.get("prompt"))
            self._building.said(text, row=number, at=at, own_id=own_id)

    def _blocks(self, message: dict[str, object]) -> list[dict[str, object]]:
        blocks = items(message.get("content"))
        for block in blocks:
            kind = text_of(block.get("type"))
            if kind not in _BLOCKS:
                self._building.unknown[f"part {kind}"[:60]] += 1
        return blocks

    def _result(self, row: dict[str, object], block: dict[str, object]) -> bool:
        """Take the result of a call, if this is one."""
        if not text_of(block.get("type")).endswith("tool_result"):
            return False
        self._building.result(text_of(block.get("tool_use_id")), _how(row, block))
        return True


def _how(row: dict[str, object], block: dict[str, object]) -> Outcome:
    if members(row.get("permissionDecision")).get("decision") in ("reject", "deny"):
        return Result.REFUSED
    if block.get("is_error") is True:
        text = _text(block.get("content")).removeprefix("<tool_use_error>").lstrip()
        status = _STATUS.match(text)
        if status:
            return int(status[1])
        refused = text.startswith(_REFUSED) or _BLOCKED.match(text)
        return Result.REFUSED if refused else Result.FAILED
    if members(row.get("toolUseResult")).get("interrupted") is True:
        return Result.REFUSED
    return Result.DONE


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(text_of(block.get("text")) for block in items(content))


def _helper(row: dict[str, object]) -> str:
    if row.get("isSidechain") is not True:
        return ""
    return text_of(row.get("agentId")) or "helper"


def _is_persons(row: dict[str, object], said: dict[str, object]) -> bool:
    """Whether what is said in a row was written by the person."""
    source = text_of(members(said.get("origin")).get("kind"))
    others = any(said.get(flag) for flag in _FROM_NOBODY)
    return source in _PERSON and not others and not _helper(row)


def _for_skill(row: dict[str, object], text: str) -> bool:
    return row.get("isMeta") is True and _SKILL_FOLDER.match(text) is not None


def _folder(text: str) -> str:
    found = _SKILL_FOLDER.match(text)
    return found[1].strip().rstrip("/\\") if found else ""
