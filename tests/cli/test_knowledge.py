"""`techne remember`, `recall`, `search` and `suggest`."""

import json
import os
import signal
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from app.cli import knowledge_answer
from app.cli.progress import Shown
from app.core.memory.reading import documents
from app.core.memory.reading.split import Fragment
from app.core.memory.retrieval import chosen
from app.core.memory.retrieval.hashed import Hashed
from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys

NOTE = "The rollback script lies in the attic and takes twenty minutes."

GARDEN = """# Tomatoes

They want water twice a day in August, never at noon.

# Roses

They are cut in March, when the forsythia is in bloom.
"""

TEA = """# Brew tea

Trigger: somebody is thirsty
Prerequisites: a kettle
Out of scope: coffee

1. Boil water.
2. Wait.
"""


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "MiniLM", Hashed)


def test_what_is_remembered_is_recalled_with_reasons(techne: Techne) -> None:
    assert techne("remember", NOTE).out == "1 memory added to Memories.\n"
    assert "0 memories added to Memories. 1 already known." in techne("remember", NOTE).out
    said = techne("recall", "where is the rollback script?").out
    assert NOTE in said and "has “rollback”, “script”" in said and "(Memories · Note)" in said
    (hit,) = techne("search", "rollback attic", "--json").json
    assert (hit["kind"], hit["text"], hit["source"]) == ("memory", NOTE, "Note")
    assert techne("recall", "quantum chromodynamics lattice").out == ("No answers found.\n")
    assert techne("recall", "quantum chromodynamics lattice", "--json").json == []


def test_a_document_goes_into_an_engram(techne: Techne, tmp_path: Path) -> None:
    path = tmp_path / "garden.md"
    path.write_text(GARDEN, encoding="utf-8")
    document = techne("remember", "--file", path, "--engram", "Garden", "--json").json
    assert (len(document["added"]), document["engram"], document["files"]) == (2, "Garden", 1)
    assert set(keys(document)) == documented("remember") - {
        "file",
        "why",
        "hint",
        "ending",
        "count",
    }
    hits = techne("recall", "when are roses cut", "--engram", "garden", "--json").json
    assert [hit["title"] for hit in hits] == ["Roses"]
    assert set(keys(hits)) == documented("recall")
    assert techne("recall", "roses", "--only", "skill", "--json").json == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["remember", "   "], "nothing to remember"),
        (["recall", ""], "The question is empty"),
        (["recall", "tea", "--engram", "Nowhere"], "no engram called"),
        (["remember", "--file", "nowhere.md"], "nowhere.md does not exist"),
        (["suggest", " "], "The question is empty"),
    ],
)
def test_what_cannot_be_done_is_said(techne: Techne, arguments: list[str], says: str) -> None:
    said = techne(*arguments)
    assert said.status == 1 and says in said.err


def test_a_folder_is_read_and_what_cannot_be_is_named(techne: Techne, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "garden.md").write_text(GARDEN, encoding="utf-8")
    (folder / "shed.jsonl").write_text('{"text": "The shed has no key."}\n', encoding="utf-8")
    (folder / "picture.txt").write_bytes(b"\0\1\2")
    (folder / "film.mp4").write_bytes(b"\0")
    said = techne("remember", "--file", folder)
    assert (said.status, said.out) == (1, "From 2 files: 3 memories added to Memories.\n")
    hint = "Save it as text, Markdown or PDF and import that."
    assert said.err == (
        f"{folder / 'picture.txt'} was skipped. It is not text. {hint}\n"
        "1 file of another type was skipped: .mp4.\n"
    )
    again = techne("remember", "--file", folder, folder / "picture.txt", "--json")
    assert (again.json["added"], again.json["known"], again.json["files"]) == ([], 3, 2)
    assert again.json["passedOver"] == [{"ending": ".mp4", "count": 1}]
    assert set(keys(again.json)) == documented("remember")
    assert again.json["problems"][0]["why"] == "It is not text."


def test_when_nothing_can_be_read_it_is_a_failure(techne: Techne, tmp_path: Path) -> None:
    path, empty = tmp_path / "picture.md", tmp_path / "empty"
    path.write_bytes(b"\0\1\2")
    empty.mkdir()
    said = techne("remember", "--file", path, "--json")
    assert said.status == 1 and said.json["error"]["message"] == f"{path}: It is not text."
    assert said.err.startswith(f"{path}: It is not text.\n") and len(said.err.splitlines()) == 2
    said = techne("remember", "--file", empty)
    assert said.status == 1 and "Nothing in" in said.err and "PDF" in said.err


