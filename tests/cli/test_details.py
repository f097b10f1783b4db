"""`techne details`, the lists by origin and order, and what is outside the vault."""

from pathlib import Path
from typing import Any

import pytest

from app.core.graph.relation_cues import Kind
from app.core.library import library
from app.core.memory import nodes, relations
from app.core.packs.format.native import write_native
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys
from tests.conftest import PASSPHRASE
from tests.core.trade import BREW, GUILD, pack

DEPLOY = "---\nname: deploy\ndescription: Ships.\nversion: 2.1\n---\n# Deploy\n\n1. Ship.\n"


@pytest.fixture(autouse=True)
def _skills(home: Path) -> None:
    """Three skills; one depends on the others."""
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        deploy, smoke, other = (
            library.save(vault, None, text).skill
            for text in (DEPLOY, "# Smoke tests\n", "# Deploy by hand\n")
        )
        nodes.catch_up(vault)
        relations.link(vault, deploy, smoke, Kind.REQUIRES)
        relations.link(vault, deploy, smoke, Kind.DEPENDS_ON)
        relations.link(vault, deploy, smoke, Kind.RELATED_TO)
        relations.link(vault, other, deploy, Kind.VARIANT_OF)


def test_fields_are_shown_and_chosen(techne: Techne) -> None:
    first = techne("details", "Deploy", "--json").json
    assert set(keys(first)) == documented("details") - {"pack", "name", "publisher", "path"}
    assert (first["version"], first["declaredVersion"], first["origin"]) == (1, "2.1", "user")
    chosen = techne(
        "details", "Deploy", "--role", "workflow", "--confidence", "0.5", "--origin", "learned",
        "--hint", "which branch", "--hint", "which host", "--pattern", "**/*.tf",
        "--precedence", "overrides", "--json",
    ).json  # fmt: skip
    assert (chosen["version"], chosen["role"], chosen["confidence"]) == (2, "workflow", 0.5)
    assert chosen["inputHints"] == ["which branch", "which host"]
    assert chosen["filePatterns"] == ["**/*.tf"]
    assert (chosen["origin"], chosen["installedFrom"]) == ("learned", None)
    assert chosen["precedence"] == "overrides"
    assert chosen["updatedBy"] == "command line"
    said = techne("details", "Deploy").out
    assert "v2; its text says 2.1" in said and "which branch; which host" in said
    gone = techne("details", "Deploy", "--hint", "", "--role", "by-text", "--precedence", "none",
                  "--json").json  # fmt: skip
    assert (gone["inputHints"], gone["role"], gone["precedence"]) == ([], "utility", None)
    assert techne("undo").out.startswith("Undone: Change details (")


@pytest.mark.parametrize("wrong", [["--role", "chief"], ["--confidence", "2"], ["--origin", "x"]])
def test_what_cannot_be_chosen_is_a_usage_error(techne: Techne, wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        techne("details", "Deploy", *wrong)
    assert stopped.value.code == 2


def test_a_pack_is_named_as_where_it_was_installed_from(techne: Techne, tmp_path: Path) -> None:
    kitchen = tmp_path / "kitchen.gsk"
    kitchen.write_bytes(write_native(pack(BREW), GUILD))
    techne("import", kitchen, "--trust", "once")
    found = techne("details", "Brew tea", "--json").json
    assert set(keys(found)) == documented("details")
    assert found["origin"] == "imported" and found["installedFrom"]["name"] == "Brew tea"
    assert found["installedFrom"]["path"] == str(kitchen.resolve())
    assert "imported, from “Brew tea”" in techne("details", "Brew tea").out
    (listed, *_more) = techne("list", "--origin", "imported", "--json").json
    assert listed["engram"] == found["engram"]


def titles(found: list[dict[str, Any]]) -> list[str]:
    return [one["title"] for one in found]


def test_lists_are_narrowed_by_origin_and_ordered(techne: Techne) -> None:
    techne("details", "Smoke tests", "--origin", "learned")
    assert titles(techne("list", "--origin", "learned", "--json").json) == ["Smoke tests"]
    assert techne("list", "--origin", "disk").out.strip() == "No skill matches."
    techne("used", "Deploy by hand")
    for order, first in (
        ("title", "Deploy"), ("updated", "Smoke tests"), ("created", "Deploy by hand"),
        ("uses", "Deploy by hand"), ("importance", "Deploy by hand"),
    ):  # fmt: skip
        assert titles(techne("list", "--order", order, "--json").json)[0] == first, order


def test_a_skill_is_shown_with_what_it_depends_on(techne: Techne) -> None:
    techne("relate", "Deploy", "guide.md::Setup", "--in", "doc")
    found = techne("show", "Deploy", "--json").json
    assert set(keys(found)) == documented("show") - {"pack", "name", "publisher", "path", "value"}
    assert titles(found["dependsOn"]) == titles(found["related"]) == ["Smoke tests"]
    assert titles(found["variants"]) == ["Deploy by hand"] and found["dependedBy"] == []
    assert found["links"] == [{"place": "docs", "target": "guide.md::Setup", "kind": "related_to"}]
    assert titles(techne("show", "Smoke tests", "--json").json["dependedBy"]) == ["Deploy"]


def test_what_is_outside_is_related_listed_found_and_taken_back(techne: Techne) -> None:
    pair = ("Deploy", "src/ship.py::main", "--in", "code")
    made = techne("relate", *pair, "--kind", "requires", "--kind", "enables", "--json").json
    assert set(keys(made)) == documented("relations")
    assert [(one["id"], one["outside"]) for one in made] == [
        (None, {"place": "code", "target": "src/ship.py::main"})
    ] * 2
    assert [one for one in techne("relations", "Deploy", "--json").json if one["outside"]] == made
    assert "Deploy  requires  src/ship.py::main" in techne("relations", "Deploy").out
    back = techne("relations", "src/ship.py::main", "--in", "code", "--json").json
    assert [(one["sourceTitle"], one["kind"]) for one in back] == [
        ("Deploy", "requires"),
        ("Deploy", "enables"),
    ]
    assert techne("relations", "ship.py", "--in", "code", "--json").json == []
    gone = techne("unrelate", *pair, "--kind", "requires", "--json").json
    assert [one["kind"] for one in gone] == ["requires"]
    assert [one["kind"] for one in techne("unrelate", *pair, "--json").json] == ["enables"]
    said = techne("unrelate", *pair)
    assert said.status == 1 and "Deploy and src/ship.py::main were not related" in said.err


def test_relations_made_by_hand_are_taken_back_by_their_names(techne: Techne) -> None:
    pair = ("unrelate", "Smoke tests", "Deploy")
    one_kind = techne(*pair, "--kind", "requires", "--json").json
    assert [one["kind"] for one in one_kind] == ["requires"]
    left = {one["kind"] for one in techne(*pair, "--json").json}
    assert left == {"depends_on", "related_to"}
    assert techne(*pair).status == 1
    techne("remember", "It rained.")
    techne("relate", "Deploy", "memory:1")
    assert techne("unrelate", "Deploy", "memory:1", "--json").json[0]["memory"] == 1
