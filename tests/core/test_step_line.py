"""The words of a step that stands alone, for lists, menus and records."""

import pytest

from app.core.skills.reading.grammar import parse
from app.core.skills.reading.step_line import jump_words, step_line, told
from app.ui.views.skills.training.step_words import StepWords


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("@loop: 5 max=3", "Back to step 5, max 3"),
        ("@loop: 1 until the lid is shut", "Back to step 1, until the lid is shut"),
        ("@branch: if the drum smokes -> 8", "If the drum smokes → step 8"),
        ("@branch: if $ok -> 3 else 4", "If $ok → step 3 · Else → step 4"),
        ("Look. @loop: 2 max=3", "Look."),
        ("If it smokes, go to step 8.", "If it smokes, go to step 8."),
        ("@skill: Weigh(lot=$lot) -> $sum", "Weigh"),
        ('Weigh it @skill: "The scale"(lot=$lot)', "Weigh it “The scale”"),
        ("@parallel: [A, B]", "A · B"),
        ("@parallel: [A, B] -> [$a, $b]", "A · B"),
        ("Weigh @parallel: [A, B(x=$y)] -> [$a, $b] and wait.", "Weigh “A” and “B” and wait."),
        ('@parallel: [A, "The scale", C]. Wait.', "“A”, “The scale”, and “C”. Wait."),
        ("Weigh. @parallel: [A", "Weigh. @parallel: [A"),
        ("@branch: unless it rains -> 3", "Unless it rains → step 3"),
        ("[[branch: if $ok -> 3 else 4]]", "If $ok → step 3 · Else → step 4"),
        ("Look [[loop: 2 max=3]].", "Look."),
        ("Look [[loop: 2 max=3]] now", "Look now"),
        ("[[loop:2, 3]]", "Back to 2, 3"),
        ("[[loop: 2 max=3 or so]] Wait.", "Back to 2 max=3 or so Wait."),
        ("@loop: 2 often=yes max=3", "Back to 2 often=yes max=3"),
        ("Look @loop: 2 often=yes.", "Look (back to 2 often=yes)."),
        ("Look. @loop: max=3; often=yes", "Look. Repeat this step: max=3; often=yes"),
        ("@branch: if $ok -> 3 elif $no => 4", "If $ok → 3 elif $no → 4"),
        ("@loop: 2 max=3. Wait.", "Back to step 2, max 3. Wait."),
        ("@branch: if $ok -> 3 else 4 and wait", "If $ok → step 3, else → step 4 and wait"),
        ("Look and @loop: 2 max=3 then\nwait.", "Look and then wait."),
        ("[ANCHOR] Look\nat it. @needs: fast", "Look at it."),
    ],
)
def test_grammar_is_said_in_words(text: str, said: str) -> None:
    assert step_line(text) == said


def test_telling_a_step_in_words_keeps_its_lines() -> None:
    text = "First\nweigh @parallel: [A, B]\nand wait"
    assert told(text) == 'First\nweigh @skill: "A" and @skill: "B"\nand wait'
    assert told("Look.\nWait.\n@loop: 2") == "Look.\nWait.\n@loop: 2"
    assert told("@parallel: [\"a 'b'\", c] wait").startswith("@skill: \"a 'b'\" and")


@pytest.mark.parametrize("tag", ["@loop: 1 max=3", "@loop: 1", "@branch: if it smokes -> 3"])
def test_a_jump_is_worded_as_its_pill_is(tag: str) -> None:
    text = f"# A\n\n1. One.\n2. {tag}\n3. End.\n"
    (jump,) = parse(text).steps[1].jumps
    assert jump_words(jump) == StepWords(text).prose(2, tag).pills[0].text
