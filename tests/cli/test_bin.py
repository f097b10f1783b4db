"""`techne bin`: what was deleted, from the command line."""

import io
from pathlib import Path

import pytest

from tests.cli.conftest import Techne

TEA = "# Brew tea\n\n1. Boil\n"


@pytest.fixture
def tea(techne: Techne, tmp_path: Path) -> str:
    """The id of a skill that was deleted."""
    file = tmp_path / "tea.md"
    file.write_text(TEA, encoding="utf-8")
    made = techne("edit", "--new", "--text-file", file, "--engram", "Kitchen", "--json").json
    techne("delete", "Brew tea")
    return str(made["id"])


def test_the_bin_is_listed(techne: Techne, tea: str) -> None:
    (found,) = techne("bin", "--json").json
    assert found["id"] == tea
    assert (found["title"], found["engram"]) == ("Brew tea", "Kitchen")
    assert (found["actor"], found["undone"]) == ("command line", False)
    assert "Brew tea" in techne("bin", "list").out


def test_an_empty_bin_says_so(techne: Techne) -> None:
    for arguments in (("bin",), ("bin", "restore", "--all"), ("bin", "empty", "--yes")):
        assert techne(*arguments).out == "The bin is empty.\n"
    assert techne("bin", "--json").json == []


@pytest.mark.parametrize("how", [("Brew tea",), ("--all",)])
def test_a_skill_is_restored(techne: Techne, tea: str, how: tuple[str]) -> None:
    assert techne("bin", "restore", *how, "--json").json == [
        {"id": tea, "title": "Brew tea", "was": None}
    ]
    assert techne("show", "Brew tea").out == TEA
    techne("undo")
    assert [one["id"] for one in techne("bin", "--json").json] == [tea]


def test_it_is_said_when_the_name_is_taken(techne: Techne, tea: str, tmp_path: Path) -> None:
    techne("edit", "--new", "--text-file", tmp_path / "tea.md", "--engram", "Kitchen")
    said = techne("bin", "restore", tea)
    assert (
        said.out == "Restored Brew tea as “Brew tea 2”, because another skill has its name now.\n"
    )


def test_emptying_is_said_yes_to(techne: Techne, tea: str) -> None:
    refused = techne("bin", "empty", "--json")
    assert (refused.status, refused.json["error"]["code"]) == (1, "not-confirmed")
    assert len(techne("bin", "--json").json) == 1
    (gone,) = techne("bin", "empty", "--yes", "--json").json["emptied"]
    assert gone["id"] == tea
    assert techne("bin", "--json").json == []
    assert techne("bin", "restore", tea).status == 1


@pytest.mark.parametrize(("answer", "left"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_a_terminal_is_asked(
    techne: Techne, tea: str, monkeypatch: pytest.MonkeyPatch, answer: str, left: int
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(answer))
    said = techne("bin", "empty", tea)
    assert "Permanently delete 1 skill and its runs? This cannot be undone. [y/N]" in said.err
    assert len(techne("bin", "--json").json) == left


@pytest.mark.parametrize(
    "wrong", [("restore",), ("restore", "a", "--all"), ("list", "a"), ("--yes",), ("--all",)]
)
def test_wrong_usage_is_said(techne: Techne, wrong: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        techne("bin", *wrong)
    assert left.value.code == 2


def test_a_history_is_quiet_about_what_came_to_nothing(techne: Techne, tea: str) -> None:
    techne("bin", "restore", tea)
    quiet = techne("history", "Brew tea").out
    assert "v2–v3 (current)" in quiet and "Deleted and restored" in quiet
    assert len(quiet.splitlines()) == 3
    assert len(techne("history", "Brew tea", "--all").out.splitlines()) == 4
    found = techne("history", "Brew tea", "--json").json
    assert [one["roundTrip"] and one["roundTrip"]["since"] for one in found] == [2, 2, None]


def test_a_deletion_cannot_be_compared_and_says_what_can(techne: Techne, tea: str) -> None:
    techne("bin", "restore", tea)
    refused = techne("diff", "Brew tea", "1", "2")
    assert refused.err.splitlines() == [
        "Version 2 has no text: it marks the deletion of the skill.",
        "The text before that is version 1.",
    ]