def test_standard_input_is_remembered(techne: Techne, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(NOTE.encode())))
    assert techne("remember", "--file", "-").out == "1 memory added to Memories.\n"
    (hit,) = techne("search", "rollback attic", "--json").json
    assert hit["source"] == "Standard input"


def test_an_answer_does_not_wait_until_everything_is_read(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    techne("remember", "The boiler in the cellar is descaled every month.")
    monkeypatch.setattr(knowledge_answer, "PATIENCE", -1.0)
    said = techne("recall", "boiler cellar descaled", "--json")
    assert said.status == 0 and [hit["kind"] for hit in said.json] == ["memory"]
    assert "only its words are found" in said.err and "Stopped" not in said.err
    monkeypatch.undo()
    assert "words only" not in techne("recall", "boiler cellar descaled").err


def test_stopping_keeps_nothing(
    techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "garden.md"
    path.write_text(GARDEN, encoding="utf-8")

    def interrupted(reading: Path, *_more: object) -> Iterator[Fragment]:
        os.kill(os.getpid(), signal.SIGINT)
        yield from documents.read(reading)

    monkeypatch.setattr("app.core.memory.import_files.read", interrupted)
    said = techne("remember", "--file", path)
    assert (said.status, said.out, said.err) == (1, "", "Stopped.\n")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    monkeypatch.undo()


def test_progress_is_a_line_for_every_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Shown("Reading")
    progress.report(0.5, "too early to say")
    progress._begun -= 1
    for part in range(101):
        progress.report(part / 100, "a\x1b[2Jb")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 11 and said[5] == "Reading 50 %  a\\x1b[2Jb"


def test_skills_are_suggested_with_every_factor(techne: Techne, tmp_path: Path) -> None:
    tea = tmp_path / "tea.md"
    tea.write_text(TEA, encoding="utf-8")
    techne("edit", "--new", "--text-file", tea)
    techne("used", "Brew tea")
    (one,) = techne("suggest", "somebody wants to brew tea", "--json").json
    assert set(keys(one)) == documented("suggest")
    assert one["score"] == pytest.approx(
        one["similarity"] * one["importance"] * one["recency"], abs=1e-3
    )
    assert (one["importance"], one["recency"]) == (0.715, 1.25)
    assert one["constraints"] == ["Prerequisites: a kettle", "Out of scope: coffee"]
    said = techne("suggest", "somebody wants to brew tea").out.splitlines()
    assert "Brew tea  (Skills)" in said[0] and "× importance 0.71 × recency 1.25" in said[1]
    assert said[3].strip() == "Out of scope: coffee"
    assert techne("suggest", "quantum chromodynamics lattice").out == "No skill matches.\n"


def test_suggestions_can_be_switched_off(techne: Techne, tmp_path: Path, home: Path) -> None:
    tea = tmp_path / "tea.md"
    tea.write_text(TEA, encoding="utf-8")
    techne("edit", "--new", "--text-file", tea)
    (home / "knowledge.yaml").write_text("procedural:\n  enabled: false\n", encoding="utf-8")
    assert "“enabled” is false" in techne("suggest", "brew tea").out
    assert techne("suggest", "brew tea", "--json").json == []


def test_a_chosen_model_that_cannot_be_used_leaves_words(techne: Techne, home: Path) -> None:
    techne("remember", NOTE)
    (home / "models").mkdir(exist_ok=True)
    place = home / "models" / "reader.gguf"
    chosen_file = {"embedding": {"path": str(place), "name": "reader", "state": {}}}
    (home / "models" / "chosen.json").write_text(json.dumps(chosen_file))
    said = techne("recall", "where is the rollback script?")
    assert NOTE in said.out
    assert "reader.gguf cannot be found" in said.err
    assert "Searching by words instead." in said.err


def test_answers_are_narrowed_by_source_day_and_role(techne: Techne) -> None:
    techne("remember", NOTE, "--source", "Runbook")
    techne("remember", "The rollback script of the staging cluster is in the cellar.")
    question = "where is the rollback script?"
    (hit,) = techne("recall", question, "--source", "Runbook", "--json").json
    assert hit["text"] == NOTE
    assert techne("recall", question, "--until", "2001-01-01", "--json").json == []
    assert len(techne("recall", question, "--since", "2001-01-01", "--json").json) == 2
    assert techne("recall", question, "--role", "processor", "--json").json == []
    refused = techne("recall", question, "--source", "Runbok")
    assert refused.status == 1
    assert "Did you mean “Runbook”?" in refused.err
    with pytest.raises(SystemExit):
        techne("recall", question, "--since", "yesterday")
