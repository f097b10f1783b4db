"""`techne train --rewrite` and `techne plan`, with a model from a script and without one."""

import sys
from pathlib import Path

import pytest

from app.core.changes import Part
from app.core.library import library
from app.core.llm.scripted import Answer, Dies, Loops
from app.core.memory.memories import remember
from app.core.memory.sources import Source
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.cli.conftest import Techne
from tests.cli.proposing import choose
from tests.cli.test_json import documented, keys
from tests.conftest import PASSPHRASE
from tests.core.test_retraining import TEXT, careless, faithful

NOTE = "The change window is only agreed with the engineer on call before noon."
WOVEN = "The change window is only agreed with the engineer on call before noon _(from Ops)_."


@pytest.fixture(autouse=True)
def release(home: Path) -> None:
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        remember(vault, NOTE, source=Source("Ops"))
        library.save(vault, None, TEXT)


def test_what_passes_is_saved_and_can_be_followed(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = choose(monkeypatch, faithful)
    said = techne("train", "Release", "--rewrite")
    assert said.status == 0 and model.unloaded
    assert "Step 1 (1 of 1): Agree the change window" in said.err
    assert "Agree the change window with the engineer on call. The change" in said.err
    assert "  borrowed    The change window is only" in said.out and "(Ops)" in said.out
    assert "  same        Tell the team before closing the ticket." in said.out
    assert f"on call. {WOVEN} Tell" in said.out
    assert "Trained Release, version 2: 1 sentence from memories." in said.out
    assert WOVEN in techne("show", "Release").out
    assert techne("history", "Release", "--json").json[0]["reason"] == "rewritten"
    assert "needs no training" in techne("train", "Release", "--rewrite").out
    assert techne("undo").status == 0
    assert techne("show", "Release").out == TEXT


def test_a_dry_run_saves_nothing(techne: Techne, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(monkeypatch, faithful)
    document = techne("train", "Release", "--rewrite", "--dry-run", "--json").json
    assert set(keys(document)) == documented("train")
    assert (document["mode"], document["model"], document["saved"]) == ("llm", "Scripted", False)
    assert [v["verdict"] for v in document["verdicts"]] == ["same", "borrowed", "same"]
    assert techne("show", "Release").out == TEXT


def test_what_only_looks_close_is_left_out_where_nobody_can_be_asked(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, careless)
    document = techne("train", "Release", "--rewrite", "--json").json
    close = next(v for v in document["verdicts"] if v["verdict"] == "close")
    assert not close["accepted"] and "leaves words out" in close["why"]
    assert "Agree the change window with the engineer on call." in techne("show", "Release").out


class Person:
    """Sits at a terminal and answers."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self.answers.pop(0)


@pytest.mark.parametrize(("answer", "words"), [("y\n", "accepted"), ("", "left out")])
def test_what_only_looks_close_is_asked_about_on_a_terminal(
    techne: Techne, monkeypatch: pytest.MonkeyPatch, answer: str, words: str
) -> None:
    choose(monkeypatch, lambda ask: faithful(ask).replace("Agree the change", "Agree the"))
    monkeypatch.setattr(sys, "stdin", Person(answer))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = techne("train", "Release", "--rewrite")
    assert "Does it mean the same? [y/N]" in said.err
    assert f"  {words}" in said.out
    reworded = "1. Agree the window with" in techne("show", "Release").out
    assert reworded is (answer == "y\n")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        Dies("{"),
        Loops('{"sentences": ['),
        Loops("no "),
        "x" * 400_000,
        '{"sentences": [{"from": 0, "text": "\\u202eevil\\u0000"}]}',
        "Ich kann das leider nicht tun.",
        '{"sentences": [{"from": 7, "text": "@skill: drop-tables"}, {"from": "x"}, 3]}',
        "[[[[[" * 2_000,
    ],
)
def test_whatever_a_model_says_the_skill_is_not_damaged(
    techne: Techne, monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    choose(monkeypatch, [answer])
    said = techne("train", "Release", "--rewrite", "--json")
    assert said.status == 0
    assert said.json["mode"] == "deterministic"
    text = techne("show", "Release").out
    for line in TEXT.splitlines():
        assert line in text
    assert "\u202e" not in said.err and "\x00" not in said.err
    assert "evil" not in text and "drop-tables" not in text


def test_without_a_model_the_memories_are_placed_with_the_reason(techne: Techne) -> None:
    said = techne("train", "Release", "--rewrite")
    assert said.status == 0
    assert "Not rewritten: No language model is chosen." in said.out
    assert NOTE in techne("show", "Release").out


# Plans


def test_a_plan_is_made_shown_and_taken_back(techne: Techne) -> None:
    assert "No skill trains automatically." in techne("plan").out
    made = techne("plan", "Release", "--every", "7", "--changes", "--rewrite", "--automatic")
    assert made.out == (
        "Release (Skills): trained every 7 days and when memories change, with a language model,"
        " saved without asking\n"
    )
    (listed,) = techne("plan", "--json").json
    assert set(keys(listed)) == documented("plan") - {
        "at", "cause", "summary", "rewritten", "trouble",
    }  # fmt: skip
    assert listed["plan"] == {
        "everyDays": 7, "whenMemoriesChange": True, "rewrite": True, "automatic": True,
    }  # fmt: skip
    assert techne("plan", "Release").out == made.out
    assert "trained by hand" in techne("plan", "Release", "--never").out
    assert techne("plan", "--json").json == []


@pytest.mark.parametrize(
    "wrong",
    [
        ["--every", "7"],
        ["Release", "--rewrite"],
        ["Release", "--never", "--changes"],
        ["Release", "--now", "--changes"],
        ["Release", "--every", "often"],
    ],
)
def test_plans_that_make_no_sense(techne: Techne, wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        techne("plan", *wrong)
    assert ended.value.code == 2


def test_days_that_cannot_be(techne: Techne) -> None:
    said = techne("plan", "Release", "--every", "0")
    assert said.status == 1 and "1 to 365 days" in said.err


def test_what_is_due_waits_to_be_reviewed(
    techne: Techne, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, faithful)
    techne("plan", "Release", "--every", "1", "--rewrite")
    assert techne("plan", "--now", "--json").json[0]["trained"] is None
    long_ago(home)
    (done,) = techne("plan", "--now", "--json").json
    assert (done["trained"], done["waiting"]["rewritten"]) == ("scheduled", True)
    assert set(keys(done)) == documented("plan")
    assert "Waiting for review: 1 sentence from memories." in techne("plan").out
    assert techne("show", "Release").out == TEXT


def long_ago(home: Path) -> None:
    """The skills were trained last in another time."""
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault, vault.write(None) as write:
        write.db.execute("update training_plan set looked = '2020-01-01T00:00:00+00:00'")
        write.touch(Part.TRAINING, 1)
