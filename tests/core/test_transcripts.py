"""Sessions as the clients write them, read into calls, words of the person and skills."""

import json
from pathlib import Path

import pytest

from app.core.transcripts.joining import read_sessions
from app.core.transcripts.model import Call, Event, Format, Result, Said, Session, SkillRead
from app.core.transcripts.reading import NotATranscript, read
from app.core.transcripts.shapes import KEY, shape
from tests.core.transcript_files import (
    Claude,
    codex_call,
    codex_result,
    codex_rows,
    codex_said,
    gemini_call,
    gemini_message,
    write_rows,
)

SESSION = "0a1b2c3d-0000-4000-8000-00000000000a"


def only(path: Path) -> Session:
    (session,) = read_sessions(path)
    return session


def told(session: Session) -> list[str]:
    """The events, one line each."""
    return [_told(event) for event in session.events]


def _told(event: Event) -> str:
    match event:
        case Call():
            return f"{event.tool} {event.result.value}"
        case Said():
            return f"“{event.text}”"
    return f"skill {event.name}"


def test_a_session_of_claude_has_calls_words_and_skills(tmp_path: Path) -> None:
    claude = Claude(SESSION)
    claude.row("queue-operation", operation="enqueue", content="not said here")
    claude.row("attachment", attachment={"type": "environment"})
    claude.said("<command-name>/clear</command-name>\n<command-args></command-args>")
    claude.said("<local-command-stdout>Bye</local-command-stdout>")
    claude.said("Caveat: …", isMeta=True)
    claude.said("Ship it.\n<system-reminder>be brief</system-reminder>")
    claude.call("toolu_1", "Skill", {"skill": "ship"})
    claude.result("toolu_1", "Launching skill: ship")
    claude.said(
        "Base directory for this skill: /w/.claude/skills/ship\n\n# Ship",
        isMeta=True,
        sourceToolUseID="toolu_1",
    )
    claude.call("toolu_2", "Read", {"file_path": "/w/a.py"}, "msg-a")
    claude.call("toolu_3", "Grep", {"pattern": "x", "path": "/w"}, "msg-a")
    claude.result("toolu_2")
    claude.result("toolu_3", "Exit code 2\nno", error=True)
    claude.row(
        "progress",
        data={
            "message": {
                "type": "assistant",
                "message": {
                    "content": [{"type": "tool_use", "id": "toolu_9", "name": "Read", "input": {}}]
                },
            }
        },
    )
    claude.call("toolu_6", "Bash", {"command": "cd a && grep -r x ."})
    claude.result("toolu_6", "Exit code 1", error=True)
    claude.call("toolu_4", "mcp__issue-desk__create_issue", {"title": "t"})
    claude.result("toolu_4", "The user doesn't want to proceed with this tool use.", error=True)
    claude.call("toolu_5", "Skill", {"skill": "none"})
    claude.result("toolu_5", "Unknown skill: none", error=True)
    claude.said("[Request interrupted by user]")
    claude.said("No, the other one.")
    session = only(write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows))
    assert told(session) == [
        "“/clear”",
        "“Ship it.”",
        "skill ship",
        "read done",
        "search failed",
        "shell grep done",
        "mcp issue_desk create_issue refused",
        "skill failed",
        "“No, the other one.”",
    ]
    assert (session.key, session.format, session.agent) == (SESSION, Format.CLAUDE, "claude")
    read_call, search = session.calls[:2]
    assert read_call.together == search.together == read_call.row == 10
    assert read_call.shape == {"file_path": "path"}
    assert session.started is not None and session.started.isoformat().startswith("2026-03-01T10")


def test_rows_of_sub_agents_belong_to_the_session_that_sent_them(tmp_path: Path) -> None:
    helper = Claude(SESSION, isSidechain=True, agentId="a7")
    helper.said("Look for it.").call("toolu_h", "Bash", {"command": "git log"}).result("toolu_h")
    path = write_rows(tmp_path / SESSION / "subagents" / "agent-a7.jsonl", helper.rows)
    session = only(path)
    assert session.key == SESSION
    assert told(session) == ["shell git log done"]
    assert session.calls[0].helper == "a7"


def test_claude_says_in_several_ways_that_a_call_was_refused(tmp_path: Path) -> None:
    claude = Claude(SESSION)
    claude.call("toolu_1", "Write", {"file_path": "/w/a"})
    said = "<tool_use_error>Permission denied by a rule.</tool_use_error>"
    claude.result("toolu_1", said, error=True)
    for number, more in (
        (2, {"permissionDecision": {"decision": "deny"}}),
        (3, {"permissionDecision": {"decision": "reject"}}),
        (4, {"toolUseResult": {"interrupted": True}}),
        (5, {"toolUseResult": {"interrupted": False}}),
    ):
        claude.call(f"toolu_{number}", "Write", {"file_path": "/w/a"})
        block = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "ok"}
        claude.row("user", message={"role": "user", "content": [block]}, **more)
    session = only(write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows))
    assert [call.result for call in session.calls] == [*[Result.REFUSED] * 4, Result.DONE]


