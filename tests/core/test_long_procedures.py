"""Procedures of more than 999 steps, however they are numbered."""

import pytest

from app.core.skills.reading.grammar import parse

COUNT = 1_100


@pytest.mark.parametrize(
    "line",
    [
        "{n}. Do it.",
        "{n}) Do it.",
        "({n}) Do it.",
        "{n}/ Do it.",
        "{n} – Do it.",
        "**{n}.** Do it.",
        "Step {n}: Do it.",
        "**Step {n}** – Do it.",
        "Step no. {n}: Do it.",
        "Phase {n}: Do it.",
        "1.{n} Do it.",
        "{n}.0 Do it.",
        "## {n}. Do it",
        "## Step {n} Do it",
        "### 1.{n} Do it",
    ],
)
def test_every_number_counts(line: str) -> None:
    text = "# T\n\n" + "\n".join(line.format(n=n) for n in range(1, COUNT + 1)) + "\n"
    assert len(parse(text).top_steps) == COUNT


def test_they_are_named_by_their_numbers() -> None:
    text = "# T\n\n" + "".join(f"{n}. Do it.\n" for n in range(1, COUNT + 1))
    text += "1101. If it fails, go back to step 1050.\n1102. Do it. @loop: 1003 max=2\n"
    jumps = [jump for step in parse(text).steps for jump in step.jumps]
    assert [jump.target for jump in jumps] == [1050, 1003]


@pytest.mark.parametrize("mark", [":", " –"])
def test_years_are_no_steps(mark: str) -> None:
    skill = parse(f"# T\n\n1. Print it.\n\n2023{mark} First edition.\n2024{mark} Second edition.\n")
    assert [step.text for step in skill.steps] == ["Print it."]
