"""A skill that others call is renamed, deleted and moved in the window; who calls it is found."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, engrams, library, undoing
from app.core.library.record import Meta, Reason
from app.core.vault import Vault
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.view import TEXT, EditorView
from app.ui.views.skills.usages.dialog import UsagesDialog
from app.ui.views.skills.usages.row_delegate import USAGE
from tests.ui.names import nameless

SMOKE = "# Smoke tests\n\nTrigger: after a deploy\n\n1. Open the page.\n"
DEPLOY = "# Deploy\n\nOn failure: @skill: smoke-tests\n\n1. Build.\n2. @skill: smoke-tests -> $ok\n"


@pytest.fixture
def smoke(vault: Vault) -> int:
    library.save(vault, None, DEPLOY)
    return library.save(vault, None, SMOKE).skill


@pytest.fixture
def deploy(vault: Vault, smoke: int) -> int:
    return catalogue.find(vault, "Deploy").id


@pytest.fixture
def front(qtbot: QtBot, smoke: int, space: Workspace) -> EditorView:
    """The editor of the skill that is called, in the window."""
    qtbot.addWidget(space)
    space.resize(1440, 900)
    space.show()
    space.skills.documents.open_skill(smoke)
    editor = space.skills.documents.editor
    assert editor is not None
    return editor


def write_title(editor: EditorView, title: str) -> None:
    """Key by key, from the end of the title backwards first."""
    field = editor.header.title
    field.setFocus()
    field.selectAll()
    for letter in title:
        QTest.keyClicks(field, letter)
        editor.reader.read_now()
        editor.autosave.idle.timeout.emit()


def versions(vault: Vault) -> int:
    ((count,),) = vault.rows("select count(*) from version")
    return int(count)


class TestRenaming:
    def test_callers_follow_when_the_title_is_left_and_come_back_with_one_undo(
        self, qtbot: QtBot, vault: Vault, front: EditorView, smoke: int, deploy: int
    ) -> None:
        before = versions(vault)
        write_title(front, "Check it all")
        assert library.text(vault, smoke) == SMOKE, "nothing half typed is stored"
        assert front.dirty and front.header.rename_bar.isVisible()
        assert front.header.rename_bar.text == "1 skill calls this “Smoke tests”."
        with qtbot.waitSignal(front._context.say.told) as told:
            QTest.keyClick(front.header.title, Qt.Key.Key_Return)
        assert told.args[:2] == ["Renamed in 1 skill that calls it", True]
        assert library.text(vault, smoke) == SMOKE.replace("Smoke tests", "Check it all")
        assert library.text(vault, deploy) == DEPLOY.replace("smoke-tests", '"Check it all"')
        assert versions(vault) == before + 2 and not front.dirty
        assert not front.header.rename_bar.isVisible()
        undoing.undo(vault)
        assert (library.text(vault, smoke), library.text(vault, deploy)) == (SMOKE, DEPLOY)
        front.autosave.look_again()
        assert front.header.title.text() == "Smoke tests"

    def test_what_is_half_typed_is_kept_as_a_draft(self, vault: Vault, front: EditorView) -> None:
        write_title(front, "Che")
        front.autosave.drafting.timeout.emit()
        assert vault.rows("select text from draft") == [(SMOKE.replace("Smoke tests", "Che"),)]

    def test_the_person_may_leave_the_callers_as_they_are(
        self, vault: Vault, front: EditorView, smoke: int, deploy: int
    ) -> None:
        write_title(front, "Check")
        QTest.mouseClick(front.header.rename_bar.follow, Qt.MouseButton.LeftButton)
        front.header.rename_bar.follow.setFocus()
        assert library.text(vault, smoke) == SMOKE, "asking about it does not finish it"
        front.steps.setFocus()
        assert catalogue.row(vault, smoke).title == "Check"  # type: ignore[union-attr]
        assert library.text(vault, deploy) == DEPLOY
        assert not front.header.rename_bar.isVisible()
        assert front.header.rename_bar.follow.isChecked()

    def test_leaving_for_another_document_finishes_it(
        self, vault: Vault, front: EditorView, space: Workspace, deploy: int
    ) -> None:
        write_title(front, "Check")
        space.skills.documents.open_skill(deploy)
        assert library.text(vault, deploy) == DEPLOY.replace("smoke-tests", "Check")
        editor = space.skills.documents.editor
        assert editor is not None
        editor.autosave.look_again()
        assert editor.buffer.text == library.text(vault, deploy)

    def test_the_command_has_the_title_typed_over(
        self, vault: Vault, front: EditorView, space: Workspace, smoke: int
    ) -> None:
        front.steps.setFocus()
        space.skills.skill_actions.rename((smoke,))
        assert front.header.title.hasFocus()
        QTest.keyClicks(front.header.title, "Check")
        QTest.keyClick(front.header.title, Qt.Key.Key_Return)
        assert catalogue.row(vault, smoke).title == "Check"  # type: ignore[union-attr]

    def test_so_does_save(self, vault: Vault, front: EditorView, space: Workspace) -> None:
        write_title(front, "Check")
        front.flush()
        assert catalogue.find(vault, "Check")

    def test_in_the_text_it_is_finished_when_the_line_is_left(
        self, vault: Vault, front: EditorView, smoke: int, deploy: int
    ) -> None:
        front.show_mode(TEXT)
        front.text_view.select(2, len("# Smoke tests"))
        front.text_view.setFocus()
        QTest.keyClicks(front.text_view, "Check")
        front.autosave.idle.timeout.emit()
        assert library.text(vault, smoke) == SMOKE
        QTest.keyClick(front.text_view, Qt.Key.Key_Down)
        assert library.text(vault, smoke) == SMOKE.replace("Smoke tests", "Check")
        assert library.text(vault, deploy) == DEPLOY.replace("smoke-tests", "Check")

    def test_a_skill_that_calls_itself_shows_what_was_stored(
        self, vault: Vault, space: Workspace, front: EditorView, smoke: int
    ) -> None:
        text = SMOKE + "2. @skill: smoke-tests\n"
        front.buffer.become(text)
        front.flush()
        write_title(front, "Check")
        front.steps.setFocus()
        stored = library.text(vault, smoke)
        assert stored == text.replace("Smoke tests", "Check").replace("smoke-tests", "Check")
        assert front.buffer.text == stored and not front.dirty

    def test_so_it_does_where_nobody_else_calls_it(
        self, vault: Vault, space: Workspace, front: EditorView
    ) -> None:
        again = library.save(vault, None, "# Again\n\n1. @skill: again\n").skill
        space.skills.documents.open_skill(again)
        editor = space.skills.documents.editor
        assert editor is not None
        write_title(editor, "Once more")
        assert not editor.header.rename_bar.isVisible() and library.text(vault, again).startswith(
            "# Again"
        )
        editor.steps.setFocus()
        assert library.text(vault, again) == '# Once more\n\n1. @skill: "Once more"\n'

    def test_without_callers_a_title_is_saved_like_any_text(
        self, vault: Vault, space: Workspace, front: EditorView, deploy: int
    ) -> None:
        space.skills.documents.open_skill(deploy)
        editor = space.skills.documents.editor
        assert editor is not None
        write_title(editor, "Ship")
        assert catalogue.row(vault, deploy).title == "Ship"  # type: ignore[union-attr]
        assert not editor.header.rename_bar.isVisible()

    def test_an_empty_title_leaves_the_callers_alone(
        self, vault: Vault, front: EditorView, deploy: int
    ) -> None:
        front.header.title.setFocus()
        front.header.title.selectAll()
        QTest.keyClick(front.header.title, Qt.Key.Key_Delete)
        front.steps.setFocus()
        assert library.text(vault, deploy) == DEPLOY

    def test_who_is_left_is_said(
        self, qtbot: QtBot, vault: Vault, front: EditorView, smoke: int
    ) -> None:
        library.save(vault, None, SMOKE, engram="Other")
        library.save(vault, None, DEPLOY.replace("Deploy", "Far"), engram="Third")
        write_title(front, "Check")
        with qtbot.waitSignal(front._context.say.warned) as warned:
            front.steps.setFocus()
        assert warned.args[0] == "Far not updated: the old name could also mean another skill."

    def test_many_callers_follow_as_a_job(
        self, qtbot: QtBot, vault: Vault, front: EditorView, smoke: int
    ) -> None:
        with vault.write("Fill") as write:
            meta = Meta(engrams.home(write))
            made = [
                library.put(write, None, DEPLOY.replace("Deploy", f"D{n}"), meta, Reason.EDITED)
                for n in range(40)
            ]
        write_title(front, "Check")
        with qtbot.waitSignal(front.autosave.renamed):
            front.steps.setFocus()
            assert front.autosave.saving
        assert len(catalogue.callers(vault, smoke)) == 41
        assert all("Check" in library.text(vault, one.skill) for one in made)


class TestUsages:
    def test_the_command_lists_them_and_a_choice_leads_there(
        self, qtbot: QtBot, space: Workspace, front: EditorView, deploy: int
    ) -> None:
        space.context.go.usages(front.skill_id or 0)
        dialog = opened(qtbot)
        assert nameless(dialog) == []
        assert dialog.windowTitle() == "Calls of Smoke tests"
        assert dialog.subtitle.text() == "2 calls in 1 skill"
        found = [dialog.list.model().index(n, 0).data(USAGE) for n in range(2)]
        assert [one.step for one in found] == [0, 2]
        assert dialog.focusWidget() is dialog.list
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
        editor = space.skills.documents.editor
        assert editor is not None and editor.skill_id == deploy
        assert editor.steps.current == 2
        assert not dialog.isVisible()

    def test_a_skill_nobody_calls_says_so(
        self, qtbot: QtBot, space: Workspace, front: EditorView, deploy: int
    ) -> None:
        space.context.go.usages(deploy)
        dialog = opened(qtbot)
        assert dialog.subtitle.text() == "No skill calls it."
        dialog.reject()

    def test_deleting_says_who_calls_it_and_shows_them(
        self, qtbot: QtBot, space: Workspace, front: EditorView, smoke: int
    ) -> None:
        with qtbot.waitSignal(space.context.say.told_more) as told:
            space.skills.skill_actions.delete((smoke,))
        sentence, action, act, undoable = told.args
        assert sentence == "Smoke tests moved to the bin. 1 skill calls it."
        assert action == "Show" and undoable
        act()
        dialog = opened(qtbot)
        assert dialog.list.model().rowCount() == 2
        dialog.reject()

    def test_deleting_from_inside_the_document_does_so_too(
        self, qtbot: QtBot, space: Workspace, front: EditorView
    ) -> None:
        with qtbot.waitSignal(space.context.say.told_more) as told:
            front.document_menu.delete()
        assert told.args[0] == "Smoke tests moved to the bin. 1 skill calls it."
        assert space.skills.documents.strip.count() == 0

    def test_moving_says_who_calls_it(
        self, qtbot: QtBot, space: Workspace, front: EditorView, smoke: int, deploy: int
    ) -> None:
        with qtbot.waitSignal(space.context.say.told_more) as told:
            space.skills.skill_actions.refile((smoke,), "Elsewhere")
        assert told.args[0] == "Moved to Elsewhere. 1 skill calls it."
        with qtbot.waitSignal(space.context.say.told_more) as told:
            front.document_menu.move("Here")
        assert told.args[0] == "Moved to Here. 1 skill calls it."
        with qtbot.waitSignal(space.context.say.told) as told:
            space.skills.skill_actions.refile((smoke, deploy), "Elsewhere")
        assert told.args[0] == "Moved to Elsewhere"


def opened(qtbot: QtBot) -> UsagesDialog:
    def found() -> UsagesDialog | None:
        active = QApplication.activeWindow()
        return active if isinstance(active, UsagesDialog) else None

    qtbot.waitUntil(lambda: found() is not None)
    dialog = found()
    assert dialog is not None
    return dialog
