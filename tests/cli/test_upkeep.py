"""Upkeep from the command line, and commands that are right without it."""

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.cli import knowing, session
from app.core.api import health
from app.core.upkeep.lease import leased
from app.core.upkeep.tasks import TASKS
from app.core.vault import Vault
from tests.cli.conftest import Techne
from tests.conftest import Clock

TEA = "# Brew tea\n\nTrigger: visitors come\n\nWorks well with Bake cake.\n\n1. Boil soft water.\n"
CAKE = "# Bake cake\n\n1. Heat the oven.\n2. Bake.\n"
DISHES = "# Wash dishes\n\n1. Rinse.\n"
NAMES = [task.name for task in TASKS]
ASKED: tuple[tuple[str, ...], ...] = (
    ("relations",),
    ("relations", "--review"),
    ("relations", "Brew tea"),
    ("stats", "Brew tea"),
    ("stats", "Wash dishes"),
    ("list", "--ranked"),
    ("memories",),
    ("terms",),
    ("recall", "the garden party on Monday"),
    ("search", "oven"),
    ("suggest", "guests are coming for tea"),
    ("importance", "Bake cake"),
)


@pytest.fixture(autouse=True)
def _one_clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (session, health):
        monkeypatch.setattr(module, "Vault", partial(Vault, now=clock))


def write(techne: Techne, folder: Path, text: str) -> None:
    path = folder / "skill.md"
    path.write_text(text, encoding="utf-8")
    assert techne("edit", "--new", "--text-file", path).status == 0


def fill(techne: Techne, folder: Path) -> None:
    """As somebody does who never opens a window."""
    for text in (TEA, CAKE, DISHES):
        write(techne, folder, text)
    for day in ("Monday", "Tuesday", "Friday"):
        techne(
            "remember",
            f"The garden party on {day}: Brew tea first, then Wash dishes, then Bake cake.",
        )
    techne("used", "Brew tea", "--session", "s1", "--agent", "me")


def answers(techne: Techne) -> dict[tuple[str, ...], Any]:
    return {asked: techne(*asked, "--json").json for asked in ASKED}


def test_commands_alone_answer_as_with_upkeep(
    techne: Techne, home: Path, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(techne, tmp_path)
    techne("terms", "--add", "garden party")
    kept = shutil.copytree(home, tmp_path / "kept up")
    monkeypatch.setenv("TECHNE_HOME", str(kept))
    for _day in range(4):
        assert techne("upkeep").status == 0
        assert techne("upkeep").status == 0
        clock.time = clock.time.replace(day=clock.time.day + 1)
    with_it = answers(techne)
    monkeypatch.setenv("TECHNE_HOME", str(home))
    alone = answers(techne)
    for asked in ASKED:
        assert alone[asked] == with_it[asked], asked
        assert alone[asked], asked
    (pair,) = [one for one in alone["relations",] if one["origin"] == "computed"
               and "Bake cake" in (one["sourceTitle"], one["targetTitle"])]  # fmt: skip
    assert pair["mentions"] == 3
    assert alone["stats", "Brew tea"]["memories"] == 3
    assert alone["terms",] == [{"term": "garden party", "memories": 3}]
    assert len(alone["stats", "Brew tea"]["trend"]) == 5


def test_what_is_due_is_done_and_told(techne: Techne, tmp_path: Path) -> None:
    fill(techne, tmp_path)
    assert {one["ran"] for one in techne("doctor", "--json").json["upkeep"]["tasks"]} == {None}
    assert "Upkeep has never run" in techne("doctor").out
    said = techne("upkeep", "--json")
    assert said.json == {"done": NAMES, "failed": [], "heldBy": None}
    techne("upkeep")
    assert techne("upkeep").out == "Nothing is due.\n"
    assert len(techne("backup", "--list", "--json").json) == 1
    health = techne("doctor", "--json").json
    assert all(one["ran"] for one in health["upkeep"]["tasks"])
    assert {one["task"]: one["trouble"] for one in health["upkeep"]["tasks"]} == dict.fromkeys(
        NAMES, ""
    )
    assert health["upkeep"]["heldBy"] is None
    assert "meaning" in techne("doctor").out


def test_it_leaves_to_others_what_they_do_and_questions_are_answered_meanwhile(
    techne: Techne, tmp_path: Path, home: Path, data_key: bytes, clock: Clock
) -> None:
    fill(techne, tmp_path)
    with Vault(home, data_key, now=clock) as vault, leased(vault, "window, process 1"):
        said = techne("upkeep", "--json")
        assert said.status == 0 and said.json["heldBy"] == "window, process 1"
        assert said.json["done"] == []
        assert "window, process 1" in techne("upkeep").out
        assert "window, process 1" in techne("doctor").out
        assert techne("stats", "Brew tea", "--json").json["memories"] == 3
        assert techne("recall", "party on Monday", "--json").json


def test_a_task_that_fails_is_told_and_the_others_are_done(
    techne: Techne, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(techne, tmp_path)
    (home / "backups").write_text("in the way")
    said = techne("upkeep", "--json")
    assert said.status == 1
    assert said.json["done"] == [name for name in NAMES if name != "backup"]
    ((task, why),) = [(one["task"], one["why"]) for one in said.json["failed"]]
    assert task == "backup" and why
    assert why in techne("doctor").out
    (home / "backups").unlink()
    assert "backup" in techne("upkeep", "--json").json["done"]


def test_a_question_does_not_wait_until_everything_is_linked(
    techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(techne, tmp_path, TEA)
    techne("stats", "Brew tea")
    techne("remember", "We had to Brew tea twice.")
    with monkeypatch.context() as impatient:
        impatient.setattr(knowing, "PATIENCE", -1.0)
        said = techne("stats", "Brew tea", "--json")
        assert said.status == 0 and said.json["memories"] == 0
        assert "some new memories are not linked" in said.err.casefold()
    assert techne("stats", "Brew tea", "--json").json["memories"] == 1


def test_counting_a_use_links_nothing(
    techne: Techne, tmp_path: Path, home: Path, data_key: bytes
) -> None:
    fill(techne, tmp_path)
    techne("used", "Brew tea", "--session", "s2")
    with Vault(home, data_key) as vault:
        assert vault.rows("select count(*) from linked") == [(0,)]
        assert vault.rows("select count(*) from lease") == [(0,)]
