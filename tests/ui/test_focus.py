"""The keyboard stays with the page: no fallback leads to the status bar."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.techne import Techne
from app.ui.views.skills.proposals.draft.dialog import DraftDialog
from tests.ui.hands import Hands
from tests.ui.test_type_through import editor_of, open_, opened
from tests.ui.test_window import run, skills, space, techne

__all__ = ["open_", "skills", "techne"]


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def test_tab_never_leads_to_the_status_bar_but_f6_does(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    opened(open_, skills[0])
    status = open_.window.status
    for key in ("Tab", "Shift+Tab"):
        for _press in range(120):
            hands.press(key)
            assert not status.isAncestorOf(hands.on)
    for _press in range(6):
        hands.press("F6")
        if status.isAncestorOf(hands.on):
            break
    assert hands.on is status.lock
    hands.press("Tab")
    assert hands.on is status.model.words
    hands.press("Tab")
    assert not status.isAncestorOf(hands.on)


def test_space_does_not_lock_and_enter_does(open_: Techne, hands: Hands) -> None:
    open_.window.status.lock.setFocus()
    QTest.keyClick(hands.on, Qt.Key.Key_Space)
    assert not open_._locking.isActive()
    hands.type("\n")
    assert open_._locking.isActive()


def test_what_goes_leaves_the_keyboard_to_the_document(
    qtbot: QtBot, open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page = space(open_).skills
    opened(open_, skills[1])
    editor = opened(open_, skills[2])
    undo = page.undo._undo
    undo.setFocus()
    undo.setEnabled(False)
    assert editor.isAncestorOf(hands.on)
    page._fold.setFocus()
    page._fold.hide()
    assert editor.isAncestorOf(hands.on)
    editor.take_focus()
    run(open_, "skill.delete")
    hands.wait_for(lambda: page.documents.skill == skills[1])
    hands.wait_for(lambda: editor_of(open_).isAncestorOf(hands.on))


def test_a_dialog_that_outlives_its_opener_leaves_the_keyboard_to_the_document(
    qtbot: QtBot, open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    page = space(open_).skills
    editor = opened(open_, skills[2])
    page._fold.setFocus()
    run(open_, "skill.draft")
    dialog = open_.window.findChild(DraftDialog)
    assert dialog is not None
    hands.wait_on(dialog)
    page._fold.hide()
    hands.press("Escape")
    hands.wait_on(open_.window)
    assert editor.isAncestorOf(hands.on)
