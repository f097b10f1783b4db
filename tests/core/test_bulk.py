"""Many skills changed together: staged while others read and write, then seen all at once."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from app.core import vaults
from app.core.errors import AppError, Cancelled, NothingToUndo
from app.core.library import (
    bulk,
    catalogue,
    details,
    engrams,
    history,
    leftovers,
    library,
    skill_actions,
    undoing,
    version,
)
from app.core.library.derive import WITH_WORDS, Derived, keep
from app.core.library.record import Meta, Reason
from app.core.library.undoing import StaleUndo
from app.core.library.version import Next
from app.core.memory import engram_changes, memories, refiling
from app.core.packs import attachments, install, plan, received
from app.core.packs.format.contents import Attachment, Pack, PackedSkill, PastText
from app.core.packs.install import StalePlan
from app.core.packs.match import Choice
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from tests.conftest import Clock
from tests.core.trade import pack, signed, skill

MANY = 150
"""More than one write takes."""


def text(number: int, more: str = "") -> str:
    return (
        f"# Procedure {number}\n\nTrigger: somebody asks for {number}\n\n1. Look{more}\n"
        f"2. @skill: Procedure {number + 1}\n"
    )


def many(*more: PackedSkill, version: str = "") -> Pack:
    made = pack(*(text(number, version) for number in range(MANY)))
    return signed(Pack(made.id, made.name, (*made.skills, *more), version=made.version))


def bring(vault: Vault, pack: Pack, progress: "Meanwhile | None" = None) -> install.Imported:
    made = plan.plan(vault, pack, "Elsewhere")
    choices = {i.index: Choice.REPLACE for i in made.items if Choice.REPLACE in i.choices}
    watched = progress or Meanwhile(lambda: None)
    return install.apply(vault, made, choices, quarantine=False, progress=watched)


class Meanwhile:
    """Does something once while the others are still being staged."""

    def __init__(self, work: Callable[[], object], after: float = 0.7) -> None:
        self.cancelled = False
        self._work, self._after, self._done = work, after, False

    def report(self, fraction: float, text: str = "") -> None:
        if fraction > self._after and not self._done:
            self._done = True
            self._work()


class Stop(Meanwhile):
    def __init__(self, after: float = 0.7) -> None:
        super().__init__(lambda: setattr(self, "cancelled", True), after)


@pytest.fixture
def other(vault: Vault, data_key: bytes) -> Iterator[Vault]:
    """The same vault as another process has it."""
    with Vault(vault.home.folder, data_key, now=vault.now) as opened:
        yield opened


def everything(vault: Vault) -> dict[str, list[tuple[object, ...]]]:
    """All rows that changing skills writes."""
    tables = "skill stored_version version_edge version_words_docsize staged journal engram pack"
    return {
        table: vault.rows(f"select * from {table} order by 1")
        for table in f"{tables} publisher attachment attachment_part undo_row".split()
    }


def with_word(vault: Vault, word: str) -> list[str]:
    """What the index of words finds."""
    return [t for (t,) in vault.rows(f"select s.title {WITH_WORDS} order by s.title", word)]


def shown(vault: Vault) -> dict[str, object]:
    """All that can be seen of the skills, without what each is numbered by."""
    return {
        "texts": {row.title: library.text(vault, row.id) for row in catalogue.rows(vault)},
        "numbers": {row.title: row.number for row in catalogue.rows(vault)},
        "edges": sorted(
            map(str, vault.rows("select title, e.* from edge e join skill s on s.id = e.skill"))
        ),
        "found": with_word(vault, "somebody"),
        "engrams": [(engram.name, engram.skills) for engram in engrams.engrams(vault)],
        "undo": [entry and entry.label for entry in undoing.undoable(vault)],
        "packs": [one.uid for one in received.packs(vault)],
        "journal": vault.rows("select label from journal where done is not null order by done"),
    }


def fill(vault: Vault) -> tuple[int, ...]:
    """As many skills as one write does not take, stored without staging."""
    with vault.write("Fill") as write:
        place = engrams.ensure(write, engrams.SKILLS)
        meta = Meta(place)
        return tuple(
            library.put(write, None, text(n), meta, Reason.EDITED).skill for n in range(MANY)
        )


# While they come in


def test_nothing_is_seen_of_them_until_all_are_there(vault: Vault, other: Vault) -> None:
    library.save(vault, None, "# Mine\n\nTrigger: somebody asks\n\n1. Look\n")
    before, during, told = shown(other), list[dict[str, object]](), list[object]()
    other.subscribe(told.append)

    def look() -> None:
        other.poll()
        during.append(shown(other))
        assert other.rows("select count(*) > 20 from staged") == [(1,)]

    done = bring(vault, many(), Meanwhile(look))
    assert during == [before]
    other.poll()
    assert told[-1].skills == set(done.added)  # type: ignore[attr-defined]
    assert len(done.added) == MANY
    assert shown(other) == shown(vault)
    assert shown(vault)["undo"] == ["Import Kitchen", None]


def test_it_comes_to_the_same_as_one_write(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "second"
    past = (PastText("# Old hand\n\n1. Once\n", "edited", "2026-01-02T03:04:05Z"),)
    extra = skill("# Old hand\n\n1. Now\n", history=past)
    with Vault(folder, vaults.create(folder, "at once")[0], now=vault.now) as at_once:
        for which in (vault, at_once):
            monkeypatch.setattr(bulk, "_SLICE", 15_000 if which is vault else 10**9)
            bring(which, many(extra))
            bring(which, many(extra, version=" again"))
            ids = [row.id for row in catalogue.rows(which)]
            skill_actions.move(which, "Attic", *ids[::2])
            library.delete(which, *ids)
            undoing.undo(which)
        assert shown(vault) == shown(at_once)
        tables, same = everything(vault), everything(at_once)
    assert tables["staged"] == same["staged"] == []
    assert {name: len(rows) for name, rows in tables.items()} == {
        name: len(rows) for name, rows in same.items()
    }


def test_others_write_meanwhile_and_undo_takes_back_what_was_seen_last(
    vault: Vault, other: Vault
) -> None:
    edit = Meanwhile(lambda: library.save(other, None, "# Other\n\n1. Do\n"))
    bring(vault, many(), edit)
    assert len(catalogue.rows(vault)) == MANY + 1
    assert undoing.undo(vault).label == "Import Kitchen"
    assert [row.title for row in catalogue.rows(vault)] == ["Other"]
    assert undoing.redo(vault).label == "Import Kitchen"
    assert len(catalogue.rows(vault)) == MANY + 1
    undoing.undo(vault)
    assert undoing.undo(vault).label == "New skill"
    assert catalogue.rows(vault) == ()


def test_what_somebody_changed_meanwhile_is_not_lost(vault: Vault, other: Vault) -> None:
    ids = fill(vault)
    changed = text(3, " twice")

    def work() -> None:
        library.save(other, ids[3], changed)
        library.delete(other, ids[4])

    skill_actions.move(vault, "Attic", *ids, progress=Meanwhile(work))
    assert library.text(vault, ids[3]) == changed
    rows = {row.id: row for row in catalogue.rows(vault)}
    assert set(rows) == set(ids) - {ids[4]}
    assert {row.engram_name for row in rows.values()} == {"Attic"}
    assert [v.number for v in history.versions(vault, ids[3])] == [3, 2, 1]
    assert vault.rows("select count(*) from staged") == [(0,)]
    undoing.undo(vault)
    assert library.text(vault, ids[3]) == changed
    assert {row.engram_name for row in catalogue.rows(vault)} == {"Skills"}


def test_what_would_meet_something_else_now_does_not_come_in(vault: Vault, other: Vault) -> None:
    work = Meanwhile(lambda: library.save(other, None, "# Procedure 7\n\n1. Mine\n"))
    made = plan.plan(vault, many(), engrams.SKILLS)
    with pytest.raises(StalePlan):
        install.apply(vault, made, progress=work)
    assert [row.title for row in catalogue.rows(vault)] == ["Procedure 7"]
    assert received.packs(vault) == ()
    assert vault.rows("select count(*) from stored_version") == [(1,)]


def test_an_engram_that_somebody_else_files_in_meanwhile_stays(vault: Vault, other: Vault) -> None:
    stop = Stop()

    def work() -> None:
        assert engrams.engrams(other) == ()
        engrams.create(other, "Elsewhere")
        stop.cancelled = True

    stop._work = work
    with pytest.raises(Cancelled):
        bring(vault, many(), stop)
    assert [engram.name for engram in engrams.engrams(vault)] == ["Elsewhere"]


def test_an_engram_that_somebody_else_leaves_meanwhile_is_there_for_them(
    vault: Vault, other: Vault
) -> None:
    skills = fill(vault)
    (memory,) = memories.remember(vault, "It rained.").added
    moved = refiling.move(other, [memory], "Attic")
    back = Meanwhile(lambda: refiling.put_back(other, moved))
    skill_actions.move(vault, "Attic", *skills, progress=back)
    assert engrams.named(vault, "Attic").skills == MANY
    assert memories.count(vault) == 1


# Undo while others write


def test_of_two_that_undo_the_same_one_does(vault: Vault, other: Vault) -> None:
    library.save(vault, None, "# Mine\n\nTrigger: somebody asks\n\n1. Look\n")
    before = shown(vault)
    bring(vault, many())
    after = shown(vault)
    with pytest.raises(StaleUndo):
        undoing.undo(vault, Meanwhile(lambda: undoing.undo(other)))
    assert shown(vault)["texts"] == before["texts"]
    undoing.redo(vault)
    assert shown(vault)["texts"] == after["texts"]
    with pytest.raises(NothingToUndo):
        undoing.redo(vault)


def test_what_somebody_else_makes_of_a_skill_meanwhile_is_not_undone_with_it(
    vault: Vault, other: Vault
) -> None:
    done = bring(vault, many())
    edited = done.added[3]

    def edit() -> None:
        library.save(other, edited, "# Mine now\n\n1. Look\n")

    with pytest.raises(StaleUndo):
        undoing.undo(vault, Meanwhile(edit))
    assert library.text(vault, edited) == "# Mine now\n\n1. Look\n"
    assert len(catalogue.rows(vault)) == MANY
    assert everything(vault)["staged"] == []
    undoing.undo(vault)
    assert undoing.undo(vault).label == "Import Kitchen"
    assert catalogue.rows(vault) == ()


def test_what_somebody_does_elsewhere_does_not_keep_it_from_being_undone(
    vault: Vault, other: Vault
) -> None:
    bring(vault, many())
    undoing.undo(vault, Meanwhile(lambda: library.save(other, None, "# Else\n\n1. Look\n")))
    assert [row.title for row in catalogue.rows(vault)] == ["Else"]


# How long it holds the vault


def test_no_write_takes_longer_than_others_can_wait(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that writes a skill down in one millisecond."""
    clock = [0.0]
    taken = Counter[int]()

    def slowly(write: Write, skill: int, after: Next) -> int:
        clock[0] += 0.001
        taken[id(write)] += 1
        writes.append(write)  # so that no two have one id
        return version.append(write, skill, after)

    writes: list[Write] = []
    monkeypatch.setattr("app.core.library.slices.time.monotonic", lambda: clock[0])
    monkeypatch.setattr(bulk, "append", slowly)
    done = bring(vault, many())
    skill_actions.move(vault, "Attic", *done.added)
    library.delete(vault, *done.added)
    undoing.undo(vault)
    assert sum(taken.values()) == 4 * MANY
    assert max(taken.values()) <= 50


