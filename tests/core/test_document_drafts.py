"""From passages to the draft of a skill: what each became, and what a person makes of it."""

import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.documents.content import Content, Form, Format, Passage
from app.core.documents.draft import NOTES, Draft
from app.core.documents.reading import read
from app.core.documents.roles import Becomes, Role
from app.core.skills.editing.parameters import listed_names
from app.core.skills.model import GoalKind
from tests.core.document_files import Part, html, odt_parts, pdf, word

BAKE: tuple[Part, ...] = (
    ("title", "Bake bread"),
    ("p", "From the old handbook."),
    ("1", "Mix the dough."),
    ("1", "Wait. If it has not risen, go to step 2."),
    ("1", "Bake it."),
    ("1", "Look at it. If it is pale, go back to step 3."),
)


def draft(*parts: Part, name: str = "bake_bread.docx") -> Draft:
    return Draft(name, read(word(parts), name))


def number(found: Draft, words: str) -> int:
    return next(n for n, one in enumerate(found.content.passages) if words in one.text)


def role(found: Draft, words: str) -> Becomes:
    return found.roles[number(found, words)]


def steps(found: Draft) -> list[str]:
    return [step.text for step in found.skill.steps]


def targets(found: Draft) -> list[tuple[str, str]]:
    """Where the jumps lead, by the first words of the steps."""
    all_steps = found.skill.steps
    return [
        (step.text.split(".")[0], all_steps[jump.target - 1].text.split(".")[0])
        for step in all_steps
        for jump in step.jumps
        if jump.target is not None
    ]


# What is read


def test_a_draft_says_what_the_document_says() -> None:
    found = draft(*BAKE)
    assert found.skill.title == "Bake bread"
    assert steps(found) == [text for kind, text in BAKE if kind == "1"]
    assert found.roles == (Role.TITLE, Role.CONTEXT, *[Role.STEP] * 4)
    assert targets(found) == [("Wait", "Wait"), ("Look at it", "Bake it")]


def test_a_title_that_a_person_wants_as_a_step_is_not_lost() -> None:
    found = draft(
        ("h1", "Goods in"), ("p", "SOP-031"), ("h2", "Procedure"), ("1", "Count."), ("1", "Sign.")
    )
    changed = found.choose(number(found, "Goods in"), Role.STEP)
    assert role(changed, "Goods in") is Role.STEP
    assert steps(changed) == ["Goods in", "Count.", "Sign."]


def test_a_passage_is_where_its_span_says() -> None:
    found = draft(*BAKE)
    for passage, (start, end) in zip(found.content.passages, found.spans, strict=True):
        assert passage.text in found.text[start:end]


@pytest.mark.parametrize(
    ("parts", "properties", "title"),
    [
        ([("title", "A"), ("h1", "Purpose")], "", "A"),
        ([("h1", "Clean the oven"), ("h2", "Purpose"), ("p", "x.")], "", "Clean the oven"),
        ([("h1", "Purpose"), ("p", "x."), ("h1", "Steps"), ("1", "Go.")], "", "SOP 7 Ovens"),
        ([("h1", "Purpose"), ("h1", "Steps"), ("1", "Go.")], "Ovens", "Ovens"),
        ([("h1", "Purpose"), ("h1", "Steps")], "Microsoft Word - Ovens.docx", "Ovens"),
        ([("h1", "Purpose"), ("h1", "Steps")], "Word Document", "SOP 7 Ovens"),
        ([("p", "Clean the oven"), ("h1", "Purpose"), ("1", "Go.")], "", "Clean the oven"),
    ],
)
def test_the_title(parts: list[Part], properties: str, title: str) -> None:
    content = read(word(parts), "x.docx")
    made = Content(content.format, content.passages, properties)
    assert Draft("SOP_7_Ovens.docx", made).skill.title == title


def test_a_text_is_taken_as_it_is_and_never_untitled() -> None:
    text = "# T\n\nSuccess: done\n\n1. Do a\n2. Do b\n"
    found = Draft("x.md", read(text.encode(), "x.md"))
    assert found.text == text
    assert found.roles == (Role.TITLE, GoalKind.SUCCESS, Role.STEP, Role.STEP)
    untitled = Draft("clean_up.txt", read(b"1. Do a\n2. Do b\n", "clean_up.txt"))
    assert untitled.skill.title == "clean up" and untitled.text.endswith("1. Do a\n2. Do b\n")


def test_what_comes_from_different_programs_is_one_skill() -> None:
    typed = [(kind, f"{n}. {text}" if kind == "1" else text)
             for n, (kind, text) in enumerate(BAKE, -1)]  # fmt: skip
    texts = {
        Draft("x.docx", read(word(BAKE), "x.docx")).text,
        Draft("x.odt", read(odt_parts(BAKE), "x.odt")).text,
        Draft("x.html", read(html(BAKE), "x.html")).text,
        Draft("x.pdf", read(pdf(typed), "x.pdf")).text,
    }
    assert len(texts) == 1


