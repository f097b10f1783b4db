"""Which client wrote a file, and whose session it is, by how the file begins."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from app.core.transcripts.building import members, text_of
from app.core.transcripts.model import Format
from app.core.transcripts.naming import names
from app.core.transcripts.rows import decode, loads, rows

_LOOKED_AT = 40
"""Rows of a file before it is given up."""
_DATABASE = b"SQLite format 3\0"
_MEMBER = re.compile(r'^[ \t]{0,8}"([A-Za-z]+)": ?("(?:[^"\\\n]|\\.)*"|\[)', re.MULTILINE)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_CODEX_ROWS = names("session_meta response_item event_msg turn_context")
_CODEX_ITEMS = names("message reasoning function_call function_call_output")
_CLAUDE_ROWS = names("user assistant system progress summary attachment")
_GENERIC_ROWS = names("session call result said skill")


@dataclass(frozen=True, slots=True)
class Head:
    """What the beginning of a file says. `key` is that of the whole session, and `helper` names
    the sub-agent whose rows are in a file of their own."""

    format: Format
    key: str
    helper: str = ""
    document: bool = False
    """One JSON value in all, not rows."""


def head(path: Path, file: BinaryIO, given: Format | None = None) -> Head | None:
    """What a file is, or `None` for one that is no session; `given` is taken at its word."""
    file.seek(0)
    start = file.read(len(_DATABASE))
    if start == _DATABASE:
        return Head(Format.OPENCODE, path.stem) if given in (None, Format.OPENCODE) else None
    first = [
        row
        for row in (
            members(decode(row.data)) for row, _ in zip(rows(file), range(_LOOKED_AT), strict=False)
        )
        if row
    ]
    written_by = given or next(filter(None, map(_format, first)), None)
    is_object = start.lstrip().startswith(b"{")
    whole = not first or "messages" in first[0]
    if (written_by is Format.GEMINI and whole) or (written_by is None and is_object):
        return _document_head(path, file, first)
    return None if written_by is None else _head(written_by, path, first)


def _format(row: dict[str, object]) -> Format | None:
    """Who writes rows like this one."""
    kind = text_of(row.get("type"))
    if "projectHash" in row or kind == "gemini" or "$set" in row:
        return Format.GEMINI
    if (kind in _CODEX_ROWS and "payload" in row) or "record_type" in row:
        return Format.CODEX
    if (kind in _CODEX_ITEMS and "message" not in row and "uuid" not in row) or (
        not kind and {"id", "timestamp", "instructions"} <= row.keys()
    ):
        return Format.CODEX
    if "parentUuid" in row or "sessionId" in row or "leafUuid" in row:
        return Format.CLAUDE
    if (kind in _CLAUDE_ROWS and "message" in row) or kind == "file-history-snapshot":
        return Format.CLAUDE
    if kind == "user" and "content" in row:
        return Format.GEMINI
    return Format.GENERIC if kind in _GENERIC_ROWS else None


def _document_head(path: Path, file: BinaryIO, first: list[dict[str, object]]) -> Head | None:
    """A session of Gemini in one JSON value, if the file is that."""
    start = first[0] if first else {}
    if not start:
        file.seek(0)
        start = _beginning(file.read(4_096))
    own = text_of(start.get("sessionId"))
    is_message = start.get("type") in ("gemini", "user") and "content" in start
    if is_message or (own and "messages" in start):
        return Head(Format.GEMINI, own or _of_file(path), document=True)
    return None


def _beginning(data: bytes) -> dict[str, object]:
    """The members at the beginning of a document that is longer than its first bytes."""
    found: dict[str, object] = {}
    for member in _MEMBER.finditer(data.decode("utf-8", "replace")):
        found.setdefault(member[1], [] if member[2] == "[" else loads(member[2]))
    return found


def _head(written_by: Format, path: Path, first: list[dict[str, object]]) -> Head:
    match written_by:
        case Format.CLAUDE:
            return _claude(path, first)
        case Format.CODEX:
            return _codex(path, first)
        case Format.GEMINI:
            key = _first(first, "sessionId") or _of_file(path)
            if _first(first, "kind") != "subagent":
                return Head(written_by, key)
            # their files are in a folder that is called after the session that sent them
            folder = path.parent.name
            return Head(written_by, key if folder == "chats" else folder, key)
    return Head(written_by, _first(first, "session") or _of_file(path))


def _claude(path: Path, first: list[dict[str, object]]) -> Head:
    key = _first(first, "sessionId")
    agent = _first(first, "agentId")
    if path.stem.startswith("agent-") and (agent or path.parent.name == "subagents"):
        return Head(Format.CLAUDE, key or path.parent.parent.name, agent or path.stem)
    # a session that was resumed begins with rows of the one it goes on from
    return Head(Format.CLAUDE, path.stem if _UUID.fullmatch(path.stem) else key or _of_file(path))


def _codex(path: Path, first: list[dict[str, object]]) -> Head:
    for row in first:
        meta = members(row.get("payload")) if row.get("type") == "session_meta" else row
        own = text_of(meta.get("id"))
        if own and (row.get("type") == "session_meta" or "instructions" in row):
            source = members(members(meta.get("source")).get("subagent"))
            parent = text_of(members(source.get("thread_spawn")).get("parent_thread_id"))
            return Head(Format.CODEX, parent or own, own if source else "")
    return Head(Format.CODEX, _of_file(path))


def _of_file(path: Path) -> str:
    """The key of a session that has none: files of the same name lie in many folders."""
    place = blake2b(str(path.absolute()).encode("utf-8", "surrogateescape"), digest_size=4)
    return f"{text_of(path.stem)}-{place.hexdigest()}"


def _first(rows: Iterable[dict[str, object]], name: str) -> str:
    return next(filter(None, (text_of(row.get(name)) for row in rows)), "")
