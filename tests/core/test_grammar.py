"""What texts say."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.graph.edges import NodeKind, edges, identifier
from app.core.skills import names
from app.core.skills.model import BlockKind, Call, Goal, Skill, Step
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.placed_memories import marker, unmark
from tests.core.grammar_cases import (
    CALLS,
    DIFFERENCES,
    FOUR_STEPS,
    GOALS,
    JUMPS,
    PARAMETERS,
    STEPS,
)

FRAGMENTS = [
    "1. ", "2) ", "10. ", "- ", "* ", "# ", "## Recipes\n", "\n", "\n\n", "\r\n", "\r", "  ",
    "    ", "\t", "Trigger: ", "Success:", "On failure: ", "; ", "@skill: ", "[[skill: ", "]]",
    "(", ")", "a=$b", "-> $c", "→", "@loop: ", "@branch: if ", "max=3", "else ", "2",
    "go back to step ", "two", "previous step", "if ", "otherwise ", "```\n", "`", "<!--", "-->",
    "---\n", "_(from x)_", "recall: q", "n: t\n", "\u2028", "\0", "\ud800", "\ufeff", "é",
    "e\u0301", "İ", "$", "{", "}", ", ", "word", "@parallel: [", "@needs: ", "[ANCHOR]", "“",
    "pasul doi", "use the x skill", "—", "\x0b", "\x85", "repeat steps 2 to 4", "wiederholen, bis ",
    "Schritt 1 ", "yes: ", "? ", ". ", "at most 3 times", "skip the next step", "start over", '"',
]  # fmt: skip

texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), max_size=40).map("".join)


def lossless(skill: Skill) -> bool:
    return "".join(skill.text[b.start : b.end] for b in skill.blocks) == skill.text


@given(texts)
def test_every_text_reads_and_nothing_of_it_is_lost(text: str) -> None:
    skill = parse(text)
    assert lossless(skill)
    assert all(block.start < block.end for block in skill.blocks)
    assert [step.position for step in skill.steps] == list(range(1, len(skill.steps) + 1))
    assert parse(text) == skill


@given(texts)
def test_every_place_is_inside_what_it_belongs_to(text: str) -> None:
    skill = parse(text)
    assert skill.text[skill.title_start : skill.title_end] == skill.title
    owners: tuple[Goal | Step, ...] = (*skill.goals, *skill.steps)
    for owner in owners:
        for call in owner.calls:
            assert owner.start <= call.start <= call.target_start < call.target_end <= call.end
            assert call.end <= owner.end
            assert text[call.target_start : call.target_end].strip() == call.target
        for use in owner.variables:
            assert text[use.start : use.end] == f"${use.name}"
    for step in skill.steps:
        for jump in step.jumps:
            assert step.start <= jump.start <= jump.end <= step.end
            assert jump.target is None or 1 <= jump.target <= len(skill.steps)
            assert text[jump.reference_start : jump.reference_end].strip() == jump.reference


LONG = 1_000_000
"""Characters; work that grew with their square would take hours."""
MANY = 250_000
"""Length of texts in which every few characters are something of its own."""
ADVERSARIES = {
    "brackets": "1. @skill: a" + "(" * LONG,
    "nested calls": "1. " + "@skill: a(" * (MANY // 10),
    "open loops": "1. " + "[[loop: " * (MANY // 8),
    "comments": "<!--\n" * (LONG // 5),
    "fences": "1. a\n" + "```x\n" * (LONG // 5),
    "backticks": "1. " + "` `` ``` " * (LONG // 9),
    "words": "1. go to the " + "a " * (LONG // 2),
    "jumps": "1. a\n2. " + "if a, go to step 1 " * (MANY // 19),
    "labels": "".join(f"{n}. foo\n   go to the foo step\n" for n in range(MANY // 30)),
    "spaces": "# a" + " " * LONG + "b",
    "blank": " \n" * (LONG // 2),
    "goals": "Trigger: " + "a; " * (LONG // 3),
    "marks": "a _(from " * (LONG // 9),
    "headers": "a: b\n\n" * (MANY // 6),
    "colons": "a" + ":" * LONG,
    "stars": "*" * LONG,
    "braces": "Requires: $x:" + "{a" * (LONG // 2),
    "types": "Requires: $x: b" + " " * LONG + "c",
    "one line": "x" * LONG,
    "accents": "1. " + "e\u0301" * (LONG // 10),
    "quotes": '1. @skill: "' + "a" * LONG,
}


@pytest.mark.parametrize("name", ADVERSARIES)
def test_hostile_texts_are_read_in_linear_time(name: str) -> None:
    assert lossless(parse(ADVERSARIES[name]))


@pytest.mark.parametrize("text", JUMPS, ids=repr)
def test_loops_and_branches(text: str) -> None:
    step = parse(FOUR_STEPS.format(text)).steps[2]
    read = [(str(j.kind), j.target, j.maximum, j.condition) for j in step.jumps]
    assert read == JUMPS[text]


def _call(call: Call) -> tuple[str, list[tuple[str, str, bool]], list[str], bool]:
    arguments = [(a.name, a.value, a.is_variable) for a in call.arguments]
    return call.target, arguments, list(call.captures), call.explicit


@pytest.mark.parametrize("text", CALLS, ids=repr)
def test_calls(text: str) -> None:
    skill = parse(text if text[0].isdigit() else f"1. {text}")
    assert [_call(call) for call in skill.calls] == CALLS[text]


@pytest.mark.parametrize("value", PARAMETERS, ids=repr)
def test_parameters(value: str) -> None:
    skill = parse(f"Requires: {value}\nProduces: {value}\n\n1. A")
    assert [(p.name, p.type, p.optional) for p in skill.requires] == PARAMETERS[value]
    assert [p.name for p in skill.produces] == [name for name, _type, _opt in PARAMETERS[value]]


@pytest.mark.parametrize("text", STEPS, ids=repr)
def test_steps(text: str) -> None:
    assert [step.text for step in parse(text).steps] == STEPS[text]


@pytest.mark.parametrize("text", GOALS, ids=repr)
def test_goals(text: str) -> None:
    skill = parse(text)
    assert [(g.kind.value, g.value) for g in skill.goals] == GOALS[text]
    assert lossless(skill)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Deploy\n\n1. A", "Deploy"),
        ("# Deploy (trained 2026-06-26)\n\n1. A", "Deploy"),
        ("# C#\n", "C#"),
        ("# Deploy ##\n", "Deploy"),
        ("Ship it\n\n[dispatch-safe: partial]\n\n1. A", "Ship it"),
        ("<!-- x -->\nShip it\n\n1. A", "Ship it"),
        ("---\nname: x\n---\n\n# Ship\n", "x"),
        ("---\nname: ship-it\n---\n\n# Ship it\n", "Ship it"),
        ("---\ntitle: Ship it\n---\n\n# Introduction\n", "Ship it"),
        ("---\ntitle: b\nname: 'a: c'\n---\n\n# Ship\n", "a: c"),
        ("---\nname:\n---\n\n# Ship\n", "Ship"),
        ("---\nname: >\n  x\n---\n\n# Ship\n", "Ship"),
        ("\ufeff# Ship\n", "Ship"),
        ("Trigger: a\n\nShip it\n\n1. A", "Ship it"),
        ("## Part\n\nintro", "Part"),
        ("## Part\n\nintro\n\n## Other\n", ""),
        ("## Goals\n\nTrigger: a\n\n1. A", ""),
        ("## Step 1: A\n", ""),
        ("1. A\n\n# Later", ""),
        ("- only a bullet", ""),
        ("A sentence is no title.\n\n1. A", ""),
        ("Two\nlines\n\n1. A", ""),
        ("x" * 121 + "\n\n1. A", ""),
        ("```\n# code\n```\n", ""),
        ("@skill: session-start\n\nThen work.", ""),
        ("", ""),
    ],
)
def test_title(text: str, title: str) -> None:
    assert parse(text).title == title


def test_kinds_of_blocks() -> None:
    text = (
        "---\nname: ship\n---\n<!-- remark\n-->\n# Ship\n\n## Goals\n\nTrigger: a\n\nA note.\n\n"
        "1. A\n\nmemo _(from b)_\n\n## Recipes\n\nr: when\n- recall: q\n"
    )
    kinds = [b.kind for b in parse(text).blocks if b.kind is not BlockKind.BLANK]
    assert [kind.value for kind in kinds] == [
        "frontmatter", "comment", "title", "heading", "goal", "note", "step", "memory",
        "heading", "recipe",
    ]  # fmt: skip


def test_authored_numbers_come_first_then_positions() -> None:
    skill = parse("Title\n\nTrigger: a\nRequires: $b\n\n1. A\n2. B\n3. C @loop: 2 max=3\n")
    assert skill.steps[2].jumps[0].target == 2
    skill = parse("3. A\n4. B\n5. C @loop: 4 max=3 @loop: 1 max=2\n")
    assert [jump.target for jump in skill.steps[2].jumps] == [2, 1]


def test_recipes_keep_everything_and_are_no_steps() -> None:
    skill = parse(
        "# T\n\n1. A\n\nBefore: when it starts\n"
        '- recall: "q one" (if < 3 results) only_engrams: [a, "b, c"]\n'
        "— remember: z\n- dig_deeper: wrapped\n    query\n\n## Recipes\n\nOther: x\n- frob: y\n"
    )
    first, second = skill.recipes
    assert (first.name, first.trigger) == ("Before", "when it starts")
    assert [(s.tool, s.query, s.only_engrams, s.if_results_below) for s in first.steps] == [
        ("recall", "q one", ("a", "b, c"), 3),
        ("remember", "z", (), None),
        ("dig_deeper", "wrapped\nquery", (), None),
    ]
    assert second.steps[0].tool == "frob"
    assert len(skill.steps) == 1


def test_bullets_of_prose_are_no_recipe() -> None:
    skill = parse("Always look at these areas:\n\n- security: injection\n- speed: loops\n")
    assert not skill.recipes
    assert len(skill.steps) == 2


def test_tags() -> None:
    skill = parse(
        "# T\n[dispatch-safe: Partial]\n\n1. [ANCHOR] a @needs: fast, nonsense, code\n"
        "2. b @need: writing\n"
    )
    assert (skill.dispatch_safe, skill.verify) == ("partial", "")
    assert parse("Success: x [verify: Human]").verify == "human"
    assert [step.needs for step in skill.steps] == [("fast", "code"), ("writing",)]
    assert [step.anchored for step in skill.steps] == [True, False]
    assert parse("[dispatch-safe: bogus]").dispatch_safe == ""


def test_variables_know_what_receives_a_value() -> None:
    skill = parse(
        "Requires: $a\nProduces: $r\n\n1. Set $b, then @skill: x(p=$a) -> $c, $d.\n"
        "2. If $b = 1: $e = 2. Record it as $f → $g. Cost: $100, US$x.\n```\n$shell\n```\n"
    )
    used = [(u.name, u.captured) for s in skill.steps for u in s.variables]
    assert used == [
        ("b", True), ("a", False), ("c", True), ("d", True),
        ("b", False), ("e", True), ("f", True), ("g", True),
    ]  # fmt: skip
    assert [(u.name, u.captured) for g in skill.goals for u in g.variables] == [
        ("a", False),
        ("r", True),
    ]


def test_calls_on_failure() -> None:
    skill = parse("On failure: @skill: rb(a=$b) or call me, then @skill: other\n\n1. @skill: x")
    assert [(c.target, c.on_failure) for c in skill.calls] == [
        ("rb", True),
        ("other", True),
        ("x", False),
    ]


@given(st.text())
def test_a_mark_survives_any_source(source: str) -> None:
    written = marker(source)
    assert "\n" not in written
    assert unmark(f"text {written}\n") == ("text", source)
    memories = parse(f"1. A\n\nSome memory.\n{written}\n\n2. B").memories
    assert [(m.text, m.source, m.after) for m in memories] == [("Some memory.", source, 1)]


def test_older_marks_are_read() -> None:
    assert unmark("a _(from Notes (2024))_") == ("a", "Notes (2024)")
    assert unmark("a _(from b)_ c") is None
    assert unmark("a (from b)_") is None


def _recorded(shared: Path, section: str) -> list[dict[str, Any]]:
    cases = json.loads((shared / "reference" / "oracle-cases.json").read_text("utf-8"))[section]
    return list(cases["cases"] if isinstance(cases, dict) else cases)


def _same(section: str, given: str, ours: object, theirs: object) -> None:
    """Equal, or listed as a difference and really different."""
    if (section, given) in DIFFERENCES:
        assert ours != theirs, f"no longer a difference: {section} {given!r}"
    else:
        assert ours == theirs, f"{section} {given!r}"


def _identifiers(call: Call) -> list[str]:
    return [name for name in map(identifier, call.arguments) if name]


def test_recorded_calls(shared: Path) -> None:
    for case in _recorded(shared, "parseSkillCalls"):
        text = case["in"] if case["in"].startswith("On failure") else f"1. {case['in']}"
        ours = [
            (c.target.lower(), _identifiers(c), c.captures[0] if c.captures else None, c.explicit)
            for c in parse(text).calls
        ]
        theirs = [(c["target"], c["args"], c.get("captureAs"), c["explicit"]) for c in case["out"]]
        _same("calls", case["in"], ours, theirs)


def test_recorded_parallel_calls(shared: Path) -> None:
    for case in _recorded(shared, "parseParallelCall"):
        ours = [
            (c.target, _identifiers(c), c.captures[0] if c.captures else None)
            for c in parse(f"1. {case['in']}").calls
        ]
        members = (case["out"] or {"members": []})["members"]
        theirs = [(m["target"], m["args"], m.get("captureAs")) for m in members]
        _same("parallel", case["in"], ours, theirs)


def test_recorded_loops_and_branches(shared: Path) -> None:
    for case in _recorded(shared, "loopsAndBranches"):
        ours = [
            (e.source.number, e.node.number, e.type.value, e.weight, e.evidence)
            for e in edges(parse(FOUR_STEPS.format(case["in"])))
            if e.evidence != "skill:seq" and e.node is not None and e.node.kind is NodeKind.STEP
        ]
        theirs = [(e["from"], e["to"], e["type"], e["weight"], e["evidence"]) for e in case["out"]]
        _same("jumps", case["in"], ours, theirs)


def test_recorded_parameters(shared: Path) -> None:
    for case in _recorded(shared, "parseTypedVarList"):
        value = case["in"].removeprefix("Requires: ")
        ours = [(p.name, p.type) for p in parse(case["in"]).requires]
        _same("parameters", value, ours, [(p["name"], p.get("type", "")) for p in case["out"]])


def test_recorded_units(shared: Path) -> None:
    for case in _recorded(shared, "splitBodyRunIntoUnits"):
        skill = parse("\n".join(case["in"]))
        ours = [
            skill.text[b.start : b.end].strip()
            for b in skill.blocks
            if b.kind is not BlockKind.BLANK
        ]
        _same("units", case["in"][0], ours, case["out"])


def test_recorded_goal_lines(shared: Path) -> None:
    for case in _recorded(shared, "normalizeInlineGoalHeader"):
        theirs = [part.strip() for part in case["out"].split("\n\n")]
        ours = [f"{g.kind.value}: {g.value}" for g in parse(case["in"]).goals] or [
            case["in"].strip()
        ]
        _same("goals", case["in"], ours, theirs)


def test_recorded_recipes(shared: Path) -> None:
    for case in _recorded(shared, "parseRecallRecipeText"):
        recipes = parse(case["in"]).recipes
        ours = None if not recipes else {
            "name": recipes[0].name,
            "trigger": recipes[0].trigger,
            "steps": [
                {"tool": s.tool, "query": s.query}
                | ({"onlyEngrams": list(s.only_engrams)} if s.only_engrams else {})
                | ({"ifResultsBelow": s.if_results_below} if s.if_results_below else {})
                for s in recipes[0].steps
            ],
        }  # fmt: skip
        _same("recipes", case["in"], ours, case["out"])


def test_recorded_names(shared: Path) -> None:
    for case in _recorded(shared, "skillNameMatchKey"):
        _same("names", case["in"], names.key(case["in"]), case["out"])
    for case in _recorded(shared, "baseSkillName"):
        assert names.base(case["in"]) == case["out"]


def test_recorded_tags(shared: Path) -> None:
    for case in _recorded(shared, "parseDispatchSafe"):
        assert (parse(case["in"]).dispatch_safe or "yes") == case["out"]


def test_every_difference_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "grammar.md").read_text("utf-8")
    section = page.split("## Where we differ on purpose")[1]
    for reason in set(DIFFERENCES.values()):
        assert f"**{reason}**" in section, reason


WRITTEN = [
    "# Ship\n\nTrigger: now\n\n1. Gather the inputs.\n2. Run $a. @skill: deploy(x=$a) -> $b\n"
    "3. If it fails, go back to step 2 or to the Gather step.\n   More of it, `code $c`.\n\n"
    "A note.\n\n4) @loop: Gather max=2\n5. Repeat the previous step.\n\nProduces: $b, $d\n",
    "1. a\r\n   b\r\n2. @branch: if $x -> self else gather\r\n10. Gather\r\n",
    "1. One\n   ```\n   @loop: 1\n   ```\n2. Two\n\n## Recipes\n\nname: now\n- recall: it\n",
    "\ufeff1. e\u0301 go to the first step [verify: tool]\n2. \n3. First. @needs: code\n\nx\n"
    "_(from y)_\n",
    "1. One\n\nTwo\n   ```\n   @loop: 1\n   ```\n   three\n2. @loop: One max=3\n",
    "1. Take it.\n2. If it is \"wet\", repeat step 1 twice; otherwise go to step 3.\n"
    "3. Repeat until\n   dry. At most 3 times.\n4. Ist es rot? Ja: Schritt 1. Nein: weiter mit"
    " Schritt 2.\n",
    "1.\tTab\n  2. Go to step two <!-- here\n3. or there --> ahead. [ANCHOR]",
]  # fmt: skip


@given(st.sampled_from(WRITTEN) | texts, st.data())
def test_reading_again_says_the_same(text: str, data: st.DataObject) -> None:
    """However a text is edited, what was read before it only makes reading faster."""
    skill = parse(text)
    for _edit in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(start + data.draw(st.sampled_from([0, 0, 1, 1, 2, 9])), len(text))
        new = data.draw(st.sampled_from(["", "a", " ", "2", *FRAGMENTS]) | st.text(max_size=2))
        text = text[:start] + new + text[end:]
        skill, whole = parse(text, skill), parse(text)
        assert skill == whole
        assert skill.by_name == whole.by_name


KEYS = ("x", " ", "3", "`", "\n", "-", ")", "$")


@pytest.mark.parametrize("text", WRITTEN)
def test_every_key_is_read_like_the_whole(text: str) -> None:
    """Each key typed anywhere, and every character taken away or put in another's place."""
    before = parse(text)
    for at in range(len(text) + 1):
        for new in KEYS:
            typed = text[:at] + new + text[at:]
            assert parse(typed, before) == parse(typed)
        instead = text[:at] + KEYS[at % len(KEYS)] + text[at + 1 :]
        assert parse(instead, before) == parse(instead)
        shorter = text[:at] + text[at + 1 :]
        assert parse(shorter, before) == parse(shorter)
