"""The bin: what is deleted can be brought back as it was, and emptied so that nothing is left."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.core import vaults
from app.core.actor import COMMAND_LINE, TECHNE, Actor
from app.core.errors import Cancelled, NotFound, NothingToUndo
from app.core.graph.relation_cues import Kind
from app.core.library import (
    catalogue,
    deleted,
    engrams,
    history,
    library,
    skill_actions,
    undoing,
)
from app.core.library.search import SkillSearch
from app.core.matching.query import Query
from app.core.memory import emptying, engram_changes, memories, nodes, relations
from app.core.packs import attachments
from app.core.runs import record, store
from app.core.store import connection
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.running import begun, walked

TEA = "# Brew tea\n\nTrigger: somebody is thirsty\n\n1. Boil zyxwvut water\n2. Wait\n"
BREAD = "# Bake bread\n\n1. Knead\n2. @skill: Brew tea\n"


def titles(vault: Vault) -> list[str]:
    return [one.title for one in deleted.in_bin(vault)]


def test_what_is_deleted_is_in_the_bin_with_what_is_known_of_it(vault: Vault, clock: Clock) -> None:
    tea = library.save(vault, None, TEA, engram="Kitchen").skill
    assert deleted.count(vault) == 0
    clock.pass_seconds(60)
    library.delete(vault, tea, actor=COMMAND_LINE)
    (found,) = deleted.in_bin(vault)
    assert (found.id, found.title, found.engram_name) == (tea, "Brew tea", "Kitchen")
    assert (found.at, found.actor, found.undone) == (clock(), COMMAND_LINE, False)
    assert deleted.count(vault) == 1


def test_what_left_last_comes_first(vault: Vault) -> None:
    tea, bread = (library.save(vault, None, text).skill for text in (TEA, BREAD))
    library.delete(vault, bread)
    library.delete(vault, tea)
    assert titles(vault) == ["Brew tea", "Bake bread"]
    assert [one.title for one in deleted.in_bin(vault, [bread])] == ["Bake bread"]


def test_a_restored_skill_is_what_it_was(vault: Vault) -> None:
    tea = library.save(vault, None, TEA, engram="Kitchen").skill
    skill_actions.set_role(vault, "processor", tea)
    attachments.attach(vault, tea, "pot.txt", b"round")
    before = library.current(vault, tea)
    assert before is not None
    library.delete(vault, tea)
    (back,) = deleted.restore(vault, [tea])
    after = library.current(vault, tea)
    assert after is not None
    assert (back.title, back.was) == ("Brew tea", "")
    assert after[1:] == before[1:]
    assert attachments.content(vault, tea, "pot.txt") == b"round"
    assert SkillSearch(vault).find(Query("zyxwvut"), [tea]) == [tea]
    assert titles(vault) == []


def test_one_undo_puts_the_restored_ones_into_the_bin_again(vault: Vault) -> None:
    both = [library.save(vault, None, text).skill for text in (TEA, BREAD)]
    library.delete(vault, *both)
    deleted.restore(vault, both)
    assert len(catalogue.rows(vault)) == 2
    assert undoing.undo(vault).label == "Restore from the bin"
    assert sorted(titles(vault)) == ["Bake bread", "Brew tea"]


def test_a_skill_comes_back_into_its_engram_also_when_that_was_deleted(vault: Vault) -> None:
    tea = library.save(vault, None, TEA, engram="Kitchen").skill
    kitchen = engrams.named(vault, "Kitchen").id
    engram_changes.delete(vault, kitchen)
    deleted.restore(vault, [tea])
    row = catalogue.row(vault, tea)
    assert row is not None and row.engram_name == "Kitchen"


def test_a_name_that_is_taken_now_is_not_taken_away(vault: Vault) -> None:
    first = library.save(vault, None, TEA).skill
    library.delete(vault, first)
    second = library.save(vault, None, TEA).skill
    (back,) = deleted.restore(vault, [first])
    assert (back.title, back.was) == ("Brew tea 2", "Brew tea")
    assert catalogue.find(vault, "Brew tea").id == second


def test_two_of_one_name_come_back_as_two(vault: Vault) -> None:
    both = []
    for _time in range(2):
        both.append(library.save(vault, None, TEA).skill)
        library.delete(vault, both[-1])
    back = deleted.restore(vault, both)
    assert [one.title for one in back] == ["Brew tea", "Brew tea 2"]


def test_a_name_of_another_engram_is_not_in_the_way(vault: Vault) -> None:
    first = library.save(vault, None, TEA, engram="Kitchen").skill
    library.delete(vault, first)
    library.save(vault, None, TEA, engram="Office")
    (back,) = deleted.restore(vault, [first])
    assert back.was == ""


def test_what_is_not_in_the_bin_is_not_restored(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    assert deleted.restore(vault, [tea, 4711]) == ()
    assert len(history.versions(vault, tea)) == 1


def test_what_was_undone_is_not_in_the_bin(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    skill_actions.duplicate(vault, tea, tea)
    undoing.undo(vault)
    undoing.undo(vault)
    assert titles(vault) == [] and deleted.count(vault) == 0 and deleted.ids(vault) == set()
    undoing.redo(vault)
    undoing.redo(vault)
    assert len(catalogue.rows(vault)) == 3
    undoing.undo(vault)
    assert titles(vault) == [] and len(catalogue.rows(vault)) == 1


def test_what_was_deleted_again_by_redo_is_in_the_bin(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    library.delete(vault, tea)
    undoing.undo(vault)
    assert titles(vault) == []
    undoing.redo(vault)
    (found,) = deleted.in_bin(vault)
    assert (found.title, found.undone) == ("Brew tea", True)


def test_emptying_the_bin_takes_what_was_undone_with_it(vault: Vault) -> None:
    library.save(vault, None, TEA)
    undoing.undo(vault)
    assert emptying.empty(vault) == 0
    assert vault.rows("select id from skill") == []


def test_a_skill_without_words_is_not_shown_in_the_bin(vault: Vault) -> None:
    empty = library.save(vault, None, "").skill
    library.delete(vault, empty)
    assert titles(vault) == []
    emptying.empty(vault)
    assert vault.rows("select id from skill") == []


def test_a_deleted_skill_is_found_by_its_name_or_its_id(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    library.delete(vault, tea)
    assert deleted.find(vault, "brew-tea").id == deleted.find(vault, f"skill:{tea}").id == tea
    with pytest.raises(NotFound, match="Brew coffee"):
        deleted.find(vault, "Brew coffee")
    other = library.save(vault, None, TEA).skill
    library.delete(vault, other)
    with pytest.raises(catalogue.Ambiguous) as error:
        deleted.find(vault, "Brew tea")
    assert f"skill:{other}" in error.value.hint


def test_only_a_person_empties_the_bin(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    library.delete(vault, tea)
    for actor in (TECHNE, Actor("agent", "desktop", "a")):
        with pytest.raises(emptying.PersonOnly):
            emptying.empty(vault, actor=actor)
    assert titles(vault) == ["Brew tea"]


def test_one_can_be_deleted_for_good(vault: Vault) -> None:
    tea, bread = (library.save(vault, None, text).skill for text in (TEA, BREAD))
    library.delete(vault, tea, bread)
    assert emptying.empty(vault, [tea], actor=COMMAND_LINE) == 1
    assert titles(vault) == ["Bake bread"]
    assert vault.rows("select 1 from stored_version where skill = ?", tea) == []
    deleted.restore(vault, [bread])
    assert library.text(vault, bread) == BREAD


def test_a_skill_in_the_library_is_never_emptied(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    assert emptying.empty(vault, [tea]) == emptying.empty(vault) == 0
    assert library.text(vault, tea) == TEA


def rows(vault: Vault) -> int:
    tables = (
        "skill stored_version version_edge version_words_docsize staged draft place entity"
        " skill_meta relation skill_use importance_day training_plan training_rejection"
        " attachment passage indexed unpaired doomed blank"
    )
    return sum(vault.rows(f"select count(*) from {table}")[0][0] for table in tables.split())


def test_nothing_is_left_of_an_emptied_skill(vault: Vault, data_key: bytes, tmp_path: Path) -> None:
    for number in range(20):  # so that the index of words is not written anew for two
        library.save(vault, None, f"# Mix paint {number}\n\n1. Stir it\n")
    nodes.catch_up(vault)
    before = rows(vault)
    tea, bread = (library.save(vault, None, text).skill for text in (TEA, BREAD))
    library.save(vault, tea, TEA.replace("Wait", "Wait for qwertzu minutes"))
    attachments.attach(vault, tea, "pot.txt", b"asdfghj" * 3_000)
    nodes.catch_up(vault)
    relations.link(vault, tea, bread, Kind.RELATED_TO)
    note = memories.remember(vault, "Brew tea is what we drink").added[0]
    relations.link_memory(vault, tea, note)
    library.delete(vault, tea, bread)
    vault.backup()
    words = [b"zyxwvut", b"qwertzu", b"asdfghj", b"Knead", b"knead"]
    assert any(word in plain(vault, data_key, tmp_path) for word in words)
    assert emptying.empty(vault) == 2
    assert rows(vault) == before
    assert vault.rows("select 1 from pragma_foreign_key_check()") == []
    left = plain(vault, data_key, tmp_path)
    assert [word for word in words if word in left] == []
    assert vault.home.database.with_name("vault.db-wal").stat().st_size == 0
    assert memories.memory(vault, note) is not None


def plain(vault: Vault, data_key: bytes, folder: Path) -> bytes:
    """All that is in the file, as somebody with the key could read it."""
    copy = Path(shutil.copy(vault.home.database, folder / "copy.db"))
    for ending in ("-wal", "-shm"):
        log = vault.home.database.with_name(vault.home.database.name + ending)
        shutil.copy(log, folder / f"copy.db{ending}")
    db = connection.connect(copy, data_key)
    db.execute("pragma wal_checkpoint(truncate)").fetchall()
    db.execute("pragma journal_mode = delete").fetchall()
    db.execute("pragma rekey = ''").fetchall()
    db.close()
    found = copy.read_bytes()
    assert found.startswith(b"SQLite format 3\0")
    return found


class Stop:
    """Somebody, or the power, stops the work after so many looks."""

    def __init__(self, after: int) -> None:
        self._left = after

    def report(self, fraction: float, text: str = "") -> None:
        pass

    @property
    def cancelled(self) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.mark.parametrize("after", range(1, 12))
def test_what_was_begun_is_finished_by_whoever_comes_next(vault: Vault, after: int) -> None:
    several = [library.save(vault, None, TEA.replace("tea", f"tea {n}")).skill for n in range(4)]
    kept = library.save(vault, None, BREAD).skill
    library.delete(vault, *several)
    try:
        emptying.empty(vault, progress=Stop(after))
    except Cancelled:
        assert emptying.is_unfinished(vault)
    assert titles(vault) == []
    assert deleted.restore(vault, several) == ()
    emptying.finish(vault)
    assert not emptying.is_unfinished(vault)
    assert vault.rows("select id from skill") == [(kept,)]


def test_stopped_before_it_began_nothing_is_gone(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    library.delete(vault, tea)
    with pytest.raises(Cancelled):
        emptying.empty(vault, progress=Stop(0))
    assert titles(vault) == ["Brew tea"]


def test_an_emptied_skill_does_not_come_back(vault: Vault) -> None:
    tea = library.save(vault, None, TEA).skill
    library.delete(vault, tea)
    with pytest.raises(Cancelled):
        emptying.empty(vault, progress=Stop(1))
    ways: tuple[Callable[[], object], ...] = (
        lambda: history.restore(vault, tea, 1),
        lambda: library.save(vault, tea, TEA),
    )
    for way in ways:
        with pytest.raises(NotFound, match="permanently deleted"):
            way()
    emptying.finish(vault)
    for way in ways:
        with pytest.raises(NotFound):
            way()


def test_undo_passes_over_what_was_emptied(vault: Vault) -> None:
    bread = library.save(vault, None, BREAD).skill
    tea = library.save(vault, None, TEA).skill
    library.delete(vault, tea)
    emptying.empty(vault)
    entry, _redo = undoing.undoable(vault)
    assert entry is not None and entry.label == "New skill"
    undoing.undo(vault)
    assert catalogue.row(vault, bread) is None
    with pytest.raises(NothingToUndo):
        undoing.undo(vault)


def test_undo_of_several_brings_back_those_that_are_left(vault: Vault) -> None:
    tea, bread = (library.save(vault, None, text).skill for text in (TEA, BREAD))
    library.delete(vault, tea, bread)
    emptying.empty(vault, [tea])
    undoing.undo(vault)
    assert [row.title for row in catalogue.rows(vault)] == ["Bake bread"]


def test_emptying_holds_the_vault_for_short_writes_only(vault: Vault) -> None:
    many = [library.save(vault, None, TEA.replace("tea", f"tea {n}")).skill for n in range(60)]
    long = library.save(vault, None, BREAD + "3. Word after word\n" * 8_000).skill
    library.delete(vault, *many, long)
    vault.longest_write = 0.0
    assert emptying.empty(vault) == 61
    assert vault.rows("select id from skill") == []


_KILLED = """
import os, sys
from pathlib import Path
from app.core.memory import emptying
from app.core.vault import Vault

