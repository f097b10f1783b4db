"""Walks: the plan for agents and the story for people, on the same few skills."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.api.plain import plain
from app.core.errors import NotFound
from app.core.library import catalogue, engrams, library
from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.skills.model import Jump, JumpKind, Phase
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.model import (
    Branch,
    Loop,
    Plan,
    WalkedArgument,
    WalkedCall,
    WalkedSkill,
    WalkedStep,
)
from app.core.walk.narrative import narrative
from app.core.walk.plan import DEEPEST, NESTED, walk
from app.core.walk.plan import plan as plan_of
from tests.cli.schemas import validator

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
    assert plan.skill.title == "Dispatch"
    assert (plan.skill.source_id, plan.skill.engram_name) == (f"skill:{dispatch}", "Skills")
    assert plan.requires == ("taskContext",)
    assert plan.requires_types == {"taskContext": "string"}
    assert plan.produces == ("matchedSkills",)
    assert plan.constraints == {"success": "it is done", "trigger": "work arrives"}
    assert list(plan.constraints) == ["success", "trigger"]
    assert [step.index for step in plan.steps] == [1, 2, 3, 4]
    assert [step.number for step in plan.steps] == ["1", "2", "3", "4"]
    call = plan.steps[1].calls
    assert call is not None
    assert (call.target_title, call.args, call.capture_as) == (
        "matcher",
        ("taskContext", "depth"),
        "matchedSkills",
    )
    assert call.arguments[1] == WalkedArgument(name="depth", value="3", is_variable=False)
    assert plan.steps[2].branches_to == (4,)
    assert plan.steps[2].branches == (Branch(to=4, condition="nothing matches"),)
    assert plan.steps[3].loops_back_to == (2,)
    assert plan.steps[3].max_iterations == 3
    assert plan.steps[3].loops == (Loop(to=2, max=3, condition=""),)
    assert plan.failure_handlers[0].target_title == "session-start"
    assert all(step.supporting_context == () for step in plan.steps)
    assert plan.recipes == ()


def test_as_json_a_plan_says_what_it_has_and_nothing_empty(vault: Vault, dispatch: int) -> None:
    said = plain(walk(vault, dispatch))
    assert json.loads(json.dumps(said)) == said
    assert isinstance(said, dict)
    assert list(said) == [
        "skill", "requires", "requiresTypes", "produces", "constraints", "steps",
        "failureHandlers", "unanchoredContext", "recipes",
    ]  # fmt: skip
    assert said["recipes"] == []
    one, two, three, four = said["steps"]
    assert one == {
        "index": 1, "number": "1", "text": "Look at $taskContext.", "supportingContext": [],
    }  # fmt: skip
    matcher = catalogue.find(vault, "matcher").id
    assert two["calls"] == {
        "targetSourceId": f"skill:{matcher}",
        "targetTitle": "matcher",
        "args": ["taskContext", "depth"],
        "captureAs": "matchedSkills",
        "arguments": [
            {"name": "context", "value": "taskContext", "isVariable": True},
            {"name": "depth", "value": "3", "isVariable": False},
        ],
    }
    assert three["branches"] == [{"to": 4, "condition": "nothing matches"}]
    assert four["loops"] == [{"to": 2, "max": 3, "condition": ""}]
    assert said["failureHandlers"] == [
        {
            "targetSourceId": f"skill:{catalogue.find(vault, 'session-start').id}",
            "targetTitle": "session-start",
            "args": [],
            "description": "@skill: session-start",
        }
    ]


def test_the_story_says_the_same(vault: Vault, dispatch: int) -> None:
    text = narrative(parse(DISPATCH), walk(vault, dispatch))
    assert text.startswith("CONSTRAINTS:\n  ✓ Success: it is done\n  ⚡ Trigger: work arrives\n")
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


def told(vault: Vault, text: str, *, recursive: bool = False) -> str:
    skill = library.save(vault, None, text).skill
    return narrative(parse(text), walk(vault, skill, recursive=recursive))


def planned(text: str, *targets: SkillRow) -> Plan:
    """The plan of a text whose every call means these skills."""
    about = WalkedSkill(source_id="skill:1", title="T", engram_name="Skills")
    return plan_of(parse(text), about, lambda _call: targets)


NESTED_STEPS = """# T

