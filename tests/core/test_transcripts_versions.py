"""What only some versions of a client write, and what none does that we know."""

import json
from pathlib import Path

import pytest

from app.core.transcripts.joining import read_sessions
from app.core.transcripts.model import Call, Format, Result, Said
from app.core.transcripts.reading import read
from tests.core.transcript_files import (
    Claude,
    Row,
    codex_call,
    codex_result,
    codex_rows,
    codex_said,
    gemini_call,
    gemini_message,
    write_rows,
)


def event(kind: str, **members: object) -> Row:
    return {"type": "event_msg", "payload": {"type": kind, **members}}


def results(path: Path) -> list[tuple[str, str]]:
    (session,) = read_sessions(path)
    return [(call.tool, call.result.value) for call in session.calls]


def test_results_of_codex_are_told_in_many_ways(tmp_path: Path) -> None:
    tool = {"type": "McpToolCall", "id": "m", "result": {"isError": True}, "status": "completed"}
    rows = [
        *codex_rows(
            "s",
            [
                codex_call("e", "shell", {"command": ["make"]}),
                codex_call("p", "apply_patch", {"input": "***"}),
                codex_call("m", "find", {"q": "x"}, namespace="mcp__desk"),
                codex_call("o", "exec_command", {"cmd": "make all"}),
                codex_result("o", {"content": "Exit code: 0", "success": False}),
                codex_call("l", "exec_command", {"cmd": "make lint"}),
                codex_result("l", [{"type": "input_text", "text": "Exit code: 2\nOutput:\n"}]),
                {
                    "type": "local_shell_call",
                    "call_id": "ls",
                    "status": "completed",
                    "action": {"type": "exec", "command": ["ls", "-la"]},
                },
                {"type": "web_search_call", "status": "failed", "action": {"query": "x"}},
                {"type": "tool_search_call", "call_id": "t", "arguments": {"query": "x"}},
                {"type": "custom_tool_call", "call_id": "x", "name": "exec", "input": "1"},
                {"type": "crystal_ball_call", "call_id": "c"},
            ],
        ),
        event("exec_command_end", call_id="e", exit_code=3),
        event("patch_apply_end", call_id="p", success=True),
        event("item_completed", item=tool),
        event("token_count", info=None),
        {"type": "new_kind_of_row", "payload": {}},
    ]
    path = write_rows(tmp_path / "r.jsonl", rows)
    assert results(path) == [
        ("shell make", "failed"),
        ("edit", "done"),
        ("mcp desk find", "failed"),
        ("shell make all", "failed"),
        ("shell make lint", "failed"),
        ("shell ls", "done"),
        ("web search", "unknown"),
        ("find tool", "unknown"),
        ("run code", "unknown"),
    ]
    assert read(path).unknown == {"item crystal_ball_call": 1, "row new_kind_of_row": 1}


def test_codex_says_which_of_a_message_is_the_persons(tmp_path: Path) -> None:
    noted = {"content_item_kinds": ["environments.environment_context", "user.text"]}
    said = codex_said("not theirs", "theirs")
    said["internal_chat_message_metadata_passthrough"] = noted
    (session,) = read_sessions(write_rows(tmp_path / "r.jsonl", codex_rows("s", [said])))
    assert [e.text for e in session.events if isinstance(e, Said)] == ["theirs"]


def test_a_sub_agent_of_codex_belongs_to_the_session_that_sent_it(tmp_path: Path) -> None:
    rows = codex_rows("own", [codex_said("a task"), codex_call("c", "shell", {"command": ["ls"]})])
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "parent"}}}
    rows[0]["payload"]["source"] = source
    (session,) = read_sessions(write_rows(tmp_path / "r.jsonl", rows))
    assert (session.key, session.helper) == ("parent", "own")
    assert [getattr(e, "helper", None) for e in session.events] == ["own"]


def test_a_sub_agent_of_gemini_says_so(tmp_path: Path) -> None:
    head = {"sessionId": "g", "projectHash": "f", "kind": "subagent"}
    rows = [
        head,
        gemini_message("m0", said="a task"),
        gemini_message("m1", [gemini_call("c", "glob", {"pattern": "*"}, status="executing")]),
        {"$rewindTo": "m0"},
        {"id": "m2", "type": "oracle"},
        {"strange": 1},
    ]
    path = write_rows(tmp_path / "chats" / "parent" / "s.jsonl", rows)
    (session,) = read_sessions(path)
    assert (session.key, session.helper) == ("parent", "g")
    (call,) = session.events  # its task is not what a person said
    assert isinstance(call, Call)
    assert (call.tool, call.result) == ("find", Result.UNKNOWN)
    assert read(path).unknown == {"message oracle": 1, "row": 1}


