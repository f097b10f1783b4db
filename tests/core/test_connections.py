"""Connections are few and shared, news arrive on every thread, and nobody waits for a lock."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from app.core.changes import Changes, Part
from app.core.constellation import places
from app.core.library import drafts, library
from app.core.store import pool
from app.core.store.errors import VaultBusy, VaultLocked
from app.core.store.turns import AT_ONCE
from app.core.vault import Vault
from tests.other_process import OtherProcess, other_process

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"


def open_files(home: Path) -> list[Path]:
    """The vault's files as this process has them open, one for each time."""
    listed = Path("/proc/self/fd")
    if not listed.is_dir():
        pytest.skip("the system does not list open files")
    found = [link.readlink() for link in listed.iterdir() if link.is_symlink()]
    return [path for path in found if path.parent == home]


def in_a_thread(work: object, *args: object) -> None:
    thread = threading.Thread(target=work, args=args)  # type: ignore[arg-type]
    thread.start()
    thread.join()


def test_short_threads_leave_no_connections_behind(vault: Vault, home: Path) -> None:
    for _n in range(60):
        in_a_thread(vault.rows, "select 1")
        assert vault.connections <= pool.KEPT
    # Each has the file and its log open; what they share in memory is open once.
    assert len(open_files(home)) <= 2 * pool.KEPT + 1


def test_many_threads_at_once_share_a_few_connections(vault: Vault, home: Path) -> None:
    together = threading.Barrier(30)
    most: list[int] = []

    def work() -> None:
        together.wait()
        for _n in range(20):
            assert vault.row("select 1") == (1,)
            most.append(vault.connections)

    with ThreadPoolExecutor(30) as threads:
        for done in [threads.submit(work) for _n in range(30)]:
            done.result()
    assert max(most) <= pool.MOST
    assert vault.connections <= pool.KEPT
    # SQLite keeps the file of a closed connection for the next one while another has it locked.
    assert len(open_files(home)) <= pool.MOST + pool.KEPT + 1


def test_a_thread_goes_on_with_the_connection_it_had(vault: Vault) -> None:
    """What it has decrypted stays at hand."""
    vault.rows("create temp table mine (value)")
    for _n in range(5):
        in_a_thread(vault.rows, "select 1")
    assert vault.rows("select count(*) from mine") == [(0,)]


def test_a_write_reads_what_it_has_written_and_others_do_not(vault: Vault) -> None:
    with vault.write(None) as write:
        write.db.execute("insert into setting values ('a', '1')")
        write.touch(Part.SETTINGS)
        assert vault.setting("a") == 1
        elsewhere: list[object] = []
        in_a_thread(lambda: elsewhere.append(vault.setting("a")))
        assert elsewhere == [None]
    assert vault.setting("a") == 1


def test_locking_closes_every_file_and_ends_the_longest_question(vault: Vault, home: Path) -> None:
    asked = threading.Barrier(4)
    ended: list[BaseException] = []

    def work() -> None:
        vault.rows("select 1")
        asked.wait()
        try:
            vault.rows(ENDLESS)
        except VaultLocked as error:
            ended.append(error)

    threads = [threading.Thread(target=work) for _n in range(3)]
    for thread in threads:
        thread.start()
    asked.wait()
    vault.close()
    for thread in threads:
        thread.join(30)
    assert len(ended) == 3
    assert vault.connections == 0
    assert open_files(home) == []


def test_who_waits_for_a_connection_is_told_of_the_lock(vault: Vault) -> None:
    told: list[BaseException] = []

    def work() -> None:
        try:
            vault.rows(ENDLESS)
        except VaultLocked as error:
            told.append(error)

    threads = [threading.Thread(target=work) for _n in range(pool.MOST + 3)]
    for thread in threads:
        thread.start()
    while vault.connections < pool.MOST:
        pass
    vault.close()
    for thread in threads:
        thread.join(30)
    assert len(told) == len(threads)