@pytest.mark.parametrize(
    "act",
    [
        lambda vault, skill: history.restore(vault, skill, 1),
        lambda vault, skill: library.refile(vault, skill, Meta(1, role="utility")),
        lambda vault, skill: details.change(vault, skill, confidence=0.5),
        lambda vault, skill: attachments.attach(vault, skill, "a.txt", b"a"),
        skill_actions.duplicate,
    ],
    ids=["restore", "refile", "details", "attach", "duplicate"],
)
def test_a_long_text_is_read_while_others_may_write(
    vault: Vault,
    other: Vault,
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Vault, int], object],
) -> None:
    long = "# Long\n\n" + "".join(f"{n}. Step number {n}\n" for n in range(1, 1200))
    skill = library.save(vault, None, long).skill
    history.name_version(vault, skill, "First")
    library.save(vault, skill, long + "\nMore\n")
    read = Counter[str]()

    def reading(text: str) -> Skill:
        with other.turns.at_once():
            other.put_setting("written", len(text))
        read["long"] += len(text) >= len(long)
        return parse(text)

    monkeypatch.setattr(version, "parse", reading)
    act(vault, skill)
    assert read["long"]


def test_a_large_text_is_written_down_bit_by_bit(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (bulk, leftovers):
        monkeypatch.setattr(module, "EDGES", 100)
    kept = Counter[int]()
    large = "# Large\n\n" + "".join(f"{n}. Step {n}\n" for n in range(1, 900))

    def counted(write: Write, version: int, derived: Derived) -> None:
        kept[version] += 1
        assert len(derived.edges) <= 100
        keep(write, version, derived)

    monkeypatch.setattr(bulk, "keep", counted)
    bring(vault, many(skill(large)))
    ((star,),) = vault.rows("select id from skill where title = 'Large'")
    edges = vault.rows("select * from edge where skill = ?", star)
    state = library.current(vault, star)
    assert state is not None
    assert kept[state[0].version] > 5
    library.delete(vault, star)
    assert vault.rows(
        "select count(*) from version_edge e where version = ?", state[0].version
    ) == [(0,)]
    undoing.undo(vault)
    assert vault.rows("select * from edge where skill = ?", star) == edges


# Broken off


@pytest.mark.parametrize("after", [0.0, 0.5, 0.95])
def test_stopping_leaves_no_trace(vault: Vault, after: float) -> None:
    library.save(vault, None, "# Mine\n\n1. Look\n")
    file = skill(
        "# With a file\n\n1. See\n", attachments=(Attachment("a.txt", "text/plain", b"a"),)
    )
    before = everything(vault)
    with pytest.raises(Cancelled):
        bring(vault, many(file), Stop(after))
    assert everything(vault) == before


def test_stopping_an_undo_leaves_engrams_as_they_were_too(vault: Vault) -> None:
    fill(vault)
    engram_changes.delete(vault, engrams.named(vault, engrams.SKILLS).id)
    before = everything(vault)
    assert engrams.engrams(vault) == ()
    with pytest.raises(Cancelled):
        undoing.undo(vault, Stop())
    assert everything(vault) == before
    undoing.undo(vault)
    assert [(one.name, one.skills) for one in engrams.engrams(vault)] == [("Skills", MANY)]


def test_files_come_with_their_skills_and_stay_where_another_has_them(vault: Vault) -> None:
    item = Attachment("a.txt", "text/plain", b"shared")
    mine = library.save(vault, None, "# Mine\n\n1. Look\n").skill
    attachments.attach(vault, mine, "b.txt", b"shared")
    with_file = skill("# With a file\n\n1. See\n", attachments=(item,))
    with pytest.raises(Cancelled):
        bring(vault, many(with_file), Stop(0.99))
    assert attachments.content(vault, mine, "b.txt") == b"shared"
    bring(vault, many(with_file))
    ((star,),) = vault.rows("select id from skill where title = 'With a file'")
    assert attachments.content(vault, star, "a.txt") == b"shared"


_KILLED = """
import os, signal, sys
from pathlib import Path
from app.core.library import engrams, history
from app.core.vault import Vault
from tests.core.test_bulk import Meanwhile, bring, fill, many
vault = Vault(Path(sys.argv[1]), bytes.fromhex(sys.argv[2]))
def die(*_ignored):
    os.kill(os.getpid(), signal.SIGKILL if os.name != "nt" else signal.SIGTERM)
if sys.argv[3] == "staging":
    bring(vault, many(), Meanwhile(die))
else:
    bring(vault, many())
    vault.subscribe(die)
    bring(vault, many(version=" again"))
"""


def killed(home: Path, data_key: bytes, when: str) -> None:
    arguments = (sys.executable, "-c", _KILLED, str(home), data_key.hex(), when)
    done = subprocess.run(arguments, check=False)
    assert done.returncode != 0


def test_a_killed_import_has_not_happened(
    home: Path, data_key: bytes, clock: Clock, vault: Vault
) -> None:
    library.save(vault, None, "# Mine\n\n1. Look\n")
    before, seen = everything(vault), shown(vault)
    killed(home, data_key, "staging")
    assert vaults.doctor(home, data_key) == ()
    assert shown(vault) == seen
    ((count, at),) = vault.rows(
        "select count(*), (select at from journal where done is null) from staged"
    )
    assert count > 20
    clock.time = datetime.fromisoformat(at)
    leftovers.sweep(vault)
    assert vault.rows("select count(*) from staged") == [(count,)]
    clock.pass_seconds(61)
    leftovers.sweep(vault)
    assert everything(vault) == before
    bring(vault, many())
    assert len(catalogue.rows(vault)) == MANY + 1


def test_what_a_killed_import_left_of_the_old_texts_is_found_by_nobody(
    home: Path, data_key: bytes
) -> None:
    killed(home, data_key, "shown")
    assert vaults.doctor(home, data_key) == ()
    with Vault(home, data_key) as vault:
        assert len(with_word(vault, "again")) == MANY
        assert len(catalogue.rows(vault)) == MANY
        edges = vault.rows("select count(*) from edge")
        assert vault.rows("select count(*) from version_edge") > edges
        leftovers.sweep(vault)
        assert vault.rows("select count(*) from version_edge") == edges
        assert vault.rows("select count(*) from version_words_docsize") == [(MANY,)]
        assert vault.rows("select count(*) from staged") == [(0,)]
        undoing.undo(vault)
        assert with_word(vault, "again") == []
        assert len(catalogue.rows(vault)) == MANY


def test_what_stood_still_for_long_says_so_and_changes_nothing(
    vault: Vault, other: Vault, clock: Clock
) -> None:
    ids = fill(vault)
    before = everything(vault)

    def suspended() -> None:
        clock.pass_seconds(3600)
        leftovers.sweep(other)

    with pytest.raises(AppError, match="took too long"):
        skill_actions.move(vault, "Attic", *ids, progress=Meanwhile(suspended))
    assert everything(vault) == before


def test_what_wakes_up_while_it_is_cleared_away_does_not_go_on(
    vault: Vault, other: Vault, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a computer slept: both see at the same time that an hour has passed."""
    ids = fill(vault)
    before, drop, dropped = everything(vault), leftovers.drop, Counter[int]()

    def once(write: Write, versions: Sequence[int]) -> bool:
        if dropped.total():
            raise KeyboardInterrupt
        dropped.update(versions)
        return drop(write, versions)

    def suspended() -> None:
        clock.pass_seconds(3600)
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(leftovers, "drop", once)
            leftovers.sweep(other)

    with pytest.raises(AppError, match="took too long"):
        skill_actions.move(vault, "Attic", *ids, progress=Meanwhile(suspended))
    assert dropped
    assert everything(vault) == before


def test_a_full_disk_stops_it_and_leaves_nothing_behind(vault: Vault, clock: Clock) -> None:
    before = everything(vault)
    ((pages,),) = vault.rows("pragma page_count")
    with pytest.raises(AppError):
        bring(vault, many(), Meanwhile(lambda: vault.rows(f"pragma max_page_count = {pages}"), 0.3))
    assert catalogue.rows(vault) == ()
    vault.rows("pragma max_page_count = 1000000")
    clock.pass_seconds(61)
    leftovers.sweep(vault)
    assert everything(vault) == before


def test_a_skill_named_twice_is_changed_once(vault: Vault) -> None:
    ids = fill(vault)
    skill_actions.move(vault, "Attic", *ids, *ids)
    assert {row.number for row in catalogue.rows(vault)} == {2}
