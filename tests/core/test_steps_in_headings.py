"""What stands below the heading of a step: its parts, what they say, and what is only beside it."""

from functools import partial

import pytest

from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.editing.render import delete_step, insert_beside
from app.core.skills.model import BlockKind, Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_names

LETTERED = """# Bake a batch

## Step 1: Weigh

Put the bowl on the scale.

## Step 2: Work the dough

For every bowl:

### 2a. Knead

- with both hands
- for ten minutes

### 2b. Rest it

1. Cover the bowl.
2. Wait an hour.

If it has not risen, go back to step 2a at most twice.

## Step 3: Bake

Repeat step 2b if the dough sticks.
"""
ASIDE = """# Ship it

## Step 1: Pack

1. Fold the box.
2. Fill it.

**Note:** boxes are in the cellar.

Close the lid.

**Output:**

- a box
- a slip

Carry it down.

Example:

1. A box of 3 kg.

## Step 2: Send

Call the driver.

**Requirements:** the slip is signed.

- Hand it over.

## Step 3: Tell

Write to the customer.
"""


def paths(skill: Skill) -> list[tuple[str, str]]:
    return [(step.path, step.text) for step in skill.steps]


def test_lettered_headings_are_parts_of_their_step() -> None:
    skill = parse(LETTERED)
    assert [(step.path, step.label, step.text.splitlines()[0]) for step in skill.steps] == [
        ("1", "Step 1", "Weigh"),
        ("2", "Step 2", "Work the dough"),
        ("2.1", "2a", "Knead"),
        ("2.1.1", "", "with both hands"),
        ("2.1.2", "", "for ten minutes"),
        ("2.2", "2b", "Rest it"),
        ("2.2.1", "", "Cover the bowl."),
        ("2.2.2", "", "Wait an hour."),
        ("3", "Step 3", "Bake"),
    ]
    jumps = [jump for step in skill.steps for jump in step.jumps]
    assert [(jump.target, jump.maximum) for jump in jumps] == [(3, 2), (6, None)]
    assert step_names(skill)[1:6] == ("2", "2a", "2a.1", "2a.2", "2b")
    codes = {finding.code for finding in findings(skill, KnownSkills())}
    assert not codes & {"numbers-twice", "numbers-order", "jump-unread", "jump-outside"}


def test_they_are_steps_of_the_phase_with_their_number() -> None:
    skill = parse(
        "# T\n\n## Phase 1: Look\n\n### 1a. Ask\n\n- who\n\n### 1b. Read\n\n"
        "## Phase 2: Do\n\n### 2a. Cut\n\n### 2b. Glue\n"
    )
    assert paths(skill) == [
        ("1", "Ask"),
        ("1.1", "who"),
        ("2", "Read"),
        ("3", "Cut"),
        ("4", "Glue"),
    ]
    assert [step.phase for step in skill.steps] == [1, 1, 1, 2, 2]


@pytest.mark.parametrize("above", ["## Category 2: Links", "## Step 3: Look", "## Links"])
def test_elsewhere_a_letter_makes_no_step(above: str) -> None:
    skill = parse(f"# T\n\n1. Begin.\n2. End.\n\n{above}\n\n### 2a. One\n\n### 2b. Two\n")
    assert not any(step.label in ("2a", "2b") for step in skill.steps)


def test_letters_follow_their_steps() -> None:
    without = parse(delete_step(LETTERED, 1))
    assert [step.label for step in without.steps if step.label] == ["Step 1", "1a", "1b", "Step 2"]
    assert "go back to step 1a at most twice" in without.text
    assert "Repeat step 1b" in without.text
    more = parse(insert_beside(LETTERED, 3, "Fold it"))
    assert [step.label for step in more.steps if step.parent == 2] == ["2a", "2b", "2c"]
    assert "go back to step 2a" in more.text
    assert "Repeat step 2c" in more.text


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=repr)
def test_labels_in_a_step_are_context_of_it(end: str) -> None:
    text = ASIDE.replace("\n", end)
    skill = parse(text)
    assert paths(skill) == [
        ("1", "Pack"),
        ("1.1", "Fold the box."),
        ("1.2", "Fill it."),
        ("1.3", "Close the lid."),
        ("1.4", "Carry it down."),
        ("2", "Send\n\nCall the driver.\n\n**Requirements:** the slip is signed."),
        ("2.1", "Hand it over."),
        ("3", "Tell\n\nWrite to the customer."),
    ]
    assert skill.sections == ()
    assert [note.text for note in skill.notes] == [
        "**Note:** boxes are in the cellar.", "**Output:**", "a box", "a slip", "Example:",
        "1. A box of 3 kg.",
    ]  # fmt: skip
    assert "".join(text[block.start : block.end] for block in skill.blocks) == text


@pytest.mark.parametrize("label", ["Procedure:", "**Steps:**", "Instructions"])
def test_a_list_called_the_steps_is_that_of_its_step(label: str) -> None:
    skill = parse(
        f"# T\n\n## Step 1: A\n\n{label}\n\n- Do x.\n- Do y.\n\n## Step 2: B\n\n- Do z.\n"
    )
    assert [step.path for step in skill.steps] == ["1", "1.1", "1.2", "2", "2.1"]


