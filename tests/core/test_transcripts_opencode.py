"""Sessions of OpenCode, in a database that it may be writing just now."""

import json
from pathlib import Path

import apsw
import pytest

from app.core.learning.scanning import scan
from app.core.learning.sessions import sessions
from app.core.store.foreign import UnreadableDatabase, opened
from app.core.transcripts import reading
from app.core.transcripts.joining import read_sessions
from app.core.transcripts.model import Format, Result, Said
from app.core.transcripts.reading import NotATranscript, read
from app.core.vault import Vault

TABLES = """
create table session (id text primary key, parent_id text, time_created int, time_updated int);
create table message (id text primary key, session_id text, time_created int, data text);
create table part (id text primary key, message_id text, session_id text, time_created int,
  time_updated int, data text);
"""
NOW = 1_772_000_000_000


class OpenCode:
    """A database as the client writes it."""

    def __init__(self, path: Path) -> None:
        self.db = apsw.Connection(str(path))
        self.db.execute("pragma journal_mode = wal").fetchall()
        self.db.execute(TABLES)
        self._count = 0

    def session(self, name: str, updated: int, parent: str | None = None) -> None:
        self.db.execute(
            "insert or replace into session values (?, ?, ?, ?)", (name, parent, NOW, NOW + updated)
        )

    def part(self, session: str, role: str, data: object) -> None:
        self._count += 1
        at, own = NOW + self._count, f"{self._count:04}"
        message = json.dumps({"role": role})
        text = data if isinstance(data, str) else json.dumps(data)
        self.db.execute(
            "insert into message values (?, ?, ?, ?)", (f"m{own}", session, at, message)
        )
        self.db.execute(
            "insert into part values (?, ?, ?, ?, ?, ?)",
            (f"p{own}", f"m{own}", session, at, at, text),
        )

    def call(
        self, session: str, tool: str, given: object, status: str = "completed", **state: object
    ) -> None:
        own = {"status": status, "input": given, "time": {"start": NOW + self._count}, **state}
        call = f"call-{self._count}"
        self.part(
            session, "assistant", {"type": "tool", "tool": tool, "callID": call, "state": own}
        )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "opencode.db"


def test_sessions_of_a_database_have_calls_words_and_skills(path: Path) -> None:
    opencode = OpenCode(path)
    opencode.session("ses_b", 2, parent="ses_a")
    opencode.session("ses_a", 1)
    opencode.part("ses_a", "user", {"type": "text", "text": '"Ship it."'})
    opencode.part("ses_a", "user", {"type": "text", "text": "The file:", "synthetic": True})
    opencode.part("ses_a", "assistant", {"type": "text", "text": "I will."})
    opencode.call("ses_a", "skill", {"name": "ship"})
    opencode.call("ses_a", "bash", {"command": "git push"}, metadata={"exit": 1})
    opencode.call("ses_a", "desk_create_issue", {"title": "t"})
    opencode.call("ses_a", "edit", {"filePath": "/w/a"}, "error", error="The user rejected it")
    opencode.part("ses_a", "assistant", "{")
    opencode.part("ses_a", "assistant", {"type": "telepathy"})
    opencode.call("ses_b", "read", {"filePath": "/w/a"})
    step = read(path)
    main, helper = (part.session for part in step.parts)
    assert main.format is Format.OPENCODE
    assert isinstance(main.events[0], Said) and main.events[0].text == "Ship it."
    assert main.events[1].name == "ship"  # type: ignore[union-attr]
    assert [(call.tool, call.result) for call in main.calls] == [
        ("shell git push", Result.FAILED),
        ("mcp desk create_issue", Result.DONE),
        ("edit", Result.REFUSED),
    ]
    assert (helper.key, helper.helper) == ("ses_a", "ses_b")
    assert helper.calls[0].helper == "ses_b"
    assert (step.broken, step.unknown) == (1, {"part telepathy": 1})


def test_only_what_changed_in_a_database_is_read_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opencode = OpenCode(path)
    for number in range(3):
        opencode.session(f"ses_{number}", number)
        opencode.call(f"ses_{number}", "bash", {"command": "git add a"})
    before = read(path)
    assert len(before.parts) == 3 and not before.more
    assert not read(path, since=before.position).parts
    opencode.call("ses_0", "bash", {"command": "git push"})
    opencode.session("ses_0", 9)
    (part,) = read(path, since=before.position).parts
    assert [call.tool for call in part.session.calls] == ["shell git add", "shell git push"]
    monkeypatch.setattr(reading, "STRETCH", 10)
    assert read(path).more
    assert len(read_sessions(path)) == 3


def test_what_a_client_that_runs_wrote_is_seen_by_the_next_scan(vault: Vault, path: Path) -> None:
    """It is in the log of the database, whose file stays as it was."""
    opencode = OpenCode(path)
    opencode.session("ses_a", 1)
    opencode.call("ses_a", "bash", {"command": "git add a"})
    assert scan(vault, [path]).read == 1
    assert scan(vault, [path]).unchanged == 1
    opencode.call("ses_a", "bash", {"command": "git push"})
    opencode.session("ses_a", 2)
    assert scan(vault, [path]).read == 1
    (session,) = sessions(vault, "opencode")
    assert [call.tool for call in session.calls] == ["shell git add", "shell git push"]
    opencode.db.execute("drop table part; create table part (c)")
    opencode.session("ses_a", 3)
    assert [path.name in trouble for trouble in scan(vault, [path]).troubles] == [True]


def test_other_databases_are_no_sessions(path: Path, tmp_path: Path) -> None:
    other = apsw.Connection(str(path))
    other.execute("create table session (a)")
    # a view could run for as long as it liked
    other.execute("create view message as select 1; create view part as select 1")
    with pytest.raises(NotATranscript):
        read(path)
    other.execute("drop view message; drop view part; create table message (b)")
    other.execute("create table part (c)")
    with pytest.raises(UnreadableDatabase):
        read(path)
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"SQLite format 3\0" + b"x" * 5_000)
    with pytest.raises(NotATranscript):
        read(damaged)
    with pytest.raises(UnreadableDatabase), opened(tmp_path / "gone.db"):
        pass
