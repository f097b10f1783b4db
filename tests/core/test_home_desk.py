"""How a server of agents gets into the vault, and what ends it."""

import os
import threading
from collections.abc import Iterator
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any

import pytest

from app.core import vaults
from app.core.agents import clients, consent
from app.core.agents.caller import OTHER, Caller
from app.core.agents.consent import Group, Rule
from app.core.api.json_values import Json
from app.core.changes import Changes, Part
from app.core.errors import AppError, NotFound
from app.core.library import catalogue, library
from app.core.lifecycle.config import Procedural
from app.core.serve import home_desk
from app.core.serve.errors import NotOpen
from app.core.serve.home_desk import HomeDesk
from app.core.serve.local_desk import LocalDesk
from app.core.serve.operations import OPERATIONS
from app.core.serve.relay import messages, peer
from app.core.serve.relay.desk import has_window, reach
from app.core.serve.relay.host import AT_ONCE, RelayHost
from app.core.serve.relay.place import Kind, places
from app.core.serve.turn import Turn
from app.core.store.errors import VaultLocked, WrongKey
from app.core.store.files import Home
from app.core.store.passphrase import VARIABLE
from app.core.vault import Vault
from tests.conftest import PASSPHRASE, Keychain
from tests.other_process import OtherProcess, other_process

SOMEBODY = Caller(name="somebody")
_WINDOW = (
    "import time\n"
    "from app.core.lifecycle.config import Procedural\n"
    "from app.core.serve.local_desk import LocalDesk\n"
    "from app.core.serve.operations import OPERATIONS\n"
    "from app.core.serve.relay.host import RelayHost\n"
    "from app.core.serve.relay.place import Kind\n"
    "from app.core.store.files import Home\n"
    "OPERATIONS['wait'] = lambda turn, values: time.sleep(600)\n"
    "host = RelayHost(Home(home), Kind.WINDOW, LocalDesk(vault, Procedural, lambda: None))"
)


@pytest.fixture(autouse=True)
def _no_way_in(monkeypatch: pytest.MonkeyPatch, keychain: Keychain) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.fixture
def window(home: Path, data_key: bytes) -> Iterator[OtherProcess]:
    """Another process that has the vault open and answers, as the window does."""
    with other_process(home, data_key) as process:
        process.run(f"exec({_WINDOW!r})")
        yield process


def titles(desk: Any) -> list[str]:
    answer = desk.ask("call", SOMEBODY, {"tool": "list_skills", "arguments": {}})
    return [one["title"] for one in answer["document"]["skills"]]


