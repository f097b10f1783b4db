"""Importing and exporting: all or nothing, one undo, and the same skill on the other side."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import AppError, Cancelled, NothingToUndo
from app.core.library import catalogue, engrams, history, library, skill_actions, undoing
from app.core.library.record import Status
from app.core.packs import install, plan, received, trust
from app.core.packs.format.contents import Pack, PastText
from app.core.packs.match import Change, Choice
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.conftest import PASSPHRASE
from tests.core.trade import BAKE, BREW, GUILD, IMPOSTOR, pack, signed, skill

BREW_2 = BREW.replace("2. Wait", "2. Wait four minutes")
BREW_MINE = BREW.replace("2. Wait", "2. Wait, and read the paper")


def bring(vault: Vault, pack: Pack, choice: Choice | None = None) -> install.Imported:
    """Import, with the same choice for every skill that can have it."""
    made = plan.plan(vault, pack)
    choices = {i.index: choice for i in made.items if choice in i.choices} if choice else {}
    return install.apply(vault, made, choices, quarantine=False)


def texts(vault: Vault) -> dict[str, str]:
    return {row.title: library.text(vault, row.id) for row in catalogue.rows(vault)}


# One transaction, one undo


def test_what_came_in_together_is_listed_in_the_order_of_the_pack(vault: Vault) -> None:
    before = library.save(vault, None, "# Wash up\n\n1. Wash.\n").skill
    done = bring(vault, signed(pack()))
    after = library.save(vault, None, "# Dry up\n\n1. Dry.\n").skill
    assert catalogue.ids(vault, order="updated") == [after, *done.added, before]


def test_one_undo_takes_everything_back_and_redo_brings_it(vault: Vault) -> None:
    library.save(vault, None, BREW_MINE)
    before = texts(vault)
    made = plan.plan(vault, signed(pack()), "Kitchen")
    done = install.apply(vault, made, trust_publisher=True)
    assert len(done.added) == 2
    after = texts(vault)
    assert received.packs(vault)[0].skills == done.added
    assert undoing.undo(vault).label == "Import Kitchen"
    assert texts(vault) == before
    assert received.packs(vault) == ()
    assert "Kitchen" not in [e.name for e in engrams.engrams(vault)]
    undoing.redo(vault)
    assert texts(vault) == after
    assert len(received.packs(vault)) == 1
    undoing.undo(vault)
    undoing.undo(vault)
    assert texts(vault) == {}
    with pytest.raises(NothingToUndo):
        undoing.undo(vault)


def test_undo_of_an_update_brings_the_older_text_back(vault: Vault) -> None:
    bring(vault, signed(pack()))
    done = bring(vault, signed(pack(BREW_2, sequence=2)))
    assert texts(vault)["Brew tea"] == BREW_2
    assert library.current(vault, done.replaced[0])[0].number == 2  # type: ignore[index]
    undoing.undo(vault)
    assert texts(vault)["Brew tea"] == BREW


def test_nothing_to_do_leaves_no_entry(vault: Vault) -> None:
    bring(vault, signed(pack()))
    entries = vault.rows("select count(*) from journal")
    assert bring(vault, signed(pack())) == install.Imported()
    assert vault.rows("select count(*) from journal") == entries


def test_what_is_left_out_is_not_there(vault: Vault) -> None:
    made = plan.plan(vault, signed(pack()))
    install.apply(vault, made, {1: Choice.KEEP}, quarantine=False)
    assert list(texts(vault)) == ["Brew tea"]


def test_stopping_in_the_middle_leaves_nothing(vault: Vault) -> None:
    class Impatient:
        cancelled = False

        def report(self, fraction: float, text: str = "") -> None:
            self.cancelled = fraction > 0

    many = signed(pack(*(f"# Skill {n}\n\n1. Do {n}\n" for n in range(20))))
    made = plan.plan(vault, many, "Fresh")
    with pytest.raises(Cancelled):
        install.apply(vault, made, progress=Impatient())
    assert texts(vault) == {}
    assert vault.rows("select * from pack") == vault.rows("select * from publisher") == []
    assert engrams.engrams(vault) == ()


# The choices


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice.REPLACE, {"Brew tea": BREW_2}),
        (Choice.KEEP, {"Brew tea": BREW_MINE}),
        (
            Choice.RENAME,
            {"Brew tea": BREW_MINE, "Brew tea (2)": BREW_2.replace("Brew tea", "Brew tea (2)")},
        ),
    ],
)
@pytest.mark.parametrize("came_before", [True, False])
def test_a_conflict_three_ways(
    vault: Vault, choice: Choice, expected: dict[str, str], came_before: bool
) -> None:
    if came_before:
        done = bring(vault, signed(pack(BREW)))
        library.save(vault, done.added[0], BREW_MINE)
    else:
        library.save(vault, None, BREW_MINE)
    made = plan.plan(vault, signed(pack(BREW_2, sequence=2)))
    assert made.items[0].change is Change.CONFLICT
    install.apply(vault, made, {0: choice}, quarantine=False)
    assert texts(vault) == expected


def test_only_what_is_offered_can_be_chosen(vault: Vault) -> None:
    made = plan.plan(vault, signed(pack()))
    with pytest.raises(AppError, match="replace"):
        install.apply(vault, made, {0: Choice.REPLACE})
    assert texts(vault) == {}


def test_calls_follow_a_renamed_skill(vault: Vault) -> None:
    mine = library.save(vault, None, BREW_MINE)
    bring(vault, signed(pack()))
    assert set(texts(vault)) == {"Bake bread", "Brew tea", "Brew tea (2)"}
    caller = catalogue.find(vault, "Bake bread")
    (call,) = parse(library.text(vault, caller.id)).calls
    assert (call.target, call.captures) == ("Brew tea (2)", ("tea",))
    assert catalogue.callers(vault, catalogue.find(vault, "Brew tea (2)").id) == (caller.id,)
    assert catalogue.callers(vault, mine.skill) == ()


def test_a_renamed_skill_keeps_its_name_in_the_next_edition(vault: Vault) -> None:
    library.save(vault, None, BREW_MINE)
    bring(vault, signed(pack()))
    again = plan.plan(vault, signed(pack()))
    assert again.count(Change.SAME) == 2
    newer = signed(pack(BREW_2, BAKE + "3. Eat\n", sequence=2))
    assert plan.plan(vault, newer).count(Change.UPDATED) == 2
    bring(vault, newer)
    now = texts(vault)
    assert now["Brew tea"] == BREW_MINE
    assert now["Brew tea (2)"] == BREW_2.replace("Brew tea", "Brew tea (2)")
    assert '@skill: "Brew tea (2)" -> $tea' in now["Bake bread"]
    assert plan.plan(vault, newer).count(Change.SAME) == 2


def test_names_that_differ_only_in_spelling_do_not_meet(vault: Vault) -> None:
    bring(vault, signed(pack("# Re run\n\n1. A\n", "# RE-RUN\n\n1. @skill: re run\n")))
    assert set(texts(vault)) == {"Re run", "RE-RUN (2)"}
    assert "@skill: re run" in texts(vault)["RE-RUN (2)"]


def test_what_a_person_said_about_a_skill_survives_an_update(vault: Vault) -> None:
    done = bring(vault, signed(pack(BREW)))
    state = library.current(vault, done.added[0])
    assert state is not None
    library.refile(vault, done.added[0], replace(state[2], tags=("mine",), role="utility"))
    bring(vault, signed(pack(BREW_2, sequence=2)))
    meta = library.last_meta(vault, done.added[0])
    assert meta is not None
    assert (meta.tags, meta.role) == (("mine",), "utility")


# Quarantine


def test_quarantined_skills_are_inert_until_released(vault: Vault) -> None:
    made = plan.plan(vault, signed(pack()))
    done = install.apply(vault, made)
    assert done.quarantined
    brew, bake = done.added
    rows = catalogue.rows(vault)
    assert {row.status for row in rows} == {Status.QUARANTINED}
    key, engram = next((row.key, row.engram) for row in rows if row.id == brew)
    assert catalogue.resolve(vault, key, engram) == (), "nothing outside reaches in"
    assert catalogue.callers(vault, brew) == (bake,), "among themselves they hang together"
    skill_actions.release(vault, *done.added)
    assert catalogue.resolve(vault, key, engram) == (brew,)
    undoing.undo(vault)
    assert catalogue.resolve(vault, key, engram) == ()


def test_unsigned_skills_are_quarantined_whatever_is_asked(vault: Vault) -> None:
    install.apply(vault, plan.plan(vault, pack()), quarantine=False, trust_publisher=True)
    assert {row.status for row in catalogue.rows(vault)} == {Status.QUARANTINED}
    assert vault.rows("select * from publisher") == []


def test_a_publisher_trusted_with_the_import_needs_no_quarantine(vault: Vault) -> None:
    done = install.apply(vault, plan.plan(vault, signed(pack())), trust_publisher=True)
    assert not done.quarantined
    assert trust.publisher(vault, GUILD.name).state is trust.State.TRUSTED


def test_a_publisher_in_doubt_can_be_put_back_into_quarantine(vault: Vault) -> None:
    done = bring(vault, signed(pack()))
    assert received.from_publisher(vault, GUILD.key) == done.added
    received.quarantine(vault, *received.from_publisher(vault, GUILD.key))
    assert {row.status for row in catalogue.rows(vault)} == {Status.QUARANTINED}


# What never comes in


def test_a_changed_key_never_comes_in(vault: Vault) -> None:
    bring(vault, signed(pack()))
    made = plan.plan(vault, signed(pack(BREW_2, sequence=2), IMPOSTOR))
    forced = replace(made, refused="", quarantine=False)
    for attempt in (made, forced):
        with pytest.raises(install.Refused):
            install.apply(vault, attempt, trust_publisher=True)
    assert texts(vault) == {"Brew tea": BREW, "Bake bread": BAKE}
    assert trust.judge(vault, made.pack.signer).refused


def test_a_revocation_after_the_plan_still_counts(vault: Vault) -> None:
    bring(vault, signed(pack()))
    trust.trust(vault, GUILD.key)
    made = plan.plan(vault, signed(pack(BREW_2, sequence=2)))
    trust.revoke(vault, GUILD.key)
    with pytest.raises(install.Refused):
        install.apply(vault, made)
    trust.distrust(vault, GUILD.key)
    with pytest.raises(install.StalePlan):
        install.apply(vault, made)


# When the library moves


def test_a_plan_that_is_no_longer_true_is_refused(vault: Vault) -> None:
    bring(vault, signed(pack()))
    made = plan.plan(vault, signed(pack(BREW_2, sequence=2)))
    library.save(vault, catalogue.find(vault, "Brew tea").id, BREW_MINE)
    with pytest.raises(install.StalePlan):
        install.apply(vault, made)
    assert texts(vault)["Brew tea"] == BREW_MINE
    assert plan.again(vault, made).items[0].change is Change.CONFLICT


def test_of_two_imports_at_once_one_wins(vault: Vault) -> None:
    other = Vault(vault.home.folder, unlock(vault.home.folder, passphrase=PASSPHRASE))
    try:
        one, two = plan.plan(vault, signed(pack())), plan.plan(other, signed(pack()))
        install.apply(vault, one)
        with pytest.raises(install.StalePlan):
            install.apply(other, two)
        assert install.apply(other, plan.again(other, two)) == install.Imported()
    finally:
        other.close()
    assert len(catalogue.rows(vault)) == 2


def test_of_many_threads_importing_one_pack_one_wins(vault: Vault) -> None:
    made = plan.plan(vault, signed(pack()))
    ready = threading.Barrier(4)

    def attempt() -> int:
        ready.wait()
        try:
            return len(install.apply(vault, made).added)
        except install.StalePlan:
            return 0

    with ThreadPoolExecutor(4) as pool:
        added = [pool.submit(attempt) for _thread in range(4)]
    assert sorted(one.result() for one in added) == [0, 0, 0, 2]
    assert len(catalogue.rows(vault)) == 2


def test_an_unrelated_edit_does_not_matter(vault: Vault) -> None:
    made = plan.plan(vault, signed(pack()))
    library.save(vault, None, "# Something else\n")
    assert len(install.apply(vault, made).added) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_in_the_middle_nothing_is_there(home: Path, vault: Vault) -> None:
    vault.close()
    child = textwrap.dedent(
        f"""
        import os, signal, sys
        from pathlib import Path
        from app.core import vaults
        from app.core.vault import Vault
        from app.core.packs import install, plan
        from tests.core.trade import pack, signed

        class Deadly:
            cancelled = False
            def report(self, fraction, text=""):
                if fraction > 0.5:
                    os.kill(os.getpid(), signal.SIGKILL)

        home = Path(sys.argv[1])
        vault = Vault(home, vaults.unlock(home, passphrase={PASSPHRASE!r}))
        many = pack(*(f"# Skill {{n}}\\n\\n1. Do {{n}}\\n" for n in range(50)))
        install.apply(vault, plan.plan(vault, signed(many)), progress=Deadly())
        """
    )
    ended = subprocess.run(
        [sys.executable, "-c", child, str(home)],
        cwd=Path(__file__).parents[2],
        env={**os.environ},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    again = Vault(home, unlock(home, passphrase=PASSPHRASE))
    try:
        assert catalogue.rows(again) == ()
        assert again.rows("select * from version") == again.rows("select * from pack") == []
        again.check()
    finally:
        again.close()


# History that travels


def test_earlier_texts_become_versions(vault: Vault) -> None:
    past = (PastText("# Brew tea\n\n1. Wait\n", "edited", "2029-05-06T07:08:09Z"),)
    done = bring(vault, signed(replace(pack(), skills=(skill(BREW, history=past),))))
    found = history.versions(vault, done.added[0])
    assert [v.number for v in found] == [2, 1]
    assert "2029-05-06" in found[1].label
    undoing.undo(vault)
    assert texts(vault) == {}
    undoing.redo(vault)
    assert texts(vault) == {"Brew tea": BREW}


def test_two_of_a_pack_never_replace_the_same_skill(vault: Vault) -> None:
    tea = bring(vault, signed(pack())).added[0]
    library.save(vault, tea, BREW.replace("# Brew tea", "# Morning tea"))
    morning = "# Morning tea\n\n1. Pour\n"
    bring(vault, signed(pack(BREW_2, BAKE, morning, sequence=2)), Choice.REPLACE)
    assert library.text(vault, tea) == BREW_2.replace("# Brew tea", "# Morning tea")
    assert set(texts(vault)) == {"Morning tea", "Morning tea (2)", "Bake bread"}
    assert "1. Pour" in texts(vault)["Morning tea (2)"]
