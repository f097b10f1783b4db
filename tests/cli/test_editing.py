"""`techne edit --base`: what others changed meanwhile is kept, or the edit is refused."""

from pathlib import Path

import pytest

from tests.cli.conftest import Techne

BAKE = (
    "# Bake bread\n\nSuccess: a loaf\n\n1. Weigh the flour\n2. Knead it\n3. Let it rise\n4. Bake\n"
)


@pytest.fixture
def save(techne: Techne, tmp_path: Path) -> Techne:
    """`save(text, *arguments)`: edit with a text."""
    draft = tmp_path / "bake.md"

    def do(text: str | Path, *arguments: str | Path):  # type: ignore[no-untyped-def]
        draft.write_text(str(text), encoding="utf-8")
        return techne("edit", "--json", "--text-file", draft, *arguments)

    assert do(BAKE, "--new").status == 0
    return do


def test_an_edit_names_what_it_was_made_from(techne: Techne, save: Techne) -> None:
    base = techne("show", "Bake bread", "--json").json["base"]
    assert [row["base"] for row in techne("list", "--json").json] == [base]
    first = save(BAKE.replace("a loaf", "two loaves"), "Bake bread", "--base", base)
    assert (first.json["version"], first.json["merged"]) == (2, False)
    second = save(BAKE.replace("4. Bake", "4. Bake it hot"), "Bake bread", "--base", base)
    assert (second.json["version"], second.json["merged"]) == (3, True)
    text = techne("show", "Bake bread").out
    assert "two loaves" in text and "Bake it hot" in text
    refused = save(BAKE.replace("4. Bake", "4. Bake slowly"), "Bake bread", "--base", "1")
    assert refused.status == 1 and "tep 4 reworded" in refused.err
    assert refused.json["error"]["code"] == "stale-edit"
    assert techne("show", "Bake bread").out == text
    assert save(BAKE, "Bake bread").json["version"] == 4  # without a base it replaces


def test_a_base_that_never_was_is_said_so(save: Techne) -> None:
    for wrong in ("9", "one", "1.999"):
        assert save(BAKE, "Bake bread", "--base", wrong).json["error"]["code"] == "not-found"
    assert save(BAKE, "--new", "--base", "1").json["error"]["code"] == "failed"


def test_a_version_from_before_a_rename_comes_back_under_the_name_of_today(
    techne: Techne, save: Techne
) -> None:
    save(BAKE + "5. Eat\n", "Bake bread")
    techne("rename", "Bake bread", "Bake rolls")
    said = techne("rollback", "Bake rolls", "1")
    assert said.out.splitlines() == [
        "Version 1 of Bake rolls is current again, as version 4.",
        "It keeps the name “Bake rolls”; in version 1 it was “Bake bread”.",
    ]
    assert techne("show", "Bake rolls").out == BAKE.replace("Bake bread", "Bake rolls")
    assert "differs only in its name" in techne("rollback", "Bake rolls", "1").err