def test_words_are_the_persons_only_where_they_wrote_them(tmp_path: Path) -> None:
    claude = Claude(SESSION)
    for _row in range(100):  # of a long file most rows are passed over without being decoded
        claude.row("system")
    typed = {"type": "queued_command", "prompt": [{"type": "text", "text": "Also the docs."}]}
    claude.row("attachment", attachment=typed)
    claude.row("attachment", attachment=typed | {"origin": {"kind": "task-notification"}})
    claude.call("toolu_1", "Read", {"file_path": "/w/a"})
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}
    beside = {"type": "text", "text": "A hook said more."}
    claude.row("user", message={"role": "user", "content": [result, beside]})
    claude.said("Done by another.", origin={"kind": "agent"})
    session = only(write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows))
    assert told(session) == ["“Also the docs.”", "read done"]


def test_calls_are_together_only_in_one_message(tmp_path: Path) -> None:
    claude = Claude(SESSION)
    for number in (1, 2):
        block = {"type": "tool_use", "id": f"toolu_{number}", "name": "Read", "input": {}}
        claude.row("assistant", message={"role": "assistant", "content": [block]})
    session = only(write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows))
    assert [call.together for call in session.calls] == [1, 2]


def test_a_skill_that_the_person_called_was_read_too(tmp_path: Path) -> None:
    claude = Claude(SESSION)
    claude.said(
        "<command-message>tidy</command-message>\n<command-name>/tidy</command-name>\n"
        "<command-args>the table</command-args>"
    )
    claude.said("Base directory for this skill: /w/.claude/skills/tidy\n\n# Tidy", isMeta=True)
    session = only(write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows))
    assert told(session) == ["“/tidy the table”", "skill tidy"]


@pytest.mark.parametrize("envelope", [True, False])
def test_a_session_of_codex_has_calls_words_and_skills(tmp_path: Path, envelope: bool) -> None:
    old = json.dumps({"output": "No such file", "metadata": {"exit_code": 1}})
    ran = "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code {}\nOutput:\nexit code: 9"
    patch = "apply_patch <<'EOF'\n*** Begin Patch\n*** End Patch\nEOF"
    items = [
        codex_said("<environment_context>\n<cwd>/w</cwd>\n</environment_context>"),
        codex_said("# Context from my IDE setup:\n\n## My request for Codex:\nShip it."),
        codex_call("c1", "shell", {"command": ["bash", "-lc", "cat .agents/skills/ship/SKILL.md"]}),
        codex_result("c1", json.dumps({"output": "# Ship", "metadata": {"exit_code": 0}})),
        codex_call("c2", "exec_command", {"cmd": "cd a && git add -A && git commit -m done"}),
        codex_call("c3", "shell", {"command": ["ls", "nowhere"]}),
        codex_result("c2", ran.format(0)),
        codex_result("c3", old),
        codex_call("c4", "exec_command", {"cmd": "npm test"}),
        codex_result("c4", ran.format(1)),
        codex_call("c5", "shell", {"command": ["zsh", "-lc", patch]}),
        codex_result("c5", "exec command rejected by user"),
        codex_call("c8", "exec_command", {"cmd": "make release"}),
        codex_result("c8", "Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n"),
        codex_call("c9", "write_stdin", {"session_id": 7, "chars": ""}),
        codex_result("c9", ran.format(2)),
        codex_call("ca", "exec_command", {"cmd": patch}),
        codex_result("ca", "Wall time: 0.0 seconds\nOutput:\nExit code: 1\nOutput:\nno such file"),
        codex_call("c6", "create_issue", {"title": "t"}, namespace="mcp__issue_desk"),
        codex_result("c6", "Wall time: 0.01 seconds\nOutput:\n{}"),
        {"type": "custom_tool_call", "call_id": "c7", "name": "apply_patch", "input": "***"},
        {"type": "custom_tool_call_output", "call_id": "c7", "output": "Exit code: 0\nOutput:\nok"},
        {"type": "reasoning", "summary": []},
        codex_said("<skill>\n<name>tidy</name>\n<path>/w/x</path>\n# Tidy\n</skill>"),
    ]
    rows = codex_rows("0199", items, envelope=envelope)
    session = only(write_rows(tmp_path / "rollout-x.jsonl", rows))
    assert told(session) == [
        "“Ship it.”",
        "skill ship",
        "shell git add done",
        "shell git commit done",
        "shell ls failed",
        "shell npm test failed",
        "edit refused",
        "shell make release failed",
        "output failed",
        "edit failed",
        "mcp issue_desk create_issue done",
        "edit done",
        "skill tidy",
    ]
    assert (session.key, session.format) == ("0199", Format.CODEX)
    together = [call.together for call in session.calls]
    assert together[0] == together[1] == together[2] < together[3]


