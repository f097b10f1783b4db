"""A vault of every schema there ever was still opens, after a backup of it as it was.

When a schema is released, a vault of its own joins the others in `tests/vaults`: a folder named by
the number of its steps, opened by the passphrase of the tests, with what `test_nothing_is_missing`
looks for.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from app.core import vaults
from app.core.actor import USER
from app.core.library import catalogue, drafts, history, library, undoing
from app.core.library.record import Reason
from app.core.packs import identity, trust
from app.core.packs.trust import State
from app.core.store import schema
from app.core.store.connection import connect
from app.core.store.errors import NoPermission
from app.core.vault import Vault
from tests.conftest import PASSPHRASE
from tests.core.trade import BAKE, BREW, GUILD

VAULTS = Path(__file__).parents[1] / "vaults"
NOW = len(schema.STEPS)


@pytest.fixture(scope="module", params=range(1, NOW + 1))
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[int, bytes]:
    """A schema and the data key of its vault, which is slow to stretch a passphrase for."""
    home = tmp_path_factory.mktemp("opened") / "home"
    shutil.copytree(VAULTS / str(request.param), home)
    return request.param, vaults.unlock(home, passphrase=PASSPHRASE)


@pytest.fixture
def old(opened: tuple[int, bytes], tmp_path: Path) -> tuple[int, Path, bytes]:
    """A vault of a schema, where it lies, and its data key."""
    number, data_key = opened
    return number, Path(shutil.copytree(VAULTS / str(number), tmp_path / "home")), data_key


def steps_of(database: Path, data_key: bytes) -> int:
    with connect(database, data_key) as db:
        number = int(db.pragma("user_version"))
    db.close()
    return number


def test_a_vault_is_kept_of_every_schema() -> None:
    assert {int(folder.name) for folder in VAULTS.iterdir()} == set(range(1, NOW + 1))


def test_nothing_is_missing(old: tuple[int, Path, bytes]) -> None:
    _number, home, data_key = old
    with Vault(home, data_key) as vault:
        rows = {row.title: row.id for row in catalogue.rows(vault)}
        assert set(rows) == {"Brew tea", "Bake bread"}
        tea = rows["Brew tea"]
        assert library.text(vault, rows["Bake bread"]) == BAKE
        assert library.text(vault, tea) == BREW.replace("Wait", "Wait three minutes")
        assert [draft.skill for draft in drafts.drafts(vault)] == [tea]
        assert trust.publisher(vault, "Harbour Guild").state is State.TRUSTED
        assert identity.mine(vault).name == "Marta Keller"
        assert trust.publisher(vault, "Harbour Guild").key == GUILD.key
        undoing.undo(vault)
        library.save(vault, tea, "# Brew tea\n\n1. Differently\n")
        trust.revoke(vault, GUILD.key)
    assert vaults.doctor(home, data_key) == ()


def test_what_is_derived_is_as_if_it_were_derived_anew(old: tuple[int, Path, bytes]) -> None:
    _number, home, data_key = old

    def derived(vault: Vault) -> tuple[object, ...]:
        vault.rows("create virtual table temp.said using fts5vocab (main, version_words, instance)")
        said = vault.rows(
            'select s.id, term, col, "offset" from temp.said join skill s on s.current = doc'
            " order by 1, 2, 3, 4"
        )
        vault.rows("drop table temp.said")
        return said, sorted(map(str, vault.rows("select * from edge")))

    with Vault(home, data_key) as vault:
        before = derived(vault)
        assert all(before)
        with vault.write("Again") as write:
            for row in catalogue.rows(vault):
                state = library.current(vault, row.id)
                assert state is not None
                library.put(write, row.id, state[1], state[2], Reason.EDITED)
        assert derived(vault) == before


def test_it_is_backed_up_before_it_is_changed(old: tuple[int, Path, bytes]) -> None:
    number, home, data_key = old
    Vault(home, data_key).close()
    assert steps_of(home / "vault.db", data_key) == NOW
    found = vaults.backups(home)
    assert [steps_of(b.folder / "vault.db", data_key) for b in found] == [number] * (number < NOW)
    Vault(home, data_key).close()
    assert vaults.backups(home) == found


def test_a_step_that_fails_changes_nothing(
    old: tuple[int, Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    number, home, data_key = old
    broken = "create table something (a); insert into nothing values (1);"
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS[:number], broken))
    with pytest.raises(apsw.SQLError):
        Vault(home, data_key)
    assert steps_of(home / "vault.db", data_key) == number
    monkeypatch.undo()
    Vault(home, data_key).close()


def test_without_room_for_the_backup_nothing_is_changed(
    old: tuple[int, Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    number, home, data_key = old
    if number == NOW:
        return
    (home / "backups").write_text("in the way")
    with pytest.raises(NoPermission):
        Vault(home, data_key)
    assert steps_of(home / "vault.db", data_key) == number


def test_several_processes_bring_one_vault_up_to_date(old: tuple[int, Path, bytes]) -> None:
    _number, home, data_key = old
    script = (
        "import sys; from pathlib import Path; from app.core.vault import Vault;"
        "Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2])).close()"
    )
    command = [sys.executable, "-c", script, str(home), data_key.hex()]
    running = [subprocess.Popen(command) for _n in range(3)]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert vaults.doctor(home, data_key) == ()


def test_who_wrote_in_an_old_vault_is_known(old: tuple[int, Path, bytes]) -> None:
    _number, home, data_key = old
    with Vault(home, data_key) as vault:
        tea = catalogue.find(vault, "Brew tea").id
        assert {version.actor for version in history.versions(vault, tea)} == {USER}