# News


def test_news_arrive_once_whichever_thread_asks(vault: Vault, home: Path, data_key: bytes) -> None:
    with (
        ThreadPoolExecutor(1) as one,
        ThreadPoolExecutor(1) as other,
        Vault(home, data_key) as elsewhere,
    ):
        for number in range(20):
            skill = library.save(elsewhere, None, f"# S{number}\n1. x\n").skill
            first, second = (one, other) if number % 3 else (other, one)
            assert first.submit(vault.poll).result().skills == {skill}
            assert second.submit(vault.poll).result() == Changes()
            assert vault.poll() == Changes()


_WRITER = """
import sys
from pathlib import Path
from app.core.library import library
from app.core.vault import Vault
with Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2])) as vault:
    for number in range(40):
        print(library.save(vault, None, f"# Skill {number}\\n1. x\\n").skill, flush=True)
"""


def test_every_commit_of_another_process_is_heard_once_by_threads_that_poll_at_will(
    vault: Vault, home: Path, data_key: bytes
) -> None:
    heard: list[int] = []
    vault.subscribe(lambda changes: heard.extend(changes.skills))
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            vault.poll()

    threads = [threading.Thread(target=watch) for _n in range(2)]
    for thread in threads:
        thread.start()
    command = [sys.executable, "-c", _WRITER, str(home), data_key.hex()]
    written = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    over.set()
    for thread in threads:
        thread.join()
    vault.poll()
    assert sorted(heard) == sorted(map(int, written.split()))


