"""A whole procedure that is pasted where one line was expected."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.ui.techne import Techne
from app.ui.views.skills.editor.view import EditorView
from tests.ui.hands import Hands
from tests.ui.opened import editor_of, in_front
from tests.ui.test_window import run, skills, techne

__all__ = ["skills", "techne"]

WHOLE = "# Brew tea\n\nTrigger: guests\n\n1. Boil water.\n2. Wait.\n"


@pytest.fixture
def hands(qtbot: QtBot, techne: Techne) -> Hands:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    return Hands(qtbot)


def by_key(hands: Hands) -> None:
    hands.press("Ctrl+V")


def by_menu(hands: Hands) -> None:
    field = hands.on
    assert isinstance(field, QLineEdit)
    menu = field.createStandardContextMenu()
    next(one for one in menu.actions() if one.text().startswith("&Paste")).trigger()
    menu.deleteLater()


def copied(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def steps(editor: EditorView) -> list[str]:
    return [step.text for step in editor.reader.skill.steps]


@pytest.mark.parametrize("paste", [by_key, by_menu])
@pytest.mark.parametrize("typed", ["", "Old"])
def test_as_the_title_of_a_bare_skill(
    techne: Techne, hands: Hands, typed: str, paste: Callable[[Hands], None]
) -> None:
    hands.press("Ctrl+N")
    hands.type(typed)
    before = editor_of(techne).buffer.text
    copied(WHOLE)
    paste(hands)
    editor = editor_of(techne)
    assert editor.buffer.text == WHOLE and editor.header.title.text() == "Brew tea"
    assert editor.header.title.cursorPosition() == len("Brew tea")
    hands.press("Ctrl+Z")
    assert editor.buffer.text == before and editor.header.title.text() == typed


def test_as_the_first_step_of_a_skill_with_a_title(techne: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Old\n")
    editor, toast = editor_of(techne), techne.window.toast
    before = editor.buffer.text
    copied(WHOLE)
    hands.press("Ctrl+V")
    assert editor.buffer.text == WHOLE.replace("Brew tea", "Old")
    assert "“Brew tea”" in toast._words.text()
    editor.undoing.undo()
    assert editor.buffer.text == before
    editor.undoing.redo()
    toast._other.click()
    assert editor.buffer.text == WHOLE


def test_beside_the_fields_of_a_skill_that_has_only_a_title(techne: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Old\n")
    hands.press("Escape")
    copied("1. Boil water.\n2. Wait.\n")
    hands.press("Ctrl+V")
    assert editor_of(techne).buffer.text == "# Old\n\n1. Boil water.\n2. Wait.\n"


def test_lines_in_the_title_of_a_written_skill(
    qtbot: QtBot, techne: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = in_front(qtbot, techne, skills[2])
    before, said = editor.buffer.text, steps(editor)
    editor.edit_title()
    copied("Good days\nLaugh.\nGo on.\n")
    hands.press("Ctrl+V")
    assert editor.header.title.text() == "Good days"
    assert steps(editor) == [*said, "Laugh.", "Go on."]
    toast = techne.window.toast
    count = len(said)
    assert toast._words.text().endswith(f"steps {count + 1} to {count + 2} now")
    toast._button.click()
    assert editor.buffer.text == before


def test_one_line_with_its_end_is_a_title(techne: Techne, hands: Hands) -> None:
    hands.press("Ctrl+N")
    hands.type("Big ")
    copied("old tea\n")
    hands.press("Ctrl+V")
    hands.type("!")
    assert editor_of(techne).header.title.text() == "Big old tea!"
    assert editor_of(techne).buffer.text.startswith("# Big old tea!")


def test_nothing_comes_into_what_can_only_be_read(
    qtbot: QtBot, techne: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = in_front(qtbot, techne, skills[0])
    editor.set_read_only(True)
    before = editor.buffer.text
    editor.header.title.setFocus()
    copied(WHOLE)
    hands.press("Ctrl+V")
    assert editor.buffer.text == before


@pytest.mark.parametrize("mode", ["title", "step", "text"])
def test_undo_takes_back_what_was_pasted_before_the_skill_that_was_made_for_it(
    techne: Techne, hands: Hands, mode: str
) -> None:
    hands.press("Ctrl+N")
    editor = editor_of(techne)
    if mode == "step":
        hands.type("Old\n")
    elif mode == "text":
        hands.press("Ctrl+E")
    copied(WHOLE)
    hands.press("Ctrl+V")
    assert editor.autosave.save() and len(steps(editor)) == 2
    skill = editor.skill_id
    run(techne, "edit.undo")
    hands.wait_for(lambda: not any(steps(editor)))
    assert editor_of(techne) is editor and editor.skill_id == skill
    run(techne, "edit.redo")
    hands.wait_for(lambda: len(steps(editor)) == 2)
