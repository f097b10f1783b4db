"""The page about training says what training does."""

import re
from pathlib import Path

import pytest

from app.core.training import recalled, schedule, selection
from app.core.training.placement import THRESHOLD, Placement, Procedure, place
from app.core.training.proposal import Fragment, Item
from app.core.training.render import render

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text("utf-8")
STEPS = re.findall(r"^\d\. (.*\.)$", PAGE[PAGE.index("With these steps") :], re.MULTILINE)[:3]
ROW = r"^\| ([A-Z].*\.) \| ((?:after|before|supporting) .*?) \| (.*?) \| (.*?) \| (.*?) \|$"
ROWS = re.findall(ROW, PAGE, re.MULTILINE)
MEANT = re.findall(
    r"^\| ([A-Z].*\.) \| ([\d., ]+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE
)


def block(name: str) -> str:
    found = re.search(rf"^```{name}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def place_of(words: str) -> int | None:
    if words == "supporting context":
        return None
    number = int(words.rsplit(" ", 1)[1])
    return number if words.startswith("after") else number - 1


def agree(found: Placement, where: str, numbers: list[str]) -> None:
    assert found.after == place_of(where)
    measured = (found.score, found.similarity, found.coherence)
    for number, said in zip(measured, numbers, strict=True):
        assert said == "–" or number == pytest.approx(float(said), abs=1e-5)


def test_the_worked_examples() -> None:
    assert len(ROWS) == 5
    for fragment, where, *numbers in ROWS:
        agree(place(STEPS, fragment), where, numbers)


def test_the_examples_by_meaning() -> None:
    assert len(MEANT) == 5
    for fragment, relevances, where, *numbers in MEANT:
        near = [float(relevance) for relevance in relevances.split(", ")]
        agree(Procedure(STEPS).place(fragment, near), where, numbers)


def test_the_whole_example() -> None:
    memories = [line.split(": ", 1) for line in block("memories").splitlines()]
    items = []
    for number, (source, text) in enumerate(memories):
        found = place(STEPS, text)
        items.append(Item(Fragment(number, text, source), found, found.after))
    assert render(block("authored"), items).text == block("trained")


def test_the_limits() -> None:
    for said in (
        f"at most {recalled.FOR_STEP} answers",
        f"at most {recalled.FOR_GOAL})",
        f"{selection.LONGEST:_} characters".replace("_", " "),
        f"{selection.SAME:.0%} of both".replace("%", " %"),
        f"the {selection.CONSIDERED} most relevant",
        f"best {selection.IN_GAP} for one gap, {selection.IN_CONTEXT} for the supporting context",
        f"{selection.IN_ALL} in all",
        f"more than {THRESHOLD}",
        f"1 to {schedule.LONGEST_DAYS}",
    ):
        assert said in " ".join(PAGE.split()), said
