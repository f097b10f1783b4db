"""Sessions that are still being written, that were written twice, or that go on from another."""

import json
import os
from pathlib import Path

import pytest

from app.core.transcripts import reading
from app.core.transcripts.finding import session_files
from app.core.transcripts.joining import identity, joined, read_sessions, without_copies
from app.core.transcripts.model import Result, Session
from app.core.transcripts.reading import Position, read
from tests.core.transcript_files import (
    Claude,
    Row,
    codex_call,
    codex_result,
    codex_rows,
    codex_said,
    write_rows,
)

SESSION = "0a1b2c3d-0000-4000-8000-00000000000a"
OTHER = "0a1b2c3d-0000-4000-8000-00000000000b"


def a_session(calls: int = 6) -> Claude:
    claude = Claude(SESSION).said("Ship it.")
    for number in range(calls):
        call = f"toolu_{number:024}"
        claude.call(call, "Bash", {"command": f"git add f{number}"})
        claude.result(call, error=number == 2)
        claude.row("system", content="…")
    return claude


def lines(rows: list[Row | str]) -> list[bytes]:
    return [f"{json.dumps(row)}\n".encode() for row in rows]


def test_a_file_that_grows_byte_by_byte_is_read_to_the_same_session(tmp_path: Path) -> None:
    data = b"".join(lines(a_session().rows))
    path = tmp_path / f"{SESSION}.jsonl"
    path.write_bytes(data)
    (whole,) = read_sessions(path)
    assert [call.result for call in whole.calls].count(Result.FAILED) == 1
    session: Session | None = None
    since: Position | None = None
    for end in (*range(400, len(data), 137), len(data)):
        path.write_bytes(data[:end])
        step = read(path, since=since)
        for part in step.parts:
            session = joined(session, part)
        since = step.position
        assert not step.broken
    assert session == whole
    again = read(path, since=since)
    assert not any(part.session.events or part.late for part in again.parts)


def test_a_file_is_read_a_stretch_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_rows(tmp_path / f"{SESSION}.jsonl", a_session(30).rows)
    whole = read_sessions(path)
    monkeypatch.setattr(reading, "STRETCH", 700)
    first = read(path)
    assert first.more and len(first.parts[0].session.events) < 5
    assert read_sessions(path) == whole


def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = write_rows(tmp_path / f"{SESSION}.jsonl", a_session().rows)
    since = read(path).position
    write_rows(path, a_session(2).rows)
    step = read(path, since=since)
    assert step.parts[0].after == 0 and len(step.parts[0].session.calls) == 2


def test_a_call_that_waits_is_read_again_with_its_result(tmp_path: Path) -> None:
    claude = Claude(SESSION).call("toolu_a", "Skill", {"skill": "ship"})
    path = write_rows(tmp_path / f"{SESSION}.jsonl", claude.rows)
    before = read(path)
    assert before.position.rows == 0
    claude.result("toolu_a", "Unknown skill: ship", error=True)
    write_rows(path, claude.rows)
    (part,) = read(path, since=before.position).parts
    session = joined(before.parts[0].session, part)
    assert [(call.tool, call.result) for call in session.calls] == [("skill", Result.FAILED)]


def test_a_row_that_was_written_four_times_is_one(tmp_path: Path) -> None:
    rows = [row for row in a_session(2).rows for _ in range(4)]
    (session,) = read_sessions(write_rows(tmp_path / f"{SESSION}.jsonl", rows))
    assert len(session.events) == 3


def test_what_a_resumed_session_copied_is_counted_once(tmp_path: Path) -> None:
    """Claude copies rows with their ids under a new session; a person copies files."""
    first = a_session()
    resumed = Claude(OTHER)
    resumed.rows = [row | {"sessionId": OTHER} for row in first.rows if isinstance(row, dict)]
    resumed.said("And push.").call(f"toolu_{99:024}", "Bash", {"command": "git push"})
    paths = [
        write_rows(tmp_path / f"{OTHER}.jsonl", resumed.rows),
        write_rows(tmp_path / f"{SESSION}.jsonl", first.rows),
        write_rows(tmp_path / "copy" / f"{SESSION} (2).jsonl", first.rows),
    ]
    sessions = [session for path in paths for session in read_sessions(path)]
    found = without_copies(sessions)
    assert sorted(len(session.events) for session in found) == [2, 7]
    pushed = next(session for session in found if session.key == OTHER)
    assert [call.tool for call in pushed.calls] == ["shell git push"]
    known = {identity(event) for event in found[0].events}
    assert len(without_copies(sessions, {name for name in known if name})) == 1


def test_what_a_forked_session_of_codex_copied_is_counted_once(tmp_path: Path) -> None:
    """Codex writes the rows anew with the time of the fork; its calls keep their ids."""
    call = "call_Abcdefghijklmnopqrstuv"
    items = [
        codex_said("Ship it."),
        codex_call(call, "shell", {"command": ["git", "push"]}),
        codex_result(call, "Exit code: 0\nOutput:\n"),
    ]
    forked = codex_rows("fork", [*items, codex_said("Again.")])
    later = [row | {"timestamp": "2026-03-02T10:00:00Z"} for row in forked]
    sessions = [
        *read_sessions(write_rows(tmp_path / "b.jsonl", later)),
        *read_sessions(write_rows(tmp_path / "a.jsonl", codex_rows("first", items))),
    ]
    found = {session.key: session for session in without_copies(sessions)}
    assert len(found["first"].events) == 2
    assert [type(event).__name__ for event in found["fork"].events] == ["Said"]


def test_short_ids_that_every_session_has_make_no_copies(tmp_path: Path) -> None:
    sessions = []
    for number, session in enumerate((SESSION, OTHER)):
        claude = Claude(session)
        claude.call("call_1", "Bash", {"command": "git push"}).result("call_1")
        rows = [
            row | {"timestamp": f"2026-03-0{number + 1}T10:00:00Z"}
            for row in claude.rows
            if isinstance(row, dict)
        ]
        sessions += read_sessions(write_rows(tmp_path / f"{session}.jsonl", rows))
    assert [len(session.calls) for session in without_copies(sessions)] == [1, 1]


def test_folders_are_looked_through_for_what_may_be_a_session(tmp_path: Path) -> None:
    paths = [tmp_path / "a" / "b" / "s.jsonl", tmp_path / "a" / "s.json", tmp_path / "notes.txt"]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    if hasattr(os, "mkfifo"):
        # opening it would wait for somebody to write into it
        os.mkfifo(tmp_path / "a" / "pipe.jsonl")
    (tmp_path / "a" / "loop").symlink_to(tmp_path, target_is_directory=True)
    assert set(session_files([tmp_path])) == set(paths[:2])
    assert list(session_files([paths[2], tmp_path / "gone"])) == [paths[2]]
