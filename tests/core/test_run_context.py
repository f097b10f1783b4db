"""Memories in a run: each is seen before what it is about is done."""

from collections.abc import Iterator

import pytest

from app.core.api.run_documents import place_document
from app.core.runs import store
from app.core.runs.actions import Done
from app.core.runs.state import PERSON, By, Stage
from app.core.runs.store import Record
from app.core.vault import Vault
from tests.core.running import begun, next_action, place, saved

WEIGH = (
    "# Weigh\n\n{goal}> Tare it first. _(from Scale)_\n\n"
    "1. Put the bucket on the scale.\n2. Pour.\n\n> Slowly. _(from Scale)_\n"
)
ROAST = (
    "# Roast\n\n{goal}> Check the fire door. _(from House)_\n\n"
    "1. Weigh the charge. @skill: Weigh\n\n> It drifts in the morning. _(from Log)_\n\n"
    "2. Charge it.\n\n> Gloves on. _(from House)_\n\n   1. Open the gate.\n   2. Shut it.\n\n"
    "3. Cool.\n\n## Supporting context\n\n> The fan is loud. _(from Log)_\n"
)


def seen(vault: Vault, record: Record) -> Iterator[tuple[str, list[str]]]:
    """The places of a run that is done from here on, each with the memories that are shown."""
    while record.state.top.stage is not Stage.END:
        context = place_document(record, PERSON).get("context", [])
        yield place(record), [words.partition(".")[0] for words in context]
        record = store.act(vault, record.run.id, next_action(record), PERSON)


@pytest.mark.parametrize("goal", ["", "Prerequisites: a fire\n\n"])
def test_memories_of_a_call_and_of_sub_steps_come_with_the_first_of_them(
    vault: Vault, goal: str
) -> None:
    record = begun(vault, saved(vault, WEIGH.format(goal=""), ROAST.format(goal=goal)))
    first = ["Check the fire door"]
    assert list(seen(vault, record)) == [
        *([("start", first)] if goal else []),
        ("1/1", [*([] if goal else first), "It drifts in the morning", "Tare it first"]),
        ("1/2", ["Slowly"]),
        ("1", ["It drifts in the morning"]),
        ("2.1", ["Gloves on"]),
        ("2.2", []),
        ("3", []),
    ]


def test_what_a_start_has_shown_is_not_shown_again(vault: Vault) -> None:
    goal = "Prerequisites: a scale\n\n"
    record = begun(vault, saved(vault, WEIGH.format(goal=goal), ROAST.format(goal="")))
    assert list(seen(vault, record))[:2] == [
        ("1/start", ["Check the fire door", "It drifts in the morning", "Tare it first"]),
        ("1/1", []),
    ]


def test_a_step_that_is_come_back_to_shows_its_own_alone(vault: Vault) -> None:
    skill = saved(
        vault,
        "# Stir\n\n> Wash it. _(from A)_\n\n1. Stir. If it is thick, repeat this step, at most"
        " 2 times.\n\n> To the left. _(from B)_\n\n2. Serve.\n",
    )
    record = begun(vault, skill)
    (_first, shown), *_rest = seen(vault, record)
    assert shown == ["Wash it", "To the left"]
    record = begun(vault, skill)
    record = store.act(vault, record.run.id, Done(step="1", exit=0), PERSON)
    assert place(record) == "1#2"
    assert place_document(record, PERSON)["context"] == ["To the left. (from B)"]


def test_what_stands_at_a_step_comes_with_the_first_of_its_calls_alone(vault: Vault) -> None:
    twice = "1. @skill: Weigh then @skill: Weigh\n\n> Gloves on. _(from House)_\n\n2. Cool.\n"
    text = f"# Roast\n\n{twice}"
    record = begun(vault, saved(vault, "# Weigh\n\n1. Pour.\n", text))
    assert list(seen(vault, record)) == [
        ("1:1/1", ["Gloves on"]),
        ("1:2/1", []),
        ("1", ["Gloves on"]),
        ("2", []),
    ]


NOTED = (
    "# Etch\n\nWear goggles all day.\n\nSuccess: clean\n\n1. Pour the acid.\n\n"
    "Below pH 4 wear gloves.\n\n> It fumes. _(from Log)_\n\n2. Rinse.\n   - the bath\n\n"
    "Cold water only.\n\n3. Dry.\n\n## References\n\nThe handbook.\n"
)


def noted(vault: Vault, record: Record) -> Iterator[tuple[str, list[str]]]:
    """The places of a run from here on, each with the notes that a person is shown."""
    while record.state.top.stage is not Stage.END:
        yield place(record), place_document(record, PERSON).get("notes", [])
        record = store.act(vault, record.run.id, next_action(record), PERSON)


def test_a_note_is_shown_to_people_at_the_step_it_follows(vault: Vault) -> None:
    record = begun(vault, saved(vault, NOTED))
    assert list(noted(vault, record)) == [
        ("1", ["Wear goggles all day.", "Below pH 4 wear gloves."]),
        ("2.1", ["Cold water only."]),
        ("3", []),
    ]


@pytest.mark.parametrize("label", ["**Note:**", "Note:", "Warning:", "Safety:"])
def test_a_note_may_begin_with_what_it_is(vault: Vault, label: str) -> None:
    text = f"# Etch\n\nPurpose: clean glass\n\n1. Pour.\n\n{label} Wear gloves.\n\n2. Rinse.\n"
    record = begun(vault, saved(vault, text))
    assert next(noted(vault, record)) == ("1", [f"{label} Wear gloves."])


def test_agents_read_past_notes(vault: Vault) -> None:
    record = begun(vault, saved(vault, NOTED))
    seen_by_agent = place_document(record, By(is_person=False, client="robot"))
    assert "notes" not in seen_by_agent
    assert seen_by_agent["context"] == ["It fumes. (from Log)"]


def test_a_note_below_the_heading_of_a_phase_is_shown_with_its_first_step(vault: Vault) -> None:
    text = (
        "# Bake\n\n## Mix\n\n1. Stir.\n\n## Bake\n\nThe oven is hot.\n\n1. Put it in.\n2. Wait.\n"
    )
    record = begun(vault, saved(vault, text))
    assert [notes for _place, notes in noted(vault, record)] == [[], ["The oven is hot."], []]
