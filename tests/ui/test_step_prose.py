"""A step says the same wherever it is shown: on its card, in a comparison and in the outline."""

import pytest
from hypothesis import given

from app.core.library.compare import compare
from app.core.library.comparison import Kind
from app.core.skills.reading.grammar import parse
from app.ui.views.skills.editor.outline import entries
from app.ui.views.skills.editor.reading import Leads
from app.ui.views.skills.editor.steps.content import Items, QuietText, StepText
from app.ui.widgets.diff.item_text import Said, said
from app.ui.widgets.prose.text_style import Run
from tests.core.test_compare import TEXTS

TEXT = """# Ship

Requires: $branch:string
Produces: $ok

1. Agree on the window and set $notes for $branch.
2. Check the target.
   @skill: validate(branch=$branch, depth=deep) -> $ok
3. Call @skill: smoke-tests(branch=$branch) and watch $ok.
   @loop: 2 max=5 while $ok is false
4. Wait until it is quiet.
   @loop: 4
5. Stop when $ok is false.
   @branch: if $ok is false -> 2 else 7
6. @branch: if nobody answers
7. Tell everybody. It was slow once. _(from Diary)_ [verify: human]
   @loop: nine
   @skill: nowhere
"""


PLAIN = Leads()


def cards(text: str, leads: Leads = PLAIN) -> list[StepText]:
    return [one for one, _at in Items().read(parse(text), leads) if isinstance(one, StepText)]


def compared(text: str) -> list[Said]:
    rows = compare(text, text).rows
    return [said(row.right, row.left, None) for row in rows if row.right and row.kind is Kind.STEP]


def looks(runs: tuple[Run, ...]) -> list[tuple[str, object]]:
    return [(run.text, run.style) for run in runs]


def test_a_step_says_the_same_on_its_card_and_in_a_comparison() -> None:
    for card, row in zip(cards(TEXT), compared(TEXT), strict=True):
        assert looks(card.runs) == looks(row.runs)
        assert card.pills == row.pills


def test_of_a_call_alone_not_even_its_full_stop_is_left() -> None:
    (card,) = cards("# A\n\n1. @skill: validate(branch=$branch).\n")
    assert (card.runs, len(card.pills)) == ((), 1)


@pytest.mark.parametrize(
    ("text", "left", "pills"),
    [
        ("@loop: 1 max=3. Then wait.", "Then wait.", ["repeat this step, max 3"]),
        ("@loop: 1 max=3, then wait.", "then wait.", ["repeat this step, max 3"]),
        ("@loop: 1 max=3 .env", ".env", ["repeat this step, max 3"]),
        ("Look. [[loop: 1 max=3]] Wait.", "Look. Wait.", ["repeat this step, max 3"]),
        ("[[branch: if $ok -> 1 else 1]]", "", ["if $ok → this step", "else → this step"]),
        ("Look [[loop: 1 max=3 or so]] now", "Look or so now", ["repeat this step, max 3"]),
        ("Look @loop: 1 often=yes", "Look often=yes", ["repeat this step"]),
    ],
)
def test_a_tag_leaves_good_words_and_none_of_its_brackets(
    text: str, left: str, pills: list[str]
) -> None:
    (card,) = cards(f"# A\n\n1. {text}\n")
    assert "".join(run.text for run in card.runs) == left
    assert [pill.text for pill in card.pills if pill.kind != "aside"] == pills


@pytest.mark.parametrize("end", ["。", "！", "？", "；", "。 ", "。\u3000"])
def test_a_call_behind_a_chinese_sentence_is_a_pill(end: str) -> None:
    said = f"清洁线槽{end}"
    (card,) = cards(f'# A\n\n1. {said}@skill: "Inspect the wire"(bell=$bell)。\n')
    assert [pill.text for pill in card.pills] == ["Inspect the wire (bell = $bell)"]
    assert "".join(run.text for run in card.runs) == said.rstrip()


def test_the_words_of_every_pill() -> None:
    assert [" | ".join(pill.text for pill in card.pills) for card in cards(TEXT)] == [
        "",
        "validate (branch = $branch, depth = deep) → $ok",
        "back to step 2, max 5 | while $ok is false",
        "repeat this step",
        "if $ok is false → step 2 | else → step 7",
        "if nobody answers",
        "nowhere | back to step nine",
    ]


def test_the_outline_says_what_the_pills_say() -> None:
    outline = [entry.text for entry in entries(parse(TEXT)) if entry.depth == 1]
    assert outline == [
        "validate (branch = $branch, depth = deep) → $ok",
        "smoke-tests (branch = $branch)",
        "back to step 2, max 5  while $ok is false",
        "repeat this step",
        "if $ok is false → step 2",
        "else → step 7",
        "if nobody answers",
        "back to step nine",
        "nowhere",
    ]


def test_what_no_skill_answers_to_says_so_in_both() -> None:
    (call,) = (one for one in parse(TEXT).calls if one.target == "nowhere")
    card = cards(TEXT, Leads(frozenset({call.target_start})))[-1]
    rows = compare(TEXT, TEXT).rows
    row = [one.right for one in rows if one.right and one.kind is Kind.STEP][-1]
    shown = said(row, None, lambda name: name != "nowhere")
    assert shown.pills == card.pills and card.pills[0].text == "nowhere  not found"


RECIPE = """# Ask

1. Go.

Before lunch: when somebody is hungry
- recall: what is in the fridge (if < 3 results) only_engrams: [Kitchen, Garden]
- remind: to eat
"""


def test_a_recipe_says_the_same_in_both() -> None:
    (block,) = (one for one, _at in Items().read(parse(RECIPE), Leads())
                if isinstance(one, QuietText))  # fmt: skip
    new = RECIPE.replace("< 3", "< 5").replace("to eat", "to drink")
    (row,) = (row for row in compare(new, RECIPE).rows if row.kind is Kind.RECIPE)
    assert row.right is not None
    shown = said(row.right, row.left, None)
    assert looks(shown.runs) == looks(block.runs)
    words = "".join(run.text for run in shown.runs)
    assert words == (
        "Before lunch  when somebody is hungry\n"
        "recall: what is in the fridge  if fewer than 3 results  only in Kitchen, Garden\n"
        "remind: to eat"
    )
    assert [words[start:end].strip() for start, end in shown.changes] == [
        "if fewer than 3 results",
        "only in Kitchen, Garden",
        "eat",
    ]


@given(TEXTS)
def test_any_step_says_the_same(text: str) -> None:
    # A step without words is nothing to compare.
    written = [card for card, step in zip(cards(text), parse(text).steps, strict=True) if step.text]
    for card, row in zip(written, compared(text), strict=True):
        assert [pill.text for pill in card.pills] == [pill.text for pill in row.pills]


READ = """# Read

1. Wash.
2. If it is red, go to step 4, else go back to step 1, at most 3 times.
3. Repeat step 1 until it is green. Is it dry? No: go to step 1.
4. Done. @loop: 1 max=2
"""


def test_what_prose_was_read_as_stands_below_it_quietly() -> None:
    said = [[(pill.text, pill.is_understood) for pill in card.pills] for card in cards(READ)]
    assert said == [
        [],
        [("if it is red → step 4", True), ("else back to step 1, at most 3 times", True)],
        [("until it is green → back to step 1", True), ("Is it dry? No → step 1", True)],
        [("back to step 1, max 2", False)],
    ]
    assert [card.runs[0].text for card in cards(READ)][1].endswith("at most 3 times.")
