"""Findings, their places and their repairs."""

import pytest
from hypothesis import given

from app.core.skills.checking.check import (
    Finding,
    KnownSkills,
    Severity,
    apply,
    findings,
    passed,
)
from app.core.skills.checking.finding import Interface
from app.core.skills.model import GoalKind, Parameter
from app.core.skills.names import key
from app.core.skills.reading.grammar import parse
from tests.core.test_grammar import texts

ROLLBACK = Interface((Parameter("branch", "", False, 0, 0),), (Parameter("ok", "", False, 0, 0),))
KNOWN = KnownSkills(
    by_key={
        "smoke-tests": ("Smoke tests",),
        "rollback": ("Rollback",),
        "twin": ("Twin", "twin"),
        "back": ("Back",),
        "further": ("Further",),
    },
    calls={"back": ("further",), "further": ("deploy",)},
    read=lambda name: {"rollback": ROLLBACK}.get(key(name)),
)
GOOD = """# Deploy

Trigger: ship it
Prerequisites: a build
Requires: $branch
Produces: $ok
Success: it is out
Out of scope: more
On failure: @skill: Rollback(branch=$branch)
On completion: a tag

1. @skill: smoke-tests(on=$branch) -> $ok
2. Look. @loop: 1 max=3
3. Done.
"""


def found(text: str, code: str) -> list[Finding]:
    return [f for f in findings(parse(text), KNOWN) if f.code == code]


def one(text: str, code: str) -> Finding:
    finding, *others = found(text, code)
    assert not others
    return finding


def repaired(text: str, code: str) -> str:
    finding = found(text, code)[0]
    return apply(text, finding.repairs[0])


def test_a_good_skill_has_nothing_to_look_at() -> None:
    assert findings(parse(GOOD), KNOWN) == ()
    said = passed(parse(GOOD), ())
    assert "On failure calls a known skill" in said
    assert len(said) == 16


def test_what_is_found_has_not_passed() -> None:
    skill = parse(GOOD.replace("smoke-tests", "nobody"))
    said = passed(skill, findings(skill, KNOWN))
    assert "Every call leads to a known skill" not in said


@pytest.mark.parametrize(
    ("code", "text", "marked"),
    [
        ("call-unknown", "1. @skill: nobody-here", "nobody-here"),
        ("call-ambiguous", "1. @skill: Twin", "Twin"),
        ("call-cycle", "# Deploy\n\n1. @skill: back", "back"),
        ("call-cycle", "# Deploy\n\n1. @skill: deploy", "deploy"),
        ("argument-unknown", "1. @skill: rollback(brunch=$b)", "rollback"),
        ("call-arguments-unread", "1. @skill: rollback(a=$b", "rollback"),
        ("call-capture-unread", "1. @skill: rollback -> ok", "rollback"),
        ("variable-undefined", "1. Use $nothing.", "$nothing"),
        ("variable-early", "1. Use $ok.\n2. @skill: rollback -> $ok", "$ok"),
        ("input-unused", "Requires: $a\n\n1. A", "$a"),
        ("result-unused", "Produces: $b\n\n1. Set $a and $b.", "$a"),
        ("parameter-unread", "Requires: $a-b\n\n1. A", "$a"),
        ("jump-nowhere", "1. Go back to step 9.", "9"),
        ("jump-nowhere", "1. @loop: nobody max=2", "nobody"),
        ("jump-nowhere", "1. @branch: if a -> 9", "9"),
        ("loop-uncapped", "1. A\n2. @loop: 1", "@loop: 1"),
        ("step-unreachable", "1. @branch: if a -> 3 else 4\n2. B\n3. C\n4. D", "2. B"),
        ("numbers-twice", "1. A\n1. B", "1. "),
        ("numbers-order", "1. A\n3. B", "3. "),
        ("number-unread", "1. A\n\n3b. B\n\n4. C", "3b"),
        ("no-numbered-step", "Do it now, please.\n\nAnd that.", "Do it now, please.\n"),
        ("annotation-dead", "1. A @loop: max=x", "@loop:"),
        ("annotation-dead", "1. A @loop 2 max=3", "@loop "),
        ("annotation-dead", "1. A\n\nA note @branch: 1", "@branch: "),
        ("annotation-dead", "1. A @skill: ", "@skill: "),
        ("annotation-dead", "1. A @parallel: a, b", "@parallel: "),
        ("annotation-partly", "1. A @loop: 1 often=yes max=3. B", "often=yes max=3"),
        ("annotation-partly", "1. A @loop: 1 max=three, then B.", "max=three, then B"),
        ("annotation-partly", "1. A [[loop: 1 max=3 again and again]] B", "again and again"),
        ("annotation-partly", "1. A @branch: if a -> 2 elif b -> 1\n2. B", "elif b -> 1"),
        ("annotation-partly", "1. A @branch: if a -> 2 else 1 or=2\n2. B", "or=2"),
        ("tag-unread", "1. A [verify: maybe]", "[verify: maybe]"),
        ("need-unknown", "1. A @needs: magic", "@needs: magic"),
        ("goal-twice", "Trigger: a\nTrigger: b", "Trigger: b"),
        ("hidden-characters", "1. A\u202eb\u202c", "\u202e"),
        ("hidden-characters", "1. A\u200bb", "\u200b"),
        ("description-missing", "---\nname: a\n---\n", "---\nname: a\n---\n"),
        ("description-markup", "---\nname: a\ndescription: <b>\n---\n", "description: <b>"),
        (
            "description-long",
            f"---\ndescription: {'x' * 1025}\n---\n",
            "description: " + "x" * 1025,
        ),
        ("name-form", "---\nname: A b\ndescription: c\n---\n", "name: A b"),
        ("name-reserved", "---\nname: claude-x\ndescription: c\n---\n", "name: claude-x"),
        ("field-unknown", "---\nname: a\ndescription: c\ntriggers: d\n---\n", "triggers: d"),
    ],
)
def test_place(code: str, text: str, marked: str) -> None:
    finding = found(text, code)[0]
    assert text[finding.start : finding.end].strip() == marked.strip()
    assert finding.message