class Dies:
    left = int(sys.argv[3])
    def report(self, fraction, text=""):
        pass
    @property
    def cancelled(self):
        self.left -= 1
        if self.left < 0:
            os.kill(os.getpid(), 9)
        return False

with Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2])) as vault:
    emptying.empty(vault, progress=Dies())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("after", [2, 4, 7])
def test_a_killed_emptying_is_finished_by_upkeep(
    home: Path, data_key: bytes, vault: Vault, after: int
) -> None:
    gone = [library.save(vault, None, TEA.replace("tea", f"tea {n}")).skill for n in range(8)]
    library.delete(vault, *gone)
    arguments = [sys.executable, "-c", _KILLED, str(home), data_key.hex(), str(after)]
    assert subprocess.run(arguments, check=False).returncode == -9
    assert vaults.doctor(home, data_key) == ()
    assert emptying.is_unfinished(vault) and titles(vault) == []
    emptying.finish(vault)
    assert rows(vault) == 0 and vaults.doctor(home, data_key) == ()


def test_an_emptied_skill_says_nothing_in_the_runs_of_others(
    vault: Vault, data_key: bytes, tmp_path: Path
) -> None:
    tea = "# Brew tea\n\nRequires: $hot\nProduces: $cup\n\n1. Boil zyxwvut water.\n"
    tea += "2. If qwertzu, go back to step 1, at most 2 times.\n"
    called = library.save(vault, None, tea).skill
    bread = library.save(vault, None, "# Bake bread\n\n1. @skill: Brew tea -> $cup\n").skill
    number = walked(vault, begun(vault, bread)).run.id
    library.delete(vault, called)
    before = store.record(vault, number).state
    assert emptying.empty(vault) == 1
    left = plain(vault, data_key, tmp_path)
    assert [word for word in (b"zyxwvut", b"qwertzu") if word in left] == []
    with Vault(vault.home.folder, data_key, vault.now) as again:
        assert store.record(again, number).state == before
        assert len(record.report(again, number).lines) == before.turn