def test_who_did_not_ask_for_long_looks_at_everything_again(
    vault: Vault, home: Path, data_key: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.vault._CHANGES_KEPT", 10)
    with Vault(home, data_key) as other:
        skill = library.save(other, None, "# A\n1. x\n").skill
        for number in range(20):
            other.put_setting("a", number)
    assert vault.poll() == Changes(~Part.NONE, frozenset({skill}))
    assert vault.poll() == Changes()


def test_what_a_newer_version_says_besides_is_not_heard(
    vault: Vault, home: Path, data_key: bytes
) -> None:
    with Vault(home, data_key) as newer, newer.write(None) as write:
        write.db.execute(
            "insert into change (process, parts, skills) values ('newer', ?, ?)",
            (1 << 40 | 1, json.dumps([7])),
        )
        write.db.execute(
            "insert into change (process, parts, skills) values ('newer', ?, '[]')", (1 << 41,)
        )
        write.touch(Part.SETTINGS)
    assert vault.poll() == Changes(Part.LIST | Part.SETTINGS, frozenset({7}))


def test_the_numbers_of_parts_are_what_released_vaults_hold() -> None:
    numbers = {part.name: part.value for part in Part}
    assert numbers == {
        "LIST": 1, "TEXT": 2, "EDGES": 4, "ENGRAMS": 8, "TRUST": 16, "SETTINGS": 32,
        "KNOWLEDGE": 64, "TRAINING": 128, "MEMORIES": 256, "DRAFTS": 512, "PLACES": 1024,
        "SECRETS": 2048, "UPKEEP": 4096, "FOLDERS": 8192, "AGENTS": 16384,
        "RUNS": 32768, "LEARNING": 65536,
    }  # fmt: skip


def test_drafts_places_and_secrets_are_not_settings(vault: Vault) -> None:
    heard: list[Part] = []
    vault.subscribe(lambda changes: heard.append(changes.parts))
    drafts.drop(vault, drafts.keep(vault, None, None, "typed"))
    places.pin(vault, {})
    vault.put_secret("key", b"x")
    vault.put_setting("a", 1)
    assert heard == [Part.DRAFTS, Part.DRAFTS, Part.PLACES, Part.SECRETS, Part.SETTINGS]


# Another's lock


@pytest.fixture
def holder(home: Path, data_key: bytes) -> Iterator[OtherProcess]:
    """Another process, in the middle of a write."""
    with other_process(home, data_key) as process:
        process.take()
        yield process


def test_a_write_that_may_not_wait_is_refused_while_another_process_writes(
    vault: Vault, home: Path, data_key: bytes, holder: OtherProcess
) -> None:
    """It is refused while the other is at it, which only goes on once it was refused."""
    with pytest.raises(VaultBusy), vault.write(None, wait=AT_ONCE):
        raise AssertionError("never begun")
    assert vault.rows("select count(*) from skill") == [(0,)]  # reading goes on
    with Vault(home, data_key) as another:  # so does opening
        assert another.setting("a") is None
    holder.release()
    with vault.write(None, wait=AT_ONCE) as write:
        write.touch(Part.SETTINGS)


def test_whatever_a_thread_saves_at_once_is_refused_and_a_job_saves_it_later(
    vault: Vault, holder: OtherProcess
) -> None:
    with vault.turns.at_once():
        with pytest.raises(VaultBusy):
            library.save(vault, None, "# A\n1. x\n")
        with pytest.raises(VaultBusy):
            drafts.keep(vault, None, None, "typed")
        with ThreadPoolExecutor(1) as job:
            saved = job.submit(library.save, vault, None, "# A\n1. x\n")
            holder.release()
            assert library.text(vault, saved.result().skill) == "# A\n1. x\n"
        drafts.keep(vault, None, None, "typed")
    assert [draft.text for draft in drafts.drafts(vault)] == ["typed"]


def test_a_write_that_may_wait_has_its_turn_after_the_other_process(
    vault: Vault, holder: OtherProcess
) -> None:
    with pytest.raises(VaultBusy), vault.write(None, wait=AT_ONCE):
        raise AssertionError("never begun")
    with ThreadPoolExecutor(1) as job:
        saved = job.submit(library.save, vault, None, "# A\n1. x\n")
        holder.release()
        assert library.text(vault, saved.result().skill) == "# A\n1. x\n"


def test_a_write_that_may_not_wait_is_refused_while_another_thread_writes(vault: Vault) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def work() -> None:
        with vault.write(None) as write:
            write.touch(Part.SETTINGS)
            inside.set()
            go_on.wait()

    thread = threading.Thread(target=work)
    thread.start()
    inside.wait()
    with pytest.raises(VaultBusy), vault.write(None, wait=AT_ONCE):
        raise AssertionError("never begun")
    go_on.set()
    thread.join()
    with vault.write(None, wait=AT_ONCE) as write:
        write.touch(Part.SETTINGS)


@pytest.mark.parametrize("how", ["immediate", "exclusive"])
def test_reading_goes_on_while_another_process_writes_or_tidies_up(
    vault: Vault, home: Path, data_key: bytes, how: str
) -> None:
    """Also on a new thread, which opens a connection, and for what the log takes over meanwhile."""
    with other_process(home, data_key) as other, ThreadPoolExecutor(1) as reader:
        other.take(how)
        other.run("""db.execute("insert or replace into setting values ('a', '1')")""")
        assert vault.setting("a") is None and reader.submit(vault.setting, "a").result() is None
        other.run("db.execute('commit')")
        other.run("db.execute('pragma wal_checkpoint(truncate)').fetchall()")
        assert vault.setting("a") == 1 and reader.submit(vault.setting, "a").result() == 1


def test_closing_gives_up_what_waits_for_another_process(
    vault: Vault, holder: OtherProcess
) -> None:
    """The lock is never let go of here, so that closing would wait as long as the write."""
    with ThreadPoolExecutor(1) as job:
        begun = threading.Event()

        def save() -> None:
            begun.set()
            with vault.write(None, wait=timedelta(days=1)):
                raise AssertionError("never begun")

        saved = job.submit(save)
        begun.wait()
        vault.close()
        with pytest.raises(VaultLocked):
            saved.result()
