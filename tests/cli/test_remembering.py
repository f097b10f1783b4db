"""`techne memories`, `correct`, `refile`, `forget` and `terms`."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys

OTHER = {"source", "kind", "memories"}
"""What `memories --sources` says."""


@pytest.fixture(autouse=True)
def _notes(techne: Techne) -> None:
    techne("remember", "Boil soft water from the filter.", "--source", "Cook")
    techne("remember", "The blue button on the wall stops the pump.", "--engram", "Plant")


def texts(techne: Techne, *arguments: str) -> list[str]:
    return [one["text"] for one in techne("memories", *arguments, "--json").json]


def test_memories_are_listed_with_their_importance(techne: Techne) -> None:
    found = techne("memories", "--json").json
    assert set(keys(found)) == documented("memories") - OTHER | {"source"}
    assert [(one["id"], one["engram"], one["source"]) for one in found] == [
        (2, "Plant", "Note"),
        (1, "Memories", "Cook"),
    ]
    assert found[0]["importance"] == pytest.approx(0.7, abs=0.001)
    assert "0.70 × 0.95 ^ 0.0 days = 0.70" in techne("memories").out
    assert len(texts(techne, "--engram", "Plant")) == 1 == len(texts(techne, "--source", "Cook"))
    assert len(texts(techne, "--limit", "1")) == 1 and texts(techne, "--tag", "no") == []
    assert texts(techne, "--until", "2020-01-01") == []
    assert techne("memories", "--since", "2099-01-01").out == "No memories.\n"


def test_sources_are_listed(techne: Techne) -> None:
    found = techne("memories", "--sources", "--json").json
    assert set(keys(found)) == OTHER
    assert [(one["source"], one["memories"]) for one in found] == [("Note", 1), ("Cook", 1)]
    assert "Cook    note  1 memory" in techne("memories", "--sources").out


def test_a_correction_takes_the_place(techne: Techne) -> None:
    said = techne("correct", "memory:1", "Boil hard water.", "--json").json
    assert set(keys(said)) == documented("correct")
    assert said == {"memory": 3, "corrected": 1, "text": "Boil hard water."}
    assert texts(techne, "--source", "Cook") == ["Boil hard water."]
    assert "already says that" in techne("correct", "3", "Boil  hard water.").out
    assert "forgotten or corrected" in techne("correct", "1", "Again.").err


def test_memories_are_filed_otherwise(techne: Techne, capsys: pytest.CaptureFixture[str]) -> None:
    said = techne(
        "refile", "1", "memory:2", "--engram", "Home", "--tag", "a", "--tag", "b", "--json"
    )
    assert set(keys(said.json)) == documented("refile")
    assert said.json[1] == {"memory": 2, "engram": "Home", "tags": ["a", "b"], "same": None}
    assert len(texts(techne, "--engram", "Home", "--tag", "b")) == 2
    assert techne("refile", "1", "--untag", "A").out == "memory:1 is in Home, tagged b.\n"
    assert techne("refile", "1", "--untag", "b").out == "memory:1 is in Home, without tags.\n"
    techne("remember", "Boil soft water  from the filter.", "--engram", "Plant")
    assert (
        "stays where it is: memory:3 already says the same"
        in techne("refile", "1", "--engram", "plant").out
    )
    assert "needs a name" in techne("refile", "2", "--tag", "c", "--engram", "!").err
    assert texts(techne, "--tag", "c") == []
    with pytest.raises(SystemExit) as ended:
        techne("refile", "1")
    assert ended.value.code == 2 and "an engram or tags" in capsys.readouterr().err


def test_what_is_forgotten_can_be_brought_back(techne: Techne) -> None:
    said = techne("forget", "1", "memory:2", "--json").json
    assert (
        set(keys(said)) == documented("forget") and [one["forgotten"] for one in said] == [True] * 2
    )
    assert texts(techne) == []
    assert "`techne forget --undo` restores it" in techne("forget", "1").out
    assert techne("forget", "--undo", "1").out == "memory:1 is remembered.\n"
    assert len(texts(techne)) == 1
    techne("correct", "1", "Boil hard water.")
    assert "memory:3 replaces it" in techne("forget", "1").out


def test_a_source_or_engram_is_forgotten_whole(
    techne: Techne, capsys: pytest.CaptureFixture[str]
) -> None:
    said = techne("forget", "--source", "Cook", "--json").json
    assert said == [{"memory": 1, "forgotten": True}]
    assert "no source called “Cook”" in techne("forget", "--source", "Cook").err
    assert techne("forget", "--engram", "Plant").out == "1 memory forgotten.\n"
    assert texts(techne) == []
    for wrong in ((), ("1", "--engram", "Plant"), ("--undo", "--engram", "Plant")):
        with pytest.raises(SystemExit) as ended:
            techne("forget", *wrong)
        said = capsys.readouterr().err
        assert ended.value.code == 2
        assert "name memories by number" in said or "numbers of memories" in said


def test_a_term_is_looked_for_in_old_and_new_memories(techne: Techne) -> None:
    assert techne("terms").out == "No terms. Skills are searched for by name.\n"
    techne("remember", "Who pressed the blue-button?")
    said = techne("terms", "--add", "blue button", "filter", "--json").json
    assert set(keys(said)) == documented("terms")
    assert said == [{"term": "blue button", "memories": 2}, {"term": "filter", "memories": 0}]
    assert techne("terms", "--remove", "filter").out == "blue button  (2 memories)\n"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("correct", "99", "x"), "There is no memory with the number 99."),
        (("correct", "1", " "), "A memory cannot be empty."),
        (("refile", "1", "99", "--tag", "x"), "There is no memory with the number 99."),
        (("refile", "1", "--tag", "a, b"), "no comma"),
        (("forget", "1", "99"), "There is no memory with the number 99."),
        (("terms", "--remove", "nothing"), "There is no term"),
        (("terms", "--add", "!!"), "A term needs a name"),
        (("memories", "--source", "Cok"), "Did you mean “Cook”?"),
        (("memories", "--engram", "Nowhere"), "Nowhere"),
    ],
)
def test_what_cannot_be_done_is_said(techne: Techne, command: tuple[str, ...], says: str) -> None:
    said = techne(*command)
    assert (said.status, said.out) == (1, "") and says in said.err
    assert len(texts(techne)) == 2


def test_tags_and_days_are_kept_with_notes_and_documents(techne: Techne, tmp_path: Path) -> None:
    (tmp_path / "pump.md").write_text("The pump hums when it is cold outside.")
    marks = ("--tag", "Winter", "--tag", "pump", "--at", "2020-02-03")
    techne("remember", "The valve sticks.", *marks, "--session", "s1")
    techne("remember", "--file", tmp_path / "pump.md", *marks)
    found = techne("memories", "--tag", "winter", "--json").json
    assert [one["tags"] for one in found] == [["Winter", "pump"]] * 2
    assert {one["at"] for one in found} == {
        datetime(2020, 2, 3).astimezone().astimezone(UTC).isoformat()
    }
    assert (
        len(texts(techne, "--until", "2020-02-03"))
        == 2
        == len(texts(techne, "--since", "2021-01-01"))
    )
    assert len(techne("recall", "valve sticks", "--tag", "pump", "--json").json) == 1
    kinds = {one["kind"] for one in techne("memories", "--sources", "--json").json}
    assert kinds == {"note", "agent", "file"}
