"""The menu of a step has what a `/` in it has."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.core.skills.editing.snippets import SnippetKind
from app.ui.commands import key_text
from app.ui.techne import Techne
from app.ui.views.skills.editor.steps.step_keys import step_keys
from app.ui.views.skills.editor.view import TEXT as AS_TEXT
from app.ui.views.skills.editor.view import EditorView
from app.ui.widgets.menu_at import open_at
from tests.ui.entries import said
from tests.ui.hands import Hands
from tests.ui.opened import in_front
from tests.ui.test_window import skills, techne

__all__ = ["skills", "techne"]

TEXT = "# Tea\n\n1. Boil.\n2. Wait.\n"


@pytest.fixture
def editor(qtbot: QtBot, techne: Techne, skills: tuple[int, ...]) -> EditorView:
    made = in_front(qtbot, techne, skills[0])
    made.buffer.become(TEXT)
    made.reader.read_now()
    return made


def entries(editor: EditorView, position: int) -> dict[str, QAction]:
    """Those of the menu and of the menu in it."""
    menus = [menu := editor.quick_fixes.step_menu(position), grammar_of(menu)]
    every = [one for made in menus for one in made.actions()]
    return {said(one): one for one in every if one.text()}


def grammar_of(menu: QMenu) -> QMenu:
    (inner,) = (one for one in menu.findChildren(QMenu) if one.title() == "Add")
    return inner


def test_it_has_every_part_of_the_grammar_that_stands_in_a_step(editor: EditorView) -> None:
    found = entries(editor, 1)
    for kind in SnippetKind:
        assert (kind.snippet.title() in found) is kind.snippet.in_step
    assert found["Call"].text() == "Call\t@"
    assert all(not one.icon().isNull() for one in found.values())


def test_the_menu_is_short_and_has_the_grammar_in_one_of_its_own(editor: EditorView) -> None:
    menu = editor.quick_fixes.step_menu(1)
    assert sum(not one.isSeparator() for one in menu.actions()) <= 12
    first = [said(one) for one in menu.actions() if one.text()][:5]
    assert first == ["Edit", "Insert above", "Insert below", "Sub-step", "Add"]
    least = 700 / 1.5  # of a small screen with large words
    assert menu.sizeHint().height() < least


def test_a_card_that_the_mouse_left_over_its_menu_looks_left(
    qtbot: QtBot, editor: EditorView
) -> None:
    card = editor.steps.card(1)
    assert card is not None
    QCursor.setPos(card.mapToGlobal(card.rect().center()))
    card.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    card.menu_wanted.emit(QCursor.pos())
    menu = QApplication.activePopupWidget()
    assert menu is not None and card.underMouse()
    QCursor.setPos(card.mapToGlobal(card.rect().bottomLeft()) + QPoint(-40, 80))
    card.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as when Qt tells it to the menu alone
    menu.close()
    assert not card.underMouse()


def test_a_branch_is_written_behind_the_words(qtbot: QtBot, editor: EditorView) -> None:
    entries(editor, 2)["Branch"].trigger()
    Hands(qtbot).type("it is cold\t1\t")
    assert editor.buffer.text == TEXT.replace("Wait.", "Wait. @branch: if it is cold -> 1")


def test_a_loop_is_written_in_the_step_that_is_open(qtbot: QtBot, editor: EditorView) -> None:
    editor.step_editing.edit(1, -1)
    Hands(qtbot).type(" Stir.")
    entries(editor, 2)["Loop"].trigger()
    Hands(qtbot).type("1\t2\t")
    assert "2. Wait. @loop: 1 max=2\n" in editor.buffer.text


def test_a_sub_step_begins_inside(qtbot: QtBot, editor: EditorView) -> None:
    for words in ("Fill the kettle.", "Switch it on."):
        entries(editor, 1)["Sub-step"].trigger()
        Hands(qtbot).type(words)
        editor.step_editing.leave()
    steps = editor.reader.skill.steps
    assert [(step.text, step.parent) for step in steps] == [
        ("Boil.", 0), ("Fill the kettle.", 1), ("Switch it on.", 1), ("Wait.", 0)
    ]  # fmt: skip


def test_its_keys_are_among_the_keys(editor: EditorView) -> None:
    listed = {key_text(one.shortcut) for one in step_keys()}
    for action in entries(editor, 2).values():
        said = key_text(action.shortcut().toString())
        assert not said or said in listed


def test_a_step_that_cannot_go_there_says_why(
    qtbot: QtBot, techne: Techne, editor: EditorView
) -> None:
    text = "# A\n\n1. One:\n   - if a, go to step 2\n   - otherwise step 3\n2. Two\n3. Three\n"
    editor.buffer.become(text)
    editor.reader.read_now()
    editor.step_editing.edit(2, 3)
    Hands(qtbot).press("Tab")
    field = editor.step_editing.field
    assert editor.buffer.text == text and field is not None and field.at == 3
    toast = techne.window.toast
    assert toast._words.text().startswith("The step stays here")
    toast._other.click()
    assert editor.mode == AS_TEXT and editor.text_view.at == text.index("Two\n")


def test_what_only_a_person_can_settle_is_led_to_and_said(editor: EditorView) -> None:
    """A branch that was not finished."""
    editor.buffer.become("# Tea\n\n1. Boil.\n2. @branch: if condition -> step\n")
    editor.reader.read_now()
    editor.steps.set_current(2)
    editor.steps.setFocus()
    said: list[str] = []
    editor._context.say.told.connect(lambda *told: said.append(str(told[0])))
    editor.quick_fixes.offer()
    field = editor.step_editing.field
    assert field is not None and field.hasFocus() and editor.step_editing.position == 2
    assert "step" in field.textCursor().selectedText()
    assert said and said[-1].startswith("There is no step")


def test_the_click_that_a_menu_came_up_under_deletes_nothing(
    qtbot: QtBot, editor: EditorView
) -> None:
    menu, done = QMenu(editor), []
    for entry in ("Edit", "Delete step"):
        menu.addAction(entry).triggered.connect(lambda _on, entry=entry: done.append(entry))
    QCursor.setPos(300, 300)
    menu.ensurePolished()
    last = menu.actions()[-1]
    open_at(menu, QCursor.pos() - menu.actionGeometry(last).center())
    place = menu.mapFromGlobal(QCursor.pos())
    assert menu.actionAt(place) is last
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
    assert done == [] and menu.isVisible() and menu.activeAction() is last
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
    assert done == ["Delete step"]


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
def test_the_press_that_opened_a_menu_chooses_nothing_where_it_ends(
    qtbot: QtBot, editor: EditorView, button: Qt.MouseButton
) -> None:
    menu, done = QMenu(editor), []
    first = menu.addAction("Delete step", lambda: done.append("Delete step"))
    QCursor.setPos(300, 300)
    QTest.mousePress(editor, button)
    open_at(menu, QCursor.pos())
    place = menu.actionGeometry(first).center() + QPoint(40, 0)
    QTest.mouseMove(menu, place)
    QTest.mouseRelease(menu, button, pos=place)
    assert done == [] and menu.isVisible()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
    assert done == ["Delete step"]


def test_a_menu_without_room_below_opens_above_the_mouse(editor: EditorView) -> None:
    menu, room = QMenu(editor), editor.screen().availableGeometry()
    for entry in ("Edit", "Merge", "Delete step"):
        menu.addAction(entry)
    foot = QPoint(300, room.bottom() - 20)
    QCursor.setPos(foot)
    for point in (foot, foot + QPoint(-20, 12)):
        open_at(menu, point)
        assert room.contains(menu.geometry()) and not menu.geometry().contains(foot)
        menu.close()
    QCursor.setPos(room.center())
    open_at(menu, foot)  # by a key, for what is there
    assert menu.geometry().bottom() < foot.y()
    open_at(menu, room.center())
    assert menu.pos() == room.center()
    menu.close()
