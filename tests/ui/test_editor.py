"""One skill in its document, with a real vault: typing, saving, conflicts, drafts."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFocusFrame, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.core.actor import COMMAND_LINE, DISK, Actor
from app.core.library import (
    catalogue,
    drafts,
    engrams,
    form_drafts,
    history,
    library,
    skill_actions,
    undoing,
)
from app.core.library.record import Status
from app.core.skills.model import GoalKind
from app.core.store.errors import DiskFull
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.theme.focus import lead_to
from app.ui.views.skills.editor.notice import Trouble
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.widgets.compare_texts import CompareDialog
from tests.conftest import Clock
from tests.ui.names import nameless

DEPLOY = """# Deploy

Trigger: ship it
Success: it runs
Requires: $branch:string

1. Agree the window.
2. Check the target. @skill: validate(branch=$branch) -> $ok
3. Stop when it drifted. @branch: if $ok is false -> 5
4. Call @skill: smoke-test and watch.
   @loop: 2 max=3
5. Post the outcome.
"""


@pytest.fixture
def deploy(vault: Vault) -> int:
    library.save(vault, None, "# Validate\n\nRequires: $branch\n\n1. Look.\n")
    library.save(vault, None, "# Smoke tests\n\n1. Try it.\n")
    return library.save(vault, None, DEPLOY).skill


@pytest.fixture
def editor(qtbot: QtBot, context: AppContext, deploy: int) -> EditorView:
    view = _shown(qtbot, context)
    view.open_skill(deploy)
    return view


def _shown(qtbot: QtBot, context: AppContext) -> EditorView:
    view = EditorView(context)
    qtbot.addWidget(view)
    view.resize(800, 700)
    view.show()
    return view


def _field(editor: EditorView, position: int) -> StepField:
    """The open field of a step."""
    card = editor.steps.card(position)
    assert card is not None and card.field is not None
    return card.field


def _texts(editor: EditorView) -> list[str]:
    return [step.text for step in editor.reading.skill.steps]


def _stored(editor: EditorView) -> str:
    assert editor.skill_id is not None
    return library.text(editor._context.vault, editor.skill_id)


def _versions(vault: Vault, skill: int) -> list[str]:
    """What every version says, newest first."""
    return [history.text_of(vault, skill, one.number) for one in history.versions(vault, skill)]


class TestSaving:
    def test_typing_is_saved_after_a_pause(self, qtbot: QtBot, editor: EditorView) -> None:
        dirty: list[bool] = []
        editor.dirty_changed.connect(dirty.append)
        editor.step_editing.edit(1, -1)
        QTest.keyClicks(_field(editor, 1), " Tell all")
        assert editor.autosave.idle.isActive() and editor.dirty
        assert _stored(editor) == DEPLOY
        with qtbot.waitSignal(editor.saved):
            editor.autosave.idle.timeout.emit()
        assert _stored(editor) == DEPLOY.replace("window.", "window. Tell all")
        assert dirty == [True, False]

    def test_the_first_save_of_a_new_skill_makes_it(
        self, qtbot: QtBot, context: AppContext
    ) -> None:
        editor = _shown(qtbot, context)
        editor.new_skill(None)
        assert editor.flush() and editor.skill_id is None
        QTest.keyClicks(editor.header.title, "Ship it")
        assert editor.flush()
        assert editor.skill_id is not None
        assert _stored(editor).startswith("# Ship it\n")
        assert editor.title == "Ship it"

    def test_nothing_is_written_when_nothing_was_typed(self, editor: EditorView) -> None:
        assert editor.flush()
        assert editor.skill_id is not None
        assert len(history.versions(editor._context.vault, editor.skill_id)) == 1

    def test_leaving_for_another_part_of_the_window_saves(
        self, qtbot: QtBot, editor: EditorView
    ) -> None:
        editor.buffer.replace(0, 0, "<!-- a -->\n")
        editor._leaving._on_focus_changed(editor.header.title, QWidget())
        assert not editor.dirty

    def test_line_ends_come_back_as_they_were(
        self, qtbot: QtBot, context: AppContext, vault: Vault
    ) -> None:
        text = "# Windows\r\n\r\n1. One\r\n2. Two\r\n"
        skill = library.save(vault, None, text).skill
        editor = _shown(qtbot, context)
        editor.open_skill(skill)
        assert not editor.dirty
        editor.step_editing.edit(2, -1)
        QTest.keyClicks(_field(editor, 2), "!")
        assert editor.flush()
        assert library.text(vault, skill) == text.replace("Two", "Two!")

    def test_a_full_disk_keeps_the_text_and_offers_to_try_again(
        self, qtbot: QtBot, editor: EditorView, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_args: object, **_more: object) -> None:
            raise DiskFull("The disk is full.", "Make room, then try again.")

        editor.buffer.replace(0, 0, "\n")
        with monkeypatch.context() as full:
            full.setattr(library, "save", fail)
            assert not editor.autosave.save()
        assert editor.notice_bar.isVisible() and "disk is full" in editor.notice_bar.text
        assert editor.dirty
        editor.notice_bar.buttons[0].click()
        assert editor.notice_bar.isHidden() and _stored(editor) == "\n" + DEPLOY


class TestOthers:
    def test_another_text_is_taken_when_nothing_was_typed(
        self, qtbot: QtBot, editor: EditorView, deploy: int
    ) -> None:
        vault = editor._context.vault
        editor.show_mode(TEXT)
        editor.text_view.select(100, 100)
        with qtbot.waitSignal(editor._context.bridge.changed):
            library.save(vault, deploy, DEPLOY.replace("outcome", "result"), actor=Actor("agent"))
        assert "Post the result." in editor.buffer.text
        assert editor.text_view.at == 100
        assert not editor.dirty and editor.notice_bar.isHidden()

    def test_a_stale_edit_loses_nothing(
        self, qtbot: QtBot, editor: EditorView, deploy: int
    ) -> None:
        vault = editor._context.vault
        editor.step_editing.edit(5, -1)
        QTest.keyClicks(_field(editor, 5), " Mine")
        theirs = DEPLOY.replace("outcome", "result")
        library.save(vault, deploy, theirs, actor=Actor("agent"))
        assert not editor.flush()
        assert editor.autosave.notice is not None
        assert editor.autosave.notice.trouble is Trouble.CHANGED
        assert "outcome. Mine" in editor.buffer.text
        assert drafts.drafts(vault)[0].text == editor.buffer.stored
        compare, _take, keep = editor.notice_bar.buttons
        compare.click()
        dialog = editor.findChild(CompareDialog)
        assert dialog is not None and dialog.diff.change_count == 1
        dialog.accept()
        with qtbot.waitSignal(editor._context.say.told_more) as told:
            keep.click()
        assert told.args is not None and told.args[0] == "Their text is version 2"
        mine = DEPLOY.replace("outcome.", "outcome. Mine")
        assert _versions(vault, deploy) == [mine, theirs, DEPLOY]
        assert drafts.drafts(vault) == ()

    def test_theirs_is_taken_and_ours_stays_in_the_history(
        self, qtbot: QtBot, editor: EditorView, deploy: int
    ) -> None:
        vault, mine = editor._context.vault, DEPLOY.replace("outcome", "ending")
        editor.buffer.become(mine)
        theirs = DEPLOY.replace("outcome", "result")
        library.save(vault, deploy, theirs, actor=Actor("agent"))
        editor.autosave.look_again()
        with qtbot.waitSignal(editor._context.say.told_more) as told:
            editor.notice_bar.buttons[1].click()
        assert told.args is not None and told.args[0] == "Your text is version 3"
        assert editor.buffer.text == theirs and not editor.dirty
        assert editor.notice_bar.isHidden()
        assert _versions(vault, deploy) == [theirs, mine, theirs, DEPLOY]
        editor.undoing.undo()
        assert editor.buffer.text == mine and editor.dirty
        assert editor.flush() and _stored(editor) == mine

    def test_undo_of_the_window_brings_ours_back(self, editor: EditorView, deploy: int) -> None:
        vault, mine = editor._context.vault, DEPLOY.replace("outcome", "ending")
        editor.buffer.become(mine)
        library.save(vault, deploy, DEPLOY.replace("outcome", "result"), actor=Actor("agent"))
        editor.autosave.look_again()
        editor.autosave.take_theirs()
        undoing.undo(vault)
        editor.autosave.look_again()
        assert editor.buffer.text == mine and not editor.dirty

    def test_a_conflict_that_is_typed_away_is_none(self, editor: EditorView, deploy: int) -> None:
        vault, theirs = editor._context.vault, DEPLOY.replace("outcome", "result")
        editor.buffer.become(DEPLOY.replace("outcome", "ending"))
        library.save(vault, deploy, theirs, actor=Actor("agent"))
        editor.autosave.look_again()
        assert editor.notice_bar.isVisible()
        editor.buffer.become(DEPLOY)
        editor.autosave.idle.timeout.emit()
        assert editor.buffer.text == theirs and editor.notice_bar.isHidden() and not editor.dirty

    def test_a_deleted_skill_can_be_put_back(
        self, qtbot: QtBot, editor: EditorView, deploy: int
    ) -> None:
        with qtbot.waitSignal(editor._context.bridge.changed):
            library.delete(editor._context.vault, deploy, actor=Actor("agent"))
        assert "deleted" in editor.notice_bar.text
        editor.buffer.replace(0, 0, "\n")
        assert not editor.flush()
        editor.notice_bar.buttons[0].click()
        assert _stored(editor) == "\n" + DEPLOY and editor.notice_bar.isHidden()

    def test_moving_the_skill_elsewhere_is_no_conflict(
        self, editor: EditorView, deploy: int
    ) -> None:
        vault = editor._context.vault
        editor.buffer.replace(0, 0, "\n")
        state = library.current(vault, deploy)
        assert state is not None
        library.refile(vault, deploy, state[2])
        editor.autosave.look_again()
        assert editor.flush() and _stored(editor) == "\n" + DEPLOY

    def test_a_quarantined_skill_is_released(
        self, qtbot: QtBot, context: AppContext, vault: Vault, editor: EditorView
    ) -> None:
        from dataclasses import replace  # noqa: PLC0415

        skill = library.save(vault, None, "# Smoke-test\n\n1. Try.\n").skill
        state = library.current(vault, skill)
        assert state is not None
        library.refile(vault, skill, replace(state[2], status=Status.QUARANTINED))
        editor.library_watch.learn()
        editor.reader.read_now()
        (said,) = (f for f in editor.reading.findings if f.code == "call-unknown")
        assert "in quarantine" in said.message and "Release it" in said.detail
        other = _shown(qtbot, context)
        other.open_skill(skill)
        other.document_menu.release()
        row = catalogue.row(vault, skill)
        assert row is not None and row.status is Status.ACTIVE


class TestFiling:
    def test_a_version_is_named_moved_and_copied(
        self, editor: EditorView, deploy: int, vault: Vault
    ) -> None:
        engrams.create(vault, "Field work")
        editor.document_menu.name_version("before the audit")
        assert "before the audit" in [v.label for v in history.versions(vault, deploy)]
        editor.document_menu.move("Field work")
        row = catalogue.row(vault, deploy)
        assert row is not None and row.engram_name == "Field work"
        asked: list[int] = []
        editor._context.go.skill_requested.connect(lambda skill, _keep: asked.append(skill))
        editor.document_menu.duplicate()
        assert library.text(vault, asked[0]) == DEPLOY.replace("# Deploy", "# Deploy copy")

    def test_deleting_keeps_nothing_behind_and_can_be_undone(
        self, editor: EditorView, deploy: int, vault: Vault
    ) -> None:
        gone: list[int] = []
        editor.deleted.connect(lambda skill, _callers: gone.append(skill))
        editor.buffer.replace(0, 0, "\n")
        editor.document_menu.delete()
        assert gone == [deploy] and catalogue.row(vault, deploy) is None
        assert drafts.drafts(vault) == ()
        undoing.undo(vault)
        assert library.text(vault, deploy) == "\n" + DEPLOY

    def test_what_cannot_be_done_is_explained(
        self, editor: EditorView, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_args: object, **_more: object) -> None:
            raise DiskFull("The disk is full.", "Make room, then try again.")

        monkeypatch.setattr(skill_actions, "release", fail)
        editor.document_menu.release()
        assert editor.notice_bar.text == "The disk is full. Make room, then try again."
        editor.notice_bar.buttons[0].click()
        assert editor.notice_bar.isHidden()

    def test_the_menu_has_every_engram(self, editor: EditorView, vault: Vault) -> None:
        engrams.create(vault, "Field work")
        menu = editor.document_menu.menu()
        moves = next(one for one in menu.findChildren(QMenu) if one.title() == "Move to engram")
        assert [action.text() for action in moves.actions()] == ["Field work", "Skills"]

    def test_a_role_is_chosen_in_the_menu(
        self, editor: EditorView, vault: Vault, deploy: int
    ) -> None:
        def roles() -> list[QAction]:
            menus = editor.document_menu.menu().findChildren(QMenu)
            return next(one for one in menus if one.title() == "Role").actions()

        next(one for one in roles() if one.text() == "protocol").trigger()
        row = catalogue.row(vault, deploy)
        assert row is not None and row.role == "protocol"
        assert [one.text() for one in roles() if one.isChecked()] == ["protocol"]
        next(one for one in roles() if one.text() == "From its text").trigger()
        row = catalogue.row(vault, deploy)
        assert row is not None and row.role != "protocol"


class TestDrafts:
    def test_what_is_typed_is_kept_within_half_a_second_and_is_no_version(
        self, qtbot: QtBot, editor: EditorView, deploy: int, vault: Vault
    ) -> None:
        assert editor.autosave.drafting.interval() <= 500
        for words in ("kept ", "as well "):
            editor.buffer.replace(0, 0, words)
            editor.autosave.idle.stop()  # somebody goes on typing
            qtbot.waitUntil(
                lambda: [one.text for one in drafts.drafts(vault)] == [editor.buffer.stored]
            )
        assert editor.dirty and library.text(vault, deploy) == DEPLOY

    def test_what_was_typed_before_a_crash_is_offered(
        self, qtbot: QtBot, context: AppContext, editor: EditorView, deploy: int, vault: Vault
    ) -> None:
        editor.buffer.replace(0, 0, "kept ")
        editor.autosave.drafting.timeout.emit()
        crashed = editor.buffer.stored
        editor.autosave._watching = False
        again = _shown(qtbot, context)
        again.open_skill(deploy)
        assert again.buffer.text == DEPLOY and "was kept" in again.notice_bar.text
        again.notice_bar.buttons[0].click()
        assert again.buffer.stored == crashed and again.dirty
        assert again.flush() and library.text(vault, deploy) == crashed
        assert drafts.drafts(vault) == ()

    def test_a_draft_can_be_thrown_away(
        self, qtbot: QtBot, context: AppContext, deploy: int, vault: Vault
    ) -> None:
        drafts.keep(vault, deploy, None, "# Other\n")
        editor = _shown(qtbot, context)
        editor.open_skill(deploy)
        editor.notice_bar.buttons[1].click()
        assert drafts.drafts(vault) == () and editor.buffer.text == DEPLOY

    def test_a_draft_that_is_restored_late_is_a_version_of_its_own(
        self, qtbot: QtBot, context: AppContext, deploy: int, vault: Vault
    ) -> None:
        """What was typed and saved beside the offer stays in the history."""
        drafts.keep(vault, deploy, None, "# Other\n")
        editor = _shown(qtbot, context)
        editor.open_skill(deploy)
        editor.buffer.replace(0, 0, "Saved. ")
        assert editor.flush()
        editor.buffer.replace(0, 0, "Typed. ")
        editor.notice_bar.buttons[0].click()
        assert editor.flush()
        said = [
            history.text_of(vault, deploy, one.number) for one in history.versions(vault, deploy)
        ]
        assert said[:2] == ["# Other\n", "Typed. Saved. " + DEPLOY]
        undoing.undo(vault)
        assert library.text(vault, deploy) == "Typed. Saved. " + DEPLOY

    def test_typing_beside_an_offered_draft_keeps_both(
        self, qtbot: QtBot, context: AppContext, deploy: int, vault: Vault
    ) -> None:
        drafts.keep(vault, deploy, None, "# Other\n")
        editor = _shown(qtbot, context)
        editor.open_skill(deploy)
        editor.buffer.replace(0, 0, "\n")
        editor.autosave.keep_draft()
        assert editor.flush()
        assert [draft.text for draft in drafts.drafts(vault)] == ["# Other\n"]

    def test_what_was_typed_beside_an_offer_before_a_crash_is_offered_before_it(
        self, qtbot: QtBot, context: AppContext, deploy: int, vault: Vault, clock: Clock
    ) -> None:
        older, newer = _typed_beside_an_offer(qtbot, context, deploy, clock)
        editor = _shown(qtbot, context)
        editor.open_skill(deploy)
        assert "and 1 older text" in editor.notice_bar.text
        editor.notice_bar.buttons[0].click()
        assert editor.buffer.stored == newer
        assert editor.flush() and library.text(vault, deploy) == newer
        assert editor.notice_bar.text.endswith("was kept.")
        editor.notice_bar.buttons[0].click()
        assert editor.buffer.stored == older and editor.autosave.notice is not None
        assert editor.autosave.notice.trouble is Trouble.CHANGED
        editor.notice_bar.buttons[1].click()
        assert set(_versions(vault, deploy)) == {newer, older, DEPLOY}
        assert _all_drafts(vault, deploy) == [] and editor.notice_bar.isHidden()

    def test_unsaved_texts_are_discarded_one_by_one(
        self, qtbot: QtBot, context: AppContext, deploy: int, vault: Vault, clock: Clock
    ) -> None:
        older, newer = _typed_beside_an_offer(qtbot, context, deploy, clock)
        editor = _shown(qtbot, context)
        editor.open_skill(deploy)
        assert _all_drafts(vault, deploy) == [older, newer]
        editor.notice_bar.buttons[1].click()
        assert _all_drafts(vault, deploy) == [older] and editor.notice_bar.isVisible()
        editor.notice_bar.buttons[1].click()
        assert _all_drafts(vault, deploy) == [] and editor.notice_bar.isHidden()

    def test_typing_on_beside_two_offers_loses_none(
        self, qtbot: QtBot, context: AppContext, deploy: int, vault: Vault, clock: Clock
    ) -> None:
        older, newer = _typed_beside_an_offer(qtbot, context, deploy, clock)
        newest = _typed_and_killed(qtbot, context, deploy, clock, " CCC")
        assert _all_drafts(vault, deploy) == [older, newest, newer]

    def test_a_new_skill_goes_on_where_a_crash_ended_it(
        self, qtbot: QtBot, context: AppContext, vault: Vault, clock: Clock
    ) -> None:
        drafts.keep(vault, None, None, "# Half\n\n1. Writt")
        clock.pass_seconds(60)
        editor = _shown(qtbot, context)
        editor.new_skill(None)
        assert editor.buffer.text == "# Half\n\n1. Writt" and editor.dirty
        assert editor.flush() and drafts.drafts(vault) == ()
        assert editor.title == "Half"

    def test_the_draft_of_an_open_editor_is_left_alone(
        self, qtbot: QtBot, context: AppContext, vault: Vault
    ) -> None:
        drafts.keep(vault, None, None, "# Just now")
        editor = _shown(qtbot, context)
        editor.new_skill(None)
        assert editor.buffer.text == ""


def _typed_beside_an_offer(
    qtbot: QtBot, context: AppContext, skill: int, clock: Clock
) -> tuple[str, str]:
    """What two processes in a row were killed with, neither of them having decided anything."""
    return (
        _typed_and_killed(qtbot, context, skill, clock, " AAA"),
        _typed_and_killed(qtbot, context, skill, clock, " BBB"),
    )


def _typed_and_killed(
    qtbot: QtBot, context: AppContext, skill: int, clock: Clock, more: str
) -> str:
    """The text of a skill with more at its end, in a process that ends before it is saved."""
    editor = _shown(qtbot, context)
    editor.open_skill(skill)
    editor.buffer.replace(len(DEPLOY) - 1, len(DEPLOY) - 1, more)
    editor.autosave.drafting.timeout.emit()
    typed = editor.buffer.stored
    editor.autosave._watching = False
    assert typed == f"{DEPLOY[:-1]}{more}\n"
    clock.pass_seconds(60)
    return typed


def _all_drafts(vault: Vault, skill: int) -> list[str]:
    """The draft of a skill, and then those that were written beside it."""
    beside = form_drafts.drafts(vault, f"skill {skill}")
    return [
        *(one.text for one in drafts.drafts(vault) if one.skill == skill),
        *(one.values["text"] for one in beside),
    ]


class TestHead:
    def test_the_title_is_edited_in_its_line(self, qtbot: QtBot, editor: EditorView) -> None:
        titles: list[str] = []
        editor.title_changed.connect(titles.append)
        editor.header.title.setFocus()
        editor.header.title.end(False)
        QTest.keyClicks(editor.header.title, "ment")
        assert editor.buffer.text == DEPLOY.replace("# Deploy", "# Deployment")
        editor.reader.idle.timeout.emit()
        assert titles == ["Deployment"]

    def test_a_goal_is_edited_in_its_lines_only(self, qtbot: QtBot, editor: EditorView) -> None:
        QTest.mouseClick(editor.chips.chip(GoalKind.SUCCESS), Qt.MouseButton.LeftButton)
        field = editor.chips.box.field
        assert field.text == "it runs" and editor.chips.box.isVisible()
        QTest.keyClicks(field, " well")
        assert editor.buffer.text == DEPLOY.replace("it runs", "it runs well")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert editor.chips.box.isHidden()
        assert editor.chips.chip(GoalKind.SUCCESS).hasFocus()
        QTest.mouseClick(editor.chips.chip(GoalKind.SUCCESS), Qt.MouseButton.LeftButton)
        QTest.mouseClick(editor.chips.box.close_button, Qt.MouseButton.LeftButton)
        assert editor.chips.box.isHidden()
        assert editor.chips.chip(GoalKind.SUCCESS).hasFocus()

    def test_tab_goes_from_goal_to_goal_and_on_behind_the_last(self, editor: EditorView) -> None:
        kinds, field = list(GoalKind), editor.chips.box.field
        editor.goal_editing.open(kinds[0])
        QTest.keyClicks(field, "one\ttwo")
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert editor.chips.open_kind is kinds[2] and field.hasFocus()
        QTest.keyClick(field, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        assert editor.chips.open_kind is kinds[1] and field.text.endswith("two")
        editor.goal_editing.open(kinds[-1])
        before = editor.buffer.text
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert not field.hasFocus() and editor.buffer.text == before

    def test_a_missing_goal_is_written_and_taken_out_again(
        self, qtbot: QtBot, editor: EditorView
    ) -> None:
        chip = editor.chips.chip(GoalKind.OUT_OF_SCOPE)
        assert not chip.written
        editor.goal_editing.open(GoalKind.OUT_OF_SCOPE)
        field = editor.chips.box.field
        QTest.keyClicks(field, "hotfixes")
        editor.reader.read_now()
        assert "\nOut of scope: hotfixes\n" in editor.buffer.text and chip.written
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        assert editor.buffer.text == DEPLOY

    def test_undo_in_a_goal_is_undo_of_the_text(self, qtbot: QtBot, editor: EditorView) -> None:
        editor.goal_editing.open(GoalKind.SUCCESS)
        field = editor.chips.box.field
        QTest.keyClicks(field, " x")
        QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert editor.buffer.text == DEPLOY and field.text == "it runs"


class TestReadOnly:
    def test_a_preview_cannot_be_changed(
        self, qtbot: QtBot, context: AppContext, vault: Vault
    ) -> None:
        editor = _shown(qtbot, context)
        editor.preview(DEPLOY)
        editor.step_editing.edit(1, 0)
        assert editor.steps.card(1).field is None  # type: ignore[union-attr]
        editor.step_editing.delete(1)
        editor.step_editing.move(1, 2)
        editor.show_mode(TEXT)
        QTest.keyClicks(editor.text_view, "x")
        editor.goal_editing.open(GoalKind.SUCCESS)
        QTest.keyClicks(editor.chips.box.field, "x")
        QTest.keyClicks(editor.header.title, "x")
        assert editor.buffer.text == DEPLOY
        assert editor.flush() and catalogue.rows(vault) == () and drafts.drafts(vault) == ()


class TestEverywhere:
    def test_everything_that_takes_focus_has_a_name(self, editor: EditorView) -> None:
        editor.step_editing.edit(1, 0)
        editor.goal_editing.open(GoalKind.TRIGGER)
        assert nameless(editor) == []

    def test_pasting_a_procedure_into_a_new_skill(self, qtbot: QtBot, context: AppContext) -> None:
        editor = _shown(qtbot, context)
        editor.new_skill(None)
        QApplication.clipboard().setText(DEPLOY)
        QTest.keyClick(editor.header.title, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert editor.buffer.text == DEPLOY and editor.title == "Deploy"
        assert len(_texts(editor)) == 5 and editor.chips.chip(GoalKind.TRIGGER).written

    def test_the_mode_keeps_the_place(self, editor: EditorView) -> None:
        editor.steps.go_to(3)
        editor.show_mode(TEXT)
        assert editor.reading.skill.steps[2].body_start == editor.text_view.at
        editor.show_mode(STEPS)
        assert editor.steps.current == 3


def test_a_goal_that_is_left_with_a_key_shows_where_the_keyboard_is(editor: EditorView) -> None:
    chip = editor.chips.chip(GoalKind.SUCCESS)
    chip.click()
    QTest.keyClick(editor.chips.box.field, Qt.Key.Key_Escape)
    assert chip.hasFocus()
    (ring,) = editor.findChildren(QFocusFrame)
    assert ring.widget() is chip and ring.isVisible()


def test_an_empty_description_has_a_ring(editor: EditorView) -> None:
    lead_to(editor.header.description)
    (ring,) = editor.findChildren(QFocusFrame)
    assert ring.widget() is editor.header.description


def test_when_it_was_saved_is_the_time_in_the_history(
    qtbot: QtBot, editor: EditorView, vault: Vault, clock: Clock, deploy: int
) -> None:
    said = editor.header.about.facts

    def is_told() -> bool:
        at = history.versions(vault, deploy)[0].at.astimezone()
        return f"saved {at:%H:%M}" in said.text()

    editor.step_editing.edit(1, -1)
    QTest.keyClicks(_field(editor, 1), " Now.")
    assert editor.flush() and is_told()
    for change in (
        lambda: skill_actions.set_role(vault, "utility", deploy),
        lambda: undoing.undo(vault),
        lambda: undoing.redo(vault),
        lambda: history.restore(vault, deploy, 1),
    ):
        clock.pass_seconds(60)
        change()
        qtbot.waitUntil(is_told)
    assert " by " not in said.text()


@pytest.mark.parametrize(
    ("actor", "who"),
    [
        (COMMAND_LINE, "command line"),
        (Actor("agent", "claude-code", "a"), "claude-code"),
        (DISK, "an edit on disk"),
    ],
)
def test_what_was_saved_elsewhere_says_when_and_by_whom(
    qtbot: QtBot,
    context: AppContext,
    editor: EditorView,
    vault: Vault,
    clock: Clock,
    deploy: int,
    actor: Actor,
    who: str,
) -> None:
    said = editor.header.about.facts
    editor.hide()
    clock.pass_seconds(600)
    at = clock().astimezone()
    with qtbot.waitSignal(context.bridge.changed):
        library.save(vault, deploy, DEPLOY + "9. Rest.\n", actor=actor)
    clock.pass_seconds(600)
    editor.show()
    assert f"saved {at:%H:%M} by {who}" in said.text()
    editor.buffer.become(editor.buffer.text + "10. Sleep.\n")
    assert editor.flush() and " by " not in said.text()
