"""Placed memories in the editor: what is said of them, where they lead, what is done to them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.memory import memories
from app.core.memory.sources import Source
from app.core.settings import Settings
from app.core.training import placed, rejections, train
from app.core.training.proposal import Fragment, accept_all
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.skills.editor.memories.correcting import CorrectDialog
from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.view import TEXT, EditorView
from tests.core.test_placed import TEXT as RELEASE
from tests.core.test_placed import WORDS
from tests.core.test_retraining import Memories as Recalling
from tests.ui.entries import said
from tests.ui.hands import Hands
from tests.ui.test_editor import _shown, _stored

Key, Held = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def trained(vault: Vault) -> int:
    found = memories.remember(vault, WORDS, source=Source("Handbook"))
    made = library.save(vault, None, RELEASE).skill
    known = Recalling(Fragment(found.added[0], WORDS, "Handbook", 0.8))
    train.accept(vault, accept_all(train.propose(vault, made, known)))
    return made


@pytest.fixture
def editor(qtbot: QtBot, context: AppContext, trained: int) -> EditorView:
    view = _shown(qtbot, context)
    with qtbot.waitActive(view):
        view.activateWindow()
    view.open_skill(trained)
    return view


@pytest.fixture
def block(editor: EditorView) -> QuietBlock:
    return next(p for p in editor.steps._parts if isinstance(p, QuietBlock) and p.is_memory)


@pytest.fixture
def offered(context: AppContext) -> list[tuple[str, object]]:
    """What was said, with the way back."""
    said: list[tuple[str, object]] = []
    context.say.offered.connect(lambda words, back: said.append((words, back)))
    return said


@pytest.fixture
def opened(context: AppContext) -> list[int]:
    found: list[int] = []
    context.go.memory_requested.connect(found.append)
    return found


def at(editor: EditorView) -> int:
    return editor.reading.skill.memories[0].start


def entry(menu: QMenu, words: str) -> QAction:
    return next(action for action in menu.actions() if action.text().startswith(words))


def test_its_icon_and_its_button_grow_with_the_text(
    editor: EditorView, block: QuietBlock, context: AppContext
) -> None:
    """Neither lies over the words or beyond the frame."""
    for size in (13, 26):
        context.theme.use(Settings(theme="dark", reduce_motion=True, text_size=size))
        QApplication.processEvents()
        more, words = block._more.geometry(), block._prose.geometry()
        assert block.rect().contains(more) and words.right() < more.left()
        ground = context.theme.colour("mem").hue()
        shown = block.grab().toImage()
        inked = [
            x for x in range(4, words.left()) for y in range(8, more.bottom())
            if abs(shown.pixelColor(x, y).hue() - ground) < 12
            and shown.pixelColor(x, y).lightness() > 100
        ]  # fmt: skip
        wide = max(inked) - min(inked)
        assert abs(wide - 7 * size / 13) < 3, "the drawing has half of its square"
    context.theme.use(Settings(theme="dark", reduce_motion=True))


def test_it_says_where_it_is_from_and_why_it_is_here(editor: EditorView, block: QuietBlock) -> None:
    said = block.describe(block.place)
    assert "From Handbook" in said and "Score 0." in said and "step 1" in said
    assert said.endswith("Click to open the memory")
    assert editor.text_view.describe(at(editor) + 4) == said.replace("Click", "Ctrl+click")
    assert editor.text_view.describe(0) == ""


def test_a_click_or_enter_opens_it(
    editor: EditorView, block: QuietBlock, opened: list[int], qtbot: QtBot
) -> None:
    QTest.mouseClick(block, Qt.MouseButton.LeftButton)
    block.setFocus()
    Hands(qtbot).type("\n")
    editor.show_mode(TEXT)
    view = editor.text_view
    view.reveal(at(editor) + 4)
    place = view.cursorRect().center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Held.ControlModifier, place)
    (memory,) = {*opened}
    assert len(opened) == 3 and memory == 1


def test_delete_takes_it_out_and_undo_brings_it_back(
    editor: EditorView, block: QuietBlock, vault: Vault, qtbot: QtBot,
    offered: list[tuple[str, object]],
) -> None:  # fmt: skip
    before = editor.buffer.text
    block.setFocus()
    QTest.keyClick(block, Key.Key_Delete)
    assert editor.buffer.text == RELEASE
    assert offered[0][0] == "Memory removed"
    Hands(qtbot).press("Ctrl+Z")
    assert editor.buffer.text == before
    assert editor.flush() and rejections.rejected(vault, 1) == frozenset()


def test_removed_for_good_follows_undo_and_redo(
    editor: EditorView, trained: int, vault: Vault
) -> None:
    entry(editor.memories.menu(at(editor)), "Remove and").trigger()
    assert editor.buffer.text == RELEASE and rejections.rejected(vault, trained) == {1}
    editor.undoing.undo()
    assert rejections.rejected(vault, trained) == frozenset()
    editor.undoing.redo()
    assert rejections.rejected(vault, trained) == {1}
    assert editor.flush()
    known = Recalling(Fragment(1, WORDS, "Handbook", 0.8))
    assert not train.propose(vault, trained, known).items


def test_the_toast_takes_it_back(editor: EditorView, offered: list[tuple[str, object]]) -> None:
    before = editor.buffer.text
    editor.memories.remove(at(editor))
    back = offered[0][1]
    assert callable(back)
    back()
    assert editor.buffer.text == before


def test_moved_it_is_pinned(editor: EditorView, trained: int, vault: Vault) -> None:
    menu = editor.memories.menu(at(editor))
    (places,) = menu.findChildren(QMenu)
    entry(places, "After step 3").trigger()
    state = library.current(vault, trained)
    assert state is not None
    assert editor.reading.skill.memories[0].after == 3 and _stored(editor) == editor.buffer.text
    one = placed.standing_at(editor.reading.skill, state[2].training, at(editor))
    assert one is not None and one.record is not None and one.record.pinned
    editor.undoing.undo()
    assert editor.reading.skill.memories[0].after != 3


def test_corrected_it_is_so_everywhere(
    editor: EditorView, trained: int, vault: Vault, qtbot: QtBot,
    offered: list[tuple[str, object]],
) -> None:  # fmt: skip
    editor.memories.correct(at(editor))
    dialog = editor.findChild(CorrectDialog)
    assert dialog is not None and dialog.text.toPlainText() == WORDS
    dialog.text.setPlainText("Never on Fridays.")
    QTest.keyClick(dialog.text, Key.Key_Return, Held.ControlModifier)
    assert "> Never on Fridays.\n> _(from Handbook)_" in _stored(editor)
    assert memories.memory(vault, 1).replaced_by == 2  # type: ignore[union-attr]
    assert "From Handbook" in editor.memories.described(at(editor), "")
    assert "corrected" in editor.memories.described(at(editor), "")
    again = train.propose(vault, trained, Recalling(Fragment(2, "Never on Fridays.", "Handbook")))
    assert [item.fragment.text for item in again.items] == ["Never on Fridays."]
    back = offered[-1][1]
    assert callable(back)
    back()
    assert WORDS in editor.buffer.text


def test_an_empty_correction_is_refused(editor: EditorView) -> None:
    editor.memories.correct(at(editor))
    dialog = editor.findChild(CorrectDialog)
    assert dialog is not None
    dialog.text.setPlainText(" ")
    dialog.keep.click()
    assert dialog.isVisible() and dialog.said_wrong


def test_the_menu_is_there_by_button_key_and_in_the_text(
    editor: EditorView, block: QuietBlock, qtbot: QtBot
) -> None:
    shown: list[QMenu] = []
    block._more.click()
    shown.append(QApplication.activePopupWidget())  # type: ignore[arg-type]
    shown[-1].close()
    point = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, point, block.mapToGlobal(point))
    QApplication.sendEvent(block, event)
    shown.append(QApplication.activePopupWidget())  # type: ignore[arg-type]
    shown[-1].close()
    editor.show_mode(TEXT)
    editor.text_view.reveal(at(editor) + 3)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, point, point)
    QApplication.sendEvent(editor.text_view.viewport(), event)
    shown.append(QApplication.activePopupWidget())  # type: ignore[arg-type]
    first = [said(action) for action in shown[-1].actions()][:3]
    assert first == ["Open the memory", "Correct…", "Move to"]
    shown[-1].close()


def test_tab_comes_to_it(editor: EditorView, block: QuietBlock, qtbot: QtBot) -> None:
    editor.steps.go_to(1)
    hands = Hands(qtbot)
    for _stop in range(30):
        hands.press("Tab")
        if hands.on is block:
            return
    pytest.fail("Tab never comes to the memory")


def test_one_that_a_person_wrote_can_be_removed(
    qtbot: QtBot, context: AppContext, vault: Vault, opened: list[int]
) -> None:
    text = "# T\n\n1. A.\n\nOld pods wrote on.\n_(from Notes)_\n\n2. B.\n"
    editor = _shown(qtbot, context)
    editor.open_skill(library.save(vault, None, text).skill)
    assert "Not placed by training" in editor.memories.described(at(editor), "")
    menu = editor.memories.menu(at(editor))
    assert not entry(menu, "Open").isEnabled() and not entry(menu, "Correct").isEnabled()
    editor.memories.open(at(editor))
    assert not opened
    entry(menu, "Remove").trigger()
    assert "pods" not in editor.buffer.text and len(editor.reading.skill.steps) == 2


def test_a_preview_changes_nothing(qtbot: QtBot, context: AppContext, editor: EditorView) -> None:
    shown = _shown(qtbot, context)
    shown.preview(editor.buffer.text)
    before = shown.buffer.text
    assert shown.memories.described(at(shown), "") == "From Handbook"
    shown.memories.remove(at(shown))
    shown.memories.move(at(shown), None)
    assert shown.buffer.text == before
