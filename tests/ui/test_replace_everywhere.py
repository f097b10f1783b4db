"""Finding and replacing in the whole library: shown first, then one job and one undo."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import library, skill_actions, undoing
from app.core.skills.editing.find import Query
from app.core.vault import Vault
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.find.changes import FOUND, PLACE
from app.ui.views.skills.find.everywhere import ReplaceDialog
from tests.ui.names import nameless

TEXTS = (
    "# Bake bread\n\nSuccess: a warm loaf\n\n1. Warm the oven\n",
    "# Rest\n\n1. Keep it warm\n",
    "# Mill\n\n1. Grind\n",
)
Key, Check = Qt.Key, Qt.CheckState


@pytest.fixture
def skills(vault: Vault) -> list[int]:
    return [library.save(vault, None, text).skill for text in TEXTS]


def texts(vault: Vault, skills: list[int]) -> tuple[str, ...]:
    return tuple(library.text(vault, skill) for skill in skills)


def opened(space: Workspace, query: Query, written: str) -> ReplaceDialog:
    space.skills.skill_actions.replace_everywhere(query, written)
    (dialog,) = (d for d in space.window().findChildren(ReplaceDialog) if d.isVisible())
    return dialog


def found(dialog: ReplaceDialog) -> list[str]:
    """Every row: a skill, or what would change in it."""
    rows = [dialog.changes.index(row) for row in range(dialog.changes.rowCount())]
    return [
        row.data(FOUND).skill.title
        if row.data(PLACE) is None
        else f"{row.data(PLACE).lead}[{row.data(PLACE).old}→{row.data(PLACE).new}]"
        for row in rows
    ]


def test_every_change_is_shown_and_what_is_ticked_is_made(
    qtbot: QtBot, space: Workspace, vault: Vault, skills: list[int]
) -> None:
    dialog = opened(space, Query("warm"), "hot")
    qtbot.waitUntil(lambda: dialog.changes.count > 0)
    assert found(dialog) == [
        "Bake bread",
        "Success: a [warm→hot]",
        "1. [Warm→hot]",
        "Rest",
        "1. Keep it [warm→hot]",
    ]
    assert dialog.said.text() == "3 places in 2 skills"
    assert not nameless(dialog)
    dialog.list.setFocus()
    dialog.list.setCurrentIndex(dialog.changes.index(2))
    QTest.keyClick(dialog.list, Key.Key_Space)
    assert dialog.changes.index(0).data(Qt.ItemDataRole.CheckStateRole) == Check.PartiallyChecked
    assert dialog.accept_button.text() == "Replace 2 places"
    said: list[tuple[str, bool]] = []
    space.skills.context.say.told.connect(lambda words, undo: said.append((words, undo)))
    QTest.keyClick(dialog, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(said))
    assert said == [("Replaced in 2 skills", True)]
    assert texts(vault, skills) == (
        TEXTS[0].replace("a warm", "a hot"),
        TEXTS[1].replace("warm", "hot"),
        TEXTS[2],
    )
    assert undoing.undo(vault).label == "Replace “warm”"
    assert texts(vault, skills) == TEXTS


def test_the_mouse_ticks_where_the_box_is(
    qtbot: QtBot, space: Workspace, vault: Vault, skills: list[int]
) -> None:
    dialog = opened(space, Query("warm"), "hot")
    qtbot.waitUntil(lambda: dialog.changes.count > 0)
    for row, beside in ((3, 13), (1, 39)):
        place = dialog.list.visualRect(dialog.changes.index(row))
        at = QPoint(place.left() + beside, place.center().y())
        QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert dialog.said.text() == "1 place in 1 skill"
    dialog.none.click()
    assert not dialog.accept_button.isEnabled()
    dialog.all.click()
    assert dialog.accept_button.text() == "Replace 3 places"
    dialog.close()
    assert texts(vault, skills) == TEXTS


def test_filters_narrow_it_and_begin_as_the_list_is_narrowed(
    qtbot: QtBot, space: Workspace, vault: Vault, skills: list[int]
) -> None:
    skill_actions.move(vault, "Bakery", skills[1])
    dialog = opened(space, Query("warm"), "")
    qtbot.waitUntil(lambda: dialog.changes.count == 3)
    assert dialog.accept_button.text() == "Remove 3 places"
    dialog.engram.setCurrentIndex(dialog.engram.findText("Bakery"))
    qtbot.waitUntil(lambda: dialog.changes.count == 1)
    assert found(dialog)[0] == "Rest"
    dialog.close()
    documents = space.skills.documents
    space.skills.library.narrow("engram", dialog.engram.currentData(), "Bakery")
    documents.open_skill(skills[1])
    documents.finding.open()
    QTest.keyClicks(documents.find_bar.query, "warm")
    qtbot.waitUntil(lambda: documents.find_bar.everywhere.text() == "In 1 skill…")
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert opened(space, Query("warm"), "").engram.currentText() == "Bakery"


def test_another_query_and_a_wrong_one(qtbot: QtBot, space: Workspace, skills: list[int]) -> None:
    dialog = opened(space, Query(""), "")
    assert dialog.said.text() == "Enter what to find."
    QTest.keyClicks(dialog.query, "(w)arm")
    dialog.query._regex.click()
    dialog.written.setText(r"\1")
    QTest.keyClick(dialog.written, Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.changes.count == 3)
    dialog.written.setText(r"\2")
    QTest.keyClick(dialog.written, Key.Key_Return)
    assert "no group 2" in dialog._wrong.text() and dialog.changes.count == 0
    dialog.close()


def test_ctrl_enter_right_after_the_last_letter_replaces_what_that_finds(
    qtbot: QtBot, space: Workspace, vault: Vault, skills: list[int]
) -> None:
    dialog = opened(space, Query("warm"), "")
    qtbot.waitUntil(lambda: dialog.changes.count == 3)
    QTest.keyClicks(dialog.written, "hot")
    said: list[str] = []
    space.skills.context.say.told.connect(lambda words, _undo: said.append(words))
    QTest.keyClick(dialog.written, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(said))
    assert library.text(vault, skills[1]) == TEXTS[1].replace("warm", "hot")


def test_typing_on_takes_ctrl_enter_back(
    qtbot: QtBot, space: Workspace, vault: Vault, skills: list[int]
) -> None:
    dialog = opened(space, Query("warm"), "")
    QTest.keyClicks(dialog.written, "hot")
    QTest.keyClick(dialog.written, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(dialog.written, "ter")
    qtbot.waitUntil(lambda: any("[warm→hotter]" in row for row in found(dialog)))
    assert texts(vault, skills) == TEXTS
    dialog.close()


def test_what_was_edited_meanwhile_is_left_and_named(
    qtbot: QtBot, space: Workspace, vault: Vault, skills: list[int]
) -> None:
    dialog = opened(space, Query("warm"), "hot")
    qtbot.waitUntil(lambda: dialog.changes.count == 3)
    with vault.turns.at_once():
        library.save(vault, skills[1], TEXTS[1] + "2. Cool\n")
    warned: list[str] = []
    space.skills.context.say.warned.connect(lambda words, *_rest: warned.append(words))
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: bool(warned))
    assert warned == ["Edited in the meantime and left unchanged: Rest."]
    assert library.text(vault, skills[1]) == TEXTS[1] + "2. Cool\n"
    assert "a hot loaf" in library.text(vault, skills[0])


def test_what_is_being_typed_is_saved_before_and_shown_after(
    qtbot: QtBot, space: Workspace, vault: Vault, skills: list[int]
) -> None:
    documents = space.skills.documents
    documents.open_skill(skills[1])
    editor = documents.editor
    assert editor is not None
    editor.buffer.become(TEXTS[1] + "2. Stay warm\n")
    documents.finding.open()
    QTest.keyClicks(documents.find_bar.query, "warm")
    documents.find_bar.written.setText("hot")
    documents.find_bar.everywhere.click()
    (dialog,) = (d for d in space.window().findChildren(ReplaceDialog) if d.isVisible())
    qtbot.waitUntil(lambda: dialog.changes.count == 4)
    dialog.accept_button.click()
    after = (TEXTS[1] + "2. Stay warm\n").replace("warm", "hot")
    qtbot.waitUntil(lambda: editor.buffer.text == after)
    assert library.text(vault, skills[1]) == after and not editor.dirty
    QApplication.processEvents()
