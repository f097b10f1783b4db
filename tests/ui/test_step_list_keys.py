"""A step that is selected is one line of a list: keys go through it, delete and follow it."""

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.skills.model import GoalKind
from app.ui.techne import Techne
from app.ui.views.skills.editor.view import EditorView
from tests.ui.entries import said
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]

LONG = "# Long\n\n" + "".join(f"{n}. Step number {n}.\n" for n in range(1, 41))
LEADS = "# Lead\n\n1. Check. @skill: Deploy\n2. Try. @loop: 1, max 3\n3. End.\n"


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def shown(techne: Techne, text: str) -> EditorView:
    vault = space(techne).context.vault
    with vault.turns.at_once():
        skill = library.save(vault, None, text).skill
    return opened(techne, skill)


def test_home_end_and_pages(open_: Techne, hands: Hands) -> None:
    editor = shown(open_, LONG)
    hands.press("End")
    assert editor.steps.current == 40
    hands.press("PgUp")
    above = editor.steps.current
    assert 1 < above < 39
    hands.press("PgDown")
    assert editor.steps.current == 40
    hands.press("Home")
    assert editor.steps.current == 1
    hands.press("PgUp")
    assert editor.steps.current == 1


def test_up_from_the_first_step_leads_to_the_goals_and_down_back(
    open_: Techne, hands: Hands
) -> None:
    editor = shown(open_, LONG)
    hands.press("Down", "Up")
    assert editor.steps.current == 1 and editor.chips.focused_kind is None
    hands.press("Up")
    assert editor.chips.focused_kind is GoalKind.SUCCESS
    hands.press("Right", "Down")
    assert editor.steps.current == 1 and editor.chips.focused_kind is None
    hands.press("Up")
    assert editor.chips.focused_kind is GoalKind.OUT_OF_SCOPE, "where it was left"


def test_delete_takes_the_step_and_offers_it_back(open_: Techne, hands: Hands) -> None:
    editor = shown(open_, LEADS)
    hands.press("End", "Del")
    assert [step.text for step in editor.reader.skill.steps][1:] == ["Try. @loop: 1, max 3"]
    assert open_.window.toast.can_take_back and open_.window.toast._words.text() == "Step deleted"
    hands.press("F9")
    assert editor.buffer.text == LEADS
    hands.press("End", "Del", "Ctrl+Z")
    assert editor.buffer.text == LEADS and not open_.window.toast.can_take_back
    hands.press("F9")
    assert editor.buffer.text == LEADS and not open_.window.toast.can_take_back


def test_a_step_is_followed_by_keyboard(open_: Techne, hands: Hands) -> None:
    editor = shown(open_, LEADS)
    first, second = (editor.quick_fixes.step_menu(n).actions()[0] for n in (1, 2))
    assert (said(first), said(second)) == ("Open Deploy", "Go to step 1")
    hands.press("Down", "Ctrl+Return")
    assert editor.steps.current == 1
    hands.press("Ctrl+Return")
    front = space(open_).skills.documents.editor
    assert front is not None and front.title == "Deploy"
