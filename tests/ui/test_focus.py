"""The keyboard stays with the page: no fallback leads to the status bar."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFocusFrame,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.core.library import drafts
from app.core.memory import listing
from app.ui.techne import Techne
from app.ui.views.memories.writing import WriteDialog
from app.ui.views.shell.keys import KeysDialog
from app.ui.views.skills.editor.view import STEPS, TEXT
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
    page.sides.fold.setFocus()
    page.sides.fold.hide()
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
    page.sides.fold.setFocus()
    run(open_, "skill.draft")
    dialog = open_.window.findChild(DraftDialog)
    assert dialog is not None
    hands.wait_on(dialog)
    page.sides.fold.hide()
    hands.press("Escape")
    hands.wait_on(open_.window)
    assert editor.isAncestorOf(hands.on)


def test_after_the_only_hit_is_deleted_the_keyboard_is_in_the_search(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    library = space(open_).skills.library
    opened(open_, skills[0])
    library.focus_search()
    hands.type("rollback")
    hands.wait_for(lambda: len(library.model.rows) == 1)
    hands.press("Down")
    assert library.list.hasFocus()
    hands.press("Delete")
    hands.wait_for(lambda: not library.model.rows)
    assert library.search.hasFocus()
    hands.press("Escape")
    hands.wait_for(lambda: len(library.model.rows) == 2)


def has_ring(on: QWidget) -> bool:
    frames = on.window().findChildren(QFocusFrame)
    return any(frame.widget() is on and frame.isVisible() for frame in frames)


def test_after_a_dialog_the_ring_is_where_it_was(
    qtbot: QtBot, open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    opened(open_, skills[0])
    while not has_ring(hands.on):
        hands.press("Tab")
    ringed = hands.on
    for keys, kind in (("F1", KeysDialog), ("Ctrl+Shift+M", WriteDialog)):
        hands.press(keys)
        (dialog,) = open_.window.findChildren(kind)
        hands.wait_on(dialog)
        hands.press("Escape")
        qtbot.waitUntil(lambda dialog=dialog: not isValid(dialog))  # type: ignore[misc]
        hands.wait_on(open_.window)
        assert hands.on is ringed and has_ring(ringed)
    hands.press("Tab")
    assert not has_ring(ringed), "it is gone as soon as the keyboard goes elsewhere"


def test_a_key_leaves_the_keyboard_where_it_is_seen(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    """After the last one of the bin is restored, on the way back, and under the menu of a scan."""
    library = space(open_).skills.library
    opened(open_, skills[0])
    run(open_, "skill.delete")
    hands.wait_for(lambda: library.to_bin.text() == "Bin (1)")
    run(open_, "go.bin")
    hands.wait_for(lambda: bool(library.bin.chosen()))
    hands.press("Return")
    hands.wait_for(lambda: not library.bin.model.rows)
    assert has_ring(hands.on) and library.bin.isAncestorOf(hands.on)
    hands.press("Escape")
    assert library.to_bin.hasFocus() and has_ring(library.to_bin)
    space(open_).go_into("lifecycle")
    lifecycle = space(open_).pages.lifecycle
    hands.wait_for(
        lambda: lifecycle.candidates.none.begin.isVisible() and bool(lifecycle.health.model.all)
    )
    lifecycle.rules.setFocus()
    run(open_, "lifecycle.scan")
    lifecycle.candidates.scan.menu().close()
    assert hands.on is lifecycle.candidates.none.begin and has_ring(hands.on)
    lifecycle.rules.setFocus()
    run(open_, "go.lifecycle")
    assert lifecycle.health.table.hasFocus()  # nothing waits, so it is how skills do


def test_what_is_typed_while_a_dialog_comes_is_typed_into_it(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    """The system takes the keys to the window that has the keyboard, which the dialog has later."""
    editor, below = opened(open_, skills[0]), open_.window.windowHandle()
    hands.press("Return")
    before = editor.buffer.text
    for command, kind in (("app.keys", KeysDialog), ("memory.new", WriteDialog)):
        run(open_, command)
        for key in "UNDO":
            QTest.keyClick(below, Qt.Key(ord(key)))
        QTest.keyClick(below, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
        (dialog,) = open_.window.findChildren(kind)
        field = dialog.focusWidget()
        assert isinstance(field, QLineEdit | QPlainTextEdit)
        assert (field.text() if isinstance(field, QLineEdit) else field.toPlainText()) == "undo"
        at = editor.mapTo(open_.window, QPoint(40, 40))
        QTest.mouseClick(below, Qt.MouseButton.LeftButton, pos=at)
        for _search_then_dialog in range(2):
            if isValid(dialog) and dialog.isVisible():
                QTest.keyClick(below, Qt.Key.Key_Escape)
        hands.wait_for(lambda gone=dialog: not isValid(gone))  # type: ignore[misc]
    assert editor.buffer.text == before
    assert open_.window.close()


def locked_and_unlocked(techne: Techne, hands: Hands, data_key: bytes) -> None:
    hands.press("Ctrl+L")
    hands.wait_for(lambda: techne.window.workspace is None)
    assert techne.open_vault(data_key)
    hands.wait_for(lambda: QApplication.focusWidget() is not None)


@pytest.mark.parametrize("mode", ["steps", "text"])
def test_a_lock_leaves_the_caret_where_it_was(
    open_: Techne, hands: Hands, skills: tuple[int, ...], data_key: bytes, mode: str
) -> None:
    opened(open_, skills[1])
    editor = opened(open_, skills[2])
    opened(open_, skills[0])
    opened(open_, skills[2])
    hands.press("Return")
    if mode == "text":
        hands.press("Ctrl+E")
    hands.press("Left")
    hands.type(" far")
    locked_and_unlocked(open_, hands, data_key)
    editor = editor_of(open_)
    assert editor.skill_id == skills[2]
    hands.type(" away")
    assert "1. Go back far away.\n" in editor.buffer.text


def test_after_a_lock_the_first_letter_is_written_in_the_selected_step(
    open_: Techne, hands: Hands, skills: tuple[int, ...], data_key: bytes
) -> None:
    opened(open_, skills[2])
    hands.press("Return", "Escape")
    locked_and_unlocked(open_, hands, data_key)
    hands.type(" away")
    assert "1. Go back. away\n" in editor_of(open_).buffer.text


@pytest.mark.parametrize("mode", [STEPS, TEXT])
def test_after_a_draft_is_restored_the_first_letter_is_written(
    open_: Techne, hands: Hands, skills: tuple[int, ...], mode: int
) -> None:
    drafts.keep(space(open_).context.vault, skills[2], None, "# Rollback\n\n1. Go back far.\n")
    editor = opened(open_, skills[2])
    editor.show_mode(mode)
    (restore, _discard) = editor.notice_bar.buttons
    restore.setFocus()
    hands.press("Return")
    hands.type("x")
    assert editor.buffer.text.replace("x", "", 1) == "# Rollback\n\n1. Go back far.\n"


def test_what_was_not_saved_comes_back_by_keys_and_from_the_palette(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    table = {one.id: one for one in open_.window.commands}
    restore, discard = table["editor.restore_unsaved"], table["editor.discard_unsaved"]
    editor = opened(open_, skills[1])
    assert not restore.enabled() and not discard.enabled()
    vault, kept = space(open_).context.vault, "# Rollback\n\n1. Go back far.\n"
    drafts.keep(vault, skills[2], None, kept)
    editor = opened(open_, skills[2])
    assert restore.enabled() and discard.enabled() and discard.is_dangerous
    button = editor.notice_bar.buttons[0]
    assert button.text() == "Restore (Ctrl+Shift+R)"
    editor.take_focus()
    hands.press("Shift+F6")
    assert hands.on is button
    hands.press("F6")
    assert not editor.notice_bar.isAncestorOf(hands.on) and editor.isAncestorOf(hands.on)
    hands.press("Ctrl+Shift+R")
    assert editor.buffer.text == kept and not restore.enabled()


def test_what_was_not_saved_is_discarded_from_the_palette(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    vault = space(open_).context.vault
    drafts.keep(vault, skills[2], None, "# Rollback\n\n1. Go back far.\n")
    editor = opened(open_, skills[2])
    editor.take_focus()
    hands.press("Shift+F6")
    run(open_, "editor.discard_unsaved")
    assert not editor.notice_bar.isVisible() and editor.isAncestorOf(hands.on)
    assert editor.buffer.text == "# Rollback\n\n1. Go back.\n"
    hands.wait_for(lambda: not drafts.drafts(vault))


def test_a_lock_leaves_the_keyboard_in_the_list(
    open_: Techne, hands: Hands, skills: tuple[int, ...], data_key: bytes
) -> None:
    opened(open_, skills[2])
    space(open_).skills.library.list.setFocus()
    locked_and_unlocked(open_, hands, data_key)
    assert hands.on is space(open_).skills.library.list


def test_the_skill_of_a_training_is_in_front_after_a_lock(
    open_: Techne, hands: Hands, skills: tuple[int, ...], data_key: bytes
) -> None:
    opened(open_, skills[1])
    opened(open_, skills[2])
    space(open_).context.go.training(skills[2])
    hands.wait_for(lambda: space(open_).skills.documents.kind == "training")
    locked_and_unlocked(open_, hands, data_key)
    documents = space(open_).skills.documents
    assert (documents.kind, documents.skill) == ("skill", skills[2])
    assert editor_of(open_).isAncestorOf(hands.on)


@pytest.mark.parametrize("page", ["constellation", "memories", "packs", "settings"])
def test_the_page_that_was_in_front_is_there_after_a_lock(
    open_: Techne, hands: Hands, skills: tuple[int, ...], data_key: bytes, page: str
) -> None:
    opened(open_, skills[1])
    space(open_).go_into(page)
    locked_and_unlocked(open_, hands, data_key)
    assert space(open_).current == page
    assert space(open_).pages.page(page).isAncestorOf(hands.on)
    space(open_).go_into("skills")
    locked_and_unlocked(open_, hands, data_key)
    assert space(open_).current == "skills"


def test_skills_in_the_rail_leads_out_of_the_bin(open_: Techne, skills: tuple[int, ...]) -> None:
    workspace = space(open_)
    workspace.skills.show_bin()
    assert workspace.skills.library.bin.isVisible()
    workspace.rail._buttons["skills"].click()
    assert workspace.skills.library.list.isVisible()


def test_who_remembers_something_stays_where_they_were(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    editor = opened(open_, skills[0])
    editor.take_focus()
    hands.press("Ctrl+Shift+M")
    (dialog,) = open_.window.findChildren(WriteDialog)
    hands.wait_on(dialog)
    hands.type("The bell cracked in winter.")
    dialog.keep.click()
    vault = space(open_).context.vault
    hands.wait_for(lambda: len(listing.engrams(vault)) == 1)
    hands.wait_on(open_.window)
    assert space(open_).current == "skills" and editor.isAncestorOf(hands.on)
