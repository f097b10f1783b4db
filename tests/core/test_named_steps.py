"""Steps named by what they say, without their number."""

import pytest

from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.reading.grammar import parse

TEXT = """# Decide

1. Draft: write it down. {first}
2. Discuss it. {second}
3. Justify: say why.
4. Record the outcome in the log.
5. Tell the team. {last}
"""


def jumps(**said: str) -> list[tuple[int | None, str]]:
    text = TEXT.format(**{"first": "", "second": "", "last": "", **said})
    return [(jump.target, jump.condition) for step in parse(text).steps for jump in step.jumps]


@pytest.mark.parametrize(
    ("branch", "target"),
    [
        ("@branch: if late -> go to the Justify step below", 3),
        ("@branch: if late -> the Justify step", 3),
        ("@branch: if late -> back to Draft", 1),
        ("@branch: if late -> jump to recording the outcome", 4),
        ("@branch: if late -> continue with the Record step", 4),
        ("@branch: if late -> Tell the team", 5),
        ("@branch: if late -> go to step 3", 3),
        ("@branch: if late -> go to the Refund step", None),
        ("@branch: if late -> go on", None),
    ],
)
def test_an_annotation_may_name_a_step_in_a_sentence(branch: str, target: int | None) -> None:
    assert jumps(second=branch) == [(target, "late")]


@pytest.mark.parametrize(
    ("said", "target", "condition"),
    [
        ("If nobody objects, go straight to recording the outcome.", 4, "nobody objects"),
        ("If nobody objects, skip ahead to telling the team.", 5, "nobody objects"),
        ("If it is unclear, go back to drafting.", 1, "it is unclear"),
        ("If it is clear, go directly to Justify.", 3, "it is clear"),
        ("If nobody objects, go straight to the Record step.", 4, "nobody objects"),
    ],
)
def test_so_may_a_sentence(said: str, target: int, condition: str) -> None:
    assert jumps(second=said) == [(target, condition)]


@pytest.mark.parametrize(
    "said",
    [
        "If it is late, go straight to bed.",
        "If it rains, go back to the office.",
        "Go to the team.",
        "If you like, go on to talk.",
        "If the record shows it, go to the manager.",
    ],
)
def test_other_places_are_no_steps(said: str) -> None:
    assert jumps(second=said) == []


def test_what_fits_several_asks() -> None:
    ask = "Ask. If done, go straight to recording."
    text = f"# T\n\n1. Record the name.\n2. {ask}\n3. Record the date.\n"
    skill = parse(text)
    assert not [jump for step in skill.steps for jump in step.jumps]
    told = [found for found in findings(skill, KnownSkills()) if found.code == "jump-unread"]
    assert [found.step for found in told] == [2]
    assert len(told[0].repairs) >= 2
