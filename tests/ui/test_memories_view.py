"""The page of memories: writing, importing, asking, correcting, forgetting."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.library import library
from app.core.memory import listing, memories, nodes
from app.core.memory.filters import Filters
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.sources import Source, SourceKind
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.memories.groups import SHOWN
from app.ui.views.memories.view import MemoriesView
from app.ui.views.memories.writing import WriteDialog
from app.ui.widgets.name_prompt import NamePrompt
from app.ui.window_state import WindowState
from tests.ui.entries import said
from tests.ui.names import nameless
from tests.ui.proposing import take_back

LONG = "x" * 61
TEA = "Tea is at four, in the small kitchen, for everybody."
KETTLE = "The kettle hums before it boils, and whistles when it does."


@pytest.fixture
def view(vault: Vault, theme: Theme, tmp_path: Path, qtbot: QtBot) -> Iterator[MemoriesView]:
    jobs, bridge = Jobs(), Bridge(vault)
    window_state = WindowState(tmp_path / "window.json")
    made = MemoriesView(
        AppContext(vault, bridge, jobs, theme, window_state, EmbedderService(Hashed()))
    )
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    yield made
    delete(made)
    bridge.stop()
    jobs.shut_down()


def texts(view: MemoriesView) -> list[str]:
    return [row.text for row in view.model.rows]


def words(part: QWidget) -> list[str]:
    return [w.text() for w in part.findChildren(QLabel) if w.isVisibleTo(part)]


def test_an_empty_page_says_the_one_thing_to_do(view: MemoriesView) -> None:
    assert view._pages.currentIndex() == 1
    assert nameless(view) == []


def test_what_is_written_is_remembered_and_can_be_taken_back(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    view.write(f"# Tea\n\n{TEA}\n\n{KETTLE}")
    dialog = view.window().findChild(WriteDialog)
    assert dialog is not None and nameless(dialog) == []
    dialog.engram.setText("Kitchen")
    dialog.tags.setText("tea, house")
    with qtbot.waitSignal(view._context.say.told):
        dialog.keep.click()
    qtbot.waitUntil(lambda: texts(view) == [KETTLE, TEA])
    (one, _other) = view.model.rows
    assert "Kitchen" in one.caption
    assert memories.memory(vault, one.id).tags == ("tea", "house")  # type: ignore[union-attr]
    assert nameless(view) == []
    take_back(view._context)
    qtbot.waitUntil(lambda: view._pages.currentIndex() == 1)


def test_in_large_text_the_list_has_the_room_until_a_memory_is_read(
    view: MemoriesView, vault: Vault, theme: Theme, qtbot: QtBot, request: pytest.FixtureRequest
) -> None:
    usual = Settings(theme="dark", reduce_motion=True)
    theme.use(replace(usual, text_size=26))
    request.addfinalizer(lambda: theme.use(usual))
    memories.remember(vault, TEA)
    view.resize(960, 600)
    qtbot.waitUntil(lambda: texts(view) == [TEA])
    alone = view.list.width()
    assert not view.detail.isVisible()
    view.show_memory(view.model.rows[0].id)
    qtbot.waitUntil(view.detail.isVisible)
    QApplication.processEvents()
    assert view.list.width() < alone - 200
    view._show_detail(None)
    assert not view.detail.isVisible()
    view.resize(3000, 600)
    assert view.detail.isVisible()


def test_a_text_that_cannot_be_kept_is_explained(view: MemoriesView, qtbot: QtBot) -> None:
    view.write("# Only a heading")
    dialog = view.window().findChild(WriteDialog)
    assert dialog is not None
    dialog.keep.click()
    qtbot.waitUntil(dialog._wrong.isVisible)
    assert dialog.isEnabled() and "nothing to remember" in dialog._wrong.text()


def test_a_folder_is_imported_and_what_was_left_out_is_said(
    view: MemoriesView, vault: Vault, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("Descale the boiler.")
    (folder / "b.md").write_bytes(bytes(range(256)) * 9)
    (folder / "c.docx").write_bytes(b"PK")
    with qtbot.waitSignal(view._context.say.told) as offered:
        view.take_files([str(folder)])
        assert view.importing.busy and view.importing._strip.isVisibleTo(view)
    assert offered.args[0] == "1 memory from 1 file"
    qtbot.waitUntil(lambda: texts(view) == ["Descale the boiler."])
    assert not view.importing._strip.isVisibleTo(view)
    said = view.importing.banner.accessibleName()
    assert "b.md" in said and "skipped: .docx" in said


def test_what_is_in_the_clipboard_is_looked_at_and_remembered(
    view: MemoriesView, vault: Vault, tmp_path: Path, qtbot: QtBot
) -> None:
    clipboard = QApplication.clipboard()
    clipboard.setText(TEA)
    view.activateWindow()
    view.list.setFocus()
    QTest.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    dialog = view.window().findChild(WriteDialog)
    if dialog is None:  # without a window manager no window is active, and no shortcut
        view.add_menu.paste()
        dialog = view.window().findChild(WriteDialog)
    assert dialog is not None and dialog.text.toPlainText() == TEA
    with qtbot.waitSignal(view._context.say.told):
        dialog.keep.click()
    (one,) = listing.listed(vault, Filters())
    assert (one.text, one.source) == (TEA, Source("Clipboard", SourceKind.PASTE))
    (tmp_path / "note.md").write_text(KETTLE)
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(tmp_path / "note.md"))])
    clipboard.setMimeData(files)
    with qtbot.waitSignal(view._context.say.told) as offered:
        view.add_menu.paste()
    assert offered.args[0] == "1 memory from 1 file"
    clipboard.clear()
    with qtbot.waitSignal(view._context.say.told) as told:
        view.add_menu.paste()
    assert "no text or files" in told.args[0]


def test_a_field_keeps_what_is_pasted_into_it(view: MemoriesView, qtbot: QtBot) -> None:
    QApplication.clipboard().setText("kettle")
    view.search.setFocus()
    QTest.keyClick(view.search, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert view.search.text() == "kettle" and view.window().findChild(WriteDialog) is None


def test_a_text_that_is_dropped_is_looked_at(view: MemoriesView) -> None:
    data = QMimeData()
    data.setText(TEA)
    where, copy = QPointF(20, 20), Qt.DropAction.CopyAction
    held, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    view.dragEnterEvent(QDragEnterEvent(where.toPoint(), copy, data, held, none))
    either, moving = copy | Qt.DropAction.MoveAction, Qt.KeyboardModifier.ShiftModifier
    dropped = QDropEvent(where, either, data, held, moving)
    view.dropEvent(dropped)
    assert dropped.isAccepted() and dropped.dropAction() is copy, "the text stays where it was"
    dialog = view.window().findChild(WriteDialog)
    assert dialog is not None and dialog.text.toPlainText() == TEA


def test_all_of_a_source_is_forgotten_and_brought_back(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    for number in range(120):
        memories.remember(vault, f"Leaf {number} fell.", source=Source("Autumn"))
    memories.remember(vault, KETTLE, source=Source("Kitchen"))
    qtbot.waitUntil(lambda: view.groups.sources.count() == 3)
    assert view.forgetting.menu(view.groups.sources) is None, "never everything at once"
    view.groups.sources.setCurrentRow(2)
    assert view.groups.sources.item(2).text() == "Autumn"
    menu = view.forgetting.menu(view.groups.sources)
    assert menu is not None
    (action,) = menu.actions()
    assert action.text() == "Forget its 120 memories"
    with qtbot.waitSignal(view._context.say.told) as offered:
        action.trigger()
    said, is_undoable = offered.args[:2]
    assert is_undoable
    assert said == "120 memories forgotten"
    assert [one.text for one in listing.listed(vault, Filters())] == [KETTLE]
    take_back(view._context)
    qtbot.waitUntil(lambda: memories.count(vault) == 121 and view.groups.sources.count() == 3)
    view.groups.sources.setCurrentRow(2)
    view.groups.engrams.setCurrentRow(1)
    menu = view.forgetting.menu(view.groups.engrams)
    assert menu is not None and menu.actions()[0].text() == "Forget its 121 memories"
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: memories.count(vault) == 0)


def test_what_an_import_brought_can_be_taken_back(
    view: MemoriesView, vault: Vault, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "a.md").write_text("Descale the boiler.")
    with qtbot.waitSignal(view._context.say.told):
        view.take_files([str(tmp_path)])
    take_back(view._context)
    qtbot.waitUntil(lambda: memories.count(vault) == 0)


def test_a_source_far_down_can_be_shown(view: MemoriesView, vault: Vault, qtbot: QtBot) -> None:
    for number in range(SHOWN + 2):
        memories.remember(vault, f"Thing {number}.", source=Source(f"Book {number}"))
    qtbot.waitUntil(lambda: view.groups.sources.count() == SHOWN + 1)
    view.show_memory(1)
    view.detail.source.click()
    qtbot.waitUntil(lambda: texts(view) == ["Thing 0."])


def test_nothing_of_a_stopped_import_is_left(
    view: MemoriesView, vault: Vault, tmp_path: Path, qtbot: QtBot
) -> None:
    for number in range(30):
        (tmp_path / f"{number}.txt").write_text(f"Thing number {number}.")
    view.take_files([str(tmp_path)])
    view.importing.stop.click()
    qtbot.waitUntil(lambda: not view.importing.busy)
    assert memories.count(vault) == 0
    assert "stopped" in view.importing.banner.accessibleName()


def test_answers_come_with_reasons_and_lead_to_skills(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, "# Rotate keys\n\n1. Revoke the old signing key.\n").skill
    memories.remember(vault, "The signing key rotates on the first Monday.")
    nodes.catch_up(vault)
    index.update(vault, Hashed())
    view.search.setText("signing key")
    qtbot.waitUntil(lambda: {row.what for row in view.model.rows} == {"skill", "memory"})
    assert all("signing" in row.why for row in view.model.rows)
    place = view.model.index_of("skill", skill)
    view.list.setCurrentIndex(place)
    assert view._side.currentIndex() == 1 and nameless(view) == []
    with qtbot.waitSignal(view._context.go.skill_requested) as asked:
        view.answer.open.click()
    assert asked.args == [skill, True]
    view.search.setText("quantum chromodynamics lattice")
    qtbot.waitUntil(lambda: view.results.pages.currentIndex() == 1)
    assert view.model.rows == ()


def test_a_correction_takes_the_place_and_the_old_wording_is_shown(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, "Tea is at four.")
    qtbot.waitUntil(lambda: texts(view) == ["Tea is at four."])
    view.list.setCurrentIndex(view.model.index(0))
    view.detail.edit.click()
    view.detail.text.setPlainText("Tea is at five.")
    with qtbot.waitSignal(view._context.say.told):
        view.detail.save.click()
    qtbot.waitUntil(lambda: texts(view) == ["Tea is at five."])
    qtbot.waitUntil(lambda: "Tea is at four." in words(view.detail))
    facts = next(f for f in view.detail.findChildren(QLabel) if "importance" in f.text())
    assert facts.text().endswith("importance 0.70")
    assert facts.toolTip() == "0.70 × 0.95 ^ 0.0 days = 0.70"
    take_back(view._context)
    qtbot.waitUntil(lambda: texts(view) == ["Tea is at four."])


def test_escape_leaves_the_wording_as_it_was(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, "Tea is at four.")
    qtbot.waitUntil(lambda: len(texts(view)) == 1)
    view.list.setCurrentIndex(view.model.index(0))
    view.detail.begin_edit()
    view.detail.text.setPlainText("Nonsense")
    view.detail.text.left.emit()
    assert view.detail.text.toPlainText() == "Tea is at four." and not view.detail.editing


def test_forgetting_can_be_taken_back(view: MemoriesView, vault: Vault, qtbot: QtBot) -> None:
    memories.remember(vault, "Tea is at four.")
    memories.remember(vault, "The kettle hums.")
    qtbot.waitUntil(lambda: len(texts(view)) == 2)
    view.list.setCurrentIndex(view.model.index(0))
    with qtbot.waitSignal(view._context.say.told):
        view.list.delete_pressed.emit()
    qtbot.waitUntil(lambda: texts(view) == ["Tea is at four."])
    take_back(view._context)
    qtbot.waitUntil(lambda: len(texts(view)) == 2)


def chips(view: MemoriesView) -> list[str]:
    return [chip.text() for chip in view.detail.tags.chips]


def actions(menu: QMenu | None) -> dict[str, QAction]:
    """What a menu offers, with the menus inside it as `menu/entry`."""
    assert menu is not None
    found = {said(action): action for action in menu.actions()}
    for inside in menu.findChildren(QMenu):
        found |= {f"{inside.title()}/{said(one)}": one for one in inside.actions()}
    return found


def test_tags_are_added_and_taken_off(view: MemoriesView, vault: Vault, qtbot: QtBot) -> None:
    memories.remember(vault, KETTLE, tags=["kitchen"])
    memories.remember(vault, TEA, tags=["house"])
    qtbot.waitUntil(lambda: len(texts(view)) == 2 and len(view.refiling.known) == 2)
    view.list.setCurrentIndex(view.model.index(0))
    assert chips(view) == ["house"] and nameless(view) == []
    field = view.detail.tags.field
    completer = field.completer()
    completer.setCompletionPrefix("TCH")
    assert completer.currentCompletion() == "kitchen"
    field.setFocus()
    with qtbot.waitSignal(view._context.say.told) as offered:
        QTest.keyClicks(field, "late  hour")
        QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: chips(view) == ["house", "late hour"])
    assert field.text() == "" and offered.args[0] == "Tag late hour added"
    take_back(view._context)
    qtbot.waitUntil(lambda: chips(view) == ["house"])
    with qtbot.waitSignal(view._context.say.told) as offered:
        view.detail.tags.chips[0].click()
    qtbot.waitUntil(lambda: chips(view) == [])
    take_back(view._context)
    qtbot.waitUntil(lambda: chips(view) == ["house"])


def test_a_tag_is_completed_from_those_there_are(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, KETTLE, tags=["kitchen"])
    memories.remember(vault, TEA)
    qtbot.waitUntil(lambda: len(texts(view)) == 2 and view.refiling.known == ("kitchen",))
    view.list.setCurrentIndex(view.model.index(0))
    field = view.detail.tags.field
    field.setFocus()
    QTest.keyClicks(field, "tch")
    shown = field.completer().popup()
    assert shown is not None and shown.isVisible() and nameless(shown) == []
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: chips(view) == ["kitchen"] and field.text() == "")
    assert not view.detail.tags._wrong.isVisible()


def test_a_tag_that_cannot_be_one_is_explained(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, TEA)
    qtbot.waitUntil(lambda: len(texts(view)) == 1)
    view.list.setCurrentIndex(view.model.index(0))
    field = view.detail.tags.field
    field.setText(f"one, {LONG}")
    field.returnPressed.emit()
    qtbot.waitUntil(lambda: any("1 to 60" in said for said in words(view.detail)))
    assert field.text() == f"one, {LONG}" and chips(view) == []
    field.clear()
    QTest.keyClicks(field, "one")
    assert not any("1 to 60" in said for said in words(view.detail))
    memories.remember(vault, KETTLE)
    qtbot.waitUntil(lambda: len(texts(view)) == 2)
    assert field.text() == "one"


def click(view: MemoriesView, text: str) -> None:
    index = view.model.index(texts(view).index(text))
    place = view.list.visualRect(index).center()
    QTest.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_tags_are_added_to_the_memory_that_is_left_for_another(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    (tea,), (kettle,) = (memories.remember(vault, said).added for said in (TEA, KETTLE))
    qtbot.waitUntil(lambda: len(texts(view)) == 2)
    click(view, TEA)
    qtbot.waitUntil(lambda: view.detail.memory == tea)
    field = view.detail.tags.field
    field.setFocus()
    QTest.keyClicks(field, "left, behind")
    with qtbot.waitSignal(view._context.say.told) as told:
        click(view, KETTLE)
    assert told.args[0] == "Tags left, behind added"
    assert view.detail.memory == kettle and field.text() == ""
    assert memories.memory(vault, tea).tags == ("left", "behind")  # type: ignore[union-attr]
    assert memories.memory(vault, kettle).tags == ()  # type: ignore[union-attr]


def test_what_is_no_tag_waits_at_the_memory_that_was_left(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, TEA)
    memories.remember(vault, KETTLE)
    qtbot.waitUntil(lambda: len(texts(view)) == 2)
    click(view, TEA)
    field = view.detail.tags.field
    field.setFocus()
    field.setText(LONG)
    with qtbot.waitSignal(view._context.jobs.failed):
        click(view, KETTLE)
    assert field.text() == "" and not any("1 to 60" in said for said in words(view.detail))
    click(view, TEA)
    assert field.text() == LONG and any("1 to 60" in said for said in words(view.detail))


def test_a_memory_moves_to_another_engram_and_back(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, KETTLE, engram="Home & garden")
    memories.remember(vault, TEA, engram="Work")
    qtbot.waitUntil(lambda: len(texts(view)) == 2)
    view.list.setCurrentIndex(view.model.index(0))
    assert view.detail.engram.text() == "Work"
    view.detail.engram.click()
    menu = actions(view.detail.findChild(QMenu))
    assert menu["Work"].isChecked() and not menu["Home & garden"].isChecked()
    with qtbot.waitSignal(view._context.say.told) as offered:
        menu["Home & garden"].trigger()
    qtbot.waitUntil(lambda: view.detail.engram.text() == "Home & garden")
    assert offered.args[0] == "Memory moved to Home & garden"
    take_back(view._context)
    qtbot.waitUntil(lambda: view.detail.engram.text() == "Work")
    menu["New engram…"].trigger()
    dialog = view.window().findChild(NamePrompt)
    assert dialog is not None
    qtbot.keyClicks(dialog.field, "Cellar")  # type: ignore[no-untyped-call]
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(lambda: view.detail.engram.text() == "Cellar")


def test_all_is_shown_when_nothing_is_left_in_the_group(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, KETTLE, engram="Home", source=Source("Cook"))
    memories.remember(vault, TEA, engram="Work")
    qtbot.waitUntil(lambda: view.groups.engrams.count() == 3)
    view.groups.engrams.setCurrentRow(2)
    qtbot.waitUntil(lambda: texts(view) == [TEA])
    view.list.setCurrentIndex(view.model.index(0))
    view.refiling.move(view.results.memories, "Home")
    qtbot.waitUntil(lambda: view.groups.engram is None and texts(view) == [TEA, KETTLE])
    qtbot.waitUntil(lambda: view.detail.engram.text() == "Home")


def pick(view: MemoriesView, name: str) -> None:
    menu = view.menu()
    actions(menu)[name].trigger()


def test_several_memories_are_filed_at_once(view: MemoriesView, vault: Vault, qtbot: QtBot) -> None:
    memories.remember(vault, TEA, engram="Home", tags=["old"])
    memories.remember(vault, KETTLE, engram="Work", tags=["old"])
    memories.remember(vault, TEA, engram="Work")
    qtbot.waitUntil(lambda: len(texts(view)) == 3 and view.refiling.known == ("old",))
    assert view.menu() is None
    view.list.setCurrentIndex(view.model.index(0))
    view.list.selectAll()
    assert len(view.results.memories) == 3
    with qtbot.waitSignal(view._context.say.told) as offered:
        pick(view, "Add a tag/old")
    assert offered.args[0] == "Tag old added"
    view.list.selectAll()
    with qtbot.waitSignal(view._context.say.told) as offered:
        pick(view, "Remove a tag/old")
    assert offered.args[0] == "Tag old removed from 3 memories"
    qtbot.waitUntil(lambda: "old" not in view.refiling.known)
    view.list.selectAll()
    with qtbot.waitSignal(view._context.say.told) as offered:
        pick(view, "Move to engram/Home")
    moved = "Memory moved to Home. 1 not moved: Home already says the same"
    assert offered.args[0] == moved
    qtbot.waitUntil(lambda: view.groups.engrams.count() == 3)
    view.list.setCurrentIndex(view.model.index(0))
    with qtbot.waitSignal(view._context.say.told) as told:
        pick(view, "Move to engram/Home")
    assert told.args[0].startswith("1 not moved")
    view.list.selectAll()
    with qtbot.waitSignal(view._context.say.told) as offered:
        pick(view, "Forget 3 memories")
    assert memories.count(vault) == 0
    take_back(view._context)
    qtbot.waitUntil(lambda: memories.count(vault) == 3)


def test_groups_narrow_the_list_down(view: MemoriesView, vault: Vault, qtbot: QtBot) -> None:
    memories.remember(vault, "Tea is at four.", engram="Kitchen", source=Source("Cook"))
    memories.remember(vault, "The gate is locked at nine.", tags=["night"])
    qtbot.waitUntil(lambda: len(texts(view)) == 2)
    qtbot.waitUntil(lambda: view.groups.engrams.count() == 3)
    view.groups.engrams.setCurrentRow(1)
    qtbot.waitUntil(lambda: texts(view) == ["Tea is at four."])
    qtbot.waitUntil(lambda: view.groups.sources.count() == 2)
    view.groups.engrams.setCurrentRow(0)
    view.memory_filters._choose("night", 0)
    qtbot.waitUntil(lambda: texts(view) == ["The gate is locked at nine."])
    view.memory_filters._choose("", 7)
    qtbot.waitUntil(lambda: len(texts(view)) == 2)
    view.memory_filters._choose("nowhere", 0)
    qtbot.waitUntil(lambda: view.results.pages.currentIndex() == 1)
    view.results.nothing.button.click()
    assert len(texts(view)) == 2
    view.list.setCurrentIndex(view.model.index_of("memory", 1))
    view.groups.engrams.setCurrentRow(2)
    qtbot.waitUntil(lambda: view.groups.sources.count() == 2)
    view.show_memory(1)
    view.detail.source.click()
    qtbot.waitUntil(lambda: texts(view) == ["Tea is at four."])


def test_the_list_grows_as_it_is_scrolled(view: MemoriesView, vault: Vault, qtbot: QtBot) -> None:
    memories.remember(
        vault,
        "\n\n".join(
            f"A remark that is long enough to stand alone, number {n}." for n in range(250)
        ),
    )
    qtbot.waitUntil(lambda: len(texts(view)) >= 100)

    def whole() -> bool:
        view.list.scrollToBottom()
        view.model.fetchMore(view.list.rootIndex())
        view.model.fetchMore(view.list.rootIndex())  # while the first is under way
        return len(texts(view)) == 250

    qtbot.waitUntil(whole)
    assert len(set(texts(view))) == 250


def test_the_keys_of_the_box_are_those_of_the_library(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    skill = library.save(vault, None, "# Kettle care\n\n1. Descale it.\n").skill
    memories.remember(vault, KETTLE)
    nodes.catch_up(vault)
    index.update(vault, Hashed())
    view.focus_search()
    QTest.keyClicks(view.search, "kettle")
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    qtbot.waitUntil(view.list.hasFocus)
    assert view.isVisible()
    with qtbot.waitSignal(view._context.go.skill_requested) as opened:
        QTest.keyClick(view.list, Qt.Key.Key_Return)
    assert opened.args == [skill, True]
    assert (view.model.rows[0].id, view.model.rows[0].why) == (skill, "matches its name")
    assert [row.what for row in view.model.rows].count("skill") == 1
    view.focus_search()
    QTest.keyClicks(view.search, "kettle whistles")
    QTest.keyClick(view.search, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: view.list.hasFocus() and view.results.current is not None)
    assert view.results.current == view.model.rows[0]
    view.search.setFocus()
    QTest.keyClick(view.search, Qt.Key.Key_Escape)
    assert not view.search.text()
    QTest.keyClick(view.search, Qt.Key.Key_Escape)
    assert view.list.hasFocus()


def test_a_question_nothing_answers_says_what_was_meant(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, "Sauerkraut keeps for months.")
    view.focus_search()
    QTest.keyClicks(view.search, "saurkraut")
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.search.text() == "sauerkraut")
    qtbot.waitUntil(lambda: texts(view) == ["Sauerkraut keeps for months."])


def test_a_misspelt_question_is_answered_and_says_what_was_meant(
    view: MemoriesView, vault: Vault, qtbot: QtBot
) -> None:
    memories.remember(vault, "Sauerkraut keeps for months in a cellar.")
    memories.remember(vault, "Bread keeps for days, and bread dries.")
    for number in range(8):
        memories.remember(vault, f"Pump {number} stands in hall {number}.")
    link = view.results.respelled
    view.focus_search()
    QTest.keyClicks(view.search, "bread keeps")
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(texts(view)) and not view.results.busy)
    assert link.isHidden()
    view.search.setText("bread Saurkraut")
    qtbot.waitUntil(lambda: not link.isHidden())
    assert link.text() == "Did you mean “bread sauerkraut”?"
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    assert view.list.hasFocus()
    link.setFocus()
    QTest.keyClick(link, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.search.text() == "bread sauerkraut")
    qtbot.waitUntil(lambda: "Sauerkraut keeps for months in a cellar." in texts(view))
    assert link.isHidden()
