"""Documents at the command line: from the file to the skill, and back with one undo."""

from pathlib import Path

import pytest

from tests.cli.conftest import Techne
from tests.core.document_files import pdf, word

BAKE = (
    ("title", "Bake bread"),
    ("h1", "Steps"),
    ("1", "Mix."),
    ("1", "If it is wet, go to step 1."),
)
CLEAN = (("title", "Clean up"), ("1", "1. Sweep."), ("1", "2. Mop."))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    bread, clean = tmp_path / "bread.docx", tmp_path / "clean.pdf"
    bread.write_bytes(word(BAKE))
    clean.write_bytes(pdf(CLEAN))
    return bread, clean


def titles(techne: Techne) -> set[str]:
    return {one["title"] for one in techne("list", "--json").json}


def test_documents_become_skills_with_one_undo(techne: Techne, files: tuple[Path, Path]) -> None:
    before = titles(techne)
    said = techne("import", *files, "--engram", "Bakery", "--json")
    assert said.status == 0
    bread, clean = said.json
    assert (bread["format"], bread["title"], bread["steps"]) == ("word", "Bake bread", 2)
    assert (clean["format"], clean["title"], clean["steps"]) == ("pdf", "Clean up", 2)
    assert bread["imported"] and bread["engram"] == "Bakery" and bread["id"]
    assert [one["became"] for one in clean["passages"]] == ["title", "step", "step"]
    assert titles(techne) == before | {"Bake bread", "Clean up"}
    assert techne("show", "Bake bread").out == bread["text"]
    kept = techne("attachments", "Bake bread", "--json").json
    assert [one["name"] for one in kept] == ["bread.docx"]
    techne("undo")
    assert titles(techne) == before


def test_a_rehearsal_imports_nothing(techne: Techne, files: tuple[Path, Path]) -> None:
    before = titles(techne)
    said = techne("import", *files, "--dry-run")
    assert said.out.splitlines()[0].startswith("bread.docx: “Bake bread”, 2 steps")
    assert titles(techne) == before


def test_one_that_cannot_be_read_stops_no_other(
    techne: Techne, files: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "bad.docx").write_bytes(b"PK\x03\x04")
    said = techne("import", tmp_path / "bad.docx", files[0], "--json")
    assert said.status == 1 and "bad.docx: It is damaged." in said.err
    assert [one.get("error") for one in said.json] == ["It is damaged.", None]
    assert "Bake bread" in titles(techne)


def test_the_original_is_not_kept_when_nobody_wants_it(
    techne: Techne, files: tuple[Path, Path]
) -> None:
    techne("import", files[0], "--without-originals")
    assert techne("attachments", "Bake bread", "--json").json == []


def test_the_original_leaves_only_when_that_is_asked_for(
    techne: Techne, files: tuple[Path, Path], tmp_path: Path
) -> None:
    techne("import", files[0])
    techne("identity", "--name", "Mara")
    said = techne("export", "Bake bread", "-o", tmp_path / "a.gsk")
    assert "Left out, because they are private: bread.docx" in said.err
    whole = techne("export", "Bake bread", "-o", tmp_path / "b.gsk", "--with-originals")
    assert "Left out" not in whole.err
    sizes = [(tmp_path / name).stat().st_size for name in ("a.gsk", "b.gsk")]
    assert sizes[1] > sizes[0] + 10_000


def test_a_pack_and_a_document_in_one_command(
    techne: Techne, files: tuple[Path, Path], tmp_path: Path
) -> None:
    techne("import", files[1])
    techne("identity", "--name", "Mara")
    techne("export", "Clean up", "-o", tmp_path / "clean.gsk")
    techne("undo")
    before = titles(techne)
    said = techne("import", tmp_path / "clean.gsk", files[0], "--json")
    assert said.status == 0
    pack, bread = said.json
    assert (pack["added"], bread["title"]) == (1, "Bake bread")
    assert bread["id"] == techne("details", "Bake bread", "--json").json["id"]
    assert titles(techne) == before | {"Clean up", "Bake bread"}
    assert "Import 2 files" in techne("undo").out
    assert titles(techne) == before


def test_documents_come_in_when_a_pack_does_not(
    techne: Techne, files: tuple[Path, Path], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.gsk"
    bad.write_bytes(b"nothing")
    said = techne("import", bad, files[0], "--json")
    assert said.status == 1 and "Bake bread" in titles(techne)


def test_a_pack_that_brings_nothing_new_and_a_document(
    techne: Techne, files: tuple[Path, Path], tmp_path: Path
) -> None:
    techne("import", files[1])
    techne("identity", "--name", "Mara")
    techne("export", "Clean up", "-o", tmp_path / "clean.gsk")
    techne("undo")
    techne("import", tmp_path / "clean.gsk")
    said = techne("import", tmp_path / "clean.gsk", files[0], "--json").json
    assert (said[0]["kept"], said[0]["added"], said[1]["imported"]) == (1, 0, True)
    techne("undo")
    assert "Bake bread" not in titles(techne) and "Clean up" in titles(techne)