1. Prepare the van.
   1. Check the oil.
   2. Check the tyres. If one is flat, go back to step 1.

      - Front.
      - Back.
2. Load it.
3. Look at the load. If it leans, go back to step 2 at most two times.
"""


def test_sub_steps_stand_in_their_step(vault: Vault) -> None:
    plan = planned(NESTED_STEPS)
    assert [step.index for step in plan.steps] == [1, 2, 3]
    oil, tyres = plan.steps[0].steps
    assert (oil.index, oil.number, oil.text) == (None, "1.1", "Check the oil.")
    assert [(step.number, step.text) for step in tyres.steps] == [
        ("1.2.1", "Front."),
        ("1.2.2", "Back."),
    ]
    assert plan.steps[2].loops == (Loop(to=2, max=2, condition="it leans"),)
    text = told(vault, NESTED_STEPS)
    assert (
        "PROCEDURE (3 steps):\n  Step 1: Prepare the van.\n    Step 1.1: Check the oil.\n" in text
    )
    assert "\n      Step 1.2.1: Front.\n      Step 1.2.2: Back.\n  Step 2: Load it.\n" in text
    assert "    → LOOPS BACK to step 2 if it leans (max 2 iterations)" in text


def test_a_jump_to_a_sub_step_says_its_path() -> None:
    """`to` counts the top-level steps and `to_path` names the sub-step."""
    skill = parse(NESTED_STEPS)
    last = skill.steps[-1]
    there = next(step for step in skill.steps if step.path == "1.2")
    jumps = (
        Jump(JumpKind.LOOP, there.position, "", 2, "flat", 0, 0, 0, 0),
        Jump(JumpKind.BRANCH, there.position, "", None, "odd", 0, 0, 0, 0),
        Jump(JumpKind.BRANCH, None, "", None, "unclear", 0, 0, 0, 0),
        Jump(JumpKind.LOOP, None, "", 5, "", 0, 0, 0, 0),
        Jump(JumpKind.LOOP, last.position, "", 1, "", 0, 0, 0, 0),
    )
    changed = replace(skill, steps=(*skill.steps[:-1], replace(last, jumps=jumps)))
    about = WalkedSkill(source_id="skill:1", title="T", engram_name="Skills")
    plan = plan_of(changed, about, lambda _call: ())
    step = plan.steps[2]
    assert step.branches == (
        Branch(to=1, to_path="1.2", condition="odd"),
        Branch(to=None, condition="unclear"),
    )
    assert step.loops == (
        Loop(to=1, to_path="1.2", max=2, condition="flat"),
        Loop(to=None, max=5, condition=""),
        Loop(to=3, max=1, condition=""),
    )
    assert (step.branches_to, step.loops_back_to, step.max_iterations) == ((1,), (1, 3), 5)
    assert plain(step.branches[0]) == {"to": 1, "toPath": "1.2", "condition": "odd"}
    text = narrative(changed, plan)
    assert "    → BRANCHES to step 1.2 if odd\n    → BRANCHES if unclear\n" in text
    assert "    → LOOPS BACK to step 1.2 if flat (max 2 iterations)\n" in text
    assert "    → LOOPS BACK on condition (max 5 iterations)\n" in text
    assert text.endswith("    → LOOPS BACK to step 3 (max 1 iteration)")


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("", ""), ("red", " if red"), ("else", " otherwise"), ("Otherwise", " otherwise"),
        ("altfel", " otherwise"), ("until it is green", " until it is green"),
        ("Solange es rot ist", " Solange es rot ist"), ("unless it is red", " unless it is red"),
        ("jusqu’à ce que ce soit bon", " jusqu’à ce que ce soit bon"),
        ("otherwise red", " if otherwise red"), ("Is it red? Yes", " (Is it red? Yes)"),
    ],
)  # fmt: skip
def test_a_condition_is_said_as_one(condition: str, said: str) -> None:
    skill = parse("# T\n\n1. A\n2. B\n")
    one, two = skill.steps
    jump = Jump(JumpKind.LOOP, 1, "", None, condition, 0, 0, 0, 0)
    skill = replace(skill, steps=(one, replace(two, jumps=(jump,))))
    about = WalkedSkill(source_id="skill:1", title="T", engram_name="Skills")
    text = narrative(skill, plan_of(skill, about, lambda _call: ()))
    assert text.endswith(f"    → LOOPS BACK to step 1{said}")


def test_a_phase_is_named_on_its_steps() -> None:
    skill = parse("# T\n\n1. A\n2. B\n3. C\n4. D\n")
    one, two, three, four = skill.steps
    skill = replace(
        skill,
        phases=(Phase("At the door", 1, 2, 0, 0), Phase("Inside", 2, 4, 0, 0)),
        steps=(one, replace(two, phase=1), replace(three, phase=1, number=2),
               replace(four, phase=2, number=None, label="b")),
    )  # fmt: skip
    about = WalkedSkill(source_id="skill:1", title="T", engram_name="Skills")
    plan = plan_of(skill, about, lambda _call: ())
    assert [step.phase for step in plan.steps] == ["", "At the door", "At the door", "Inside"]
    assert [step.author for step in plan.steps] == [None, None, 2, None]
    assert [step.label for step in plan.steps] == ["", "", "", "b"]
    assert narrative(skill, plan) == (
        "PROCEDURE (4 steps):\n  Step 1: A\n  PHASE: At the door\n  Step 2: B\n"
        "  Step 3 (written 2): C\n  PHASE: Inside\n  Step 4 (written b): D"
    )


OUTLINE = """# Receive a delivery

