"""What stands under the title of a skill: description, tags and origin, edited in place."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, favourites, library, undoing
from app.core.lifecycle import tagging
from app.core.packs import install, plan
from app.core.vault import Vault
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.notice import Trouble
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.widgets.tag_chip import TagChip, tag_colour
from tests.core.trade import pack, signed
from tests.ui.names import nameless

BAKE = "# Bake\n\nTrigger: hunger\n\n1. Mix.\n2. Bake.\n"


@pytest.fixture
def bake(vault: Vault) -> int:
    return library.save(vault, None, BAKE).skill


@pytest.fixture
def editor(qtbot: QtBot, bake: int, space: Workspace) -> EditorView:
    qtbot.addWidget(space)
    space.resize(1440, 900)
    space.show()
    space.activateWindow()
    space.skills.documents.open_skill(bake)
    found = space.skills.documents.editor
    assert found is not None
    return found


def stored(editor: EditorView) -> str:
    assert editor.skill_id is not None
    return library.text(editor._context.vault, editor.skill_id)


def tags(editor: EditorView) -> list[str]:
    return [chip.text() for chip in editor.header.about.chips]


def click_card(editor: EditorView) -> None:
    """On a step, with the keyboard going there as it does in a window."""
    card = editor.steps.card(1)
    assert card is not None
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    focus = QApplication.focusWidget()
    assert focus is not None and (focus is card or card.isAncestorOf(focus))


class TestDescription:
    def test_it_is_written_in_place_key_by_key(self, editor: EditorView) -> None:
        field = editor.header.description
        assert field.isVisible() and field.said == ""
        field.setFocus()
        for letter in "Bread for a day.":
            QTest.keyClicks(field, letter)
            editor.reader.read_now()
        assert field.toPlainText() == "Bread for a day."
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert not field.hasFocus()
        editor.flush()
        assert stored(editor) == BAKE.replace("# Bake\n", "# Bake\n\nBread for a day.\n")

    def test_it_is_one_truth_in_both_modes(self, editor: EditorView) -> None:
        field = editor.header.description
        field.setFocus()
        QTest.keyClicks(field, "Bread.")
        editor.reader.read_now()
        editor.show_mode(TEXT)
        at = editor.buffer.text.index("Bread.")
        editor.buffer.replace(at, at + 5, "Rolls")
        editor.reader.read_now()
        assert field.said == "Rolls."
        editor.show_mode(STEPS)
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        assert editor.reading.skill.steps == editor.reader.skill.steps
        assert "Rolls" not in editor.buffer.text

    def test_in_frontmatter_the_field_changes(
        self, space: Workspace, vault: Vault, editor: EditorView
    ) -> None:
        text = "---\nname: tea\ndescription: Old\n---\n# Tea\n\nA note.\n\n1. Boil.\n"
        space.skills.documents.open_skill(library.save(vault, None, text).skill)
        front = space.skills.documents.editor
        assert front is not None and front.header.description.said == "Old"
        front.header.description.setFocus()
        front.header.description.selectAll()
        QTest.keyClicks(front.header.description, "New: better")
        front.flush()
        assert stored(front) == text.replace("Old", '"New: better"')

    def test_what_cannot_stand_there_is_said_and_not_lost(self, editor: EditorView) -> None:
        field = editor.header.description
        field.setFocus()
        QTest.keyClicks(field, "1. Do")
        assert "would not be read as a description" in editor.notice_bar.text
        editor.flush()
        assert [step.text for step in editor.reader.skill.steps] == ["Mix.", "Bake."]
        assert field.toPlainText() == "1. Do"
        QTest.keyClick(field, Qt.Key.Key_Home)
        QTest.keyClicks(field, "In ")
        assert editor.buffer.text == BAKE.replace("# Bake\n", "# Bake\n\nIn 1. Do\n")
        assert not editor.notice_bar.isVisible()

    def test_a_long_one_is_one_line_until_somebody_writes_in_it(self, editor: EditorView) -> None:
        field = editor.header.description
        line = field.height()
        said = "Bread for a day and then for another one. " * 6
        editor.buffer.become(BAKE.replace("# Bake\n", f"# Bake\n\n{said.strip()}\n"))
        editor.reader.read_now()
        assert field.height() == line and field.toolTip().split() == said.split()
        field.setFocus()
        assert field.height() > line and field.toolTip() == ""
        editor.steps.setFocus()
        assert field.height() == line

    def test_a_pasted_paragraph_becomes_one_line(self, editor: EditorView) -> None:
        field = editor.header.description
        field.setFocus()
        QApplication.clipboard().setText("Bread\nfor a day\n")
        field.paste()
        assert field.toPlainText() == "Bread for a day"

    def test_a_new_skill_is_quiet(self, space: Workspace, editor: EditorView) -> None:
        new = space.skills.documents.new_skill(None)
        assert not new.header.description.isVisible()
        assert not new.header.about.add.isVisible()
        new.buffer.become(BAKE)
        new.flush()
        new.reader.read_now()
        assert new.header.description.isVisible() and new.header.about.add.isVisible()

    def test_the_keys_of_undo_reach_the_text(self, editor: EditorView) -> None:
        field = editor.header.description
        field.setFocus()
        QTest.keyClicks(field, "B")
        QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert editor.buffer.text == BAKE


class TestTags:
    def test_they_are_added_with_completion_and_taken_off(
        self, qtbot: QtBot, vault: Vault, editor: EditorView, bake: int
    ) -> None:
        other = library.save(vault, None, "# Other\n\n1. A.\n").skill
        tagging.put(vault, other, "warehouse")
        about = editor.header.about
        about.add.click()
        assert about.field.hasFocus() and not about.add.isVisible()
        QTest.keyClicks(about.field, "oven")
        QTest.keyClick(about.field, Qt.Key.Key_Return)
        assert tags(editor) == ["oven"] and about.field.hasFocus()
        QTest.keyClicks(about.field, "ware")
        completer = about.field.completer()
        assert completer is not None and completer.currentCompletion() == "warehouse"
        completer.popup().hide()  # type: ignore[union-attr]
        about.field.clear()
        QTest.keyClicks(about.field, "left")
        editor.steps.setFocus()
        assert tags(editor) == ["oven", "left"] and about.add.isVisible()
        with qtbot.waitSignal(editor._context.say.told) as told:
            QTest.keyClick(about.chips[0], Qt.Key.Key_Delete)
        assert told.args[:2] == ["Tag oven removed", True]
        assert tagging.tags_of(vault, bake) == ("left",)
        undoing.undo(vault)
        editor.about_editing.refresh()
        assert tags(editor) == ["oven", "left"]

    def test_esc_closes_the_field(self, editor: EditorView) -> None:
        about = editor.header.about
        about.add.click()
        QTest.keyClicks(about.field, "x")
        QTest.keyClick(about.field, Qt.Key.Key_Escape)
        assert not about.field.isVisible() and about.add.hasFocus() and tags(editor) == []

    @pytest.mark.parametrize("by_enter", [True, False])
    def test_commas_part_tags(self, editor: EditorView, by_enter: bool) -> None:
        about = editor.header.about
        about.add.click()
        QTest.keyClicks(about.field, "a, b")
        if by_enter:
            QTest.keyClick(about.field, Qt.Key.Key_Return)
            assert tags(editor) == ["a", "b"]
        click_card(editor)
        assert tags(editor) == ["a", "b"] and about.add.isVisible() and not about.field.isVisible()

    @pytest.mark.parametrize("by_enter", [True, False])
    def test_what_is_no_tag_stays_without_holding_the_keyboard(
        self, editor: EditorView, by_enter: bool
    ) -> None:
        about = editor.header.about
        about.add.click()
        about.field.setText("a, " + "x" * 61)
        if by_enter:
            QTest.keyClick(about.field, Qt.Key.Key_Return)
            assert about.field.hasFocus()
        click_card(editor)
        assert about.field.text().endswith("xx") and "1 to 60" in editor.notice_bar.text
        assert editor.notice_bar.isVisible()
        assert about.field.isVisible() and not about.field.hasFocus() and tags(editor) == []
        about.field.setFocus()
        about.field.setText("a")
        click_card(editor)
        assert tags(editor) == ["a"] and not editor.notice_bar.isVisible()

    def test_the_last_of_several_is_completed(
        self, qtbot: QtBot, vault: Vault, editor: EditorView
    ) -> None:
        tagging.put(vault, library.save(vault, None, "# Other\n\n1. A.\n").skill, "warehouse")
        about = editor.header.about
        about.add.click()
        QTest.keyClicks(about.field, "a, ware")
        shown = about.field.completer().popup()
        assert shown is not None and shown.isVisible()
        QTest.keyClick(shown, Qt.Key.Key_Down)
        QTest.keyClick(shown, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: tags(editor) == ["a", "warehouse"])

    def test_a_click_filters_the_library_and_the_cross_takes_it_off(
        self, vault: Vault, space: Workspace, editor: EditorView, bake: int
    ) -> None:
        library.save(vault, None, "# Other\n\n1. A.\n")
        tagging.put(vault, bake, "oven")
        editor.about_editing.refresh()
        (chip,) = editor.header.about.chips
        middle = QPoint(chip.width() - 8, chip.height() // 2)
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=middle)
        library_view = space.skills.library
        assert [row.title for row in library_view.model.rows] == ["Bake"]
        assert library_view.filters.chip("tag").text() == "oven"
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(6, chip.height() // 2))
        assert tagging.tags_of(vault, bake) == ()

    def test_a_tag_keeps_its_colour(self, editor: EditorView) -> None:
        theme = editor._context.theme
        assert tag_colour(theme, "Oven") == tag_colour(theme, "oven")
        assert TagChip(theme, "x" * 200).sizeHint().width() < 220

    def test_a_text_that_is_only_shown_has_none(
        self, qtbot: QtBot, editor: EditorView, bake: int
    ) -> None:
        preview = EditorView(editor._context)
        qtbot.addWidget(preview)
        preview.show()
        preview.preview(BAKE)
        assert not preview.header.about.add.isVisible()
        assert not preview.header.description.isVisible()
        assert preview.header.description.isReadOnly()


class TestOrigin:
    def test_it_says_who_wrote_it_and_since_when(self, editor: EditorView) -> None:
        link = editor.header.about._origin
        assert link.text() == "made by you, today" and not link.isEnabled()
        assert "In your library since" in link.toolTip()
        assert nameless(editor) == []

    def test_it_names_the_pack_and_leads_there(
        self, qtbot: QtBot, vault: Vault, space: Workspace, editor: EditorView, tmp_path: Path
    ) -> None:
        made = plan.plan(vault, signed(pack()))
        install.apply(vault, made)
        row = next(row for row in catalogue.rows(vault) if row.title != "Bake")
        space.skills.documents.open_skill(row.id)
        front = space.skills.documents.editor
        assert front is not None
        about = front.header.about
        assert about._origin.text().startswith("from ") and about._origin.isEnabled()
        assert about._signed.text().startswith("signed by ")
        assert "changed" not in about._signed.text()

        saved = library.current(vault, row.id)
        assert saved is not None
        library.save(vault, row.id, f"{saved[1]}\nOne more word.\n", base=saved[0].version)
        qtbot.waitUntil(lambda: about._signed.text().endswith(", changed since"))
        assert "New" in about._signature.toolTip() or "Known" in about._signature.toolTip()
        about._origin.click()
        assert space.current == "packs"


def test_the_star_beside_the_title_makes_it_a_favourite_and_follows(
    editor: EditorView, bake: int, vault: Vault, space: Workspace, qtbot: QtBot
) -> None:
    star = editor.header.star
    assert star.isVisible() and star.accessibleName() == "Add to favourites"
    star.click()
    assert favourites.are_all(vault, (bake,))
    qtbot.waitUntil(lambda: star.accessibleName() == "Remove from favourites")
    undoing.undo(vault)
    qtbot.waitUntil(lambda: star.accessibleName() == "Add to favourites")
    space.skills.documents.new_skill(None)
    fresh = space.skills.documents.editor
    assert fresh is not None and fresh.header.star.isHidden()


class TestRefusedTag:
    @pytest.mark.parametrize("way_out", ["corrected", "closed"])
    def test_what_is_said_of_it_goes_with_it(
        self, editor: EditorView, qtbot: QtBot, way_out: str
    ) -> None:
        row, notices = editor.header.about, editor.autosave.notices
        row.write_tag()
        QTest.keyClicks(row.field, "x" * 500)
        QTest.keyClick(row.field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: notices.is_among(Trouble.REFUSED))
        assert row.field.text() == "x" * 500
        QTest.keyClick(
            row.field, Qt.Key.Key_Backspace if way_out == "corrected" else Qt.Key.Key_Escape
        )
        assert notices.current is None
