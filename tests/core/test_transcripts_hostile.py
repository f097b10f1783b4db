"""Whatever is in a file: it is read, or said to be no session."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.learning.events import packed, unpacked
from app.core.transcripts import rows as rows_module
from app.core.transcripts.building import moment
from app.core.transcripts.detecting import head
from app.core.transcripts.joining import read_sessions, without_copies
from app.core.transcripts.model import Call, Format, Result
from app.core.transcripts.reading import NotATranscript, read
from app.core.transcripts.shell import commands
from tests.core.transcript_files import Claude, codex_call, codex_rows, gemini_call, gemini_message

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
FORMATS = [Format.CLAUDE, Format.CODEX, Format.GEMINI, Format.GENERIC]


def _templates() -> list[dict[str, Any]]:
    """A row of each kind, to be spoilt."""
    claude = Claude("s").said("a").call("c", "Bash", {"command": "ls"}).result("c", error=True)
    codex = codex_rows("s", [codex_call("c", "shell", {"command": ["ls"]})])
    message = gemini_message("m", [gemini_call("c", "run_shell_command", {"command": "ls"})])
    own = [
        {
            "type": "call",
            "session": "s",
            "id": "c",
            "tool": "Bash",
            "parameters": {"command": "ls"},
        },
        {"type": "said", "text": "a"},
        {"type": "result", "id": "c", "result": "done"},
    ]
    rows = [*claude.rows, *codex, message, {"$set": {"messages": [message]}}, *own]
    return [row for row in rows if isinstance(row, dict)]


TEMPLATES = _templates()


@st.composite
def spoilt(draw: st.DrawFn) -> object:
    """A real row in which something is something else."""
    row = json.loads(json.dumps(draw(st.sampled_from(TEMPLATES))))
    at: Any = row
    for _depth in range(draw(st.integers(0, 4))):
        inner = list(at.values()) if isinstance(at, dict) else at
        deeper = [value for value in inner if isinstance(value, dict | list) and value]
        if not deeper:
            break
        at = draw(st.sampled_from(deeper))
    name = draw(st.sampled_from(list(at) if isinstance(at, dict) else list(range(len(at)))))
    at[name] = draw(JSON)
    return row


@settings(max_examples=80, deadline=None)
@given(st.lists(spoilt() | JSON, max_size=6), st.sampled_from(FORMATS), st.binary(max_size=20))
def test_spoilt_rows_are_read_as_far_as_they_go(
    tmp_path_factory: pytest.TempPathFactory,
    values: list[object],
    client: Format,
    end: bytes,
) -> None:
    path = tmp_path_factory.mktemp("spoilt") / "s.jsonl"
    path.write_bytes(b"".join(json.dumps(value).encode() + b"\n" for value in values) + end)
    with path.open("rb") as file:
        if head(path, file, client) is None:
            return
    for session in without_copies(read_sessions(path, client=client)):
        assert all(call.tool and call.row > 0 for call in session.calls)
        assert unpacked(packed(session.events)) == session.events


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([None, *FORMATS]))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory,
    data: bytes,
    client: Format | None,
) -> None:
    path = tmp_path_factory.mktemp("bytes") / "s.jsonl"
    path.write_bytes(data)
    with path.open("rb") as file:
        if head(path, file, client) is None:
            return
    with suppress(NotATranscript):  # a database that is damaged, or somebody else's
        read(path, client=client)


@settings(max_examples=120, deadline=None)
@given(st.text(alphabet="ab '\"\\`$(){}|&;<>\n#=-/", max_size=60))
def test_any_line_of_a_shell_is_taken_apart(line: str) -> None:
    assert all(words and all(isinstance(word, str) for word in words) for words in commands(line))


@pytest.mark.parametrize("piece", ["(", "$(", '"\\', "`", "<<A ", "'", "a;", "bash -c '", "\\\n"])
def test_endless_lines_of_a_shell_are_no_trouble(piece: str) -> None:
    assert len(commands(piece * 40_000)) <= 40


def test_a_file_with_everything_wrong_is_read_all_the_same(tmp_path: Path) -> None:
    claude = Claude("s").call("c1", "Bash", {"command": "git push"})
    good = [json.dumps(row).encode() for row in claude.rows]
    cut = Claude("s").call("c2\ud83d", "Read", {"file_path": "\ud83d"}).said("cut \ud83d")
    call, half = (json.dumps(row).encode() for row in cut.rows)
    latin = json.dumps(Claude("s").said("caf_ now").rows[0]).encode().replace(b"_", b"\xe9")
    lines = [
        b"\xef\xbb\xbf" + good[0],
        b"[" * 100_000,
        b'{"type":"user","message":' + b'{"a":' * 50_000,
        b"",
        b"42",
        b'{"type":"user","n":' + b"9" * 6_000 + b"}",
        call,
        half,
        latin,
        good[0][:-20],
    ]
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"\n".join(lines))
    step = read(path)
    (part,) = step.parts
    assert [call.tool for call in part.session.calls] == ["shell git push", "read"]
    assert [getattr(event, "text", "") for event in part.session.events][-1] == "caf\ufffd now"
    assert [event.id for event in part.session.events if isinstance(event, Call)][1] == "c2\ufffd"
    assert unpacked(packed(part.session.events)) == part.session.events
    assert part.session.calls[0].result is Result.UNKNOWN
    assert step.broken


def test_long_rows_are_read_without_their_long_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows_module, "_PLAIN", 70_000)
    monkeypatch.setattr(rows_module, "LONGEST", 200_000)
    path = tmp_path / "s.jsonl"
    claude = Claude("s")
    claude.call("c1", "Write", {"file_path": "/a", "content": "x" * 100_000})
    claude.call("c2", "Write", {"file_path": "/b", "content": "y" * 300_000})
    claude.call("c3", "Read", {"file_path": "/c"})
    path.write_text("".join(f"{json.dumps(row)}\n" for row in claude.rows))
    step = read(path)
    assert [(call.id, call.row) for call in step.parts[0].session.calls] == [("c1", 1), ("c3", 3)]
    assert step.broken == 1


@pytest.mark.parametrize(
    "value", ["", "yesterday", 1e400, -1e30, True, None, [], "2026-13-01", "0001-01-01"]
)
def test_times_that_are_none_are_none(value: object) -> None:
    assert moment(value) is None


def test_times_have_a_zone() -> None:
    seconds, milliseconds, text = moment(1.7e9), moment(1.7e12), moment("2026-03-01T10:00:00")
    assert seconds == milliseconds and seconds is not None
    assert text is not None and text.tzinfo is not None