@pytest.mark.parametrize("document", [True, False])
def test_a_session_of_gemini_has_calls_words_and_skills(tmp_path: Path, document: bool) -> None:
    missing = "Output: no such file\nExit Code: 2\nProcess Group PGID: 7"
    calls = [
        gemini_call("a", "activate_skill", {"name": "ship"}),
        gemini_call("b", "mcp_issue_desk_list", {}, displayName="list (issue-desk MCP Server)"),
        gemini_call("c", "run_shell_command", {"command": "ls nowhere"}, missing),
        gemini_call("d", "replace", {"file_path": "/w/a", "old_string": "a"}, status="cancelled"),
        gemini_call("e", "write_file", {"file_path": "/w/a"}, status="error"),
    ]
    header = {"sessionId": "g-1", "projectHash": "f00", "startTime": "2026-03-01T10:00:00Z"}
    messages = [
        gemini_message("m0", said=[{"text": "<session_context>\n/w\n</session_context>"}]),
        gemini_message("m1", said="Ship it."),
        gemini_message("m2", calls),
        gemini_message("m3", said=[{"functionResponse": {"id": "a", "response": {}}}]),
        {"id": "m4", "type": "info", "content": "Model changed."},
    ]
    if document:
        path = tmp_path / "session-1.json"
        path.write_text(json.dumps(header | {"messages": messages}, indent=2))
    else:
        first = gemini_message("m2", calls[:1])
        patch = {"$set": {"messages": messages[:1]}}
        path = write_rows(
            tmp_path / "session-1.jsonl", [header, patch, messages[1], first, *messages[2:]]
        )
    session = only(path)
    assert told(session) == [
        "“Ship it.”",
        "skill ship",
        "mcp issue_desk list done",
        "shell ls failed",
        "edit refused",
        "write failed",
    ]
    assert (session.key, session.format) == ("g-1", Format.GEMINI)


def test_the_last_command_of_a_line_and_the_time_of_a_call_count_in_gemini(tmp_path: Path) -> None:
    calls = [
        gemini_call(
            "a", "run_shell_command", {"command": "make; ls"}, "Exit Code: 0\nExit Code: 2",
            timestamp="2026-03-01T10:00:07.000Z",
        ),
        gemini_call("b", "write_file", {"file_path": "/w/a"}),
    ]  # fmt: skip
    header = {"sessionId": "g-2", "projectHash": "f00"}
    path = write_rows(tmp_path / "session-2.jsonl", [header, gemini_message("m", calls)])
    made, written = (only(path).calls[at] for at in (0, -1))
    assert only(path).calls[-2].result is Result.FAILED
    assert made.at is not None and written.at is not None
    assert (made.at.second, written.at.second) == (7, 0)


def test_sessions_in_rows_of_our_own_are_read(tmp_path: Path) -> None:
    """The example of the documentation, with a second session in the same file."""
    doc = (Path(__file__).parents[2] / "docs" / "transcripts.md").read_text("utf-8")
    example = doc.split("## JSON Lines of our own")[1].split("```")[1].strip().splitlines()
    other = {"type": "call", "session": "b", "tool": "Read", "at": 1772359200, "helper": "h"}
    path = write_rows(tmp_path / "sessions.jsonl", [*example, other, {"type": "mood"}])
    first, second = read_sessions(path, agent="tester")
    assert told(first) == [
        "“Ship it.”",
        "skill ship",
        "shell git push failed",
        "mcp desk create_issue done",
    ]
    assert (first.key, first.agent, first.format) == ("2026-03-01-a", "tester", Format.GENERIC)
    assert (second.key, second.calls[0].helper) == ("b", "h")
    assert read(path).unknown == {"row mood": 1}


def test_files_of_one_name_are_sessions_of_their_own(tmp_path: Path) -> None:
    row = {"type": "call", "tool": "Bash", "parameters": {"command": "ls"}}
    paths = [write_rows(tmp_path / name / "session.jsonl", [row]) for name in "ab"]
    keys = {only(path).key for path in paths}
    assert len(keys) == 2 and all(key.startswith("session-") for key in keys)


