"""`techne remember`, `recall` and `search`."""

from pathlib import Path

import pytest

from app.cli import knowledge_answer
from app.core.memory.hashed import Hashed
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys

NOTE = "The rollback script lies in the attic and takes twenty minutes."

GARDEN = """# Tomatoes

They want water twice a day in August, never at noon.

# Roses

They are cut in March, when the forsythia is in bloom.
"""


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge_answer, "MiniLM", Hashed)


def test_what_is_remembered_is_recalled_with_reasons(techne: Techne) -> None:
    assert techne("remember", NOTE).out == "1 memory kept in Memories.\n"
    assert "0 memories kept in Memories. 1 known already." in techne("remember", NOTE).out
    said = techne("recall", "where is the rollback script?").out
    assert NOTE in said and "has “rollback”, “script”" in said and "(Memories · Note)" in said
    (hit,) = techne("search", "rollback attic", "--json").json
    assert (hit["kind"], hit["text"], hit["source"]) == ("memory", NOTE, "Note")
    assert techne("recall", "quantum chromodynamics lattice").out == (
        "Nothing is known about that.\n"
    )
    assert techne("recall", "quantum chromodynamics lattice", "--json").json == []


def test_a_document_goes_into_an_engram(techne: Techne, tmp_path: Path) -> None:
    path = tmp_path / "garden.md"
    path.write_text(GARDEN, encoding="utf-8")
    document = techne("remember", "--file", path, "--engram", "Garden", "--json").json
    assert (len(document["added"]), document["engram"]) == (2, "Garden")
    assert set(keys(document)) == documented("remember")
    hits = techne("recall", "when are roses cut", "--engram", "garden", "--json").json
    assert [hit["title"] for hit in hits] == ["Roses"]
    assert set(keys(hits)) == documented("recall")
    assert techne("recall", "roses", "--only", "skill", "--json").json == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["remember", "   "], "nothing to remember"),
        (["recall", ""], "Ask something"),
        (["recall", "tea", "--engram", "Nowhere"], "no engram called"),
    ],
)
def test_what_cannot_be_done_is_said(techne: Techne, arguments: list[str], says: str) -> None:
    said = techne(*arguments)
    assert said.status == 1 and says in said.err


def test_a_file_that_is_no_text_is_refused(techne: Techne, tmp_path: Path) -> None:
    path = tmp_path / "picture.md"
    path.write_bytes(b"\xff\xfe\x00\x01\x80")
    assert "not text" in techne("remember", "--file", path).err
