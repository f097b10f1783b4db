"""`techne rename`, `usages`, `move`, `tag`, and what `delete` says."""

from pathlib import Path

import pytest

from app.core.library import engrams, library
from app.core.vault import Vault
from tests.cli.conftest import Techne

TEA = "# Brew tea\n\nTrigger: tea time\n\n1. Boil.\n"
PARTY = (
    "# Tea party\n\nOn failure: @skill: brew-tea\n\n1. Lay the table.\n"
    '2. Then @skill: "Brew tea"(who=$who) -> $tea, and pour.\n'
)


@pytest.fixture
def kitchen(home: Path, data_key: bytes) -> Path:
    with Vault(home, data_key) as vault:
        for text in (TEA, PARTY):
            library.save(vault, None, text)
    return home


def test_rename_updates_the_callers_and_says_which(techne: Techne, kitchen: Path) -> None:
    said = techne("rename", "brew tea", "Make a pot")
    assert said.out == "Brew tea is now called Make a pot.\nUpdated 1 caller: Tea party.\n"
    text = techne("show", "Tea party").out
    assert text == PARTY.replace("brew-tea", '"Make a pot"').replace("Brew tea", "Make a pot")
    assert techne("undo").status == 0
    assert techne("show", "Tea party").out == PARTY
    assert techne("show", "Brew tea").out == TEA


def test_rename_can_leave_the_callers(techne: Techne, kitchen: Path) -> None:
    said = techne("rename", "brew tea", "Make a pot", "--keep-callers")
    assert "Tea party still calls it by its old name." in said.out
    assert techne("show", "Tea party").out == PARTY
    document = techne("rename", "Make a pot", "Tea", "--json").json
    assert (document["was"], document["title"]) == ("Make a pot", "Tea")
    assert [one["title"] for one in document["followed"]] == ["Tea party"]
    assert document["left"] == []


def test_rename_refuses_what_is_no_name_or_anothers(techne: Techne, kitchen: Path) -> None:
    taken = techne("rename", "brew tea", "tea-party", "--json")
    assert taken.status == 1 and taken.json["error"]["code"] == "name-taken"
    assert techne("rename", "brew tea", " ").status == 1
    assert techne("rename", "coffee", "Tea").status == 1
    assert techne("show", "brew tea").out == TEA


def test_rename_names_those_it_cannot_update(
    techne: Techne, kitchen: Path, data_key: bytes
) -> None:
    with Vault(kitchen, data_key) as vault:
        for name in ("Here", "There"):
            library.save(vault, None, "# Wash up\n\n1. Wash.\n", engram=name)
        library.save(vault, None, "# Go home\n\n1. @skill: wash up\n", engram="Third")
    said = techne("rename", "wash up", "Clean", "--engram", "Here")
    assert (
        "Go home was left unchanged: there the old name could also mean another skill." in said.out
    )
    left = techne("rename", "Clean", "wash-up", "--engram", "Here", "--json").json
    assert left["followed"] == []


def test_usages_say_the_step_and_the_sentence(techne: Techne, kitchen: Path) -> None:
    assert techne("usages", "brew tea").out == (
        "Tea party, On failure: @skill: brew-tea\n"
        'Tea party, step 2: Then @skill: "Brew tea"(who=$who) -> $tea, and pour.\n'
    )
    found = techne("usages", "brew tea", "--json").json
    assert [(one["step"], one["goal"], one["certain"]) for one in found] == [
        (0, "On failure", True), (2, None, True),
    ]  # fmt: skip
    assert [PARTY[one["start"] : one["end"]] for one in found] == ["brew-tea", "Brew tea"]
    assert techne("usages", "Tea party").out == "Nothing calls it.\n"


def test_delete_says_who_still_calls_it(techne: Techne, kitchen: Path) -> None:
    said = techne("delete", "brew tea")
    assert said.out.splitlines()[1:] == ["Still called by Tea party."]
    gone = techne("delete", "Tea party", "--json").json
    assert (gone["calledBy"], gone["openRuns"]) == ([], [])


def test_delete_says_what_becomes_of_open_runs(techne: Techne, kitchen: Path) -> None:
    techne("run", "brew tea", "--json")
    assert "step 1 of" in techne("runs", "--open").out
    said = techne("delete", "brew tea").out
    assert said.endswith("Run 1 is open and goes on with the steps it began with.\n")
    assert techne("run", "--resume", "1", "--do", "done", "--json").json["done"] == 1
    assert techne("bin", "empty", "--yes").status == 0 == len(techne("runs", "--json").json)


