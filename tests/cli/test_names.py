"""Which skill a name means on the command line, and files that are never written over."""

import json
from pathlib import Path

import pytest

from app.core.library import library
from app.core.library.record import Meta, Status
from app.core.vault import Vault
from tests.cli.conftest import Techne

TEA = "# Brew tea\n\n1. Boil.\n"


def test_a_skill_in_quarantine_takes_nobodys_name(
    techne: Techne, home: Path, data_key: bytes
) -> None:
    """Neither that of a skill filed elsewhere nor that of a demo."""
    with Vault(home, data_key) as vault:
        strange = library.save(vault, None, "# Brew tea\n\n1. Pour it away.\n").skill
        engram = library.last_meta(vault, strange)
        assert engram is not None
        library.refile(vault, strange, Meta(engram.engram, Status.QUARANTINED))
    assert "Pour it away" in techne("show", "brew tea").out
    with Vault(home, data_key) as vault:
        library.save(vault, None, TEA)
    assert techne("show", "brew tea").out == TEA
    assert "Pour it away" in techne("show", f"skill:{strange}").out


def test_of_two_with_one_name_the_ids_are_said(techne: Techne, home: Path, data_key: bytes) -> None:
    with Vault(home, data_key) as vault:
        one, other = (library.save(vault, None, TEA).skill for _n in range(2))
    said = techne("show", "brew tea")
    assert said.status == 1 and f"skill:{one}, skill:{other}" in said.err
    assert techne("show", f"skill:{other}").out == TEA


def test_undo_says_which_skills_it_was_about(techne: Techne, home: Path, data_key: bytes) -> None:
    with Vault(home, data_key) as vault:
        library.save(vault, None, TEA)
        library.delete(vault, *(i for (i,) in vault.rows("select id from skill")))
    assert techne("undo").out == "Undone: Delete skill (Brew tea)\n"
    assert techne("undo", "--json").json == {"undone": "New skill", "skills": ["Brew tea"]}


@pytest.mark.usefixtures("named")
def test_an_export_never_replaces_what_is_no_pack(
    techne: Techne, home: Path, data_key: bytes, tmp_path: Path
) -> None:
    with Vault(home, data_key) as vault:
        library.save(vault, None, TEA)
    note, pack = tmp_path / "note.md", tmp_path / "tea.gsk"
    note.write_text("precious")
    said = techne("export", "brew tea", "-o", note)
    assert said.status == 1 and "is not a pack" in said.err
    assert note.read_text() == "precious"
    pack.touch()
    assert techne("export", "brew tea", "-o", pack).status == 0
    first = pack.read_bytes()
    assert json.loads(techne("export", "brew tea", "-o", pack, "--json").out)["skills"]
    assert pack.read_bytes() != first


def test_a_new_skill_makes_its_engram(techne: Techne, tmp_path: Path) -> None:
    text = tmp_path / "tea.md"
    text.write_text(TEA)
    said = techne("edit", "--new", "--engram", "Kitchen", "--text-file", text, "--json")
    assert said.json["engram"] == "Kitchen"
    assert techne("undo").status == 0
    assert "Kitchen" not in techne("engrams").out


def test_a_weak_passphrase_is_told_and_taken(
    techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a")
    monkeypatch.setenv("TECHNE_PASSPHRASE_FILE", str(secret))
    said = techne("init", "--home", tmp_path / "other", "--no-demos")
    assert said.status == 0 and "The passphrase is weak" in said.err
    secret.write_text("correct horse battery staple six")
    said = techne("init", "--home", tmp_path / "third", "--no-demos")
    assert said.status == 0 and "weak" not in said.err
