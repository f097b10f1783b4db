"""`techne train` on an empty vault with a few notes."""

from pathlib import Path

import pytest

from app.core.library import library
from app.core.memory.memories import remember
from app.core.memory.sources import Source
from app.core.training.rejections import rejected
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys
from tests.conftest import PASSPHRASE

TEXT = """# Release

1. Run the database migrations on the branch.
2. Deploy the service to production.
"""
TAKEN_OUT = {"memory", "text", "why"}
ROUND_TRIP = {"since", "until", "what"}
NOTE = "Deploy the service to production only in the deploy window, after lunch."


@pytest.fixture
def release(home: Path) -> int:
    """A skill, a note about it, one that says the same and one about something else."""
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        remember(vault, NOTE, source=Source("Calendar (2030)"))
        remember(vault, "On the branch: run the database migrations!")
        remember(vault, "The office plants want water on Mondays.")
        return library.save(vault, None, TEXT).skill


@pytest.mark.usefixtures("named")
def test_a_note_is_placed(techne: Techne, release: int, tmp_path: Path) -> None:
    said = techne("train", "Release")
    assert said.status == 0
    assert "after step 2" in said.out
    assert "Left out: 1 the skill already says." in said.out
    assert f"  {NOTE} (Calendar (2030))" in said.out
    assert "“production”, “service”, “deploy” with" in said.out
    assert "Trained Release, version 2: 1 memory placed." in said.out
    assert techne("show", "Release").out.endswith(f"> {NOTE}\n> _(from Calendar \\(2030\\))_\n")
    exported = techne("export", "Release", "-o", tmp_path / "x.gsk")
    assert "1 placed memory is left out" in exported.err
    assert "Release needs no training: nothing would change." in techne("train", "Release").out
    newest, first = techne("history", "Release", "--json").json
    assert (newest["reason"], first["reason"], first["training"]) == ("trained", "edited", None)
    assert (newest["changes"], newest["label"]) == ("1 memory", "1 memory placed")
    assert set(keys([newest])) == documented("history") - TAKEN_OUT - ROUND_TRIP
    assert newest["training"]["takenOut"] == []
    assert newest["training"]["mode"] == "deterministic"
    assert newest["training"]["cause"] == "asked" and len(newest["training"]["recalled"]) == 2
    assert techne("undo").status == 0
    assert techne("show", "Release").out == TEXT


def test_what_is_taken_out_is_named_with_the_reason(
    techne: Techne, release: int, home: Path
) -> None:
    techne("train", "Release")
    (placed,) = techne("train", "Release", "--json").json["memories"]
    assert techne("forget", f"memory:{placed['memory']}").status == 0
    text, source, why = NOTE, "Calendar (2030)", "the memory was forgotten"
    document = techne("train", "Release", "--dry-run", "--json").json
    assert document["removed"] == [placed["memory"]]
    gone = {"memory": placed["memory"], "text": text, "source": source, "why": why}
    assert document["takenOut"] == [gone]
    said = techne("train", "Release")
    assert f"Removed: {text} ({source}): {why}." in said.out
    assert f"version 3: 1 removed: “{NOTE[:50]}" in said.out
    assert f"({why})" in techne("history", "Release").out
    newest = techne("history", "Release", "--json").json[0]
    assert newest["label"].startswith(f"1 removed: “{NOTE[:50]}")
    assert newest["training"]["takenOut"] == [
        {"memory": placed["memory"], "text": text, "why": why}
    ]
    assert set(keys([newest])) == documented("history") - ROUND_TRIP
    assert techne("show", "Release").out == TEXT


def test_a_dry_run_saves_nothing(techne: Techne, release: int, home: Path) -> None:
    document = techne("train", "Release", "--dry-run", "--json").json
    assert (document["saved"], document["version"]) == (False, 1)
    assert document["summary"] == "1 memory placed"
    (memory,) = document["memories"]
    assert (memory["after"], memory["choice"]) == (2, "accepted")
    assert [left["why"] for left in document["leftOut"]] == ["the skill says it already"]
    assert (document["mode"], document["model"], document["verdicts"]) == (
        "deterministic",
        None,
        [],
    )
    assert set(keys(document)) == documented("train") - {"step", "path", "verdict", "accepted"}
    assert techne("show", "Release").out == TEXT
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        assert rejected(vault, release) == frozenset()
    assert "Nothing was saved: 1 memory placed." in techne("train", "Release", "--dry-run").out


def test_a_skill_that_is_not_there(techne: Techne) -> None:
    said = techne("train", "Nothing")
    assert (said.status, said.out) == (1, "")