def test_move_says_who_calls_it_and_who_no_longer_does(
    techne: Techne, kitchen: Path, data_key: bytes
) -> None:
    said = techne("move", "brew tea", "--engram", "Kitchen")
    assert said.out == "Brew tea is in Kitchen. It is called by Tea party.\n"
    with Vault(kitchen, data_key) as vault:
        library.save(vault, None, TEA, engram=engrams.SKILLS)
    (moved,) = techne("move", "skill:1", "--engram", "Elsewhere", "--json").json
    assert (moved["engram"], moved["lost"]) == ("Elsewhere", [])
    assert [one["title"] for one in moved["calledBy"]] == ["Tea party"]
    assert techne("undo").status == 0
    said = techne("move", "skill:3", "tea party", "--engram", "Kitchen")
    assert said.out.splitlines()[1] == "Tea party is in Kitchen."
    assert techne("move", "nothing", "--engram", "Kitchen").status == 1


def test_moving_away_loses_no_caller(techne: Techne, kitchen: Path, data_key: bytes) -> None:
    with Vault(kitchen, data_key) as vault:
        library.save(vault, None, TEA, engram="Far")
    said = techne("move", "skill:1", "--engram", "Kitchen")
    assert said.out == "Brew tea is in Kitchen. It is called by Tea party.\n"
    (moved,) = techne("move", "skill:1", "--engram", "Skills", "--json").json
    assert moved["lost"] == []


def test_a_call_is_let_lead_to_another_of_the_name(
    techne: Techne, kitchen: Path, data_key: bytes
) -> None:
    with Vault(kitchen, data_key) as vault:
        library.save(vault, None, TEA, engram="Far")
    said = techne("calls", "Tea party")
    assert said.out == "Brew tea → Brew tea (Skills); also: Brew tea (Far, skill:3)\n"
    (one,) = techne("calls", "Tea party", "--change", "brew tea", "--to", "Far", "--json").json
    assert [row["id"] for row in one["targets"]] == ["skill:3"]
    assert [row["id"] for row in one["instead"]] == ["skill:1"] and not one["lost"]
    assert techne("show", "Tea party").out == PARTY
    assert techne("undo").out.startswith("Undone: Change call")
    assert techne("calls", "Tea party").out == said.out
    assert techne("calls", "Tea party", "--change", "brew tea", "--to", "skill:3").status == 0
    techne("delete", "skill:3")
    assert techne("calls", "Tea party").out == (
        "Brew tea → lost; also: Brew tea (Skills, skill:1)\n"
    )
    assert techne("calls", "Brew tea", "--engram", "Skills").out == "It calls nothing.\n"
    for wrong in (("brew tea", "Nowhere"), ("coffee", "Far"), ("brew tea", "skill:3")):
        assert techne("calls", "Tea party", "--change", wrong[0], "--to", wrong[1]).status == 1
    with pytest.raises(SystemExit):
        techne("calls", "Tea party", "--to", "Far")


def test_tags_are_put_on_and_taken_off_many_at_once(techne: Techne, kitchen: Path) -> None:
    said = techne("tag", "brew tea", "tea party", "--add", "warm", "--add", "At home")
    assert said.out == ("Brew tea is tagged warm, At home.\nTea party is tagged warm, At home.\n")
    found = techne("tag", "brew tea", "--add", "WARM", "--remove", "at  home", "--json").json
    assert [one["tags"] for one in found] == [["warm"]]
    assert [one["title"] for one in techne("list", "--tag", "at home", "--json").json] == [
        "Tea party"
    ]
    techne("undo")
    assert len(techne("list", "--tag", "at home", "--json").json) == 2
    assert techne("tag", "brew tea", "--add", "a, b").status == 1
    assert techne("tag", "brew tea", "--remove", "warm", "--remove", "At home").out == (
        "Brew tea has no tags.\n"
    )


def test_favourites_are_starred_and_listed(techne: Techne, kitchen: Path) -> None:
    said = techne("favourite", "brew tea", "tea party")
    assert said.out == "Brew tea is a favourite.\nTea party is a favourite.\n"
    assert [one["title"] for one in techne("list", "--favourite", "--json").json] == [
        "Brew tea",
        "Tea party",
    ]
    found = techne("favourite", "tea party", "--remove", "--json").json
    assert [one["favourite"] for one in found] == [False]
    techne("undo")
    assert techne("list", "--order", "favourite", "--json").json[0]["title"] != "Bake bread"
    assert len(techne("list", "--favourite", "--json").json) == 2
    techne("favourite", "brew tea", "tea party", "--remove")
    assert techne("list", "--favourite").out == "No skill matches.\n"
