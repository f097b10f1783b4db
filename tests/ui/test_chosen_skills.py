"""What a command is about: skills that a person selected, or the one in front."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.library import catalogue
from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import run, skills, space, techne

__all__ = ["open_", "skills", "techne"]

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def press(techne: Techne, key: Qt.Key) -> None:
    """Hold Ctrl and press a key, as the system tells of it."""
    handle = techne.window.windowHandle()
    QTest.keyPress(handle, Qt.Key.Key_Control, CONTROL)
    QTest.keyPress(handle, key, CONTROL)
    QTest.keyRelease(handle, key, CONTROL)
    QTest.keyRelease(handle, Qt.Key.Key_Control)


def titles(techne: Techne) -> set[str]:
    return {row.title for row in catalogue.rows(space(techne).context.vault)}


@pytest.mark.parametrize("key", [Qt.Key.Key_W, Qt.Key.Key_Tab], ids=["closing", "going on"])
def test_tabs_add_nothing_to_a_selection(
    open_: Techne, skills: tuple[int, ...], key: Qt.Key
) -> None:
    for skill in skills:
        opened(open_, skill)
    page = space(open_).skills
    press(open_, key)
    assert page.documents.skill != skills[2]
    assert page.library.chosen() == page.skill_actions.chosen() == (page.documents.skill,)
    front = page.documents.strip.title(page.documents.strip.current)
    run(open_, "skill.delete")
    assert titles(open_) == {"Deploy", "smoke-tests", "Rollback"} - {front}


def test_a_command_is_about_those_that_somebody_selected(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    opened(open_, skills[0])
    page = space(open_).skills
    page.library.list.setFocus()
    page.library.list.setCurrentIndex(page.library.model.index_of(skills[1]))
    hands.type(" ")
    hands.press("Down")
    hands.type(" ")
    several = page.library.chosen()
    assert len(several) == 2
    page.documents.take_focus()
    assert page.skill_actions.chosen() == several


def test_the_keyboard_in_the_list_shows_the_skill_it_goes_to(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    opened(open_, skills[0])
    page = space(open_).skills
    page.library.list.setFocus()
    for press in ("Down", "Down", "Up", "sm"):
        (hands.type if press.islower() else hands.press)(press)
        assert page.library.list.hasFocus()
        assert (page.documents.skill,) == page.library.chosen()
    assert page.documents.skill == skills[1]
    assert page.documents.strip.count() == 2


def test_what_destroys_says_what(open_: Techne, hands: Hands, skills: tuple[int, ...]) -> None:
    opened(open_, skills[2])
    delete = next(command for command in open_.window.commands if command.id == "skill.delete")
    undo = next(command for command in open_.window.commands if command.id == "edit.undo")
    assert delete.words == "Delete “Rollback”"
    space(open_).skills.library.select(skills[:2])
    assert delete.words == "Delete 2 skills"
    delete.invoke()
    hands.wait_for(lambda: "2 skills" in undo.words)
    assert undo.words == "Undo: Delete 2 skills – Deploy, smoke-tests"
    finder = open_.window.finder
    run(open_, "app.palette")
    assert undo.words in {row.text for row in finder._all}
