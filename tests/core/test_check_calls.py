"""What calls give to their targets and take from them, held against what those say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.skills.checking.check import Finding, KnownSkills, Severity, apply, findings, passed
from app.core.skills.checking.finding import Interface
from app.core.skills.model import GoalKind
from app.core.skills.names import key
from app.core.skills.parameter_types import fits, is_value, options
from app.core.skills.reading.grammar import parse

CODES = ("argument-missing", "argument-unknown", "argument-type", "result-unknown")


def interface(requires: str = "", produces: str = "") -> Interface:
    skill = parse(f"# T\n\nRequires: {requires}\nProduces: {produces}\n\n1. Do.\n")
    return Interface.of(skill)


SKILLS = {
    "silent": Interface.of(parse("# T\n\n1. Do.\n")),
    "roll-back": interface("$branch:string, $depth:{fast|full}, $tries:integer?", "$ok, $log"),
    "lint": interface("", "$style"),
    "notify": interface("$channel, $urgent:boolean = false"),
    "back": interface("$a:number"),
    "paint": interface(
        "$colour:{red|light blue|green|white|black}, $colours, $coat", "$area, $left"
    ),
}
KNOWN = KnownSkills(
    by_key={name: (name,) for name in SKILLS}, read=lambda name: SKILLS.get(key(name))
)


def found(text: str) -> list[Finding]:
    return [finding for finding in findings(parse(text), KNOWN) if finding.code in CODES]


def codes(text: str) -> list[str]:
    return [finding.code for finding in found(text)]


@pytest.mark.parametrize(
    "text",
    [
        "1. @skill: roll-back(branch=$b, depth=fast) -> $ok",
        "1. @skill: roll-back($branch, $depth) -> $log",
        "1. @skill: roll-back(main, full, 3) -> $ok, $log",
        '1. @skill: "Roll back"(depth="full", branch=$b)',
        "1. [[skill: Roll back(branch=$b, depth=full)]] -> $ok",
        "1. @parallel: [lint, notify(channel=ops, urgent=yes)] -> [$style]",
        "On failure: @skill: notify(channel=ops)\n\n1. A",
        "1. @skill: nobody(what=ever) -> $anything",
        "1. @skill: notify(channel=$c.name)",
        "Requires: $depth:{fast}\n\n1. @skill: roll-back(branch=$depth, depth=$depth)",
        "Requires: $n:integer\n\n1. @skill: back(a=$n)",
        "Requires: $n:a list of hosts\n\n1. @skill: back(a=$n)",
    ],
)
def test_nothing_is_said_of_a_call_that_fits(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "code", "message", "repaired"),
    [
        (
            "1. @skill: roll-back(tries=3)",
            "argument-missing",
            "roll-back needs the inputs branch, depth.",
            "1. @skill: roll-back(tries=3, branch=$branch, depth=$depth)",
        ),
        (
            "1. @skill: notify(zzz=3)",
            "argument-unknown",
            "notify has no input zzz.",
            "1. @skill: notify(channel=3)",
        ),
        (
            "1. @skill: notify() at once",
            "argument-missing",
            "notify needs the input channel.",
            "1. @skill: notify(channel=$channel) at once",
        ),
        (
            "1. @parallel: [lint, notify( urgent=no )]",
            "argument-missing",
            "notify needs the input channel.",
            "1. @parallel: [lint, notify( urgent=no, channel=$channel )]",
        ),
        (
            "1. @skill: notify(chanel=ops)",
            "argument-unknown",
            "notify has no input chanel.",
            "1. @skill: notify(channel=ops)",
        ),
        (
            "1. @skill: lint(path=x)",
            "argument-unknown",
            "lint has no input path.",
            "1. @skill: lint()",
        ),
        (
            "1. @skill: notify(channel=ops, zzz = 3)",
            "argument-unknown",
            "notify has no input zzz.",
            "1. @skill: notify(channel=ops)",
        ),
        (
            "1. @skill: notify(zzz=3, channel=ops)",
            "argument-unknown",
            "notify has no input zzz.",
            "1. @skill: notify(channel=ops)",
        ),
        (
            "1. @skill: notify(ops, yes, more)",
            "argument-unknown",
            "notify takes no more inputs.",
            "1. @skill: notify(ops, yes)",
        ),
        (
            "1. @skill: roll-back(branch=$b, depth=fats)",
            "argument-type",
            "‘fats’ is not a valid value for the input depth of roll-back.",
            "1. @skill: roll-back(branch=$b, depth=fast)",
        ),
        (
            "1. @skill: roll-back($b, slow)",
            "argument-type",
            "‘slow’ is not a valid value for the input depth of roll-back.",
            "1. @skill: roll-back($b, depth=fast)",
        ),
        (
            "1. @skill: roll-back($b, fast, many)",
            "argument-type",
            "‘many’ is not a valid value for the input tries of roll-back.",
            "",
        ),
        (
            "Requires: $d:{fast|slow}\n\n1. @skill: roll-back(branch=$d, depth=$d)",
            "argument-type",
            "$d is {fast|slow}, which the input depth of roll-back does not take.",
            "",
        ),
        (
            "1. @skill: lint -> $style, $more",
            "result-unknown",
            "lint has no result more.",
            "",
        ),
        (
            "1. @skill: notify(channel=ops) -> $sent",
            "result-unknown",
            "notify has no result sent.",
            "",
        ),
        (
            "1. @skill: roll-back(a, fast) -> $fine\n2. Look at $fine.",
            "result-unknown",
            "roll-back has no result fine.",
            "1. @skill: roll-back(a, fast) -> $ok\n2. Look at $ok.",
        ),
    ],
)
def test_what_does_not_fit(text: str, code: str, message: str, repaired: str) -> None:
    finding = next(one for one in found(text) if one.code == code)
    assert finding.message == message
    assert finding.severity is Severity.WARNING
    assert finding.step == 1
    marked = text[finding.start : finding.end]
    assert key(marked) in SKILLS
    if repaired:
        assert apply(text, finding.repairs[0]) == repaired
    elif code == "argument-type":
        assert not finding.repairs


def test_every_input_and_result_is_named() -> None:
    (one,) = found("1. @skill: notify(channel=ops, zzz=3)")
    assert one.detail == "Its inputs are channel, urgent."
    (one,) = found("1. @skill: lint(path=x)")
    assert one.detail == "It has no inputs."
    (one,) = found("1. @skill: back(1, 2)")
    assert one.detail == "Its input is a."
    (one,) = found("1. @skill: roll-back(a, slow)")
    assert one.detail == "It takes {fast|full}."
    assert [repair.label for repair in one.repairs] == ["Replace with fast", "Replace with full"]
    (one,) = found("1. @skill: lint -> $style, $more")
    assert one.detail == "Its result is style."
    (one,) = found("1. @skill: notify(channel=ops) -> $sent")
    assert one.detail == "It has no results."


def test_the_only_result_may_have_another_name() -> None:
    text = "1. @skill: lint -> $findings\n2. Read $findings."
    (one,) = found(text)
    assert (one.code, one.severity) == ("result-unknown", Severity.SUGGESTION)
    assert apply(text, one.repairs[0]) == "1. @skill: lint -> $style\n2. Read $style."
    (one,) = found("1. @skill: lint -> $findings\n2. Set $style.")
    assert not one.repairs, "the name is taken"


def test_a_misspelt_input_is_one_mistake() -> None:
    (one,) = found("1. @skill: notify(chanel=ops)")
    assert [repair.label for repair in one.repairs] == ["Replace with channel", "Remove it"]
    assert codes("1. @skill: roll-back(zzz=3)") == ["argument-missing", "argument-unknown"]


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("1. @skill: notify", "1. @skill: notify(channel=$channel)"),
        (
            '1. @skill: "Roll back" now -> $x',
            '1. @skill: "Roll back"(branch=$branch, depth=$depth) now -> $x',
        ),
        ("1. [[skill: notify]] now", "1. [[skill: notify(channel=$channel)]] now"),
        (
            "On failure: @skill: notify\n\n1. A",
            "On failure: @skill: notify(channel=$channel)\n\n1. A",
        ),
    ],
)
def test_without_parentheses_inputs_are_only_suggested(text: str, repaired: str) -> None:
    """What is known there fills them."""
    (one,) = found(text)
    assert (one.code, one.severity) == ("argument-missing", Severity.SUGGESTION)
    assert apply(text, one.repairs[0]) == repaired


def test_the_input_that_is_most_alike_is_meant() -> None:
    text = "1. @skill: paint(colors=$c, coat=1, colour=red)"
    (one,) = found(text)
    assert apply(text, one.repairs[0]) == text.replace("colors", "colours")
    (one,) = found("1. @skill: notify(channels_urgent_or_not_but_long=1, channel=x)")
    assert [repair.label for repair in one.repairs] == ["Remove it"]


def test_the_values_most_alike_are_offered_in_quotes_where_needed() -> None:
    text = "1. @skill: paint(colour=blue, colours=$c, coat=1)"
    (one,) = found(text)
    assert apply(text, one.repairs[0]) == text.replace("=blue", '="light blue"')
    assert len(one.repairs) == 4
    (missing,) = found("1. @skill: notify()")
    assert missing.detail == ""


def test_a_variable_is_for_the_input_of_its_name() -> None:
    assert found("1. @skill: paint($coat, $colours, red)") == []
    (one,) = found("1. @skill: paint($coat, coat, grey)")
    assert one.message.startswith("‘coat’ is not a valid value for the input colour")
    (results,) = found("1. @skill: paint($a, $b, $coat) -> $sum")
    assert results.detail == "Its results are area, left."


def test_a_skill_that_says_nothing_of_results_may_have_some() -> None:
    (one,) = found("1. @skill: silent -> $x")
    assert (one.code, one.severity) == ("result-unknown", Severity.SUGGESTION)
    assert one.detail == "It has no results."


def test_a_goal_is_named_where_its_call_does_not_fit() -> None:
    (one,) = found("On failure: @skill: notify\n\n1. A")
    assert (one.goal, one.step) == (GoalKind.ON_FAILURE, 0)


def test_an_argument_that_cannot_be_read_is_said_and_not_counted() -> None:
    text = "1. @skill: notify(ask the team)"
    assert codes(text) == []
    said = [f.code for f in findings(parse(text), KNOWN)]
    assert "call-arguments-unread" in said


def test_what_fits_has_passed() -> None:
    sentence = "Every call gives what its skill takes"
    for step, is_fine in (
        ("@skill: notify(channel=ops)", True),
        ("@skill: notify()", False),
        ("Rest.", False),
    ):
        skill = parse(f"# T\n\n1. {step}\n")
        assert (sentence in passed(skill, findings(skill, KNOWN))) is is_fine


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        ("{fast|full}", ("fast", "full")),
        ("{ fast , full }", ("fast", "full")),
        ('"a b" | c', ("a b", "c")),
        ("string", ()),
        ("{}", ()),
        ("", ()),
    ],
)
def test_values_of_an_enumeration(type_: str, values: tuple[str, ...]) -> None:
    assert options(type_) == values


@pytest.mark.parametrize(
    ("value", "type_", "is_one"),
    [
        ("3", "integer", True), ("-3", "int", True), ("3.5", "integer", False),
        ("3.5", "number", True), ("-1", "Float", True), ("three", "number", False),
        ("true", "boolean", True), ("No", "bool", True), ("1", "boolean", False),
        ("anything", "string", True), ("anything", "", True), ("x", "list of hosts", True),
        ("fast", "{fast|full}", True), ("Fast", "{fast|full}", False),
    ],
)  # fmt: skip
def test_values_of_a_type(value: str, type_: str, is_one: bool) -> None:
    assert is_value(value, type_) is is_one


@pytest.mark.parametrize(
    ("given_type", "wanted", "does"),
    [
        ("integer", "number", True), ("number", "integer", False), ("int", "integer", True),
        ("boolean", "number", False), ("string", "number", True), ("number", "text", True),
        ("{a|b}", "{a|b|c}", True), ("{a|b}", "{a}", False), ("{1|2}", "integer", True),
        ("{1|x}", "integer", False), ("string", "{a|b}", True), ("", "{a|b}", True),
        ("number", "{a|b}", False), ("", "number", True), ("host", "number", True),
    ],
)  # fmt: skip
def test_types_that_fit(given_type: str, wanted: str, does: bool) -> None:
    assert fits(given_type, wanted) is does


WORDS = st.sampled_from(["branch", "depth", "tries", "a", "fast", "3", "x y", "$b", "$depth"])
ARGUMENT = st.one_of(
    WORDS, st.builds("{}={}".format, st.sampled_from(["branch", "depth", "brunch"]), WORDS)
)


@given(st.lists(ARGUMENT, max_size=5), st.sampled_from(["roll-back", "lint", '"Roll back"']))
@settings(max_examples=150)
def test_every_repair_settles_what_it_is_for(arguments: list[str], name: str) -> None:
    """A repair leaves a text that is read, and one finding fewer of that kind."""
    text = f"1. @skill: {name}({', '.join(arguments)})"
    before = found(text)
    for finding in before:
        for repair in finding.repairs:
            after = apply(text, repair)
            assert len(parse(after).calls) == 1
            kinds = [f.code for f in before].count(finding.code)
            assert codes(after).count(finding.code) < kinds or finding.code == "argument-missing"