def test_what_a_document_ends_with_is_no_part_of_its_last_step() -> None:
    skill = parse("# T\n\n## Step 1: A\n\nDo.\n\n## Step 2: B\n\nDo.\n\n**References**\n\n- x\n")
    assert [(section.title, section.text) for section in skill.sections] == [("References", "x")]
    assert skill.steps[-1].text == "B\n\nDo."


def test_headings_in_a_step_hold_what_is_below_them() -> None:
    skill = parse(
        "# T\n\n## Step 1: Find\n\nLook.\n\n### By hand\n\nSlowly.\n\n- left\n- right\n\n"
        "### By machine\n\n1. on\n2. off\n\nThen rest.\n\n#### Cleaning\n\nWith a cloth.\n\n"
        "### Later\n\n## Step 2: Keep\n\n### Why\n\nIt is dear.\n"
    )
    assert paths(skill) == [
        ("1", "Find\n\nLook."),
        ("1.1", "By hand\n\nSlowly."),
        ("1.1.1", "left"),
        ("1.1.2", "right"),
        ("1.2", "By machine"),
        ("1.2.1", "on"),
        ("1.2.2", "off"),
        ("1.2.3", "Then rest."),
        ("1.2.4", "Cleaning\n\nWith a cloth."),
        ("1.3", "Later"),
        ("2", "Keep\n\n### Why\n\nIt is dear."),
    ]


@pytest.mark.parametrize("shown", ["```\nx = 1\n```", "| a | b |\n|---|---|\n| 1 | 2 |"])
def test_code_and_tables_are_no_steps(shown: str) -> None:
    skill = parse(
        f"# T\n\n## Step 1: A\n\n- Do x.\n- Do y.\n\n{shown}\n\nGo.\n\n{shown}\n\n## Step 2: B\n"
    )
    assert paths(skill) == [
        ("1", "A"),
        ("1.1", "Do x."),
        ("1.2", f"Do y.\n\n{shown}"),
        ("1.3", f"Go.\n\n{shown}"),
        ("2", "B"),
    ]


@pytest.mark.parametrize(
    "change", [partial(delete_step, position=2), partial(insert_beside, position=2, body="x")]
)
def test_asides_stay_when_steps_change(change: partial[str]) -> None:
    skill = parse(change(ASIDE))
    notes = [skill.text[b.start : b.end] for b in skill.blocks if b.kind is BlockKind.NOTE]
    assert "- a box\n" in notes
    assert "**Note:** boxes are in the cellar.\n" in notes


def test_code_below_a_colon_belongs_to_the_item_above() -> None:
    code = "```\nx = 1\n```"
    skill = parse(f"# T\n\n1. Ask.\n\n{code}\n\n2. Run this:\n\n{code}\n\nIt works.\n\n3. Go.\n")
    assert paths(skill) == [("1", "Ask."), ("2", f"Run this:\n\n{code}"), ("3", "Go.")]
    assert len(skill.notes) == 2


def test_numbered_headings_are_none_where_others_say_step() -> None:
    skill = parse(
        "# T\n\n## What may be wrong\n\n### 1. The lamp\n\n- glass\n\n### 2. The wire\n\n"
        "- copper\n\n"
        "## Protocol\n\n### Step 1: Look\n\n#### 1. At the lamp\n\n#### 2. At the wire\n\n"
        "### Step 2: Tell\n"
    )
    assert paths(skill) == [
        ("1", "Look"),
        ("1.1", "At the lamp"),
        ("1.2", "At the wire"),
        ("2", "Tell"),
    ]


@pytest.mark.parametrize(
    "name", ["How it works", "Features", "So funktioniert es", "Principes", "Cum funcționează"]
)
def test_a_list_of_how_it_works_is_none_of_steps(name: str) -> None:
    skill = parse(
        f"# T\n\n## Use\n\n1. Press it.\n2. Wait.\n\n## {name}\n\n1. A spring.\n2. A bell.\n"
    )
    assert [step.text for step in skill.steps] == ["Press it.", "Wait."]


def test_a_list_in_a_section_that_another_heading_ends_is_none_of_steps() -> None:
    text = "# T\n\n## Output format\n\nKeep it short:\n\n1. **Verdict**\n2. **Reason**\n"
    assert len(parse(text).steps) == 2
    assert parse(f"{text}\n## Guidance\n\n- Be kind.\n").steps[0].text == "Be kind."


def test_steps_below_a_heading_steps_are_of_their_phase() -> None:
    skill = parse(
        "# T\n\n## Phase 1: Ask\n\n### Steps\n\n1. Call.\n2. Write.\n\n"
        "## Phase 2: Do\n\n1. Cut.\n2. If it breaks, go to step 2 of phase one.\n"
    )
    assert [skill.phases[step.phase - 1].title for step in skill.steps] == [
        "Ask", "Ask", "Do", "Do",
    ]  # fmt: skip
    assert [jump.target for step in skill.steps for jump in step.jumps] == [2]
