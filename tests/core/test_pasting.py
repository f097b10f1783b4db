"""What is pasted into a skill becomes its title, goals and steps, and nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.editing.pasting import Pasted, into_step, into_title, is_bare, is_procedure
from app.core.skills.reading.grammar import parse

WHOLE = "# Brew tea\n\nTrigger: guests\n\n1. Boil water.\n2. Wait.\n"
WRITTEN = "# Tea\n\nTrigger: thirst\n\n1. Boil.\n2. Wait.\n"
BARE = ("", "1. ", "# Old\n", "# Old\n\n1. \n")


def steps(text: str) -> list[str]:
    return [step.text for step in parse(text).steps]


@pytest.mark.parametrize("text", BARE)
def test_a_bare_skill_becomes_what_is_pasted_as_its_title(text: str) -> None:
    assert is_bare(parse(text))
    assert into_title(text, parse(text).title, WHOLE, "") == Pasted(WHOLE)


def test_plain_lines_are_a_title_and_steps() -> None:
    made = into_title("", "", "Brew tea\nBoil water.\n\nWait.\n", "")
    assert made.text == "# Brew tea\n\n1. Boil water.\n2. Wait.\n"


@pytest.mark.parametrize("text", ["1. Boil\n2. Wait\n", "Trigger: guests\n1. Boil\n2. Wait\n"])
def test_a_step_or_a_goal_is_no_title(text: str) -> None:
    assert parse(into_title("# Old\n", "Old", text, "").text).title == "Old"
    assert steps(into_title("", "", text, "").text) == ["Boil", "Wait"]


def test_in_a_written_skill_only_the_first_line_is_for_the_title() -> None:
    made = into_title(WRITTEN, "Green ", "tea\nPour.\nDrink.", "")
    assert parse(made.text).title == "Green tea"
    assert steps(made.text) == ["Boil.", "Wait.", "Pour.", "Drink."]
    assert (made.first, made.more) == (3, 2)


def test_all_of_a_procedure_comes_into_a_written_skill() -> None:
    whole = "# Serve\n\nFor guests.\n\nTrigger: bell\n\n## First\n\n1. Pour.\n   - Milk.\n2. Bow.\n"
    made = into_title(WRITTEN, "", whole, "")
    read = parse(made.text)
    assert read.title == "Serve"
    assert [goal.value for goal in read.goals] == ["thirst\nbell"]
    assert steps(made.text) == [
        "Boil.", "Wait.", "For guests.", "First", "Pour.", "Milk.", "Bow."
    ]  # fmt: skip
    assert read.steps[5].parent == 5


@pytest.mark.parametrize("text", ["# Old\n", "# Old\n\n1. \n"])
def test_a_bare_skill_keeps_its_title_when_its_first_step_is_pasted(text: str) -> None:
    made = into_step(text, 1, WHOLE)
    assert made.text == WHOLE.replace("Brew tea", "Old")
    assert made.title_left == "Brew tea"
    assert into_step("1. ", 1, WHOLE) == Pasted(WHOLE)


def test_goals_and_steps_come_into_a_written_step() -> None:
    made = into_step(WRITTEN, 1, "Produces: $cup\n1. Pour.\n2. Stir.\n")
    assert steps(made.text) == ["Boil.", "Pour.", "Stir.", "Wait."]
    assert [goal.kind.name for goal in parse(made.text).goals] == ["TRIGGER", "PRODUCES"]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Boil water.\nWait.", False),
        ("# Tea\n\n- Boil.\n", True),
        ("1. a\n2. b", True),
        (" ", False),
    ],
)
def test_what_is_more_than_a_step(text: str, is_one: bool) -> None:
    assert is_procedure(text) is is_one


_lines = st.lists(st.text("abc Été7", min_size=1).filter(lambda s: s.strip()), min_size=2)


@given(_lines, st.sampled_from([*BARE, WRITTEN]))
def test_no_line_is_lost(lines: list[str], text: str) -> None:
    made = into_title(text, "", "\n".join(lines), "")
    for line in lines:
        assert " ".join(line.split()) in " ".join(made.text.split())
