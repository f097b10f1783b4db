"""Folders that agents read, from the command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import Techne

SHIP = "---\nname: ship\ndescription: Ships the build.\n---\n# Ship\n\n1. Build.\n"
TEA = "# Brew tea\n\n1. Boil\n"


@pytest.fixture
def claude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a client, with a skill that it loads and one that others refuse."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    root = tmp_path / ".claude" / "skills"
    for name, text in (("ship", SHIP), ("bare", "# Bare\n\n1. Do.\n")):
        (root / name).mkdir(parents=True)
        (root / name / "SKILL.md").write_text(text)
    return root


@pytest.fixture
def tea(techne: Techne, tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text(TEA)
    techne("edit", "--new", "--text-file", tmp_path / "tea.md")


def test_folders_of_clients_are_found_and_nothing_is_linked_unasked(
    techne: Techne, claude: Path
) -> None:
    (found,) = techne("link", "--json").json
    assert (found["path"], found["mode"]) == (str(claude), "off")
    said = [(one["name"], one["state"], one["id"]) for one in found["skills"]]
    assert said == [("bare", "found", None), ("ship", "found", None)]
    assert "Claude Code" in found["clients"]
    assert techne("list", "--json").json == []


def test_a_folder_is_linked_and_followed(techne: Techne, claude: Path) -> None:
    said = techne("link", claude)
    assert "Its files are not encrypted." in said.out and "read: bare, ship" in said.out
    assert techne("show", "Ship").out == SHIP
    (claude / "ship" / "SKILL.md").write_text(SHIP + "2. Ship.\n")
    (folder,) = techne("sync", "--dry-run", "--json").json
    assert [(one["name"], one["state"]) for one in folder["skills"]] == [
        ("bare", "in sync"), ("ship", "changed on disk"),
    ]  # fmt: skip
    assert techne("sync", claude, "--json").json["read"] == ["ship"]
    assert techne("show", "Ship").out.endswith("2. Ship.\n")
    assert "Claude Code would let only a person call it: no frontmatter" in techne("link").out
    assert techne("repair", claude, "bare", "--json").json["read"] == ["bare"]
    assert "would" not in techne("link").out
    assert techne("unlink", claude, "--json").json == {"unlinked": str(claude)}
    assert techne("show", "Ship").status == 0 and (claude / "ship" / "SKILL.md").exists()


def test_what_a_client_will_cut_is_said_before_anything_is_linked(
    techne: Techne, tmp_path: Path, claude: Path
) -> None:
    (claude / "ship" / "SKILL.md").write_text(SHIP.replace("the build.", "the build." * 200))
    said = techne("link").out
    assert (
        "1 of 1 description will be cut in Claude Code (longer than 1536 characters): ship" in said
    )
    (found,) = techne("link", "--json").json
    (budget,) = [one for one in found["budgets"] if one["client"] == "Claude Code"]
    assert budget == {
        "client": "Claude Code", "project": None, "listed": 1, "taken": 7635, "most": 30_000,
        "each": 1536, "dropped": [], "cut": ["ship"],
    }  # fmt: skip


def test_only_some_skills_of_a_folder_are_taken(techne: Techne, claude: Path) -> None:
    assert techne("link", claude, "--skill", "ship", "--json").json["read"] == ["ship"]
    assert [one["title"] for one in techne("list", "--json").json] == ["Ship"]
    (folder,) = techne("sync", "--dry-run", "--json").json
    assert [one["state"] for one in folder["skills"]] == ["foreign", "in sync"]
    assert techne("adopt", claude, "bare", "--json").json["read"] == ["bare"]
    refused = techne("link", claude, "--skill", "nothing", "--json")
    assert refused.json["error"]["code"] == "not-found"


@pytest.mark.usefixtures("tea")
def test_skills_are_put_somewhere_and_taken_out(techne: Techne, claude: Path) -> None:
    file = claude / "brew-tea" / "SKILL.md"
    techne("link", claude, "--mode", "copies", "--skill", "Brew tea")
    assert file.read_text().endswith(TEA)
    (done,) = techne("deploy", "Brew tea", claude, "--json").json
    assert done == {"name": "brew-tea", "path": str(file.parent), "about": ""}
    file.write_text("# Changed\n")
    assert techne("retract", "Brew tea", claude, "--json").json["error"]["code"] == "stale-edit"
    assert techne("adopt", claude, "brew-tea", "--json").json["read"] == ["brew-tea"]
    assert techne("retract", "Changed", claude, "--json").json == {"retracted": [str(file.parent)]}
    assert not file.parent.exists() and (claude / "ship").exists()


@pytest.mark.usefixtures("tea")
def test_a_foreign_folder_is_not_replaced(techne: Techne, claude: Path) -> None:
    theirs = claude / "brew-tea" / "SKILL.md"
    theirs.parent.mkdir()
    theirs.write_text("# Theirs\n")
    techne("link", claude, "--mode", "copies")
    failed = techne("deploy", "Brew tea", claude, "--json")
    assert failed.json["error"]["code"] == "folder-taken" and theirs.read_text() == "# Theirs\n"


def test_skills_are_pinned_and_hidden(techne: Techne, claude: Path) -> None:
    techne("link", claude)
    (pinned,) = techne("pin", claude, "ship", "--json").json
    assert pinned["pinned"] and techne("pin", claude, "ship", "--undo").out == "  ship: in sync\n"
    assert techne("disable", claude, "ship").out == "  ship: off\n"
    assert not (claude / "ship" / "SKILL.md").exists()
    (back,) = techne("disable", claude, "ship", "--undo", "--json").json
    assert back["state"] == "in sync" and (claude / "ship" / "SKILL.md").read_text() == SHIP


def test_a_name_that_is_not_there_is_said(techne: Techne, claude: Path) -> None:
    assert techne("sync", claude, "--json").json["error"]["code"] == "not-found"
    techne("link", claude)
    for command in ("adopt", "repair", "pin", "disable"):
        assert techne(command, claude, "none", "--json").json["error"]["code"] == "not-found"
