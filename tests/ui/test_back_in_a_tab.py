"""Enter presses nothing in a tab one comes back to, and Tab writes before it presses."""

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.core.skills.model import GoalKind
from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.test_type_through import editor_of, open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def test_tab_goes_from_a_new_title_to_the_first_step(open_: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Brew tea\tBoil.")
    assert editor_of(open_).buffer.text.rstrip() == "# Brew tea\n\n1. Boil."


def test_tab_goes_from_the_title_to_the_description(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[2])
    hands.press("F2")
    hands.type("\tFor cold days.")
    assert editor.header.description.said == "For cold days."
    hands.press("Shift+Tab")
    assert editor.header.title.hasFocus()


@pytest.mark.parametrize("way", ["Ctrl+Tab", "Ctrl+W"])
@pytest.mark.parametrize("on", ["train", "chip"])
def test_what_is_come_back_to_is_its_steps(
    open_: Techne, hands: Hands, skills: tuple[int, ...], way: str, on: str
) -> None:
    editor = opened(open_, skills[0])
    before = editor.buffer.text
    button = editor.header.train if on == "train" else editor.chips.chip(GoalKind.TRIGGER)
    button.setFocus()
    documents = space(open_).skills.documents
    if way == "Ctrl+W":
        hands.press("Ctrl+N")
        hands.type("Other")
        hands.press("Ctrl+W")
    else:
        opened(open_, skills[1])
        hands.press("Ctrl+Tab")
    assert documents.editor is editor
    assert editor.steps.isAncestorOf(hands.on) and not isinstance(hands.on, QAbstractButton)
    assert editor.buffer.text == before
