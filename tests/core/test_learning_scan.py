"""Sessions of agents are read into the vault as far as that was not done before."""

import errno
import json
import os
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.core import vaults
from app.core.changes import Part
from app.core.errors import Cancelled
from app.core.learning import candidates, keeping, pieces, scanning, sessions, studying
from app.core.learning.sessions import Known
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE, Counted
from app.core.store.errors import VaultLocked, WriteFailed
from app.core.transcripts import reading, subcommands
from app.core.transcripts.joining import read_sessions
from app.core.transcripts.model import Call, Said, Session
from app.core.transcripts.shapes import EMPTY, Shape
from app.core.vault import Vault
from tests.conftest import PASSPHRASE, Clock

AT = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


def counted(_agent: str) -> Counted:
    return EVERYONE


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


@pytest.mark.parametrize("full", [0, 300])
def test_a_long_session_is_in_many_short_rows_and_one_session(
    vault: Vault, file: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    """However it is stopped, and whatever is written anew."""
    monkeypatch.setattr(pieces, "FULL", full)
    monkeypatch.setattr(pieces, "_TOGETHER", 3)
    monkeypatch.setattr(reading, "STRETCH", 3_000)
    all_rows = rows(("said", "Go"), *[("did", f"git tag v{number}") for number in range(40)])

    def kept() -> list[Session]:
        return list(sessions.sessions(vault, "claude"))

    file.write_text("".join(all_rows[:60]))
    first = read_sessions(file, key=sessions.key(vault))
    scanning.scan(vault, [file])
    assert kept() == first
    ((number, longest),) = vault.rows("select count(*), max(calls) from transcript_session")
    assert number > 3 and longest < 20
    assert (sessions.count(vault), sessions.agents(vault)) == (1, ("claude",))
    assert list(sessions.sessions(vault, "claude", AT + timedelta(minutes=29))) == first

    class Stopping:
        """After so many looks whether to go on."""

        left = 2

        def report(self, fraction: float, text: str = "") -> None:
            pass

        @property
        def cancelled(self) -> bool:
            self.left -= 1
            return self.left < 0

    file.write_text("".join(all_rows))
    with pytest.raises(Cancelled):
        scanning.scan(vault, [file], progress=Stopping())
    scanning.scan(vault, [file])
    assert kept() == read_sessions(file, key=sessions.key(vault))
    file.write_text("".join(all_rows[:9]))  # the client wrote it anew
    scanning.scan(vault, [file])
    assert kept() == read_sessions(file, key=sessions.key(vault))
    assert vault.row(
        "select count(*) from transcript_session where calls = 0 and helper <> ''"
    ) == (0,)


def test_other_rules_find_in_what_was_read_long_ago(vault: Vault, tmp_path: Path) -> None:
    commands = [("did", f"{tool} x") for tool in ("make", "terraform apply", "gh release create")]
    for number in range(3):
        (tmp_path / f"{number}.jsonl").write_text("".join(rows(*commands, session=f"s{number}")))
    vault.now = lambda: AT + timedelta(days=1)
    scanning.scan(vault, [tmp_path])
    assert studying.study(vault, Procedural(candidate_sessions=4), counted) == ()
    assert len(studying.study(vault, Procedural(), counted)) == 1


def test_rules_that_are_stricter_withdraw_what_nobody_touched(vault: Vault, tmp_path: Path) -> None:
    commands = [("did", f"{tool} x") for tool in ("make", "terraform apply", "gh release create")]
    for number in range(3):
        (tmp_path / f"{number}.jsonl").write_text("".join(rows(*commands, session=f"s{number}")))
    vault.now = lambda: AT + timedelta(days=5)
    scanning.scan(vault, [tmp_path])
    few, late = Procedural(candidate_sessions=4), Procedural(candidate_days=2)
    for strict in (few, late, few):
        assert len(studying.study(vault, Procedural(), counted)) == 1
        assert studying.study(vault, strict, counted) == ()
    (number,) = studying.study(vault, Procedural(), counted)
    vault.now = lambda: AT + timedelta(days=60)  # waiting for a person takes none away
    assert studying.study(vault, Procedural(), counted) == (number,)
    candidates.edit(vault, number, "# Publish\n\n1. Publish it.\n")
    for strict in (few, late):
        assert studying.study(vault, strict, counted) == (number,)


def test_what_was_read_is_looked_at_whatever_stopped_that(vault: Vault, tmp_path: Path) -> None:
    commands = [("did", f"{tool} x") for tool in ("make", "terraform apply", "gh release create")]
    for number in range(3):
        (tmp_path / f"{number}.jsonl").write_text("".join(rows(*commands, session=f"s{number}")))
    scanning.scan(vault, [tmp_path])
    assert list(sessions.to_look_at(vault)) == ["claude"]
    vault.now = lambda: AT - timedelta(days=400)  # a clock that goes back is no reason to forget it
    assert len(studying.study(vault, Procedural(), counted)) == 1
    assert sessions.to_look_at(vault) == {}
    assert scanning.scan(vault, [tmp_path]).unchanged == 3
    assert sessions.to_look_at(vault) == {}


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


@pytest.fixture
def older(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Reads as an older program did, for which `git tag` was another call."""

    def read_as_then(folder: Path) -> None:
        with monkeypatch.context() as then:
            named = subcommands.named

            def otherwise(words: list[str], key: bytes) -> tuple[str, Shape]:
                return ("shell label", EMPTY) if words[1:2] == ["tag"] else named(words, key)

            then.setattr(subcommands, "named", otherwise)
            scanning.scan(vault, [folder])
        with vault.write(None) as write:
            write.db.execute("update transcript_file set edition = 1")
            write.touch(Part.LEARNING)

    return read_as_then


def test_what_an_older_edition_read_is_read_again_where_it_is_still_there(
    vault: Vault, tmp_path: Path, older: Callable[[Path], None]
) -> None:
    for number in range(3):
        text = "".join(rows(("did", "make"), ("did", "git tag v1"), session=f"s{number}"))
        (tmp_path / f"s{number}.jsonl").write_text(text)
    older(tmp_path)
    (tmp_path / "s2.jsonl").unlink()
    found = scanning.scan(vault, [tmp_path])
    assert (found.read, found.unchanged) == (2, 0)
    read = {
        one.key: [call.tool for call in one.calls] for one in sessions.sessions(vault, "claude")
    }
    assert read == {
        "s0": ["shell make", "shell git tag"],
        "s1": ["shell make", "shell git tag"],
        "s2": ["shell make", "shell label"],
    }
    assert sessions.count(vault) == 3
    assert scanning.scan(vault, [tmp_path]).unchanged == 2


def test_reading_again_goes_on_where_it_was_stopped(
    vault: Vault, file: Path, older: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "STRETCH", 3_000)
    file.write_text("".join(rows(*[("did", f"git tag v{number}") for number in range(40)])))
    older(file)

    class Stopping:
        """After the third look whether to go on, in the middle of the file."""

        left = 3

        def report(self, fraction: float, text: str = "") -> None:
            pass

        @property
        def cancelled(self) -> bool:
            self.left -= 1
            return self.left < 0

    with pytest.raises(Cancelled):
        scanning.scan(vault, [file], progress=Stopping())
    before = sessions.known(vault, file)
    assert before is not None and before.position is not None
    assert 0 < before.position.offset < file.stat().st_size
    begun: list[int] = []

    def reads(path: Path, **given: Any) -> reading.Reading:
        begun.append(given["since"].offset if given["since"] else 0)
        return reading.read(path, **given)

    monkeypatch.setattr(scanning, "read", reads)
    scanning.scan(vault, [file])
    assert begun[0] == before.position.offset
    assert list(sessions.sessions(vault, "claude")) == read_sessions(file, key=sessions.key(vault))


def test_what_is_read_again_counts_once_and_opens_nothing_that_was_decided(
    vault: Vault, tmp_path: Path, older: Callable[[Path], None]
) -> None:
    commands = ("terraform apply", "git tag", "gh release create")
    vault.now = lambda: AT + timedelta(days=1)
    for number in range(3):
        did = [("did", f"{command} v{number}") for command in commands]
        (tmp_path / f"{number}.jsonl").write_text("".join(rows(*did, session=f"s{number}")))
    older(tmp_path)
    (number,) = studying.study(vault, Procedural(), counted)
    before = candidates.dismiss(vault, number)
    assert "shell label" in before.tools
    scanning.scan(vault, [tmp_path])
    assert studying.study(vault, Procedural(), counted) == ()
    (after,) = candidates.candidates(vault)
    assert (after.status, after.sessions, after.occurrences) == (before.status, 3, 3)


def test_other_files_are_passed_over(vault: Vault, file: Path) -> None:
    file.write_text('{"hello": "world"}\n')
    (file.parent / "broken.jsonl").write_bytes(b"\xff\xfe{" * 50)
    (file.parent / "gone.jsonl").symlink_to(file.parent / "nothing")
    found = scanning.scan(vault, [file.parent])
    assert (found.read, found.agents) == (0, frozenset())
    assert sessions.count(vault) == 0


def test_a_folder_that_may_not_be_read_is_named_and_the_rest_is_read(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (tmp_path / "there.jsonl").write_text("".join(rows(("did", "make test"))))
    scandir = os.scandir

    def closed(folder: str) -> object:
        if Path(folder) == locked:  # the mode of a folder keeps no administrator out
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", closed)
    said = f"{locked} cannot be read: Permission denied"
    below = scanning.scan(vault, [tmp_path])
    assert (below.read, below.troubles) == (1, (said,))
    assert scanning.scan(vault, [locked]).troubles == (said,)


def test_a_database_that_cannot_be_read_is_said_with_its_place(
    vault: Vault, tmp_path: Path
) -> None:
    path = tmp_path / "opencode.db"
    with closing(sqlite3.connect(path)) as db:
        for table in ("session", "message", "part"):
            db.execute(f"create table {table} (id)")
        db.commit()
    found = scanning.scan(vault, [tmp_path])
    assert found.troubles == (f"The database {path} cannot be read.",)


def test_a_scan_that_is_locked_or_cannot_write_goes_on_later(
    vault: Vault, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "FULL", 2_000)  # so that there are many writes
    for number in range(60):
        commands = [("did", f"make {number * other}") for other in range(30)]
        (tmp_path / f"{number}.jsonl").write_text("".join(rows(*commands, session=f"s{number}")))
    sessions.key(vault)
    size = max(path.stat().st_size for path in vault.home.folder.iterdir())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50_000, limits[1]))
    try:
        with pytest.raises(WriteFailed):
            scanning.scan(vault, [tmp_path])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    before = sessions.count(vault)
    assert 0 < before < 60

    class Locking:
        """Locks the vault after some files, as another thread may."""

        cancelled = False

        def report(self, fraction: float, text: str = "") -> None:
            if fraction > 0.5:
                vault.close()

    with pytest.raises(VaultLocked):
        scanning.scan(vault, [tmp_path], progress=Locking())
    again = Vault(vault.home.folder, vaults.unlock(vault.home.folder, passphrase=PASSPHRASE), clock)
    try:
        assert before <= sessions.count(again) < 60
        assert list(sessions.to_look_at(again)) == ["claude"]
        scanning.scan(again, [tmp_path])
        assert sessions.count(again) == 60
        assert {len(one.calls) for one in sessions.sessions(again, "claude")} == {30}
    finally:
        again.close()


def test_odd_names_and_links_keep_nothing_else_from_being_read(
    vault: Vault, tmp_path: Path
) -> None:
    (tmp_path / "a.jsonl").symlink_to("a.jsonl")
    (tmp_path / "b").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "c.jsonl")
    text = "".join(rows(("did", "make")))
    (tmp_path / "d.jsonl").write_text(text)
    odd = os.fsencode(tmp_path) + b"/e\xff.jsonl"
    Path(os.fsdecode(odd)).write_text(text.replace("s1", "s2"))
    for _again in range(2):
        found = scanning.scan(vault, [tmp_path, tmp_path / "gone", tmp_path / "a.jsonl"])
    assert (found.unchanged, found.read) == (2, 0)
    assert [said.partition(" ")[2] for said in found.troubles] == [
        "does not exist.",
        f"cannot be read: {os.strerror(errno.ELOOP)}",
    ]
    assert {one.key for one in sessions.sessions(vault, "claude")} == {"s1", "s2"}


def test_two_who_read_the_same_file_do_not_lose_what_the_other_kept(
    vault: Vault, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "STRETCH", 2_000)
    file.write_text("".join(rows(*[("did", f"git tag v{number}") for number in range(40)])))
    key = sessions.key(vault)
    keeper, start = keeping.Keeper(vault), reading.read(file, key=key)
    now = Known(-1, 0.0, start.position)
    assert keeper.add(file, None, "", start.parts, None, now)
    assert scanning.scan(vault, [file]).read == 1  # somebody else, before it is kept
    keeper.keep()
    assert list(sessions.sessions(vault, "claude")) == read_sessions(file, key=key)
    assert not keeper.add(file, None, "", start.parts, start.position, now)
    assert scanning.scan(vault, [file]).unchanged == 1


def test_two_who_read_two_files_of_a_session_lose_nothing_of_either(
    vault: Vault, file: Path
) -> None:
    other = file.with_name("other.jsonl")
    own, more = ([("did", f"git tag {name}{n}") for n in range(5)] for name in "ab")
    file.write_text("".join(rows(*own)))
    other.write_text("".join(rows(*own, *more)))
    key = sessions.key(vault)
    keeper, start = keeping.Keeper(vault), reading.read(file, key=key)
    assert keeper.add(file, None, "", start.parts, None, Known(-1, 0.0, start.position))
    assert scanning.scan(vault, [other]).read == 1  # somebody else, before it is kept
    keeper.keep()
    assert list(sessions.sessions(vault, "claude")) == read_sessions(other, key=key)
    assert scanning.scan(vault, [file, other]).read == 1
    assert list(sessions.sessions(vault, "claude")) == read_sessions(other, key=key)