def test_code_ends_where_it_ended() -> None:
    code = Passage(Form.CODE, "say ```hi```\nand go", -1)
    step = Passage(Form.ITEM, "Go on.", 0, "1.")
    found = Draft("x.html", Content(Format.HTML, (code, step)))
    assert steps(found) == ["Go on."]


# What a person decides


def test_context_becomes_a_step_and_references_follow() -> None:
    found = draft(*BAKE)
    found = found.choose(number(found, "From the old"), Role.STEP)
    assert steps(found)[0] == "From the old handbook."
    assert [step.number for step in found.skill.steps] == [1, 2, 3, 4, 5]
    assert targets(found) == [("Wait", "Wait"), ("Look at it", "Bake it")]
    assert "go to step 3" in found.text and "go back to step 4" in found.text


def test_what_stands_outside_the_procedure_becomes_a_step_in_it() -> None:
    parts = [
        ("title", "T"), ("h1", "Scope"), ("p", "Switch it off."), ("h1", "Procedure"),
        ("p", "5.1 Open it."), ("p", "5.2 Look. If it is dark, go to step 5.1."),
        ("h1", "References"), ("p", "Close it."),
    ]  # fmt: skip
    found = draft(*parts)
    assert steps(found) == ["Open it.", "Look. If it is dark, go to step 5.1."]
    found = found.choose(number(found, "Switch it off"), Role.STEP)
    found = found.choose(number(found, "Close it"), Role.STEP)
    assert steps(found) == [
        "Switch it off.", "Open it.", "Look. If it is dark, go to step 5.2.", "Close it."
    ]  # fmt: skip
    assert [step.label for step in found.skill.steps] == ["5.1", "5.2", "5.3", "5.4"]
    assert targets(found) == [("Look", "Open it")]


def test_a_step_becomes_context_and_no_other_step_changes() -> None:
    found = draft(*BAKE)
    found = found.choose(number(found, "Mix the dough"), Role.CONTEXT)
    assert role(found, "Mix the dough") is Role.CONTEXT
    assert "Mix the dough." in found.text and len(found.skill.steps) == 3
    assert targets(found) == [("Wait", "Wait"), ("Look at it", "Bake it")]


def test_a_step_becomes_a_sub_step() -> None:
    found = draft(*BAKE)
    found = found.choose(number(found, "Bake it"), Role.SUB_STEP)
    assert role(found, "Bake it") is Role.SUB_STEP
    assert found.skill.steps[2].parent == 2


def test_a_passage_becomes_a_goal() -> None:
    found = draft(*BAKE)
    found = found.choose(number(found, "From the old"), GoalKind.SUCCESS)
    goal = found.skill.goal(GoalKind.SUCCESS)
    assert goal is not None and goal.value == "From the old handbook."
    assert role(found, "From the old") is GoalKind.SUCCESS
    start, end = found.spans[1]
    assert "From the old handbook." in found.text[start:end]


def test_a_passage_becomes_the_title_and_the_one_before_is_kept() -> None:
    found = draft(*BAKE)
    found = found.choose(number(found, "From the old"), Role.TITLE)
    assert found.skill.title == "From the old handbook."
    assert "Bake bread" in found.text
    again = found.choose(number(found, "Mix the"), Role.TITLE)
    assert again.skill.title == "Mix the dough." and len(again.chosen) == 1


def test_what_is_left_out_is_nowhere_and_can_be_had_back() -> None:
    found = draft(*BAKE)
    at = number(found, "From the old")
    without = found.choose(at, Role.LEFT_OUT)
    assert "handbook" not in without.text and without.roles[at] is Role.LEFT_OUT
    assert without.choose(at, None).text == found.text


def test_what_somebody_only_proposed_can_be_taken() -> None:
    passages = (
        Passage(Form.ITEM, "Go.", 0, "1."),
        Passage(Form.ITEM, "Rest.", 0, "2.", is_left_out=True),
    )
    found = Draft("x.docx", Content(Format.WORD, passages))
    assert steps(found) == ["Go."]
    assert steps(found.choose(1, Role.STEP)) == ["Go.", "Rest."]


def test_context_in_a_text_without_numbers_goes_to_the_end() -> None:
    found = draft(("title", "Close up"), ("-", "Lock the door."), ("-", "Water the plants."))
    at = number(found, "Lock the door")
    moved = found.choose(at, Role.CONTEXT)
    assert moved.roles[at] is Role.CONTEXT or NOTES in moved.text


def test_a_markdown_file_can_be_changed_too() -> None:
    text = "# T\n\nSome words.\n\n1. Do a\n2. Do b\n"
    found = Draft("x.md", read(text.encode(), "x.md"))
    changed = found.choose(1, Role.STEP)
    assert steps(changed) == ["Some words.", "Do a", "Do b"]
    assert found.choose(1, GoalKind.TRIGGER).skill.goal(GoalKind.TRIGGER) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Delivery note, calibrated thermometer.", ["deliveryNote", "calibratedThermometer"]),
        ("Ein Lieferschein und das Thermometer", ["Lieferschein", "Thermometer"]),
        ("the key (from reception)", ["key"]),
        ("Everything that was said before anybody came to the ward.", []),
        ("", []),
    ],
)
def test_names_of_what_a_section_lists(text: str, expected: list[str]) -> None:
    assert listed_names(text) == [one[:1].lower() + one[1:] for one in expected]


