"""`techne find` and `techne replace`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Techne

TEXTS = (
    "# Bake bread\n\nSuccess: a warm loaf\n\n1. Warm the oven\n2. @skill: Rest dough\n",
    "# Rest dough\n\n1. Keep it warm for $hours hours\n",
    "# Clean\n\n1. Sweep\n",
)


@pytest.fixture(autouse=True)
def _skills(techne: Techne, tmp_path: Path) -> None:
    for number, text in enumerate(TEXTS):
        file = tmp_path / f"{number}.md"
        file.write_text(text, encoding="utf-8")
        engram = ("--engram", "Elsewhere") if number else ()
        assert techne("edit", "--new", "--text-file", file, *engram).status == 0


def test_found_with_line_and_words(techne: Techne) -> None:
    assert techne("find", "WARM").out == (
        "Bake bread (Skills)\n  3: Success: a warm loaf\n  5: 1. Warm the oven\n"
        "Rest dough (Elsewhere)\n  3: 1. Keep it warm for $hours hours\n"
    )
    found = techne("find", "warm", "--case", "--engram", "Elsewhere", "--json").json
    assert [one["title"] for one in found] == ["Rest dough"]
    assert found[0]["places"] == [
        {"line": 3, "start": 25, "found": "warm", "text": "1. Keep it warm for $hours hours"}
    ]
    assert techne("find", "oven", "Rest dough", "Clean").out == "Not found.\n"
    assert techne("find", "arm", "--word", "--json").json == []
    assert techne("find", "warm", "Nobody", "--json").json["error"]["code"] == "not-found"


def test_replaced_after_a_look_and_taken_back(techne: Techne) -> None:
    arguments = ("replace", "warm", "hot", "--case")
    told = techne(*arguments, "--dry-run")
    assert told.out.endswith("2 places in 2 skills would change.\n")
    assert "  3: Success: a warm loaf\n  → Success: a hot loaf\n" in told.out
    assert techne("show", "Bake bread").out == TEXTS[0]
    assert techne(*arguments, "--dry-run", "--json").json["replaced"][0]["version"] == 1
    done = techne(*arguments, "--json").json
    assert [(one["title"], one["version"]) for one in done["replaced"]] == [
        ("Bake bread", 2),
        ("Rest dough", 2),
    ]
    assert done["replaced"][1]["places"][0]["after"] == "1. Keep it hot for $hours hours"
    assert techne("show", "Bake bread").out == TEXTS[0].replace("warm", "hot")
    assert techne("undo").out.startswith("Undone: Replace “warm” (Bake bread, Rest dough)")
    assert techne("show", "Bake bread").out == TEXTS[0]
    assert techne("replace", "nothing", "something").out == "Nothing to replace.\n"


def test_groups_and_the_name_of_a_skill_in_its_callers(techne: Techne) -> None:
    assert techne("replace", r"(\$\w+) hours", r"\1 h", "--regex").status == 0
    assert techne("show", "Rest dough").out == TEXTS[1].replace(" hours\n", " h\n")
    said = techne("replace", "Rest dough", "Prove dough").out
    assert said.endswith("Replaced 2 places in 2 skills; `techne undo` reverses it.\n")
    assert techne("show", "Bake bread", "--json").json["calls"] == ["Prove dough"]


def test_what_cannot_be_read_as_a_pattern_is_told(techne: Techne) -> None:
    for wrong in (("(", "b"), ("a", r"\1")):
        said = techne("replace", *wrong, "--regex", "--json")
        assert said.status == 1 and said.json["error"]["code"] == "bad-pattern"
