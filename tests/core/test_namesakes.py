"""A pack with a skill of a name that another engram has: calls stay, unless a person says so."""

import pytest

from app.core.errors import AppError
from app.core.library import catalogue, library, undoing
from app.core.packs import install, plan
from app.core.packs.match import Change, Choice
from app.core.packs.namesakes import shared_names
from app.core.vault import Vault
from tests.core.trade import BAKE, BREW, pack, signed

SERVE = "# Serve\n\n1. @skill: brew-tea\n2. Smile.\n"
MINE = BREW.replace("2. Wait", "2. Wait a day")


@pytest.fixture
def mine(vault: Vault) -> tuple[int, int]:
    """A skill, and one of another engram that calls it."""
    tea = library.save(vault, None, MINE, engram="Skill Demos").skill
    return tea, library.save(vault, None, SERVE).skill


def target(vault: Vault, caller: int) -> tuple[int, ...]:
    row = catalogue.row(vault, caller)
    assert row is not None
    return catalogue.resolve(vault, "brew-tea", row.engram, caller)


def test_the_review_says_whose_name_it_has(vault: Vault, mine: tuple[int, int]) -> None:
    tea, caller = mine
    made = plan.plan(vault, signed(pack()), "Skills")
    brew, bake = (
        next(i for i in made.items if i.name == name) for name in ("Brew tea", "Bake bread")
    )
    assert brew.change is Change.NEW
    assert brew.reason == "Same name as “Brew tea” in Skill Demos."
    assert [(one.id, one.engram, one.callers) for one in brew.namesakes] == [
        (tea, "Skill Demos", (caller,))
    ]
    assert bake.namesakes == () and bake.reason == "Not in your library."
    assert plan.plan(vault, signed(pack()), "Skill Demos").items[brew.index].namesakes == ()


def test_what_a_name_elsewhere_means_for_calls_is_told(vault: Vault, mine: tuple[int, int]) -> None:
    known = [item.namesakes for item in plan.plan(vault, signed(pack()), "Skills").items]
    calls = (
        "New calls by name mean the skill in their own engram; those from elsewhere must say which."
    )
    assert shared_names(known) == f"“Brew tea” is also in Skill Demos. {calls}"
    said = f"2 of these names are also in Skill Demos. {calls}"
    assert shared_names(2 * known) == said
    assert shared_names([(), ()]) == ""


@pytest.mark.parametrize("quarantine", [True, False])
def test_calls_stay(vault: Vault, mine: tuple[int, int], quarantine: bool) -> None:
    tea, caller = mine
    made = plan.plan(vault, signed(pack()), "Skills")
    done = install.apply(vault, made, quarantine=quarantine)
    assert len(done.added) == 2 and done.switched == ()
    assert target(vault, caller) == (tea,)
    for skill in done.added:
        assert caller not in catalogue.callers(vault, skill)
    undoing.undo(vault)
    assert target(vault, caller) == (tea,)


def test_calls_change_over_with_the_import_and_back_with_its_undo(
    vault: Vault, mine: tuple[int, int]
) -> None:
    tea, caller = mine
    made = plan.plan(vault, signed(pack()), "Skills")
    brew = next(item for item in made.items if item.name == "Brew tea")
    done = install.apply(vault, made, trust_publisher=True, switch=frozenset({brew.index}))
    assert done.switched == (caller,) and len(done.added) == 2
    rows = catalogue.some(vault, done.added)
    assert [rows[one].title for one in target(vault, caller)] == ["Brew tea"]
    assert target(vault, caller) != (tea,)
    assert library.text(vault, caller) == SERVE
    undoing.undo(vault)
    assert target(vault, caller) == (tea,)
    assert {row.id for row in catalogue.rows(vault)} == {tea, caller}
    undoing.redo(vault)
    assert target(vault, caller) != (tea,)


def test_what_is_kept_out_or_in_quarantine_is_called_by_nobody(
    vault: Vault, mine: tuple[int, int]
) -> None:
    tea, caller = mine
    made = plan.plan(vault, signed(pack()), "Skills")
    every = frozenset(item.index for item in made.items)
    with pytest.raises(AppError, match="in quarantine"):
        install.apply(vault, made, quarantine=True, switch=every)
    assert {row.id for row in catalogue.rows(vault)} == {tea, caller}
    kept = dict.fromkeys(every, Choice.KEEP)
    assert install.apply(vault, made, kept, quarantine=False, switch=every).switched == ()
    assert target(vault, caller) == (tea,)


def test_many_calls_change_over_in_slices(vault: Vault, mine: tuple[int, int]) -> None:
    tea, caller = mine
    some = [
        library.save(vault, None, SERVE.replace("Serve", f"Serve {n}")).skill for n in range(90)
    ]
    made = plan.plan(vault, signed(pack(BREW, BAKE)), "Skills")
    brew = next(item for item in made.items if item.name == "Brew tea")
    done = install.apply(vault, made, quarantine=False, switch=frozenset({brew.index}))
    assert sorted(done.switched) == sorted([caller, *some])
    (now,) = {target(vault, one) for one in done.switched}
    assert now != (tea,) and set(now) <= set(done.added)
    undoing.undo(vault)
    assert {target(vault, one) for one in (caller, *some)} == {(tea,)}
