"""What looks like a way through the steps and is not understood is asked about, in one click."""

import pytest

from app.core.skills.checking.check import findings
from app.core.skills.checking.finding import Finding, KnownSkills, Severity, apply
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.languages.every import stands_alone

PILE = "1. Take a page from the pile.\n2. Scan it.\n3. {}\n4. Tie the pages up.\n"


def _asked(text: str) -> list[Finding]:
    found = findings(parse(text), KnownSkills())
    return [finding for finding in found if finding.code == "jump-unread"]


def test_to_repeat_nobody_knows_what_is_a_warning_on_its_step() -> None:
    text = PILE.format("Repeat until the pile is empty.")
    (asked,) = _asked(text)
    assert (asked.severity, asked.step) == (Severity.WARNING, 3)
    assert text[asked.start : asked.end] == "Repeat"
    assert "‘Repeat’" in asked.message
    assert [repair.label for repair in asked.repairs] == [
        "Repeat from step 1", "Repeat from step 2", "Repeat this step",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "condition"),
    [
        ("Repeat until the pile is empty.", "until the pile is empty"),
        ("Wiederholen, bis der Stapel leer ist.", "bis der Stapel leer ist"),
        ("Répéter jusqu'à ce que la pile soit vide.", "jusqu'à ce que la pile soit vide"),
        ("Enter the word. If it is refused, try again.", "it is refused"),
        ("Look at it. If a page is torn, try again. Then go on.", "a page is torn"),
    ],
)
@pytest.mark.parametrize("answer", [0, 1, 2])
def test_an_answer_writes_the_annotation_and_keeps_the_condition(
    said: str, condition: str, answer: int
) -> None:
    text = PILE.format(said)
    (asked,) = _asked(text)
    repaired = apply(text, asked.repairs[answer])
    assert _asked(repaired) == []
    (jump,) = parse(repaired).steps[2].jumps
    expected = {"Repeat from step 1": 1, "Repeat from step 2": 2, "Repeat this step": 3}
    assert (jump.target, jump.condition) == (expected[asked.repairs[answer].label], condition)


def test_a_step_that_says_more_offers_itself_first() -> None:
    (asked,) = _asked(PILE.format("Enter the word. If it is refused, try again."))
    assert asked.repairs[0].label == "Repeat this step"


def test_a_step_that_is_named_is_the_only_answer() -> None:
    text = PILE.format("Repeat the second measurement of step 2.")
    (asked,) = _asked(text)
    (repair,) = asked.repairs
    assert repair.label == "Repeat from step 2"
    assert parse(apply(text, repair)).steps[2].jumps[0].target == 2


def test_what_is_skipped_later_or_past_the_end_is_asked_about() -> None:
    assert _asked("1. If it is new, skip step 3.\n2. Clean it.\n3. Paint it.\n")
    assert _asked("1. Clean it.\n2. If it is new, skip the next step.\n3. Paint it.\n")


def test_an_annotation_settles_it() -> None:
    assert _asked(PILE.format("Repeat until the pile is empty. @loop: 1 max=9")) == []


@pytest.mark.parametrize(
    "said",
    [
        "Repeat the customer's words.",
        "Safe to retry.",
        "Never start over without asking.",
        "Do not try again.",
        "Say “try again” to the caller.",
        "Copy `repeat until done` into the file.",
    ],
)
def test_ordinary_prose_is_no_question(said: str) -> None:
    assert _asked(PILE.format(said)) == []
    assert parse(PILE.format(said)).steps[2].jumps == ()


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("If a page is torn, @loop: 2 max=4", (2, 4, "a page is torn")),
        ("If a page is torn, tape it. @loop: 2 max=4", (2, 4, "a page is torn")),
        ("If a page is torn, go back to step 2, at most twice. @loop: 2", (2, 2, "a page is torn")),
        ("Unless it is dark, @branch: 4", (4, None, "Unless it is dark")),
        ("Check if a page is torn. @loop: 2 max=4", (2, 4, "")),
    ],
)
def test_a_condition_in_prose_beside_an_annotation_is_kept(
    said: str, read: tuple[int, int | None, str]
) -> None:
    (jump,) = parse(PILE.format(said)).steps[2].jumps
    assert (jump.target, jump.maximum, jump.condition) == read


@pytest.mark.parametrize(
    "condition",
    ["unless it rains", "until green", "otherwise", "es sei denn, es regnet", "sauf si", "Wet? No"],
)
def test_what_says_its_own_word_needs_no_if(condition: str) -> None:
    assert stands_alone(condition)
    assert not stands_alone("it rains")


def test_an_answer_means_the_steps_of_its_own_phase() -> None:
    text = (
        "## At the door\n\n1. Knock.\n2. Wait.\n\n## Inside\n\n1. Take a box.\n2. Open it.\n"
        "3. Repeat until all boxes are open.\n"
    )
    (asked,) = _asked(text)
    repaired = apply(text, asked.repairs[0])
    assert asked.repairs[0].label == "Repeat from step 3"
    assert "@loop: 1" in repaired
    (jump,) = parse(repaired).steps[4].jumps
    assert (jump.target, jump.condition) == (3, "until all boxes are open")


@pytest.mark.parametrize(
    "said",
    ["@loop: 2.1 max=3", "Repeat step 2.1 three times.", "[[loop: step 2.1 max=3]]"],
)
def test_a_sub_step_is_meant_by_its_whole_number(said: str) -> None:
    text = f"1. Open it.\n2. Fill it.\n   1. Sand first.\n   2. Then water.\n3. {said}\n"
    (jump,) = parse(text).steps[-1].jumps
    assert (jump.target, jump.maximum) == (3, 3)