def test_without_a_way_in_it_says_how_to_unlock_and_works_from_then_on(
    home: Path, vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.save(vault, None, "# Bread\n\n1. Bake it.\n", sitting=False)
    with HomeDesk(home) as desk:
        for _again in range(2):
            with pytest.raises(NotOpen, match="locked") as refused:
                titles(desk)
            assert "open Techne and unlock it" in refused.value.hint
        file = tmp_path / "passphrase"
        file.write_text("a guess", encoding="utf-8")
        monkeypatch.setenv(VARIABLE, str(file))
        tried: list[Path] = []
        unlock = vaults.unlock

        def counted(folder: Path, **ways: str | None) -> bytes:
            tried.append(folder)
            return unlock(folder, **ways)

        monkeypatch.setattr(vaults, "unlock", counted)
        for _again in range(3):
            with pytest.raises(WrongKey):
                titles(desk)
        assert len(tried) == 1, "a loop of calls does not keep the computer busy"
        file.write_text(PASSPHRASE, encoding="utf-8")
        monkeypatch.setattr(home_desk, "AGAIN", 0.0)
        desk._wrong_until = 0.0
        assert titles(desk) == ["Bread"]


def test_lock_ends_what_opened_the_vault_itself(home: Path, vault: Vault) -> None:
    vault.remember_on_this_computer()
    heard = threading.Event()
    with HomeDesk(home, hosts=True) as desk:
        desk.listen(lambda changes: heard.set() if changes.parts & Part.TEXT else None)
        assert titles(desk) == []
        heard.clear()
        library.save(vault, None, "# Bread\n\n1. Bake it.\n", sitting=False)
        assert heard.wait(60), "what another process writes is told"
        with HomeDesk(home) as second:
            assert titles(second) == ["Bread"]
        assert [place.kind for place in places(Home(home))] == [Kind.SERVER]
        found = reach(Home(home))
        assert found is not None and titles(found) == ["Bread"], "others may ask there"
        vaults.lock_everywhere(home)
        with pytest.raises(NotOpen):
            titles(desk)
        with pytest.raises(NotOpen):
            titles(found)
        assert list(places(Home(home))) == []
        vaults.unlock_everywhere(home)
        assert titles(desk) == ["Bread"]


def test_the_window_answers_and_its_lock_ends_that(
    home: Path, vault: Vault, window: OtherProcess
) -> None:
    library.save(vault, None, "# Bread\n\n1. Bake it.\n", sitting=False)
    heard = threading.Event()
    with HomeDesk(home) as desk:
        assert titles(desk) == ["Bread"]
        desk.listen(lambda _changes: heard.set())
        window.run("library.save(vault, None, '# Cake', sitting=False)")
        assert heard.wait(60)
        assert has_window(Home(home))
        with pytest.raises(NotFound, match="no tool called"):
            _raise_as_known(lambda: desk.ask("call", SOMEBODY, {"tool": "nothing"}))
        calling = [threading.Thread(target=lambda: titles(desk)) for _call in range(2 * AT_ONCE)]
        for call in calling:
            call.start()
        for call in calling:
            call.join()
        window.run("host.close(); vault.close()")
        with pytest.raises(NotOpen):
            titles(desk)
    assert not has_window(Home(home))


def _raise_as_known(ask: Any) -> None:
    """Over the line a failure is known by its code alone."""
    try:
        ask()
    except Exception as error:
        assert getattr(error, "code", "") == NotFound.code
        raise NotFound(str(error)) from error


def test_a_window_that_is_killed_in_a_call(home: Path, data_key: bytes) -> None:
    with other_process(home, data_key) as process:
        process.run(f"exec({_WINDOW!r})")
        desk = reach(Home(home))
        assert desk is not None
        said: list[str] = []

        def ask() -> None:
            try:
                desk.ask("wait", SOMEBODY, {})
            except NotOpen as error:
                said.append(str(error))

        waiting = threading.Thread(target=ask)
        waiting.start()
        while not desk._waiting:
            pass
        process.kill()
        waiting.join()
    assert said == ["Techne was locked or closed before it answered."]
    assert len(list(places(Home(home)))) == 1, "it could not tidy up"
    assert reach(Home(home)) is None
    assert list(places(Home(home))) == [], "whoever notices does"


def test_a_client_is_who_has_shown_its_secret(
    vault: Vault, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OPERATIONS, "who", lambda turn, _values: turn.caller.client)
    secret = clients.enrol(vault, "claude", "Claude Code")
    host = RelayHost(Home(home), Kind.WINDOW, LocalDesk(vault, Procedural, lambda: None))
    desk = reach(Home(home))
    assert desk is not None
    assert desk.ask("who", Caller("claude"), {}) == "other"
    assert desk.ask("client", Caller(), {"secret": "guessed"}) == {"client": None}
    assert desk.ask("client", Caller(), {"secret": secret}) == {"client": "claude"}
    assert desk.ask("who", Caller("claude"), {}) == "claude"
    assert desk.ask("who", Caller("codex"), {}) == "other"
    desk.close()
    host.close()
    host.close()


def test_writers_at_once_lose_nothing_when_it_is_locked_in_the_middle(
    home: Path, vault: Vault, window: OtherProcess
) -> None:
    consent.decide(vault, OTHER, Group.EDIT, Rule.ALLOW)
    said: list[str] = []
    enough = threading.Semaphore(0)

    def write(name: str) -> None:
        desk = reach(Home(home))
        assert desk is not None
        for number in range(1_000):
            title = f"{name} {number}"
            text = f"# {title}\n\n1. Do it.\n"
            try:
                desk.ask("call", SOMEBODY, {"tool": "save_skill", "arguments": {"text": text}})
            except AppError as error:  # one that had come in meets the vault closing
                assert error.code in (NotOpen.code, VaultLocked.code)
                return
            said.append(title)
            enough.release()

    writers = [threading.Thread(target=write, args=(name,)) for name in ("Tea", "Bread", "Soup")]
    for writer in writers:
        writer.start()
    for number in range(5):
        library.save(vault, None, f"# Mine {number}\n", sitting=False)
        enough.acquire()
    window.run("host.close(); vault.close()")
    for writer in writers:
        writer.join()
    kept = {row.title for row in catalogue.rows(vault)}
    assert kept.issuperset(said)
    assert len(kept) <= len(said) + 5 + len(writers), "of each writer at most one is unanswered"
    vault.check()


def test_a_client_that_dies_in_a_call_has_it_done_all_the_same(
    home: Path, vault: Vault, data_key: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go, done = threading.Event(), threading.Event(), threading.Event()

    def slow(turn: Turn, _values: Any) -> Json:
        begun.set()
        go.wait()
        library.save(turn.vault, None, "# Bread\n", actor=turn.caller.actor)
        done.set()
        return None

    monkeypatch.setitem(OPERATIONS, "slow", slow)
    host = RelayHost(Home(home), Kind.WINDOW, LocalDesk(vault, Procedural, lambda: None))
    with other_process(home, data_key) as client:
        client.run(
            "from app.core.agents.caller import Caller; from app.core.store.files import Home"
        )
        client.run("from app.core.serve.relay.desk import reach; import threading")
        client.run("desk = reach(Home(home))")
        client.run("call = lambda: desk.ask('slow', Caller(), {})")
        client.run("threading.Thread(target=call, daemon=True).start()")
        begun.wait()
        client.kill()
    go.set()
    assert done.wait(60)
    found = reach(Home(home))
    assert found is not None and titles(found) == ["Bread"], "and others are answered"
    host.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has named pipes")
def test_the_line_is_of_its_owner_alone(
    vault: Vault, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = LocalDesk(vault, Procedural, lambda: None)
    host = RelayHost(Home(home), Kind.WINDOW, desk)
    (place,) = places(Home(home))
    address = Path(place.address)
    assert address.stat().st_mode & 0o777 == 0o600
    assert address.parent.stat().st_mode & 0o777 == 0o700
    assert place.file.stat().st_mode & 0o777 == 0o600
    with Client(place.address) as line:
        assert peer.user(line) == os.geteuid(), "the system knows who is at the other end"
    with Client(place.address) as line:
        line.recv_bytes()
        line.send_bytes(b"a guess")  # instead of an answer that needs the key
        with pytest.raises(EOFError):
            while True:
                line.recv_bytes()
    found = reach(Home(home))
    assert found is not None
    found._line.send_bytes(b"[" * 100_000)
    assert titles(reach(Home(home))) == [], "nonsense ends its own line alone"
    monkeypatch.setattr(os, "geteuid", lambda: -2)
    assert reach(Home(home)) is None, "another user's socket is not talked to"
    host.close()
    assert not address.parent.exists()


def test_messages_carry_what_changed() -> None:
    changes = Changes(Part.TEXT | Part.AGENTS, frozenset((3, 5)))
    assert messages.news_read(messages.news_written(changes)) == changes
