"""`techne relations` and `relate`."""

from pathlib import Path
from typing import Any

import pytest

from app.core.library import library
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.memory.memories import remember
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys
from tests.conftest import PASSPHRASE

DEPLOY = "# Safe deploy\n\nRequires Smoke tests to pass.\n\n1. Deploy.\n"
SMOKE = "# Smoke tests\n\n1. Run them.\n"
NOTES = "# Release notes\n\n1. Write them.\n"


@pytest.fixture(autouse=True)
def _skills(home: Path) -> None:
    """Three skills; two are used in the sessions of three memories, one states a relation."""
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        deploy, _smoke, notes = (
            library.save(vault, None, text).skill for text in (DEPLOY, SMOKE, NOTES)
        )
        for number in (1, 2, 3):
            (memory,) = remember(vault, f"What happened in week {number}.").added
            for skill in (deploy, notes):
                usage.record(vault, skill, Procedural(), session=f"s{number}", memory=memory)


def listed(techne: Techne, *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = techne("relations", *arguments, "--json").json
    return found


def kinds(found: list[dict[str, Any]]) -> list[str]:
    return [one["kind"] for one in found]


def test_relations_are_listed_with_where_they_come_from(techne: Techne) -> None:
    found = listed(techne)
    assert set(keys(found)) == documented("relations") - {"place"}
    assert {(one["kind"], one["origin"]) for one in found} == {
        ("requires", "extracted"),
        ("often_used_with", "computed"),
    }
    said = techne("relations", "Safe deploy").out
    assert "Safe deploy  requires  Smoke tests\n             stated by a text; open" in said
    assert "“Requires Smoke tests to pass.”" in said
    assert "often used with" in said and "computed from 3 shared memories" in said
    assert listed(techne, "Smoke tests") == [one for one in found if one["kind"] == "requires"]


def test_several_kinds_are_made_by_hand_and_taken_back(techne: Techne) -> None:
    pair = ("relate", "Smoke tests", "Release notes")
    made = techne(*pair, "--kind", "enables", "--kind", "depends_on", "--json").json
    assert kinds(made) == ["enables", "depends_on"]
    assert {one["origin"] for one in made} == {"person"}
    again = techne(*pair, "--kind", "enables", "--json").json
    assert again[0]["id"] == made[0]["id"]
    assert kinds(techne(*pair, "--json").json) == ["related_to"]
    techne("relations", "--remove", str(made[0]["id"]), str(made[1]["id"]))
    assert kinds(listed(techne, "Release notes")).count("related_to") == 1
    assert "enables" not in kinds(listed(techne, "Release notes"))


@pytest.mark.parametrize("other", ["Release notes", "memory:2"])
def test_one_undo_takes_back_all_kinds(techne: Techne, other: str) -> None:
    before = listed(techne, "Smoke tests")
    pair = ("Smoke tests", other, "--kind", "enables", "--kind", "depends_on")
    techne("relate", *pair)
    made = listed(techne, "Smoke tests")
    assert len(made) == len(before) + 2
    techne("undo")
    assert listed(techne, "Smoke tests") == before
    techne("relate", *pair)
    techne("unrelate", *pair)
    assert listed(techne, "Smoke tests") == before
    techne("undo")
    assert kinds(listed(techne, "Smoke tests")) == kinds(made)


def test_a_memory_can_be_related(techne: Techne) -> None:
    said = techne("relate", "Smoke tests", "memory:2").out
    assert "Smoke tests  related to  memory:2 “What happened in week 2.”" in said
    (one,) = [r for r in listed(techne, "Smoke tests") if r["memory"]]
    assert (one["memory"], one["target"], one["origin"]) == (2, None, "person")
    assert listed(techne, "memory:2") == [one] and listed(techne, "memory:1") == []


def test_computed_relations_are_reviewed(techne: Techne) -> None:
    computed = listed(techne, "--review")[0]
    assert computed["kind"] == "often_used_with"
    number = str(computed["id"])
    assert techne("relations", "--accept", number, "--json").json[0]["state"] == "confirmed"
    assert "often_used_with" not in kinds(listed(techne, "--review"))
    assert "often_used_with" in kinds(listed(techne))
    assert techne("relations", "--dismiss", number, "--json").json[0]["state"] == "dismissed"
    assert "often_used_with" not in kinds(listed(techne))
    assert kinds(listed(techne, "--dismissed")) == ["often_used_with"]
    techne("relations", "--reopen", number)
    assert "often_used_with" in kinds(listed(techne, "--review"))


def test_an_empty_list_is_said(techne: Techne) -> None:
    for one in listed(techne, "--review"):
        techne("relations", "--dismiss", str(one["id"]))
    assert techne("relations", "--review").out == "Nothing to review.\n"
    assert techne("relations").out == "No relations.\n"
    assert techne("relations", "--json").json == []


def test_what_cannot_be_done_is_said(techne: Techne) -> None:
    (stated,) = [one for one in listed(techne) if one["origin"] == "extracted"]
    for arguments, says in (
        (("relations", "Nobody"), "no skill called"),
        (("relations", "--accept", "999"), "no relation with the number 999"),
        (("relations", "--remove", str(stated["id"])), "was not made by hand"),
        (("relate", "Smoke tests", "smoke-tests"), "cannot be related to itself"),
        (("relate", "Smoke tests", "memory:99"), "no memory with the number 99"),
    ):
        said = techne(*arguments)
        assert (said.status, said.out) == (1, "") and says in said.err
    assert techne("relations", "--dismiss", str(stated["id"]), "999").status == 1
    assert stated in listed(techne), "one wrong number changes nothing"


@pytest.mark.parametrize(
    "arguments", [("relate", "a", "b", "--kind", "likes"), ("relations", "--accept", "x")]
)
def test_wrong_usage(techne: Techne, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        techne(*arguments)
    assert ended.value.code == 2
