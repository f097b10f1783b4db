"""The page about training says what training does."""

import re
from pathlib import Path

import pytest

from app.core.skills.reading.sentences import marked
from app.core.training import memory_query, schedule, selection, step_recall, step_similarity
from app.core.training.placement import THRESHOLD, Placement, Procedure, place
from app.core.training.proposal import Fragment, Item
from app.core.training.render import render
from app.core.training.rewriting import prompt, support, weaving
from app.core.training.rewriting.verify import verify

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


def test_the_verdicts_of_rewriting() -> None:
    step = "1. " + block("step")
    said = [line.split(": ", 1) for line in block("sources").splitlines()]
    memories = [Fragment(n, text, source) for n, (source, text) in enumerate(said, 1)]
    rows = re.findall(
        r"^\| ([A-Z][^|]*[.]) \| (\w*) ?\| (same|\w+ed|close) \| ([\w ]*?) ?\|$",
        PAGE,
        re.MULTILINE,
    )
    assert len(rows) == 16
    own, other = block("step").split(". ")
    for sentence, source, kind, why in rows:
        if source or why == "unmarked":
            now = step.rstrip() + " " + (marked(sentence, source) if source else sentence) + "\n"
        else:
            of = own if "gate" in sentence else other.rstrip("\n")[:-1]
            now = step.replace(of + ".", sentence)
        found = verify(step, now, memories).sentences
        (verdict,) = {one.verdict for one in found if one.text == sentence}
        assert (verdict.kind, verdict.why) == (kind, why), sentence


def test_the_limits() -> None:
    for said in (
        f"at most {step_recall.FOR_STEP} answers",
        f"at most {step_recall.FOR_GOAL})",
        f"The {memory_query.LOOKED_AT} that answer best",
        f"less than {step_recall.NEAR} to every step",
        f"exp(−(nearness − {step_similarity.MIDDLE}) / {step_similarity.SPREAD})",
        f"{selection.LONGEST:_} characters".replace("_", " "),
        f"{selection.SAME:.0%} of both".replace("%", " %"),
        f"the {selection.CONSIDERED} most relevant",
        f"best {selection.IN_GAP} for one gap, {selection.IN_CONTEXT} for the supporting context",
        f"{selection.IN_ALL} in all",
        f"more than {THRESHOLD}",
        f"1 to {schedule.LONGEST_DAYS}",
        f"at most {weaving.IN_STEP} memories",
        f"at most {prompt.MOST_NOTES} of them",
        f"longer than {weaving.PATIENCE:.0f} seconds",
        f"at least {support.AUTHORS} of all",
        f"at least {support.SUPPORTED} of its words",
    ):
        assert said in " ".join(PAGE.split()), said
