"""A step has one name wherever it is named: where it is among the others."""

import json
from dataclasses import replace

import pytest

from app.core.library import library
from app.core.library.compare import compare
from app.core.library.usages import usages
from app.core.packs import plan
from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_name, step_names, steps_words
from app.core.training.placement_reasons import why
from app.core.training.procedure import procedure_of
from app.core.training.proposal import Fragment, Item, Proposal, from_json, to_json
from app.core.vault import Vault
from app.ui.widgets.diff.rows import lines
from tests.core.trade import pack, signed

CLOSE = """# Close the shop

Trigger: it is closing time.
Success: the shop is dark and locked.

## In the shop

1. Count the till.
   a. Count the coins.
   b. Count the notes with @skill:count-notes.
2. Lock the back door.

## Outside

1. Switch off the lights.
   a. Those of the window.
   b. Those of the sign. @loop: 9 max=2
2. Set the alarm to $code. @branch: if it beeps -> 1
"""
NAMES = ("1", "1.1", "1.2", "2", "3", "3.1", "3.2", "4")


def test_every_step_has_a_name_of_its_own() -> None:
    skill = parse(CLOSE)
    assert step_names(skill) == NAMES
    assert [step_name(skill, n) for n in range(1, 9)] == list(NAMES)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["1.1"], "Step 1.1"),
        (["1.2", "2"], "Steps 1.2 and 2"),
        (["1", "1.1", "2"], "Steps 1 to 2"),
    ],
)
def test_steps_in_a_row_are_named_by_their_ends(names: list[str], words: str) -> None:
    assert steps_words(names) == words


def test_findings_name_the_step() -> None:
    found = {one.code: one for one in findings(parse(CLOSE), KnownSkills())}
    assert found["jump-nowhere"].path == "3.2"
    assert found["call-unknown"].path == "1.2"
    assert found["variable-undefined"].path == "4"


def test_a_variable_is_set_in_a_step_by_its_name() -> None:
    text = CLOSE.replace("the coins.", "the coins with $bag.").replace(
        "window.", "window. @skill:bags -> $bag"
    )
    found = [one for one in findings(parse(text), KnownSkills()) if one.code == "variable-early"]
    assert [(one.path, one.detail) for one in found] == [("1.1", "Step 3.1 sets it.")]


def test_comparisons_name_the_step() -> None:
    changed = compare(CLOSE, CLOSE.replace("the coins", "all coins"))
    assert [row.right.number for row in changed.changed if row.right] == ["1.1"]
    folds = [line.text for line in lines(changed, frozenset()) if line.what == "fold"]
    assert "Steps 2 to 4 unchanged" in folds
    (link,) = (
        row.right.text
        for row in compare(CLOSE, CLOSE.replace("beeps -> 1", "beeps -> 2")).changed
        if row.right is not None and row.right.link is not None
    )
    assert link.startswith("step 4")


def test_usages_name_the_step(vault: Vault) -> None:
    called = library.save(vault, None, "# Count notes\n\n1. Count them.\n").skill
    library.save(vault, None, CLOSE)
    assert [(one.step, one.path) for one in usages(vault, called)] == [(3, "1.2")]


def test_where_a_loop_leads_says_when() -> None:
    old = "1. Look at it.\n2. Try it.\n   @loop: 1 max=3 until it is green\n"
    links = [
        (row.left.text, row.right.text)
        for row in compare(old, old.replace("green", "blue")).changed
        if row.left and row.right and row.left.link is not None
    ]
    assert links == [
        (
            "step 2 to step 1 (until it is green), max 3",
            "step 2 to step 1 (until it is blue), max 3",
        )
    ]


def test_a_training_names_the_step_and_so_does_one_that_was_kept_before_names(vault: Vault) -> None:
    steps = tuple(step.text for step in parse(CLOSE).steps)
    said = Fragment(1, "The coins lie in the drawer.", "Notes")
    near = (0.0, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    item = Item(said, procedure_of(parse(CLOSE)).at(said.text, 2, near), 2, (2, 7), near)
    proposal = Proposal(1, "Close the shop", 1, 1, CLOSE, steps, NAMES, (item,))
    assert "lose to step 1.1 (" in why(proposal, item)
    assert why(proposal, replace(item, after=None)).startswith("Recalled for steps 1.1, 3.2.")
    stored = json.loads(to_json(proposal))
    assert from_json(json.dumps(stored)) == proposal
    del stored["names"]
    assert from_json(json.dumps(stored)) == proposal


def test_a_pack_names_the_step_that_calls(vault: Vault) -> None:
    made = plan.plan(vault, signed(pack("# Count notes\n\n1. Count.\n", CLOSE)))
    assert [(need.skill, need.step) for need in made.items[0].needed_by] == [
        ("Close the shop", "1.2")
    ]
