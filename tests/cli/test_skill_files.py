"""SKILL.md files in and out at the command line."""

from pathlib import Path

import pytest

from tests.cli.conftest import Techne
from tests.core.skill_files import DEPLOY, EVIL, named, put, zipped


def test_files_folders_and_archives_come_in_together(techne: Techne, tmp_path: Path) -> None:
    put(tmp_path / "repo", "deploy")
    put(tmp_path / "repo", "evil", EVIL)
    file = put(tmp_path / "one", "bake", named(DEPLOY, "bake"))
    archive = zipped(tmp_path / "brew.skill", {"brew/SKILL.md": named(DEPLOY, "brew")})
    said = techne("import", tmp_path / "repo", file, archive)
    assert said.status == 0
    assert "repo: 2 added, 0 updated, 0 unchanged; 1 in quarantine until released" in said.out
    assert "SKILL.md: 1 added" in said.out and "brew.skill: 1 added" in said.out
    assert "Evil: Codex" in said.out and "would not load it: no frontmatter" in said.out
    assert "signed" not in (said.out + said.err).lower()
    assert techne("show", "Deploy").out.rstrip("\n") == DEPLOY.rstrip("\n")
    assert {one["title"] for one in techne("list", "--json").json} == {
        "Deploy", "Evil", "Bake", "Brew",
    }  # fmt: skip
    techne("undo")
    assert techne("list", "--json").json == []


def test_a_preview_says_what_would_happen(techne: Techne, tmp_path: Path) -> None:
    put(tmp_path, "deploy", b"\xef\xbb\xbf" + DEPLOY.encode())
    said = techne("import", tmp_path / "deploy", "--dry-run")
    assert said.status == 0 and "deploy: 1 new; 0 findings to review" in said.out
    assert "byte-order mark" in said.out
    (document,) = techne("import", tmp_path / "deploy", "--dry-run", "--json").json
    assert document["format"] == "skills" and document["skills"][0]["notices"]
    assert techne("list", "--json").json == []


def test_names_that_are_taken_are_kept_apart_or_replaced(techne: Techne, tmp_path: Path) -> None:
    techne("import", put(tmp_path, "a/deploy"))
    other = put(tmp_path, "b/deploy", DEPLOY + "3. Tell.\n")
    techne("import", other)
    titles = sorted(one["title"] for one in techne("list", "--json").json)
    assert titles == ["Deploy", "Deploy (2)"]
    techne("undo")
    techne("import", other, "--on-conflict", "replace")
    assert techne("show", "Deploy").out.rstrip("\n").endswith("3. Tell.")


def test_a_folder_without_a_skill_is_reported_and_stops_nothing(
    techne: Techne, tmp_path: Path
) -> None:
    empty = zipped(tmp_path / "empty.zip", {"notes.md": "x"})
    said = techne("import", empty, put(tmp_path, "deploy"))
    assert said.status == 1 and "There is no skill in empty.zip." in said.err
    assert len(techne("list", "--json").json) == 1


def test_skills_go_out_as_folders_and_as_an_archive(techne: Techne, tmp_path: Path) -> None:
    text = "# Ship it\n\nTrigger: a release\n\n1. Open /home/ada/plan.txt.\n2. @skill: Deploy\n"
    techne("import", put(tmp_path, "mine", text, "ship.md"))
    techne("import", put(tmp_path, "a/deploy"))
    into = tmp_path / "out"
    said = techne("export", "Ship it", "--with-calls", "-o", into, "--format", "skill-md", "--json")
    assert said.status == 0 and "Review Ship it, line 5" in said.err
    names = {one["name"]: one["files"] for one in said.json["skills"]}
    assert names == {"ship-it": ["SKILL.md"], "deploy": ["SKILL.md"]}
    assert (into / "deploy/SKILL.md").read_text() == DEPLOY
    again = techne("import", into, "--engram", "Copies", "--json").json
    assert again[0]["added"] == 2
    archive = tmp_path / "ship.skill"
    assert techne("export", "Deploy", "--engram", "Copies", "-o", archive,
                  "--format", "skill-zip").status == 0  # fmt: skip
    assert archive.read_bytes().startswith(b"PK")
    both = techne("export", "Ship it", "--engram", "Copies", "--with-calls", "-o", archive,
                  "--format", "skill-zip")  # fmt: skip
    assert both.status == 1 and "holds one skill" in both.err


def test_only_packs_are_locked(techne: Techne, tmp_path: Path) -> None:
    techne("import", put(tmp_path, "deploy"))
    with pytest.raises(SystemExit):
        techne("export", "Deploy", "-o", tmp_path / "x", "--format", "skill-md", "--hide-names")
    assert not (tmp_path / "x").exists()
