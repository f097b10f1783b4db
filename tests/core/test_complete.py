"""What is offered while typing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.editing.complete import Completion, ItemKind, completions
from app.core.skills.reading.grammar import parse
from tests.core.test_grammar import texts

NAMES = ["smoke-tests", "Production deployment", "rollback-deployment", 'Say "hi"']


def at_end(text: str) -> Completion | None:
    return completions(text, len(text), NAMES)


def inserted(text: str) -> list[str]:
    found = at_end(text)
    return [item.insert for item in found.items] if found is not None else []


def taken(text: str) -> str:
    """The text after the first item was chosen."""
    found = at_end(text)
    assert found is not None
    return text[: found.start] + found.items[0].insert + text[found.end :]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1. Call @skill: smo", "smoke-tests"),
        ("1. Call @skill:", "Production deployment"),
        ("1. Call [[skill: prod", "Production deployment"),
        ("1. @SKILL: deploy", "Production deployment"),
        ("1. @skill: rolback-deploy", "rollback-deployment"),
        ("1. @skill: prodution deplyo", "Production deployment"),
    ],
)
def test_names_of_skills(text: str, first: str) -> None:
    found = at_end(text)
    assert found is not None
    assert found.items[0].label == first


@pytest.mark.parametrize("name", NAMES)
def test_a_chosen_name_is_the_target(name: str) -> None:
    text = taken(f"1. @skill: {name.replace(chr(34), '')[:6]}") + " and on with it"
    assert parse(text).calls[0].target == name


QUOTED = 'Prepare the "old" smoker'


@pytest.mark.parametrize(
    "typed", ['Prepare the "ol', 'Prepare the "old" smo', '“Prepare the "old" ', '"Pre']
)
@pytest.mark.parametrize("before", ["@skill: ", "@", "[[skill: ", "@parallel: [smoke-tests, "])
def test_a_name_is_found_behind_the_quotes_in_it(typed: str, before: str) -> None:
    if before == "@" and typed[0] in '"“':
        return  # a mention is only a name
    text = f"1. Call {before}{typed}"
    found = completions(text, len(text), [*NAMES, QUOTED])
    assert found is not None and text[found.start :].removeprefix("@") == typed
    assert found.items[0].label == QUOTED
    closing = {"[[skill: ": "]]", "@parallel: [smoke-tests, ": "]"}.get(before, "")
    written = text[: found.start] + found.items[0].insert + closing
    assert parse(written).calls[-1].target == QUOTED


def test_a_quote_behind_a_name_is_no_part_of_it() -> None:
    for text in ('@skill: smoke-tests and say "hi', '@skill: "smoke-tests" and', '@Say "hi" to'):
        assert completions(f"1. {text}", len(text) + 3, [*NAMES, QUOTED]) is None


@pytest.mark.parametrize("typed", ["smoke-test", "smoke-tests", "Smoke te", "prod", "rolback-depl"])
@pytest.mark.parametrize("behind", [*".,;:!?…'`}”\"&", ". Then", ", then", " then wait for it"])
@pytest.mark.parametrize("before", ["@skill: ", "@", "[[skill: ", "@parallel: ["])
def test_what_is_typed_behind_a_name_is_not_replaced(before: str, typed: str, behind: str) -> None:
    text = f"1. Call {before}{typed}"
    found = at_end(text + behind)
    assert found is None or found.start >= len(text)


@pytest.mark.parametrize(
    ("typed", "name"),
    [("v1.", "Deploy v1.2"), ("so, n", "So, new"), ('"So,', "So, new"), ("r&", "R&D"),
     ("what’s", "What's next?"), ("what's next?", "What's next?")],
)  # fmt: skip
def test_a_sign_in_a_name_is_part_of_it(typed: str, name: str) -> None:
    text = f"1. @skill: {typed}"
    found = completions(text, len(text), [*NAMES, name])
    assert found is not None and [item.label for item in found.items] == [name]


def test_the_inputs_of_a_skill_with_quotes_in_its_name_are_offered() -> None:
    text = f"1. @skill: “{QUOTED}”("
    asked = []
    completions(text, len(text), [QUOTED], lambda name: asked.append(name) or ())  # type: ignore[func-returns-value]
    assert asked == [QUOTED]


def test_nothing_after_the_name() -> None:
    assert at_end("1. @skill: smoke-tests(a") is None
    assert at_end("1. @skill: smoke-tests -> ") is None


def test_goals_at_the_start_of_a_line() -> None:
    assert inserted("# T\nOn") == ["On completion: ", "On failure: "]
    assert inserted("# T\n- tri") == ["Trigger: "]
    assert inserted("1. On") == []
    assert inserted("something on") == []


def test_variables_that_are_known_there() -> None:
    text = "Requires: $branch, $depth\n\n1. @skill: a -> $ok\n2. Use $"
    assert inserted(text) == ["branch", "depth", "ok"]
    assert inserted("Requires: $branch\n\n1. Use $br") == ["branch"]
    assert inserted("1. Use $\n2. @skill: a -> $later"[:8]) == []
    assert taken("Requires: $branch\n\n1. Use $br") == "Requires: $branch\n\n1. Use $branch"


def test_annotations() -> None:
    assert inserted("1. a @lo") == ["@loop: "]
    assert inserted("1. a [dis") == [
        "[dispatch-safe: yes]",
        "[dispatch-safe: partial]",
        "[dispatch-safe: no]",
    ]
    assert inserted("1. @needs: fast, rea") == ["reasoning"]
    assert inserted("1. me@example") == []


def test_skills_after_a_bare_at() -> None:
    assert inserted("1. @")[:4] == [
        '@skill: "Production deployment"',
        "@skill: rollback-deployment",
        '@skill: “Say "hi"”',
        "@skill: smoke-tests",
    ]
    assert "@loop: " in inserted("1. @")
    assert inserted("1. @depl") == [
        '@skill: "Production deployment"', "@skill: rollback-deployment",
    ]  # fmt: skip
    assert inserted("1. @smoke te") == ["@skill: smoke-tests"]
    assert inserted("1. @s")[:2] == ['@skill: “Say "hi"”', "@skill: smoke-tests"]
    assert inserted("1. @noon we meet") == []
    assert inserted("1. me@smoke") == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1. @skill: smo", ItemKind.SKILL),
        ("1. [[skill: smo", ItemKind.LINK),
        ("1. @parallel: [smo", ItemKind.MEMBER),
        ("1. @parallel: [a(x=1), smo", ItemKind.MEMBER),
    ],
)
def test_what_may_follow_a_name(text: str, kind: ItemKind) -> None:
    found = at_end(text)
    assert found is not None
    assert (found.items[0].label, found.items[0].kind) == ("smoke-tests", kind)


def test_no_names_among_the_arguments_of_a_member() -> None:
    assert at_end("1. @parallel: [a(x=1, smo") is None


@given(texts, st.integers(-5, 300))
def test_anywhere_in_any_text(text: str, cursor: int) -> None:
    found = completions(text, cursor, NAMES)
    if found is not None:
        assert 0 <= found.start <= found.end <= len(text)
        assert found.items


INPUTS = parse("Requires: $branch, $depth:{fast|full}, $sure:boolean?\n\n1. A").requires


def argued(text: str) -> list[tuple[str, str]]:
    found = completions(text, len(text), NAMES, lambda name: INPUTS if name == "roll back" else ())
    if found is None:
        return []
    assert all(item.kind is ItemKind.ARGUMENT for item in found.items)
    return [(item.label, item.insert) for item in found.items]


BRANCH, DEPTH = ("branch", "branch="), ("depth: {fast|full}", "depth=")
SURE = ("sure?: boolean", "sure=")


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ('1. @skill: "roll back"(', [BRANCH, DEPTH, SURE]),
        ("1. @skill: roll back(", [BRANCH, DEPTH, SURE]),
        ("1. [[skill: roll back(", [BRANCH, DEPTH, SURE]),
        ("1. @parallel: [lint(a=1), roll back(", [BRANCH, DEPTH, SURE]),
        ("1. @skill: roll back(branch=main, ", [DEPTH, SURE]),
        ("1. @skill: roll back($branch, d", [DEPTH]),
        ("1. @skill: roll back(sure=yes, depth=fast,", [BRANCH]),
        ("1. @skill: roll back(x", []),
        ("1. @skill: roll back(depth=", [("fast", "fast"), ("full", "full")]),
        ("1. @skill: roll back(depth = fu", [("full", "full")]),
        ("1. @skill: roll back(branch=", []),
        ("1. @skill: roll back(zzz=", []),
        ("1. @skill: other(", []),
        ("1. @skill: roll back(branch=main)", []),
        ("1. roll back(", []),
        (
            "Requires: $depth, $host\n\n1. @skill: roll back(",
            [BRANCH, ("depth: {fast|full}", "depth=$depth"), SURE],
        ),
        (
            "Requires: $host, $branch\n\n1. @skill: roll back(branch=",
            [("$branch", "$branch"), ("$host", "$host")],
        ),
    ],
)
def test_inputs_between_the_parentheses(text: str, items: list[tuple[str, str]]) -> None:
    assert argued(text) == items


def test_variables_between_the_parentheses() -> None:
    text = "Requires: $branch\n\n1. @skill: roll back(branch=$b"
    found = completions(text, len(text), NAMES, lambda _name: INPUTS)
    assert found is not None
    assert [item.insert for item in found.items] == ["branch"]
