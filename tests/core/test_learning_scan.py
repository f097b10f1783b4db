"""Sessions of agents are read into the vault as far as that was not done before."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.core.learning import scanning, sessions
from app.core.transcripts import reading
from app.core.transcripts.joining import read_sessions
from app.core.transcripts.model import Call, Said
from app.core.vault import Vault

AT = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


def rows(*said: tuple[str, str], session: str = "s1") -> list[str]:
    """Rows of a session as Claude Code writes it: a command each, and what the person says."""
    found = []
    for number, (kind, text) in enumerate(said):
        at = (AT + timedelta(minutes=number)).isoformat()
        own = f"{number:08}-{session:>04}-bbbb-cccc-000000"
        common = {"sessionId": session, "timestamp": at, "uuid": own}
        if kind == "said":
            found.append({**common, "type": "user", "message": {"role": "user", "content": text}})
            continue
        call = f"toolu_{session}_{number:020}"
        use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": text}}
        answer = {"type": "tool_result", "tool_use_id": call, "content": "ok"}
        found += [
            {**common, "type": "assistant", "message": {"role": "assistant", "content": [use]}},
            {**common, "type": "user", "message": {"role": "user", "content": [answer]}},
        ]
    return [json.dumps(row) + "\n" for row in found]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "s1.jsonl"


def test_what_was_added_is_read_from_there(vault: Vault, file: Path) -> None:
    all_rows = rows(("said", "Build it"), ("did", "make test"), ("did", "git push"))
    file.write_text("".join(all_rows[:3]))
    first = scanning.scan(vault, [file])
    assert (first.read, first.agents) == (1, frozenset({"claude"}))
    file.write_text("".join(all_rows))
    assert scanning.scan(vault, [file.parent]).read == 1
    (session,) = sessions.sessions(vault, "claude")
    assert [one.tool for one in session.calls] == ["shell make test", "shell git push"]
    assert [one.text for one in session.events if isinstance(one, Said)] == ["Build it"]
    assert scanning.scan(vault, [file]).unchanged == 1


def test_a_long_file_comes_to_the_same_in_many_stretches(
    vault: Vault, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_rows = rows(("said", "Go"), *[("did", f"git tag v{number}") for number in range(40)])
    file.write_text("".join(all_rows))
    whole = read_sessions(file, key=sessions.key(vault))
    monkeypatch.setattr(reading, "STRETCH", 1_000)
    scanning.scan(vault, [file])
    assert list(sessions.sessions(vault, "claude")) == whole
    with file.open("a") as more:
        more.write("".join(rows(*[("did", "make")] * 42)[-2:]))
    scanning.scan(vault, [file])
    (session,) = sessions.sessions(vault, "claude")
    assert session.started == AT and len(session.calls) == 41
    row = vault.row("select ended, calls from transcript_session")
    assert row == ((AT + timedelta(minutes=41)).isoformat(), 41)


def test_an_older_copy_of_a_file_takes_nothing_away(vault: Vault, file: Path) -> None:
    all_rows = rows(("did", "make test"), ("did", "git push"), ("did", "git tag v1"))
    copy = file.parent / "copy" / "of s1.jsonl"
    copy.parent.mkdir()
    file.write_text("".join(all_rows[:4]))
    scanning.scan(vault, [file])
    copy.write_text("".join(all_rows[:2]))
    scanning.scan(vault, [copy])
    file.write_text("".join(all_rows))
    scanning.scan(vault, [file])
    (session,) = sessions.sessions(vault, "claude")
    assert [one.tool for one in session.calls] == [
        "shell make test", "shell git push", "shell git tag",
    ]  # fmt: skip


def test_no_value_is_kept_and_times_are(vault: Vault, file: Path) -> None:
    file.write_text("".join(rows(("did", "curl -H 'Authorization: Bearer hunter2' https://a.b/c"))))
    scanning.scan(vault, [file])
    (session,) = sessions.sessions(vault, "claude")
    (call,) = session.calls
    assert isinstance(call, Call)
    assert call.at == AT
    assert "hunter2" not in repr(call) and "a.b" not in repr(call)


def test_other_files_are_passed_over(vault: Vault, file: Path) -> None:
    file.write_text('{"hello": "world"}\n')
    (file.parent / "broken.jsonl").write_bytes(b"\xff\xfe{" * 50)
    (file.parent / "gone.jsonl").symlink_to(file.parent / "nothing")
    found = scanning.scan(vault, [file.parent])
    assert (found.read, found.agents) == (0, frozenset())
    assert sessions.count(vault) == 0
