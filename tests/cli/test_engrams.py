"""`techne engrams`."""

from pathlib import Path
from typing import Any

import pytest

from app.core.library import library, skill_actions
from app.core.memory import memories
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys
from tests.conftest import PASSPHRASE


@pytest.fixture(autouse=True)
def _ops(home: Path) -> None:
    """Two engrams: one with a skill and a memory, one with a skill."""
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        library.save(vault, None, "# Deploy\n")
        skill_actions.move(vault, "Ops", library.save(vault, None, "# Roll back\n").skill)
        memories.remember(vault, "It rained.", engram="Ops")


def listed(techne: Techne, *more: str) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in techne("engrams", *more, "--json").json}


def test_engrams_are_listed_with_what_is_in_them(techne: Techne) -> None:
    found = listed(techne)
    assert set(keys(list(found.values()))) == documented("engrams")
    assert list(found) == ["Ops", "Skills"]
    assert (found["Ops"]["skills"], found["Ops"]["memories"]) == (1, 1)
    assert [one["kind"] for one in found.values()] == ["skills", "home"]
    assert "personal  2000 tokens, 20 answers" in techne("engrams").out


@pytest.mark.parametrize("option", ["--rename", "--merge-into"])
def test_an_empty_name_is_refused(techne: Techne, option: str) -> None:
    before = techne("engrams").out
    said = techne("engrams", "ops", option, "")
    assert said.status == 1 and said.err
    assert techne("engrams").out == before


def test_one_is_renamed(techne: Techne) -> None:
    assert list(listed(techne, "ops", "--rename", "Operations")) == ["Operations"]
    assert set(listed(techne)) == {"Operations", "Skills"}
    said = techne("engrams", "Operations", "--rename", "skills")
    assert said.status == 1 and "An engram called “skills” already exists." in said.err


def test_tier_and_cap_are_set(techne: Techne) -> None:
    one = listed(techne, "Ops", "--tier", "sensitive")["Ops"]
    assert (one["tier"], one["tokens"], one["answers"], one["usualCap"]) == (
        "sensitive", 500, 5, True,
    )  # fmt: skip
    one = listed(techne, "Ops", "--cap", "100", "3")["Ops"]
    assert (one["tokens"], one["answers"], one["usualCap"]) == (100, 3, False)
    assert listed(techne, "Ops", "--usual-cap")["Ops"]["usualCap"]
    assert techne("engrams", "Ops", "--cap", "0", "3").status == 1


def test_what_is_in_it_is_said_before_it_is_merged_or_deleted(techne: Techne) -> None:
    dry = techne("engrams", "Ops", "--delete", "--dry-run")
    assert dry.out.strip() == "In Ops: 1 skill and 1 memory."
    assert set(listed(techne)) == {"Ops", "Skills"}
    said = techne("engrams", "Ops", "--merge-into", "Skills").out
    assert said.startswith("Ops is now part of Skills: 1 skill and 1 memory.")
    assert listed(techne)["Skills"]["memories"] == 1
    techne("undo")
    assert techne("engrams", "Ops", "--delete", "--json").json[0]["skills"] == 1
    assert set(listed(techne)) == {"Skills"} and len(techne("list", "--json").json) == 1
    assert techne("undo").out.startswith("Undone: Delete engram")
    assert listed(techne)["Ops"]["memories"] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ["--delete"],
        ["Ops", "--dry-run"],
        ["Ops", "--tier", "x"],
        ["Ops", "--cap", "1"],
        ["Ops", "--delete", "--tier", "public"],
    ],
)
def test_wrong_usage(techne: Techne, wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        techne("engrams", *wrong)
    assert stopped.value.code == 2