def test_a_tool_that_a_policy_denied_was_refused(tmp_path: Path) -> None:
    answer = {"functionResponse": {"response": {"error": "Tool execution denied by policy."}}}
    call = gemini_call("c", "run_shell_command", {"command": "ls"}, status="error", result=[answer])
    rows = [{"sessionId": "g", "projectHash": "f"}, gemini_message("m", [call])]
    assert results(write_rows(tmp_path / "s.jsonl", rows)) == [("shell ls", "refused")]


def test_what_was_written_while_claude_was_at_work_is_heard(tmp_path: Path) -> None:
    def queued(prompt: object, **members: object) -> Row:
        return {"type": "queued_command", "prompt": prompt, **members}

    claude = Claude("s").said("Ship it.")
    claude.row("attachment", attachment=queued("No, wait.", source_uuid="a"))
    claude.row("attachment", attachment=queued([{"type": "text", "text": "Stop."}]))
    claude.row("attachment", attachment=queued("done", origin={"kind": "task-notification"}))
    claude.row("attachment", attachment=queued("note", isMeta=True))
    claude.row("attachment", attachment={"type": "date", "date": "2026-03-01"})
    claude.said("from another agent", origin={"kind": "peer"})
    claude.said("Thanks.", origin={"kind": "human"})
    (session,) = read_sessions(write_rows(tmp_path / "s.jsonl", claude.rows))
    said = [event.text for event in session.events if isinstance(event, Said)]
    assert said == ["Ship it.", "No, wait.", "Stop.", "Thanks."]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Permission to use Bash with command ls has been denied.", "refused"),
        ("PreToolUse:Bash hook error: no", "refused"),
        ("<tool_use_error>String to replace not found in file.</tool_use_error>", "failed"),
        ("Exit code 1\nTests failed", "failed"),
    ],
)
def test_claude_tells_what_failed_from_what_was_not_allowed(
    tmp_path: Path, text: str, result: str
) -> None:
    claude = Claude("s").call("t", "Bash", {"command": "make test"}).result("t", text, error=True)
    assert results(write_rows(tmp_path / "s.jsonl", claude.rows)) == [("shell make test", result)]


def test_what_matters_is_found_among_much_that_does_not(tmp_path: Path) -> None:
    """Rows after the first hundred are only decoded where they may matter."""
    claude = Claude("s")
    codex = codex_rows("s", [])
    gemini: list[Row | str] = [{"sessionId": "g", "projectHash": "f"}]
    for number in range(150):
        claude.row("progress", data={"type": "user", "tool_use": number})
        codex.append(event("token_count", info={"total": number}))
        gemini.append({"$set": {"lastUpdated": "2026-03-01T10:00:00Z"}})
    claude.said("Ship it.").call("t", "Bash", {"command": "git push"}).result("t")
    codex += [
        {"type": "response_item", "payload": item}
        for item in (
            codex_said("Ship it."),
            codex_call("t", "shell", {"command": ["git", "push"]}),
            codex_result("t", json.dumps({"output": "", "metadata": {"exit_code": 0}})),
        )
    ]
    gemini += [
        gemini_message("m1", said="Ship it."),
        gemini_message("m2", [gemini_call("t", "run_shell_command", {"command": "git push"})]),
    ]
    for client, rows in (
        (Format.CLAUDE, claude.rows),
        (Format.CODEX, codex),
        (Format.GEMINI, gemini),
    ):
        (session,) = read_sessions(write_rows(tmp_path / f"{client}.jsonl", rows))
        assert session.format is client
        said, call = session.events
        assert isinstance(said, Said) and said.text == "Ship it."
        assert isinstance(call, Call) and (call.tool, call.result) == ("shell git push", "done")


def test_a_format_that_is_named_is_taken_at_its_word(tmp_path: Path) -> None:
    """Rows that look like those of nobody, or of another."""
    row = {"type": "call", "id": "1", "tool": "Bash", "parameters": {"command": "ls"}}
    path = write_rows(tmp_path / "s.jsonl", [{"mood": "good"}, row])
    assert [s.format for s in read_sessions(path)] == [Format.GENERIC]
    (session,) = read_sessions(path, client=Format.CODEX)
    assert session.format is Format.CODEX and not session.events
