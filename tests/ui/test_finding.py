"""Finding and replacing in the open skill, by keyboard, in both modes."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.library.authored import digest
from app.core.library.record import Placed, Training
from app.core.skills.editing import find
from app.core.skills.model import GoalKind
from app.core.vault import Vault
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.widgets.prose.hits import Hit

COLD = (
    "---\nfile-name: temperature\n---\n# Cold temperature\n\nSuccess: one temperature each\n\n"
    "Mind the temperature.\n\n"
    "1. Read the 🧊 temperature aloud.\n"
    "2. Take the temperature of $probe. @branch: if the temperature is high -> 3\n"
    "3. Put it away.\n"
)
Key, Held = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def documents(space: Workspace, vault: Vault) -> Documents:
    space.skills.documents.open_skill(library.save(vault, None, COLD).skill)
    return space.skills.documents


@pytest.fixture
def editor(documents: Documents) -> EditorView:
    assert documents.editor is not None
    return documents.editor


def type_query(documents: Documents, words: str) -> None:
    documents.finding.open()
    QTest.keyClicks(documents.find_bar.query, words)


def counted(documents: Documents) -> str:
    return documents.find_bar.query.counted


def marked(text: str, hits: tuple[Hit, ...]) -> list[tuple[str, bool]]:
    """The words that are marked, in a text without emoji, and whether they are the present ones."""
    return [(text[start:end], now) for start, end, now in hits]


def card(editor: EditorView, position: int) -> StepCard:
    found = editor.steps.card(position)
    assert found is not None
    return found


def in_prose(editor: EditorView, position: int) -> list[tuple[str, bool]]:
    prose = card(editor, position)._prose
    raw = prose.text.encode("utf-16-le")
    return [(raw[2 * a : 2 * b].decode("utf-16-le"), now) for a, b, now in prose._hits]


def test_hits_are_marked_wherever_the_skill_shows_them(
    documents: Documents, editor: EditorView
) -> None:
    editor.goal_editing.open(GoalKind.SUCCESS)
    type_query(documents, "TEMPERATURE")
    assert counted(documents).endswith(" of 7")
    title = editor.header.title
    assert marked(title.text(), title._hits) == [("temperature", False)]
    box = editor.chips.box.field
    assert [s.cursor.selectedText() for s in box.extraSelections()] == ["temperature"]
    assert editor.chips.chip(GoalKind.SUCCESS).accessibleDescription() == "1 match"
    note = next(part for part in editor.steps._parts if isinstance(part, QuietBlock))
    assert [words for words, _ in marked(note._prose.text, note._prose._hits)] == ["temperature"]
    assert in_prose(editor, 1) == [("temperature", True)]
    assert in_prose(editor, 2) == [("temperature", False)]
    (pill,) = card(editor, 2)._pills
    assert marked(pill.said.text, pill._hits) == [("temperature", False)]
    editor.show_mode(TEXT)
    assert [s.cursor.selectedText() for s in editor.text_view.extraSelections()] == [
        "temperature"
    ] * 7
    documents.finding.leave()
    assert not title._hits and not editor.text_view.extraSelections()
    editor.show_mode(STEPS)
    assert in_prose(editor, 1) == [] and pill._hits == ()


def test_enter_goes_through_the_hits_and_escape_to_the_one_there(
    documents: Documents, editor: EditorView
) -> None:
    editor.step_editing.edit(1, 0)
    type_query(documents, "temperature")
    query = documents.find_bar.query
    assert counted(documents) == "5 of 7" and in_prose(editor, 1) == [("temperature", True)]
    QTest.keyClick(query, Key.Key_Return)
    assert counted(documents) == "6 of 7" and in_prose(editor, 2) == [("temperature", True)]
    QTest.keyClick(query, Key.Key_Return)
    (pill,) = card(editor, 2)._pills
    assert [now for _a, _b, now in pill._hits] == [True]
    assert in_prose(editor, 2) == [("temperature", False)]
    QTest.keyClick(query, Key.Key_Return, Held.ShiftModifier)
    assert query.hasFocus()
    QTest.keyClick(query, Key.Key_Escape)
    field = card(editor, 2).field
    assert field is not None and field.hasFocus() and documents.find_bar.isHidden()
    assert not field.textCursor().hasSelection() and field.at == len("Take the temperature")


def test_a_hit_that_no_card_shows_is_shown_in_the_text(
    documents: Documents, editor: EditorView
) -> None:
    type_query(documents, "name:")
    assert counted(documents) == "1 of 1" and editor.mode == TEXT
    assert documents.find_bar.query.hasFocus()


def test_hits_in_a_goal_and_in_the_title_get_the_caret(
    documents: Documents, editor: EditorView
) -> None:
    editor.step_editing.edit(1, 0)
    type_query(documents, "one temp")
    assert editor.chips.open_kind is GoalKind.SUCCESS and documents.find_bar.query.hasFocus()
    QTest.keyClick(documents.find_bar.query, Key.Key_Escape)
    assert editor.chips.box.field.hasFocus()
    field = editor.chips.box.field
    assert field.text[: field.at].endswith("one temp") and not field.textCursor().hasSelection()
    field.select(0, field.at)
    documents.finding.open()
    assert documents.find_bar.query.text().endswith("one temp")
    documents.find_bar.query.selectAll()
    QTest.keyClicks(documents.find_bar.query, "Cold")
    QTest.keyClick(documents.find_bar.query, Key.Key_Escape)
    title = editor.header.title
    assert title.hasFocus() and title.text()[: title.cursorPosition()].endswith("Cold")
    assert not title.hasSelectedText()


@pytest.mark.parametrize("mode", [TEXT, STEPS])
def test_one_after_the_other_is_replaced_as_if_it_were_typed(
    documents: Documents, editor: EditorView, mode: int
) -> None:
    editor.show_mode(mode)
    editor.jump_to(COLD.index("Read"), COLD.index("Read"))
    type_query(documents, "temperature")
    bar = documents.find_bar
    bar.written.setFocus()
    QTest.keyClicks(bar.written, "core temperature")
    QTest.keyClick(bar.written, Key.Key_Return)
    QTest.keyClick(bar.written, Key.Key_Return)
    expected = COLD.replace("🧊 temp", "🧊 core temp").replace(
        "Take the temp", "Take the core temp"
    )
    assert editor.buffer.text == expected
    assert counted(documents) == "7 of 7"
    editor.undoing.undo()
    assert editor.buffer.text == COLD.replace("🧊 temp", "🧊 core temp")
    assert editor.flush()


def test_all_are_replaced_with_one_undo_and_nothing_else_changes(
    documents: Documents, editor: EditorView, vault: Vault
) -> None:
    said: list[tuple[str, object]] = []
    documents._context.say.offered.connect(lambda words, back: said.append((words, back)))
    skill = library.save(vault, None, COLD.replace("\n", "\r\n")).skill
    documents.open_skill(skill)
    editor = documents.editor or editor
    type_query(documents, "Temperature")
    bar = documents.find_bar
    bar.written.setText("heat")
    bar.replace_all.click()
    assert counted(documents) == "7 replaced" and said[0][0] == "Replaced 7 matches"
    assert bar.query.property("wrong") is not True
    assert editor.flush()
    stored = COLD.replace("temperature", "heat").replace("\n", "\r\n")
    assert library.text(vault, skill) == stored
    said[0][1]()  # type: ignore[operator]
    assert editor.buffer.stored == COLD.replace("\n", "\r\n")
    editor.undoing.redo()
    assert editor.buffer.stored == stored


def test_groups_words_and_case(qtbot: QtBot, documents: Documents, editor: EditorView) -> None:
    type_query(documents, "temp")
    bar = documents.find_bar
    QTest.mouseClick(bar.query._words, Qt.MouseButton.LeftButton)
    assert counted(documents) == "none"
    bar.query.show_query(find.Query(r"(\w+) temperature", is_regex=True))
    bar.written.setText(r"temperature \1")
    bar.edited.emit()
    qtbot.waitUntil(lambda: counted(documents).endswith("of 5"))
    bar.replace_all.click()
    assert "# temperature Cold" in editor.buffer.text


def test_what_is_wrong_is_said_under_the_field(documents: Documents) -> None:
    type_query(documents, "(a")
    bar = documents.find_bar
    bar.query._regex.click()
    assert "not a regular expression" in bar.said_wrong and counted(documents) == ""
    assert not bar.replace_all.isEnabled()
    QTest.keyClicks(bar.query, ")")
    assert bar.said_wrong == ""
    QTest.keyClicks(bar.written, r"\2")
    assert "no group 2" in bar.said_wrong
    bar.query._regex.click()
    assert bar.said_wrong == ""


def test_a_catastrophic_pattern_stops_nobody(
    qtbot: QtBot, documents: Documents, editor: EditorView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "SECONDS", 0.1)
    editor.buffer.become(COLD + "4. " + ("a" * 60 + "b") * 200 + "\n")
    type_query(documents, "(a|aa)+$")
    documents.find_bar.query._regex.click()
    qtbot.waitUntil(lambda: "takes too long" in documents.find_bar.said_wrong)
    documents.find_bar.query.show_query(find.Query("away"))
    documents.find_bar.edited.emit()
    assert counted(documents) == "1 of 1" and documents.find_bar.said_wrong == ""


def test_marks_follow_what_is_typed(documents: Documents, editor: EditorView) -> None:
    type_query(documents, "away")
    assert in_prose(editor, 3) == [("away", True)]
    editor.buffer.become(COLD.replace("aloud", "aloud and away"))
    editor.reader.read_now()
    assert counted(documents) == "2 of 2"
    assert in_prose(editor, 1) == [("away", False)] and in_prose(editor, 3) == [("away", True)]
    editor.step_editing.edit(1, 0)
    field = card(editor, 1).field
    assert field is not None
    assert [s.cursor.selectedText() for s in field.extraSelections()] == ["away"]


def test_f3_finds_the_last_words_again(documents: Documents, editor: EditorView) -> None:
    type_query(documents, "temperature")
    documents.finding.leave()
    editor.show_mode(TEXT)
    editor.text_view.select(0, 0)
    editor.text_view.setFocus()
    documents.finding.step(1)
    assert counted(documents) == "1 of 7" and not documents.find_bar.isHidden()
    documents.finding.step(1)
    assert counted(documents) == "2 of 7"
    documents.finding.step(-1)
    documents.finding.step(-1)
    assert counted(documents) == "7 of 7"


def test_the_bar_follows_the_document_in_front(
    documents: Documents, editor: EditorView, vault: Vault
) -> None:
    first = documents.skill
    type_query(documents, "away")
    other = library.save(vault, None, "# Other\n\n1. Go away, away.\n").skill
    documents.open_skill(other)
    assert counted(documents) == "1 of 2"
    assert in_prose(editor, 3) == []
    documents.open_history(other)
    assert documents.find_bar.isHidden()
    assert first is not None
    documents.open_skill(first)
    documents.finding.open()
    assert counted(documents) == "1 of 1"
    documents.close_current()
    QApplication.processEvents()
    documents.open_skill(other)
    documents.finding.step(1)


def test_what_is_selected_is_what_is_looked_for(documents: Documents, editor: EditorView) -> None:
    editor.show_mode(TEXT)
    place = COLD.index("aloud")
    editor.text_view.select(place, place + 5)
    documents.finding.open()
    assert documents.find_bar.query.text() == "aloud"
    documents.finding.open(replacing=True)
    assert documents.find_bar.written.hasFocus()


def test_nothing_is_replaced_in_what_is_only_shown(
    documents: Documents, editor: EditorView
) -> None:
    editor.set_read_only(True)
    type_query(documents, "away")
    bar = documents.find_bar
    assert counted(documents) == "1 of 1" and not bar.replace_all.isEnabled()
    documents.finding.replace()
    documents.finding.replace_all()
    assert editor.buffer.text == COLD


def test_the_library_is_counted_while_one_looks(
    qtbot: QtBot, documents: Documents, vault: Vault
) -> None:
    other = library.save(vault, None, "# Other\n\n1. Go away, away.\n").skill
    type_query(documents, "away")
    everywhere = documents.find_bar.everywhere
    qtbot.waitUntil(lambda: everywhere.text() == "In 2 skills…")
    library.save(vault, other, "# Other\n\n1. Go far.\n")
    qtbot.waitUntil(lambda: everywhere.text() == "In 1 skill…")


def test_the_last_one_that_is_replaced_is_no_search_in_vain(
    qtbot: QtBot, documents: Documents, editor: EditorView
) -> None:
    type_query(documents, "aloud")
    bar = documents.find_bar
    qtbot.waitUntil(lambda: bar.everywhere.text() == "In 1 skill…")
    bar.written.setText("out loud")
    bar.replace.click()
    assert counted(documents) == "1 replaced" and bar.query.property("wrong") is not True
    assert bar.everywhere.text() == "In all skills…"
    assert editor.flush()
    qtbot.waitUntil(lambda: bar.everywhere.text() == "In 0 skills…")
    QTest.keyClicks(bar.query, "x")
    assert counted(documents) == "none" and bar.query.property("wrong") is True


def test_on_another_page_there_is_nothing_to_look_in(
    space: Workspace, documents: Documents
) -> None:
    assert documents.finding.is_possible
    space.go("packs")
    assert not documents.finding.is_possible


@pytest.mark.parametrize(
    "text",
    [
        "# Ice\n\nKeep the delivery cold.\n\n1. Look.\n2. Keep it.\n",
        "---\nname: ice\ndescription: Keep the box cold.\n---\n# Ice\n\n1. Look.\n2. Keep it.\n",
    ],
)
def test_hits_in_the_description_are_marked_there(
    documents: Documents, vault: Vault, text: str
) -> None:
    with vault.turns.at_once():
        documents.open_skill(library.save(vault, None, text).skill)
    editor = documents.editor
    assert editor is not None
    editor.step_editing.edit(1, 0)
    type_query(documents, "keep")
    assert editor.mode == STEPS
    field = editor.header.description
    assert marked(field.said, field._hits) == [("Keep", counted(documents) == "1 of 2")]
    while counted(documents) != "1 of 2":
        documents.finding.step(1)
    assert field._hits == ((0, 4, True),)
    QTest.keyClick(documents.find_bar.query, Key.Key_Escape)
    caret = field.textCursor()
    assert field.hasFocus() and caret.position() == 4 and not caret.hasSelection()
    assert not field._hits


def test_the_words_of_a_placed_memory_are_found_and_stay(
    space: Workspace, vault: Vault, documents: Documents
) -> None:
    memory = "> No temperature rises at night. _(from Notes)_"
    text = COLD.replace("3. Put", f"\n{memory}\n\n3. Put")
    skill = library.save(vault, None, text.replace("# Cold", "# Night")).skill
    meta = library.last_meta(vault, skill)
    assert meta is not None
    placed = Placed(7, digest(memory), text.index(memory), "", "", 2, 0.5, 0.5, 0.5)
    library.refile(vault, skill, replace(meta, training=Training("append", (placed,))))
    documents.open_skill(skill)
    editor, said = documents.editor, []
    assert editor is not None
    space.context.say.offered.connect(lambda words, _back: said.append(words))
    space.context.say.told.connect(lambda words, _undoable: said.append(words))
    type_query(documents, "temperature")
    documents.find_bar.written.setText("warmth")
    everything = documents.find_bar.replace_all
    assert counted(documents).endswith("of 8") and everything.text() == "All 7"
    everything.click()
    assert "Night warmth" in editor.buffer.text and memory in editor.buffer.text
    assert counted(documents) == "1 of 1"
    assert everything.text() == "All" and not everything.isEnabled()
    assert not documents.finding.can_replace_all()
    documents.finding.replace()
    stays = "1 place is in a placed memory and stays; correct the memory instead."
    assert said == [f"Replaced 7 matches. {stays}", stays]
    assert editor.buffer.text.count("temperature") == 1


def test_no_button_moves_as_the_other_words_are_begun(
    qtbot: QtBot, space: Workspace, documents: Documents
) -> None:
    qtbot.addWidget(space)
    space.resize(1440, 900)
    space.show()
    type_query(documents, "temperature")
    documents.finding.open(replacing=True)
    bar = documents.find_bar
    before = bar.replace.geometry(), bar.replace_all.geometry()
    QTest.keyClicks(bar.written, "w")
    QApplication.processEvents()
    assert bar.replace.text() == "Replace"
    assert (bar.replace.geometry(), bar.replace_all.geometry()) == before