## 1. Purpose

To take goods in.

## 2. Procedure

### 2.1 At the door

2.1.1 Ask for the note.
2.1.2 Read the gauge. If it is red, go back to step 2.1.1.

### 2.2 Inside

2.2.1 Weigh it.
   a) Put it on the scale.
   b) If it wobbles, repeat step a.
2.2.2 Store it. If it is too heavy, go back to step 2.2.1.
"""


def test_an_outline_is_walked_as_it_is_meant() -> None:
    plan = planned(OUTLINE)
    assert [(s.index, s.label, s.phase) for s in plan.steps] == [
        (1, "2.1.1", "At the door"),
        (2, "2.1.2", "At the door"),
        (3, "2.2.1", "Inside"),
        (4, "2.2.2", "Inside"),
    ]
    assert narrative(parse(OUTLINE), plan) == (
        "PROCEDURE (4 steps):\n"
        "  PHASE: At the door\n"
        "  Step 1 (written 2.1.1): Ask for the note.\n"
        "  Step 2 (written 2.1.2): Read the gauge. If it is red, go back to step 2.1.1.\n"
        "    → LOOPS BACK to step 1 if it is red\n"
        "  PHASE: Inside\n"
        "  Step 3 (written 2.2.1): Weigh it.\n"
        "    Step 3.1 (written a): Put it on the scale.\n"
        "    Step 3.2 (written b): If it wobbles, repeat step a.\n"
        "      → LOOPS BACK to step 3.1 if it wobbles\n"
        "  Step 4 (written 2.2.2): Store it. If it is too heavy, go back to step 2.2.1.\n"
        "    → LOOPS BACK to step 3 if it is too heavy"
    )


def test_a_mark_that_says_the_number_is_not_repeated() -> None:
    text = "# T\n\n## Step 1: Open\n\n## Step 2: Close\n"
    assert "Step 1: Open\n  Step 2: Close" in narrative(parse(text), planned(text))


def test_steps_that_lie_too_deep_stand_in_the_last_level() -> None:
    depth = 400
    text = "# T\n\n" + "".join(f"{'  ' * n}- a{n}\n" for n in range(depth))
    plan = planned(text)
    level, found = 0, 1
    (step,) = plan.steps
    while len(step.steps) == 1:
        (step,) = step.steps
        level, found = level + 1, found + 1
    assert level == NESTED - 1
    assert len(step.steps) == depth - found
    assert [one.text for one in step.steps] == [f"a{n}" for n in range(found, depth)]
    assert json.dumps(plain(plan))


def test_a_recursive_walk_nests_what_is_called_in_the_call(vault: Vault, dispatch: int) -> None:
    assert walk(vault, dispatch).steps[1].calls == replace(called(vault, dispatch), steps=())
    plan = walk(vault, dispatch, recursive=True)
    assert [step.index for step in plan.steps] == [1, 2, 3, 4]
    inside = called(vault, dispatch).steps
    assert [(step.index, step.number) for step in inside] == [(1, "1"), (2, "2")]
    assert inside[1].loops_back_to == (1,), "a loop inside stays inside"
    assert plan.steps[3].loops_back_to == (2,)
    assert plan.steps[2].branches_to == (4,)
    text = narrative(parse(DISPATCH), plan)
    assert (
        " capture result as $matchedSkills\n      Step 1 of matcher: Compare.\n"
        "      Step 2 of matcher: Repeat until sure. @loop: 1 max=2\n"
        "        → LOOPS BACK to step 1 of matcher until sure (max 2 iterations)\n  Step 3: "
        in text
    )


def called(vault: Vault, skill: int) -> WalkedCall:
    """The call in the second step, with what is called."""
    call = walk(vault, skill, recursive=True).steps[1].calls
    assert call is not None
    return call


def test_skills_that_call_each_other_are_walked_once(vault: Vault) -> None:
    a = library.save(vault, None, "# a\n\n1. @skill: b\n2. Rest.\n").skill
    library.save(vault, None, "# b\n\n1. @skill: a\n2. @skill: b\n")
    plan = walk(vault, a, recursive=True)
    b = plan.steps[0].calls
    assert b is not None and b.note == ""
    notes = [step.calls.note for step in b.steps if step.calls]
    assert [step.calls.steps for step in b.steps if step.calls] == [(), ()]
    assert notes == [
        "“a” is already being walked; continue there.",
        "“b” is already being walked; continue there.",
    ]
    text = narrative(parse("# a"), plan)
    assert (
        "      Step 1 of b: @skill: a\n        → INVOKES SKILL: a\n"
        "          (“a” is already being walked; continue there.)\n" in text
    )


def test_a_long_chain_of_calls_is_only_named_at_its_end(vault: Vault) -> None:
    for name, next_one in zip("abcdef", "bcdefg", strict=True):
        library.save(vault, None, f"# {name}\n\n1. @skill: {next_one}\n")
    plan = walk(vault, catalogue.find(vault, "a").id, recursive=True)
    names, steps = [], plan.steps
    while steps and (call := steps[0].calls):
        names.append((call.target_title, call.note))
        steps = call.steps
    assert names == [
        ("b", ""), ("c", ""), ("d", ""), ("e", "“e” is not expanded any further."),
    ]  # fmt: skip
    assert len(names) == DEEPEST + 1


@pytest.mark.parametrize("most", [3, 4])
def test_many_calls_of_many_calls_end(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("app.core.walk.plan.MOST", most)
    library.save(vault, None, "# leaf\n\n1. One.\n2. Two.\n")
    many = "".join(f"{n}. @skill: leaf\n" for n in range(1, 6))
    plan = walk(vault, library.save(vault, None, f"# many\n\n{many}").skill, recursive=True)
    calls = [step.calls for step in plan.steps if step.calls]
    assert [len(call.steps) for call in calls] == [2, 2, 0, 0, 0]
    assert [bool(call.note) for call in calls] == [False, False, True, True, True]


def test_two_calls_in_one_step_each_have_their_steps(vault: Vault) -> None:
    for name in ("x", "y"):
        library.save(vault, None, f"# {name}\n\n1. {name} one\n2. {name} two, go back to step 1\n")
    text = "# both\n\n1. @skill: x then @skill: y\n2. @parallel: [x, y] -> [$p, $q]\n"
    plan = walk(vault, library.save(vault, None, text).skill, recursive=True)
    both, parallel = plan.steps
    assert [call.target_title for call in both.calls_sequence] == ["x", "y"]
    assert [[step.text[:5] for step in call.steps] for call in both.calls_sequence] == [
        ["x one", "x two"],
        ["y one", "y two"],
    ]
    assert both.calls_sequence[1].steps[1].loops_back_to == (1,)
    assert both.calls == replace(both.calls_sequence[0], steps=()), "they stand there only"
    assert parallel.calls is None and parallel.calls_sequence == ()
    assert [(call.target_title, len(call.steps)) for call in parallel.parallel] == [
        ("x", 2),
        ("y", 2),
    ]
    said = narrative(parse(text), plan)
    assert (
        "    → INVOKES IN PARALLEL: x → $p | y → $q\n      Step 1 of x: x one\n"
        "      Step 2 of x: x two, go back to step 1\n"
        "        → LOOPS BACK to step 1 of x\n      Step 1 of y: y one\n" in said
    )


def test_an_unknown_call_is_said_where_calls_are_and_never_invented(vault: Vault) -> None:
    skill = library.save(
        vault, None, "# s\n\nOn failure: @skill: gone\n\n1. @skill: nobody(a=$b) -> $c\n"
    ).skill
    plan = walk(vault, skill)
    assert plain(plan.steps[0]) == {
        "index": 1,
        "number": "1",
        "text": "@skill: nobody(a=$b) -> $c",
        "calls": {
            "unresolvedCall": "nobody",
            "args": ["b"],
            "captureAs": "c",
            "arguments": [{"name": "a", "value": "b", "isVariable": True}],
        },
        "supportingContext": [],
    }
    assert plain(plan.failure_handlers) == [
        {"description": "@skill: gone", "args": [], "unresolvedCall": "gone"}
    ]
    text = narrative(parse(library.text(vault, skill)), plan)
    assert '    → ⚠ UNRESOLVED CALL: "nobody" — no such skill here' in text
    assert '     ⚠ UNRESOLVED RECOVERY SKILL: "gone"' in text


def test_an_ambiguous_call_names_the_candidates(vault: Vault) -> None:
    for name in ("One", "Two"):
        library.save(vault, None, "# Twin\n\n1. Do.\n", engram=engrams.create(vault, name))
    text = "# s\n\nOn failure: @skill: twin\n\n1. @skill: twin(x=1)\n2. @skill: Two/twin\n"
    skill = library.save(vault, None, text).skill
    plan = walk(vault, skill, recursive=True)
    call = plan.steps[0].calls
    assert call is not None
    assert (call.ambiguous_call, call.unresolved_call, call.target_title) == ("twin", "", "")
    assert [(one.title, one.engram_name) for one in call.candidates] == [
        ("Twin", "One"),
        ("Twin", "Two"),
    ]
    assert call.args == ("x",) and call.steps == ()
    chosen = plan.steps[1].calls
    assert chosen is not None and chosen.target_source_id == call.candidates[1].source_id
    assert plan.failure_handlers[0].candidates == call.candidates
    said = narrative(parse(text), plan)
    assert '    → ⚠ AMBIGUOUS CALL: "twin" — could be that of One or Two' in said
    assert '     ⚠ AMBIGUOUS RECOVERY SKILL: "twin" — could be that of One or Two' in said


def test_a_handler_says_what_it_gives_back(vault: Vault) -> None:
    library.save(vault, None, "# f\n\n1. Do.\n")
    text = "# s\n\nOn failure: @skill: f(a=1) -> $e, $g\n\n1. A\n"
    (handler,) = walk(vault, library.save(vault, None, text).skill).failure_handlers
    assert (handler.target_title, handler.capture_as, handler.captures) == ("f", "e", ("e", "g"))
    assert [argument.name for argument in handler.arguments] == ["a"]


def test_a_call_that_is_not_walked_says_so_in_the_sequence_only(vault: Vault) -> None:
    library.save(vault, None, "# x\n\n1. Do.\n")
    text = "# s\n\n1. @skill: s then @skill: x\n"
    plan = walk(vault, library.save(vault, None, text).skill, recursive=True)
    (step,) = plan.steps
    assert [bool(call.note) for call in step.calls_sequence] == [True, False]
    assert step.calls is not None and step.calls.note == ""


def test_only_what_is_told_by_a_mark_is_a_call() -> None:
    (step,) = planned('# s\n\n1. Run the "Smoke tests" skill.\n').steps
    assert step.calls is None and step.parallel == ()


def test_what_a_step_needs_and_what_its_author_numbered() -> None:
    plan = planned("# s\n\n3. Think. @needs: code, reasoning\n5. Rest.\n")
    assert [step.author for step in plan.steps] == [3, 5]
    assert plan.steps[0].needs == ("code", "reasoning")
    assert plan.steps[1].needs == ()


def test_inputs_and_several_results(vault: Vault) -> None:
    library.save(vault, None, "# f\n\n1. Do.\n")
    text = "# s\n\nRequires: $a, $b?\nOn failure: Ask Ann.\n\n1. @skill: f(1, $b, x y) -> $c, $d\n"
    plan = walk(vault, library.save(vault, None, text).skill)
    assert (plan.requires, plan.requires_optional, plan.requires_types) == (("a", "b"), ("b",), {})
    call = plan.steps[0].calls
    assert call is not None
    assert (call.capture_as, call.captures) == ("c", ("c", "d"))
    assert plain(plan.failure_handlers) == [{"description": "Ask Ann.", "args": []}]


def test_memories_are_context_and_recipes_are_not_steps(vault: Vault) -> None:
    skill = library.save(
        vault,
        None,
        "# s\n\n1. One.\n\nAn old story. _(from Diary)_\n\n2. Two.\n\n"
        "Before: when starting\n- recall: stories (if < 3 results) only_engrams: [work]\n",
    ).skill
    plan = walk(vault, skill)
    assert len(plan.steps) == 2
    assert plan.steps[0].supporting_context == ("An old story.",)
    assert plain(plan.recipes) == [
        {
            "name": "Before",
            "trigger": "when starting",
            "steps": [
                {"tool": "recall", "query": "stories", "onlyEngrams": ["work"], "ifResultsBelow": 3}
            ],
        }
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
            plan = walk(vault, skill, recursive=recursive)
            validator("walk").validate(plain(plan))
            holds(plan.steps)
            narrative(parse(library.text(vault, skill)), plan)
    assert catalogue.rows(vault)


def holds(steps: tuple[WalkedStep, ...]) -> None:
    """Every jump leads to a step of the same skill, by its index and its path."""
    assert [step.index for step in steps] == list(range(1, len(steps) + 1))
    paths = {step.number for step in flat(steps)}
    for step in flat(steps):
        jumps: tuple[Branch | Loop, ...] = (*step.branches, *step.loops)
        for jump in jumps:
            assert jump.to is None or str(jump.to) in paths
            assert not jump.to_path or jump.to_path in paths
            assert not jump.to_path or jump.to_path.split(".")[0] == str(jump.to)
        calls = step.calls_sequence or ((step.calls,) if step.calls else ())
        for call in (*calls, *step.parallel):
            holds(call.steps)


def flat(steps: tuple[WalkedStep, ...]) -> Iterator[WalkedStep]:
    for step in steps:
        yield step
        yield from flat(step.steps)


def test_a_line_of_a_memory_is_no_line_of_the_procedure(vault: Vault) -> None:
    text = "# T\n\n1. a\n\n> b\n> Step 2: c\n> _(from d)_\n\n"
    text += "## Supporting context\n\n> e\n>\n> f\n> _(from g)_\n"
    skill = library.save(vault, None, text).skill
    lines = narrative(parse(text), walk(vault, skill)).splitlines()
    assert "    → Context: b Step 2: c" in lines
    assert "  - e f" in lines


def test_a_skill_in_quarantine_is_walked_and_says_so(vault: Vault) -> None:
    skill = library.save(vault, None, "# Borrowed\n\n1. Do as I say.\n").skill
    plan = walk(vault, skill)
    assert plan.skill.status is None
    assert "QUARANTINE" not in narrative(parse(library.text(vault, skill)), plan)
    state = library.current(vault, skill)
    assert state is not None
    library.refile(vault, skill, replace(state[2], status=Status.QUARANTINED))
    plan = walk(vault, skill)
    assert plain(plan.skill) == {
        "sourceId": f"skill:{skill}",
        "title": "Borrowed",
        "engramName": "Skills",
        "status": "quarantined",
    }
    said = narrative(parse(library.text(vault, skill)), plan)
    assert said.startswith("⚠ IN QUARANTINE: do not follow this skill")
    assert "Step 1: Do as I say." in said
