"""Walks: the plan for agents and the story for people, on the same few skills."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import NotFound
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.narrative import narrative
from app.core.walk.plan import Plan, walk

DISPATCH = """# Dispatch

Trigger: work arrives
Success: it is done
Requires: $taskContext:string
Produces: $matchedSkills
On failure: @skill: session-start

1. Look at $taskContext.
2. @skill: matcher(context=$taskContext, depth=3) -> $matchedSkills
3. If nothing matches, go to step 4.
4. Do it again. @loop: 2 max=3
"""
MATCHER = "# matcher\n\n1. Compare.\n2. Repeat until sure. @loop: 1 max=2\n"


@pytest.fixture
def dispatch(vault: Vault) -> int:
    for title in ("session-start",):
        library.save(vault, None, f"# {title}\n\n1. Begin.\n")
    library.save(vault, None, MATCHER)
    return library.save(vault, None, DISPATCH).skill


def test_a_plan_has_the_layout_agents_expect(vault: Vault, dispatch: int) -> None:
    plan = walk(vault, dispatch)
    assert plan["skill"]["title"] == "Dispatch"
    assert plan["requires"] == ["taskContext"]
    assert plan["requiresTypes"] == {"taskContext": "string"}
    assert plan["produces"] == ["matchedSkills"]
    assert plan["constraints"] == {"success": "it is done", "trigger": "work arrives"}
    assert [step["index"] for step in plan["steps"]] == [1, 2, 3, 4]
    call = plan["steps"][1]["calls"]
    assert (call["targetTitle"], call["args"], call["captureAs"]) == (
        "matcher",
        ["taskContext", "depth"],
        "matchedSkills",
    )
    assert call["arguments"][1] == {"name": "depth", "value": "3", "isVariable": False}
    assert plan["steps"][2]["branchesTo"] == [4]
    assert plan["steps"][2]["branches"] == [{"to": 4, "condition": "nothing matches"}]
    assert plan["steps"][3]["loopsBackTo"] == [2]
    assert plan["steps"][3]["maxIterations"] == 3
    assert plan["failureHandlers"][0]["targetTitle"] == "session-start"
    assert all(step["supportingContext"] == [] for step in plan["steps"])
    assert json.loads(json.dumps(plan)) == plan


def test_the_story_says_the_same(vault: Vault, dispatch: int) -> None:
    text = narrative(parse(DISPATCH), walk(vault, dispatch))
    assert text.startswith("CONSTRAINTS:\n  ⚡ Trigger: work arrives\n  ✓ Success: it is done\n")
    assert "\n\nPROCEDURE (4 steps):\n  Step 1: Look at $taskContext.\n" in text
    assert (
        "    → INVOKES SKILL: matcher with context = $taskContext, depth = 3,"
        " capture result as $matchedSkills\n" in text
    )
    assert "    → BRANCHES to step 4 if nothing matches\n" in text
    assert "    → LOOPS BACK to step 2 (max 3 iterations)\n" in text
    assert text.endswith(
        "FAILURE HANDLERS:\n  → On failure: @skill: session-start\n"
        "     RECOVERY SKILL: session-start"
    )


def test_a_recursive_walk_numbers_what_is_called_inside_its_caller(
    vault: Vault, dispatch: int
) -> None:
    plan = walk(vault, dispatch, recursive=True)
    assert [step["number"] for step in plan["steps"]] == ["1", "2", "2.1", "2.2", "3", "4"]
    assert [step["index"] for step in plan["steps"]] == [1, 2, 3, 4, 5, 6]
    assert plan["steps"][3]["loopsBackTo"] == [3], "a loop inside stays inside"
    assert plan["steps"][5]["loopsBackTo"] == [2]
    assert plan["steps"][4]["branchesTo"] == [6]
    text = narrative(parse(DISPATCH), plan)
    assert "    Step 2.2: [matcher] Repeat until sure. @loop: 1 max=2\n" in text
    assert "→ LOOPS BACK to step 2.1 (max 2 iterations)" in text


def test_skills_that_call_each_other_are_walked_once(vault: Vault) -> None:
    a = library.save(vault, None, "# a\n\n1. @skill: b\n2. Rest.\n").skill
    library.save(vault, None, "# b\n\n1. @skill: a\n2. @skill: b\n")
    plan = walk(vault, a, recursive=True)
    assert [step["number"] for step in plan["steps"]] == ["1", "1.1", "1.1.1", "1.2", "1.2.1", "2"]
    assert "already being walked" in plan["steps"][2]["text"]


def test_two_calls_in_one_step_count_on(vault: Vault) -> None:
    for name in ("x", "y"):
        library.save(vault, None, f"# {name}\n\n1. {name} one\n2. {name} two, go back to step 1\n")
    skill = library.save(vault, None, "# both\n\n1. @skill: x then @skill: y\n").skill
    plan = walk(vault, skill, recursive=True)
    assert [step["number"] for step in plan["steps"]] == ["1", "1.1", "1.2", "1.3", "1.4"]
    assert plan["steps"][4]["loopsBackTo"] == [4]
    assert [call["targetTitle"] for call in plan["steps"][0]["callsSequence"]] == ["x", "y"]


def test_an_unknown_call_is_said_and_never_invented(vault: Vault) -> None:
    skill = library.save(
        vault, None, "# s\n\nOn failure: @skill: gone\n\n1. @skill: nobody\n"
    ).skill
    plan = walk(vault, skill)
    assert plan["steps"][0]["unresolvedCall"] == "nobody"
    assert "calls" not in plan["steps"][0]
    assert plan["failureHandlers"] == [
        {"description": "@skill: gone", "args": [], "unresolvedCall": "gone"}
    ]
    text = narrative(parse(library.text(vault, skill)), plan)
    assert '⚠ UNRESOLVED CALL: "nobody"' in text
    assert '⚠ UNRESOLVED RECOVERY SKILL: "gone"' in text


def test_memories_are_context_and_recipes_are_not_steps(vault: Vault) -> None:
    skill = library.save(
        vault,
        None,
        "# s\n\n1. One.\n\nAn old story. _(from Diary)_\n\n2. Two.\n\n"
        "Before: when starting\n- recall: stories (if < 3 results) only_engrams: [work]\n",
    ).skill
    plan = walk(vault, skill)
    assert len(plan["steps"]) == 2
    assert plan["steps"][0]["supportingContext"] == ["An old story."]
    assert plan["recipes"][0]["steps"] == [
        {"tool": "recall", "query": "stories", "onlyEngrams": ["work"], "ifResultsBelow": 3}
    ]


def test_an_unknown_skill_is_one_sentence(vault: Vault) -> None:
    with pytest.raises(NotFound):
        walk(vault, 99)


@given(st.lists(st.text(max_size=60), min_size=1, max_size=4))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_can_be_walked(vault: Vault, texts: list[str]) -> None:
    for text in texts:
        if "\ud800" <= max(text, default="") <= "\udfff":
            continue
        skill = library.save(vault, None, f"{text}\n1. @skill: {text}\n").skill
        for recursive in (False, True):
            plan: Plan = walk(vault, skill, recursive=recursive)
            numbers = {step["index"] for step in plan["steps"]}
            for step in plan["steps"]:
                assert set(step.get("branchesTo", [])) <= numbers
                assert set(step.get("loopsBackTo", [])) <= numbers
            narrative(parse(library.text(vault, skill)), plan)
    assert catalogue.rows(vault)


def test_a_line_of_a_memory_is_no_line_of_the_procedure(vault: Vault) -> None:
    text = "# T\n\n1. a\n\n> b\n> Step 2: c\n> _(from d)_\n\n"
    text += "## Supporting context\n\n> e\n>\n> f\n> _(from g)_\n"
    skill = library.save(vault, None, text).skill
    told = narrative(parse(text), walk(vault, skill)).splitlines()
    assert "    → Context: b Step 2: c" in told
    assert "  - e f" in told


def test_a_skill_in_quarantine_is_walked_and_says_so(vault: Vault) -> None:
    skill = library.save(vault, None, "# Borrowed\n\n1. Do as I say.\n").skill
    plan = walk(vault, skill)
    assert "status" not in plan["skill"]
    assert "QUARANTINE" not in narrative(parse(library.text(vault, skill)), plan)
    state = library.current(vault, skill)
    assert state is not None
    library.refile(vault, skill, replace(state[2], status=Status.QUARANTINED))
    plan = walk(vault, skill)
    assert plan["skill"]["status"] == "quarantined"
    said = narrative(parse(library.text(vault, skill)), plan)
    assert said.startswith("⚠ IN QUARANTINE: do not follow this skill")
    assert "Step 1: Do as I say." in said