def test_frontmatter_stays_first_and_goals_follow_the_title() -> None:
    text = "---\ntags: [x]\n---\n\n# T\n\nSome words.\n\n1. Do a\n"
    found = Draft("x.md", read(text.encode(), "x.md"))
    goal = found.choose(number(found, "Some words"), GoalKind.SUCCESS)
    assert goal.text == "---\ntags: [x]\n---\n\n# T\n\nSuccess: Some words.\n\n1. Do a\n"
    title = found.choose(number(found, "Some words"), Role.TITLE)
    assert title.text.startswith("---\ntags: [x]\n---\n\n# Some words.\n\n")
    assert title.skill.title == "Some words."


def test_what_is_written_anew_in_a_markdown_file_does_not_run_into_the_rest() -> None:
    text = "# T\n1. Do a\n2. Do b\nNote it.\n3. Do c\n"
    found = Draft("x.md", read(text.encode(), "x.md"))
    for at, passage in enumerate(found.content.passages):
        for wished in (*Role, *GoalKind):
            changed = found.choose(at, wished).text
            for other in found.content.passages:
                first = other.text.split("\n")[0]
                if other is not passage:
                    assert re.search(rf"(?m)^\W*(?:\d+\. )?{re.escape(first)}\s*$", changed), (
                        changed
                    )


# Whatever a document says, and whatever a person decides

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=30)
passages = st.lists(
    st.builds(
        Passage,
        st.sampled_from(list(Form)),
        words,
        st.integers(-1, 4),
        st.sampled_from(["", "1.", "2.", "a)", "5.1", "5.1.2", "•", "iv.", "Step 3:"]),
    ).filter(lambda one: bool(one.text.strip())),
    min_size=1,
    max_size=12,
)
choices = st.dictionaries(st.integers(0, 11), st.sampled_from([*Role, *GoalKind]), max_size=6)


lines = st.lists(
    st.sampled_from(
        ["# T", "## More", "1. One", "2. Two", "   - below", "- a bullet", "Words here.", "",
         "Success: it works", "> a quote", "```", "| a | b |", "---"]
    ),
    max_size=12,
)  # fmt: skip


@given(lines, choices)
def test_every_text_can_be_changed(given_lines: list[str], chosen: dict[int, Becomes]) -> None:
    text = "\n".join(["Begin."] * bool(given_lines) + given_lines) or "x"
    content = read(text.encode(), "x.md")
    made = Draft("x.md", content)
    for at, one in chosen.items():
        if at < len(content.passages):
            made = made.choose(at, one)
    assert len(made.roles) == len(made.spans) == len(content.passages)
    for start, end in made.spans:
        assert 0 <= start <= end <= len(made.text)


@given(passages, choices)
def test_every_draft_can_be_made(found: list[Passage], chosen: dict[int, Becomes]) -> None:
    made = Draft("x.docx", Content(Format.WORD, tuple(found)))
    for at, one in chosen.items():
        if at < len(found):
            made = made.choose(at, one)
    assert len(made.roles) == len(made.spans) == len(found)
    for (start, end), became in zip(made.spans, made.roles, strict=True):
        assert 0 <= start <= end <= len(made.text)
        if start == end:
            assert became in (Role.LEFT_OUT, *GoalKind, Role.TITLE, Role.CONTEXT)


def test_the_label_of_what_became_a_goal_does_not_stay() -> None:
    found = draft(
        ("title", "Regulate a piano"),
        ("p", "Purpose: The action is within its tolerances."),
        ("p", "Scope: grand pianos only; uprights are not covered."),
        ("h1", "Procedure"),
        ("1", "Pull the action."),
        ("1", "Measure it."),
        ("p", "Result: the section holds its pitch."),
    )
    said = {goal.kind: goal.value for goal in found.skill.goals}
    assert said == {
        GoalKind.SUCCESS: "The action is within its tolerances.\nthe section holds its pitch.",
        GoalKind.OUT_OF_SCOPE: "uprights are not covered.",
    }
    assert role(found, "Result:") is GoalKind.SUCCESS
    assert steps(found) == ["Pull the action.", "Measure it."]


@pytest.mark.parametrize("make", [word, pdf], ids=["docx", "pdf"])
@pytest.mark.parametrize("kind", ["h1", "b", "p"])
def test_the_heading_of_what_became_a_goal_does_not_stay(
    make: Callable[[Sequence[Part]], bytes], kind: str
) -> None:
    parts = [
        ("title", "Receive"), (kind, "Purpose:"), ("p", "Goods are counted."),
        ("p", "Step 1: Count them."), ("p", "Step 2: Sign."),
        (kind, "References:"), ("p", "The handbook"),
    ]  # fmt: skip
    found = Draft("x", read(make(parts), "x"))
    goal = found.skill.goal(GoalKind.SUCCESS)
    assert goal is not None and goal.value == "Goods are counted."
    assert "Purpose" not in found.text and len(found.skill.steps) == 2
    assert found.roles[1] is found.roles[2] is GoalKind.SUCCESS
