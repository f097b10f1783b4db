"""One press of Undo takes back a word, and whoever writes goes on writing there."""

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.skills.model import GoalKind
from app.core.vault import Vault
from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.test_type_through import editor_of, open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def pause(techne: Techne) -> None:
    """As long as a person stops between two sentences."""
    editor_of(techne).buffer.groups.pause.timeout.emit()


def saved(vault: Vault, skill: int, text: str) -> int:
    with vault.turns.at_once():
        library.save(vault, skill, text, sitting=False)
    return skill


GOALS = "# Rollback\n\nTrigger: a release\n\n1. Go back.\n2. Tell them.\n"


def test_a_goal_loses_one_word_and_goes_on(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, saved(space(open_).context.vault, skills[2], GOALS))
    editor.goal_editing.open(GoalKind.TRIGGER)
    hands.type(" is")
    hands.press("Esc", "Return")
    hands.type(" due")
    hands.press("Esc", "Return")
    hands.type(" today")
    seen = []
    for _press in range(4):
        hands.press("Ctrl+Z")
        seen.append(editor.chips.box.field.text)
    assert seen[:3] == ["a release is due", "a release is", "a release"]
    assert editor.chips.box.field.hasFocus()
    hands.type(" came")
    assert editor.chips.box.field.text.endswith(" came")


def test_a_step_loses_what_was_typed_since_the_pause(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[2])
    hands.press("Return")
    hands.type(" alpha")
    pause(open_)
    hands.type("beta")
    hands.press("Ctrl+Z")
    assert editor.reader.skill.steps[0].text == "Go back. alpha"
    hands.type(" gamma delta.")
    hands.press("Ctrl+Z")
    assert editor.reader.skill.steps[0].text == "Go back. alpha gamma"
    hands.press("Left", "Right")
    hands.type("s")
    hands.press("Ctrl+Z")
    assert editor.reader.skill.steps[0].text == "Go back. alpha gamma"


@pytest.mark.parametrize("keys", ["Ctrl+N", "text"])
def test_a_title_and_the_text_lose_one_word(open_: Techne, hands: Hands, keys: str) -> None:
    hands.press("Ctrl+N")
    editor = editor_of(open_)
    if keys == "text":
        hands.press("Ctrl+E")
    hands.type("Brew some tea")
    seen = []
    for _press in range(3):
        hands.press("Ctrl+Z")
        seen.append(editor.buffer.text.removeprefix("# ").strip())
    assert seen == ["Brew some", "Brew", ""]
    hands.type("Tea")
    assert editor.buffer.text.removeprefix("# ").strip() == "Tea"


def test_a_step_that_is_undone_leaves_the_caret_where_it_was_made(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, saved(space(open_).context.vault, skills[2], GOALS))
    hands.press("Return")
    hands.type("\nSecond")
    hands.press("Ctrl+Z", "Ctrl+Z")
    hands.type(" Now.")
    said = [step.text for step in editor.reader.skill.steps]
    assert said == ["Go back. Now.", "Tell them."]


def test_a_first_step_that_is_undone_leaves_the_caret_in_the_title(
    open_: Techne, hands: Hands
) -> None:
    hands.press("Ctrl+N")
    hands.type("Brew tea\nBoil")
    hands.press("Ctrl+Z", "Ctrl+Z")
    hands.type(" now")
    assert editor_of(open_).buffer.text.rstrip() == "# Brew tea now"


def test_a_title_that_is_typed_over_comes_back_whole(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[2])
    hands.press("F2")
    hands.type("Again")
    hands.press("Ctrl+Z")
    assert editor.header.title.text() == "Rollback" and editor.header.title.hasFocus()
