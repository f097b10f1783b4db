"""Items in items: which step is part of which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.graph.edges import edges
from app.core.skills.checking.check import KnownSkills, findings
from app.core.skills.editing.numbering import number_steps
from app.core.skills.editing.render import delete_step, insert_step
from app.core.skills.reading.grammar import parse

VAN = """1. Prepare the van
   1. Check the oil
   2. Check the tyres
2. Load the van
   - heavy boxes first
   - fragile boxes last
3. Look at the load.
"""


def paths(text: str) -> list[tuple[str, str]]:
    return [(step.path, step.text) for step in parse(text).steps]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            VAN,
            [
                ("1", "Prepare the van"),
                ("1.1", "Check the oil"),
                ("1.2", "Check the tyres"),
                ("2", "Load the van"),
                ("2.1", "heavy boxes first"),
                ("2.2", "fragile boxes last"),
                ("3", "Look at the load."),
            ],
        ),
        ("1. a\n- b\n- c\n2. d\n", [("1", "a"), ("1.1", "b"), ("1.2", "c"), ("2", "d")]),
        ("1. a\n- b\n\n- c\n2. d\n", [("1", "a"), ("1.1", "b"), ("1.2", "c"), ("2", "d")]),
        ("1. a\n  - b\n  - c\n", [("1", "a"), ("1.1", "b"), ("1.2", "c")]),
        ("1. a\n    - b\n    - c\n", [("1", "a"), ("1.1", "b"), ("1.2", "c")]),
        ("1.\ta\n\t- b\n\t- c\n2.\td", [("1", "a"), ("1.1", "b"), ("1.2", "c"), ("2", "d")]),
        (
            "1. a\n   1. b\n      - c\n   2. d\n",
            [("1", "a"), ("1.1", "b"), ("1.1.1", "c"), ("1.2", "d")],
        ),
        ("1. a\n   - b\n\n     more b\n", [("1", "a"), ("1.1", "b\n\nmore b")]),
        ("1. a\n   - b\nlazy\n", [("1", "a"), ("1.1", "b\nlazy")]),
        (
            "1. a\n   - b\n\n   Then wait.\n\n   Wait more.\n2. d\n",
            [("1", "a"), ("1.1", "b"), ("1.2", "Then wait.\n\nWait more."), ("2", "d")],
        ),
        (
            "1. a\n   - b\n\n   ```\n   1. no step\n   ```\n",
            [("1", "a"), ("1.1", "b"), ("1.2", "```\n1. no step\n```")],
        ),
        ("- a\n  - b\n  - c\n- d\n", [("1", "a"), ("1.1", "b"), ("1.2", "c"), ("2", "d")]),
        ("- a\n  1. b\n", [("1", "a"), ("1.1", "b")]),
        ("1. a\n          - deep\n", [("1", "a\n- deep")]),
        ("  1. a\n  2. b\n", [("1", "a"), ("2", "b")]),
        ("1. a\n\n> said _(from x)_\n\n   - b\n", [("1", "a"), ("1.1", "b")]),
        ("# T\n\n1. a\n\n## H\n\n   - b\n", [("1", "a")]),
    ],
)
def test_nested_items_are_sub_steps(text: str, expected: list[tuple[str, str]]) -> None:
    assert paths(text) == expected


def test_a_sub_step_knows_its_step() -> None:
    skill = parse(VAN)
    assert [step.parent for step in skill.steps] == [0, 1, 1, 0, 4, 4, 0]
    assert [step.number for step in skill.steps] == [1, 1, 2, 2, None, None, 3]
    assert [step.path for step in skill.top_steps] == ["1", "2", "3"]


@pytest.mark.parametrize(
    "bullets",
    [
        "- No: go back to step 1.\n   - Yes: go to step 3.",
        "- damaged: go to step 3\n   - intact: go to step 1",
        "- the state is `ready` → proceed to step 3\n   - it failed → start over",
        "- If it is red, go to step 3.\n   - Otherwise, go to step 1.",
        "- **Ja:** ins Regal\n   - **Nein:** in die Kiste",
    ],
)
def test_bullets_that_say_which_way_belong_to_their_step(bullets: str) -> None:
    steps = parse(f"1. Look.\n2. Which one?\n   {bullets}\n3. Go on.\n").steps
    assert [step.path for step in steps] == ["1", "2", "3"]
    assert steps[1].text == "Which one?\n" + bullets.replace("   ", "")


@pytest.mark.parametrize(
    ("said", "target"),
    [
        ("go back to step 1", 2),
        ("go to step 3", 5),
        ("go back to the previous step", 2),
        ("repeat this step", 3),
        ("go back to the beginning", 1),
        ("go to the last step", 5),
    ],
)
def test_references_of_a_sub_step(said: str, target: int) -> None:
    skill = parse(f"1. a\n   1. b\n   2. c. If red, {said}.\n2. d\n3. e\n")
    assert [jump.target for jump in skill.steps[2].jumps] == [target]


def test_references_of_a_step_pass_sub_steps_over() -> None:
    skill = parse("1. a\n2. b\n   1. c\n   2. d\n3. e. If red, go back to step 2.\n")
    assert skill.steps[4].jumps[0].target == 2
    skill = parse("- a\n- b\n  - c\n- e. If red, go back to the previous step.\n")
    assert skill.steps[3].jumps[0].target == 2


def test_a_sub_step_is_inserted_and_deleted_among_its_own() -> None:
    assert insert_step(VAN, 2, "Wash it").startswith(
        "1. Prepare the van\n   1. Check the oil\n   2. Wash it\n   3. Check the tyres\n2. Load"
    )
    assert delete_step(VAN, 2).startswith("1. Prepare the van\n   1. Check the tyres\n2. Load")
    assert "\n4. Look" in insert_step(VAN, 6, "x") or "\n   - x\n3. Look" in insert_step(
        VAN, 6, "x"
    )


def test_sub_steps_are_reached_before_their_step_leads_on() -> None:
    text = "1. Look. @branch: if $a -> 3 else 2\n   - one\n   - two\n2. b\n3. c\n"
    codes = {finding.code for finding in findings(parse(text), KnownSkills())}
    assert "step-unreachable" not in codes


def test_the_graph_has_sub_steps_in_reading_order_with_their_step_beside() -> None:
    found = [edge for edge in edges(parse(VAN)) if edge.evidence == "skill:seq"]
    assert [(edge.source.number, edge.node and edge.node.number) for edge in found] == [
        (n, n + 1) for n in range(1, 7)
    ]
    assert [edge.detail.get("parent") for edge in found] == [1, 1, None, 4, 4, None]


def test_numbering_counts_sub_steps_in_their_step() -> None:
    text = "4. a\n   7. b\n   9. c\n5. d\n   - e\n"
    assert number_steps(text) == "1. a\n   1. b\n   2. c\n2. d\n   - e\n"
    assert number_steps("- a\n  - b\n- c\n") == "1. a\n   - b\n2. c\n"


def test_lists_after_a_line_with_a_colon_are_parts_of_it_and_code_of_what_is_above() -> None:
    text = (
        "## Step 1: Build\n\nFor each tool:\n\n- name it\n\n"
        "**Output schema:**\n- Define it\n- Use it\n\n"
        "Run this:\n```\nmake\n```\n\nThen look.\n\n- bye\n\n"
        "**For Python:**\n\n1. Make\n2. Test\n\n"
        "## Step 2: Report\n\nPrint.\n"
    )
    assert [f"{step.path} {step.text}" for step in parse(text).steps] == [
        "1 Build\n\nFor each tool:", "1.1 name it", "1.2 **Output schema:**", "1.2.1 Define it",
        "1.2.2 Use it", "1.3 Run this:\n```\nmake\n```", "1.4 Then look.", "1.5 bye",
        "1.6 **For Python:**", "1.6.1 Make", "1.6.2 Test", "2 Report\n\nPrint.",
    ]  # fmt: skip


LINES = [
    "1. a", "2. b", "- c", "   - d", "   1. e", "      - f", "  more", "   more", "", "text",
    "    - g", "10. h", "- No: go to step 1", "   - Yes: go to step 2", "```", "# H",
]  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=20).map("\n".join))
def test_paths_count_every_level(text: str) -> None:
    skill = parse(text)
    seen: dict[int, int] = {}
    for step in skill.steps:
        assert step.parent < step.position
        seen[step.parent] = seen.get(step.parent, 0) + 1
        above = skill.steps[step.parent - 1].path + "." if step.parent else ""
        assert step.path == f"{above}{seen[step.parent]}"
    assert "".join(text[block.start : block.end] for block in skill.blocks) == text