_OTHERS = {
    "a.json": '{"name": "x"}',
    "b.jsonl": "",
    "c.txt": "Dear diary,\n",
    "d.json": '{"messages": [{"role": "user", "content": "a chat of somebody else"}]}',
    "e.json": '{\n  "sessionId": "\\x",\n  "type": "gem\\"ini",\n  "dependencies": [\n',
}


def test_what_is_no_session_is_said_to_be_none(tmp_path: Path) -> None:
    for name, text in _OTHERS.items():
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(NotATranscript, match=name):
            read(path)


def test_values_stay_out_of_calls(tmp_path: Path) -> None:
    secret = "hunter2swordfish"
    lines = [
        f"mysql -p{secret} --password={secret} {secret}",
        f"export TOKEN={secret} && curl -H 'Authorization: {secret}' https://x/{secret}",
        f"/opt/{secret}/bin/deploy --{secret} run",
        f"git commit -m '{secret}' && git {secret}9876543210123456789 && frob {secret}",
    ]
    claude = Claude(SESSION)
    for number, line in enumerate(lines):
        claude.call(f"t{number}", "Bash", {"command": line, "description": secret})
    claude.call("u", "mcp__desk__find", {"query": secret, f"{secret} is no name": 1})
    session = only(write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows))
    for call in session.calls:
        assert secret not in f"{call.tool} {call.shape} {call!r}"
        assert set(call.values) <= set(call.shape)
    commits = [call for call in session.calls if call.tool == "shell git commit"]
    assert commits[0].shape == {"-m": "flag", "1": "word"}
    assert commits[0].values["1"] == session.calls[0].values["1"]


@pytest.mark.parametrize(
    "value",
    [
        "ghp_A1b2C3d4E5f6G7h8", "sk-live-4242424242", "sk_live_a1b2c3d4e5f6",
        "AKIAIOSFODNN7EXAMPLE", "xoxb-a1b2-c3d4", "AIzaSyDa7eZSW", "d41d8cd98f00b204e980",
        "eyJhbGciOiJIUzI1",
        "b3f2a8b9c-1234-4f5e-9abc", "wT5xK9qLm2Zr8", "v4242-4242-4242", "ada@acme.example",
    ],
)  # fmt: skip
def test_a_value_that_stands_where_a_name_does_is_no_name(tmp_path: Path, value: str) -> None:
    """Of a parameter, a server, a tool, a program, or what that is told to do."""
    claude = Claude(SESSION)
    claude.call("1", "deploy", {value: 1, "site": {value: {value: 1}}})
    claude.call("2", f"mcp__{value}__find", {"query": 1})
    claude.call("3", f"mcp__desk__{value}", {"query": 1})
    claude.call("4", value, {"query": 1})
    lines = [f"/opt/{value} run", f"make {value}", f"npm run {value}", f"deploy --{value}={value}"]
    for number, line in enumerate(lines, 5):
        claude.call(str(number), "Bash", {"command": line})
    session = only(write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows))
    assert len(session.calls) == 8
    assert session.calls[0].shape == {"site": "object"}
    for call in session.calls:
        said = f"{call.tool} {call.shape} {call!r}".casefold()
        assert value.casefold() not in said
        assert value.casefold().replace("-", "_") not in said


@pytest.mark.parametrize(
    "name",
    [
        "file_path", "maxTokensToSampleBeforeStop", "customfield_10042", "x86_64", "utf8mb4",
        "getURLForID", "oauth2_client_id", "ISO8601", "i18n", "dry-run", "skip", "task_id",
        "thisIsAVeryLongNameOfAParameter", "sha256", "s3_bucket", "__typename", "sk_count",
    ],
)  # fmt: skip
def test_names_with_digits_and_inner_capitals_are_names(name: str) -> None:
    assert list(shape({name: 1}, KEY).kinds) == [name]


def test_real_sessions_are_read_without_an_unknown_call(shared: Path) -> None:
    for path in sorted((shared / "transcripts").rglob("*.json*")):
        if path.name.startswith("hook_"):
            continue
        reading = read(path)
        spoilt = "edge_cases" in path.name
        assert spoilt or not (reading.unknown or reading.broken), path
        for part in reading.parts:
            tools = [call.tool for call in part.session.calls]
            assert "shell" not in tools and "unnamed" not in tools, path


def test_events_say_nothing_of_texts_when_they_are_shown() -> None:
    assert "secret" not in repr(Said("secret"))
    assert Result.UNKNOWN.value == "unknown"
    assert SkillRead("a").name == "a"
