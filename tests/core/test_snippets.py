"""What a `/` writes: each entry is read as what it says."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.editing.call_template import call_template
from app.core.skills.editing.parameters import with_input
from app.core.skills.editing.snippets import (
    Slash,
    SnippetKind,
    insert_snippet,
    offered,
    slash,
)
from app.core.skills.model import JumpKind, Parameter, Skill
from app.core.skills.reading.grammar import parse
from tests.core.test_grammar import texts

THREE = "# T\n\n1. One.\n2. {}\n3. Three. @loop: 2 max=2\n"


def typed(text: str, mark: str = "|") -> tuple[str, Slash | None]:
    """The text without the mark, and what is asked for where it stands."""
    at = text.index(mark)
    whole = text.replace(mark, "", 1)
    return whole, slash(whole, at)


def chosen(text: str, kind: SnippetKind) -> tuple[Skill, list[str]]:
    """What the text says after that entry was taken, and what its fields say."""
    whole, asked = typed(text)
    assert asked is not None
    assert kind in offered(parse(whole), asked)
    made = insert_snippet(parse(whole), asked, kind.snippet)
    return parse(made.text), [made.text[start:end] for start, end in made.fields]


@pytest.mark.parametrize("kind", SnippetKind)
def test_the_fields_are_in_the_template(kind: SnippetKind) -> None:
    made = kind.snippet.template
    assert made.fields
    assert [made.text[start:end] for start, end in made.fields] == [
        part for part in kind.snippet.parts() if type(part) is not str
    ]


@pytest.mark.parametrize("text", ["# T\n\n1. /|", THREE.format("/|"), "# T\n\n1. One.\n/|"])
class TestEachEntryIsReadAsWhatItSays:
    def test_branch(self, text: str) -> None:
        skill, fields = chosen(text, SnippetKind.BRANCH)
        (jump,) = skill.steps[-1 if "Three" not in text else 1].jumps
        assert (jump.kind, jump.condition, jump.reference) == (JumpKind.BRANCH, *fields)

    def test_loop(self, text: str) -> None:
        skill, fields = chosen(text, SnippetKind.LOOP)
        (jump,) = skill.steps[-1 if "Three" not in text else 1].jumps
        assert (jump.kind, jump.reference, str(jump.maximum)) == (JumpKind.LOOP, *fields)

    def test_call(self, text: str) -> None:
        skill, fields = chosen(text, SnippetKind.CALL)
        (call,) = skill.calls
        assert [call.target] == fields and call.explicit

    def test_parallel(self, text: str) -> None:
        skill, fields = chosen(text, SnippetKind.PARALLEL)
        assert [call.target for call in skill.calls] == fields
        assert all(call.parallel for call in skill.calls)

    def test_input(self, text: str) -> None:
        skill, fields = chosen(text, SnippetKind.INPUT)
        (use,) = (use for step in skill.steps for use in step.variables)
        assert [use.name] == fields and not use.captured
        declared = parse(with_input(skill.text, use.name))
        assert [given.name for given in declared.requires] == fields
        assert with_input(declared.text, use.name) == declared.text

    def test_result(self, text: str) -> None:
        skill, fields = chosen(text, SnippetKind.RESULT)
        (use,) = (use for step in skill.steps for use in step.variables)
        assert use.name == fields[1] and use.captured
        assert with_input(skill.text, use.name) == skill.text

    def test_recipe(self, text: str) -> None:
        before = parse(text.replace("/|", ""))
        skill, fields = chosen(text, SnippetKind.RECIPE)
        (recipe,) = skill.recipes
        assert [recipe.name, recipe.trigger, recipe.steps[0].query] == fields
        assert [step.text for step in skill.steps if not step.text.startswith("Three.")] == [
            step.text for step in before.steps if step.text and "Three" not in step.text
        ]


@pytest.mark.parametrize(
    "text", [THREE.format("/|"), "# T\n\n1. One.\n/|", "1. One.\n\n/|\n\n2. B"]
)
def test_a_note_stands_between_the_steps(text: str) -> None:
    skill, fields = chosen(text, SnippetKind.NOTE)
    assert [note.text for note in skill.notes] == fields
    assert "/" not in skill.text.replace("[deleted: /]", "")
    assert [step.number for step in skill.steps] == [*range(1, len(skill.steps) + 1)]


def test_where_all_is_prose_there_are_no_notes() -> None:
    whole, asked = typed("# T\n\n1. /|")
    assert asked is not None
    assert SnippetKind.NOTE not in offered(parse(whole), asked)


def test_a_new_step_counts_on_and_those_behind_it_follow() -> None:
    skill, _fields = chosen("1. One.\n/cal|\n2. Two. @loop: 2 max=2\n", SnippetKind.CALL)
    assert [step.number for step in skill.steps] == [1, 2, 3]
    assert skill.steps[2].jumps[0].target == 3


def test_an_indented_line_goes_on_with_its_step() -> None:
    skill, _fields = chosen("1. One\n   /bra|\n2. Two.\n", SnippetKind.BRANCH)
    assert len(skill.steps) == 2 and skill.steps[0].jumps


def test_line_ends_stay() -> None:
    skill, fields = chosen("# T\r\n\r\n1. One.\r\n2. /|\r\n", SnippetKind.RECIPE)
    assert "\n" not in skill.text.replace("\r\n", "")
    assert fields[2] == skill.recipes[0].steps[0].query


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("1. A\n2. /b|", [SnippetKind.BRANCH]),
        ("1. A\n2. /RE|", [SnippetKind.RESULT, SnippetKind.RECIPE]),
        ("1. A\n2. /etc|", []),
    ],
)
def test_typing_narrows(text: str, kinds: list[SnippetKind]) -> None:
    whole, asked = typed(text)
    assert asked is not None
    assert list(offered(parse(whole), asked)) == kinds


@pytest.mark.parametrize(
    "text", ["1. see /|", "1. a/b|", "1. //|", "1. /usr/bin|", "1. /| and on", "/br 2|", "1. a|"]
)
def test_a_slash_among_words_is_one(text: str) -> None:
    assert typed(text)[1] is None


@pytest.mark.parametrize(
    "text",
    [
        "1. Run:\n   ```\n   /|\n   ```\n",
        "---\nname: a\n/|\n---\n1. A\n",
        "<!--\n/|\n-->\n1. A\n",
        "1. A\n\n> A memory\n/|\n_(from Notes)_\n",
    ],
)
def test_nothing_is_offered_in_what_is_not_read(text: str) -> None:
    whole, asked = typed(text)
    assert asked is not None
    assert offered(parse(whole), asked) == ()


@given(texts, st.integers(0, 300), st.sampled_from(SnippetKind))
def test_in_any_text_everything_else_stays(text: str, at: int, kind: SnippetKind) -> None:
    """On a line of its own anywhere: the fields are what the entry has, and it can be read."""
    at = min(at, len(text))
    whole = f"{text[:at]}\n/\n{text[at:]}"
    asked = slash(whole, at + 2)
    if asked is None or kind not in offered(parse(whole), asked):
        return
    made = insert_snippet(parse(whole), asked, kind.snippet)
    wanted = [part for part in kind.snippet.parts() if type(part) is not str]
    assert [made.text[start:end] for start, end in made.fields] == wanted
    letters = Counter(filter(str.isalpha, made.text))
    assert letters == Counter(filter(str.isalpha, text + kind.snippet.template.text))


class TestCalls:
    PARAMETERS = (
        Parameter("branch", "", False, 0, 0),
        Parameter("depth", "", True, 0, 0),
        Parameter("env", "string", False, 0, 0),
    )
    RESULT = (Parameter("ok", "", False, 0, 0),)

    @pytest.mark.parametrize("name", ["deploy", '"Smoke tests"'])
    def test_inputs_and_results_are_fields(self, name: str) -> None:
        made = call_template(f"@skill: {name}", self.PARAMETERS, self.RESULT)
        assert made.text == f"@skill: {name}(branch=$branch, env=$env) -> $ok"
        assert [made.text[a:b] for a, b in made.fields] == ["$branch", "$env", "ok"]
        (call,) = parse(f"1. {made.text}").calls
        assert [argument.name for argument in call.arguments] == ["branch", "env"]
        assert call.captures == ("ok",)

    def test_what_is_there_is_not_written_again(self) -> None:
        assert call_template("a", self.PARAMETERS, self.RESULT, before="(x=1)").text == "a"
        with_inputs = call_template("a", self.PARAMETERS, self.RESULT, before=" -> $x").text
        assert with_inputs == "a(branch=$branch, env=$env)"
        assert call_template("a", (), ()).text == "a"