@pytest.mark.parametrize(
    "text",
    [
        "1. Write `@skill:` and `@loop: x` like this.",
        "1. A\n   ```\n   @loop: x\n   ```",
        "1. The @loop directive repeats.",
        "<!-- @skill: -->\n1. A",
        "1. @parallel: [smoke-tests, rollback]",
        "1. A @skill: rollback @loop: max=2 @branch: if dup",
        "1. A\n\nSeen once. @loop: x _(from notes)_",
        "1. A @loop: 1 max=3. Set max=5. B",
        "1. A @loop: 1 max=3 and tell Ann",
        "1. A [[loop: 1 max=3 ]] a=b",
        "1. A @branch: 1 (by hand) and [[branch: [1] ]]",
        '1. A @loop: 1 until="it is dry" max=3 @needs: code',
        "1. A @branch: 1\n   max=3",
        "1. A @loop: 1 max=3 otherwise go to step 2.\n2. B",
    ],
)
def test_no_annotation_is_dead_here(text: str) -> None:
    assert not found(text, "annotation-dead") and not found(text, "annotation-partly")


def test_a_limit_that_was_not_read_is_one_finding() -> None:
    assert not found("1. A @loop: 1 often=yes max=3. B", "loop-uncapped")
    assert found("1. A @loop: 1 often=yes. B", "loop-uncapped")


@pytest.mark.parametrize(
    ("code", "text", "after"),
    [
        (
            "call-unknown",
            "1. @skill: Rollback and @skill: back",
            '1. @skill: "Rollback" and @skill: back',
        ),
        ("call-unknown", "1. @skill: back and further it", '1. @skill: "back" and further it'),
        ("call-unknown", "1. @skill: smoke-test now", '1. @skill: "Smoke tests" now'),
        ("call-unknown", "1. @skill: smoke tests quickly", '1. @skill: "smoke tests" quickly'),
        ("call-capture-unread", "1. @skill: rollback -> ok", "1. @skill: rollback -> $ok"),
        ("loop-uncapped", "1. A\n2. @loop: 1", "1. A\n2. @loop: 1 max=3"),
        ("numbers-order", "1. A\n3. B, see step 3", "1. A\n2. B, see step 2"),
        ("hidden-characters", "1. A\u200bb", "1. Ab"),
        ("variable-undefined", "Requires: $a\n\n1. $a $b", "Requires: $a, $b\n\n1. $a $b"),
        ("produces-empty", "# T\n\n1. Set $a.", "# T\n\nProduces: $a\n\n1. Set $a."),
        ("no-numbered-step", "- a\n- b", "1. a\n2. b"),
    ],
)
def test_repair(code: str, text: str, after: str) -> None:
    assert repaired(text, code) == after
    assert not [f for f in found(after, code) if f.code != "call-unknown"]


def test_tags_in_code_are_no_tags() -> None:
    assert not found("1. Write `[dispatch-safe: yes|no]` at the top.", "tag-unread")


def test_a_loop_worded_as_a_sentence_is_capped_by_its_repair() -> None:
    after = repaired("1. A\n2. If it fails, go back to step 1.", "loop-uncapped")
    assert parse(after).steps[1].jumps[0].maximum == 3


def test_an_unknown_skill_can_be_created() -> None:
    assert one("1. @skill: quite-new-thing", "call-unknown").create == "quite-new-thing"


def test_every_call_that_leads_back_says_on_which_way() -> None:
    called = ("further", "back", "rollback", "further")
    text = "# Deploy\n\n" + "".join(f"1. @skill: {name}\n" for name in called)
    ways = ["Deploy → further → Deploy", "Deploy → back → further → Deploy"]
    for _time in range(2):
        assert [f.detail for f in found(text, "call-cycle")] == [*ways, ways[0]]
        assert not found(text.replace("Deploy", "Ship"), "call-cycle")


def test_missing_goals() -> None:
    text = "# T\n\nSuccess: done\nProduces:\n\n1. A"
    missing = {f.goal: f.severity for f in findings(parse(text), KNOWN) if f.goal}
    assert missing[GoalKind.TRIGGER] is Severity.WARNING
    assert missing[GoalKind.PRODUCES] is Severity.SUGGESTION
    assert GoalKind.SUCCESS not in missing


def test_serious_findings_come_first() -> None:
    text = "1. @skill: nobody-here\n2. Use $x. @loop: 9 max=2"
    severities = [f.severity for f in findings(parse(text), KNOWN)]
    assert severities == sorted(severities)
    assert severities[0] is Severity.PROBLEM


@given(texts)
def test_any_text_can_be_checked_and_every_repair_made(text: str) -> None:
    skill = parse(text)
    looked_at = findings(skill, KNOWN)
    for finding in looked_at:
        assert 0 <= finding.start <= finding.end <= len(text)
        assert finding.step <= len(skill.steps)
        for repair in finding.repairs:
            assert apply(text, repair) != text
    assert passed(skill, looked_at) is not None
