"""A number that leads a sub-step back to itself, though a step around it has that number too."""

import pytest

from app.core.skills.checking.check import Finding, KnownSkills, apply, findings
from app.core.skills.editing.moving import indent_step
from app.core.skills.reading.grammar import parse

LOAD = """# Ship

1. Pack it.
2. Label it.
3. Load the van:
   1. Open it.
   2. Put the box in. {said}
   3. Close it.
"""


def found(text: str) -> list[Finding]:
    return [f for f in findings(parse(text), KnownSkills()) if f.code == "jump-namesake"]


@pytest.mark.parametrize(
    ("said", "elsewhere", "here"),
    [
        ("@loop: 2 max=3", '@loop: "Label it" max=3', "@loop: self max=3"),
        ("[[loop: 2 max=3]]", '[[loop: "Label it" max=3]]', "[[loop: self max=3]]"),
        ("@branch: if $a -> 2", '@branch: if $a -> "Label it"', "@branch: if $a -> self"),
        ("@branch: if $a -> 3 else 2", '@branch: if $a -> 3 else "Label it"',
         "@branch: if $a -> 3 else self"),
        ("If it tears, go back to step 2 at most twice.",
         'If it tears, @loop: "Label it" max=2 at most twice.',
         "If it tears, @loop: self max=2 at most twice."),
    ],
)  # fmt: skip
def test_the_other_step_or_this_one_is_a_click_away(said: str, elsewhere: str, here: str) -> None:
    text = LOAD.format(said=said)
    (finding,) = found(text)
    assert finding.message == "‘2’ leads back to this step, 3.2."
    assert finding.detail == "Within step 3, numbers mean its sub-steps first."
    assert text[finding.start : finding.end] == "2"
    assert [repair.label for repair in finding.repairs] == ["Step 2: Label it", "Repeat this step"]
    targets = []
    for repair, written in zip(finding.repairs, (elsewhere, here), strict=True):
        repaired = apply(text, repair)
        assert repaired == LOAD.format(said=written) and not found(repaired)
        targets.append(parse(repaired).steps[4].jumps[-1].target)
    assert targets == [2, 5]


@pytest.mark.parametrize(
    "said",
    ["@loop: 1 max=2", "@loop: self max=2", "@loop: 3.2 max=2", "@loop: max=2", "@branch: 9"],
)
def test_what_is_clear_is_left_alone(said: str) -> None:
    assert not found(LOAD.format(said=said))


def test_every_step_around_is_offered() -> None:
    text = "# A\n\n1. Pack.\n   1. Open it.\n      1. Cut. @loop: 1 max=2\n"
    (finding,) = found(text)
    assert [repair.label for repair in finding.repairs] == [
        "Step 1.1: Open it", "Step 1: Pack", "Repeat this step",
    ]  # fmt: skip
    for repair, target in zip(finding.repairs, (2, 1, 3), strict=True):
        assert parse(apply(text, repair)).steps[2].jumps[0].target == target


def test_a_step_that_repeats_itself_says_so_clearly_when_it_becomes_a_sub_step() -> None:
    text = indent_step("# A\n\n1. One.\n2. Two. @loop: 2 max=2\n", 2)
    assert "@loop: 1.1 max=2" in text and not found(text)
    assert parse(text).steps[1].jumps[0].target == 2


def test_a_step_that_is_no_sub_step_may_name_itself() -> None:
    assert not found("# A\n\n1. One.\n2. Two. @loop: 2 max=2\n")
