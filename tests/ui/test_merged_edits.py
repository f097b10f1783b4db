"""What another process saves in a skill that is being written: merged, or a choice of two."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, drafts, history, library
from app.core.memory import nodes
from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.views.skills.editor.notice import Notice, Trouble
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.views.skills.editor.view import TEXT, EditorView
from app.ui.widgets.compare_texts import CompareDialog
from app.ui.widgets.toast import Toast
from tests.other_process import OtherProcess, other_process
from tests.ui.conftest import Started
from tests.ui.opened import at_rest, documents_of, editor_of, space_of, until, vault_of

DEPLOY = """# Deploy

Success: it runs

1. Agree on a window.
2. Build it.
3. Ship it.
4. Watch it.
5. Tell everybody.
"""
THEIRS = DEPLOY.replace("3. Ship", "3. Wait for it.\n4. Ship")
"""A step more in the middle."""
OTHER_END = DEPLOY.replace("everybody", "nobody")


@pytest.fixture
def skill(home: Path, data_key: bytes) -> int:
    with Vault(home, data_key) as vault:
        made = library.save(vault, None, DEPLOY).skill
        nodes.catch_up(vault)
        return made


@pytest.fixture
def techne(qtbot: QtBot, start: Started, home: Path, skill: int, data_key: bytes) -> Techne:
    """The application at rest, with the skill open."""
    techne = at_rest(qtbot, start(home), data_key, skill)
    editor_of(techne).autosave.idle.setInterval(3_600_000)  # only when a test says so
    return techne


@pytest.fixture
def agent(techne: Techne, home: Path, data_key: bytes) -> Iterator[OtherProcess]:
    """Another process that has the vault open."""
    with other_process(home, data_key) as process:
        process.run("from app.core.actor import Actor")
        yield process


def _save(agent: OtherProcess, skill: int, text: str) -> None:
    agent.run(f"library.save(vault, {skill}, {text!r}, actor=Actor('agent', 'claude-code'))")


def _versions(vault: Vault, skill: int) -> list[str]:
    """What every version says, newest first."""
    return [history.text_of(vault, skill, one.number) for one in history.versions(vault, skill)]


def _write_in_step(editor: EditorView, position: int, words: str) -> None:
    editor.step_editing.edit(position, -1)
    field = editor.step_editing.field
    assert field is not None
    field.setFocus()
    QTest.keyClicks(field, words)


class TestMerging:
    def test_a_change_elsewhere_is_merged_while_somebody_writes(
        self, qtbot: QtBot, techne: Techne, agent: OtherProcess, skill: int
    ) -> None:
        """The keyboard goes on in the same step, which has another number by then."""
        editor, vault = editor_of(techne), vault_of(techne)
        _write_in_step(editor, 5, " And")
        with qtbot.waitSignal(editor.autosave.merged):
            _save(agent, skill, THEIRS)
        assert editor.autosave.notice is None
        field = editor.step_editing.field
        assert field is not None and field.hasFocus() and editor.step_editing.position == 6
        QTest.keyClicks(field, " go.")
        assert "4. Ship" in editor.buffer.text
        assert "everybody. And go." in editor.buffer.text
        assert editor.flush()
        mine = editor.buffer.stored
        assert _versions(vault, skill) == [mine, THEIRS, DEPLOY]
        assert drafts.drafts(vault) == ()

    def test_in_the_text_the_caret_stays(
        self, qtbot: QtBot, techne: Techne, agent: OtherProcess, skill: int
    ) -> None:
        editor = editor_of(techne)
        editor.show_mode(TEXT)
        at = DEPLOY.index("everybody")
        editor.text_view.select(at, at)
        editor.text_view.setFocus()
        QTest.keyClicks(editor.text_view, "simply ")
        with qtbot.waitSignal(editor.autosave.merged):
            _save(agent, skill, THEIRS.replace("Agree on", "Choose"))
        QTest.keyClicks(editor.text_view, "just ")
        assert "Tell simply just everybody." in editor.buffer.text
        assert "1. Choose a window." in editor.buffer.text

    def test_one_undo_takes_the_change_out_again_and_redo_brings_it_back(
        self, qtbot: QtBot, techne: Techne, agent: OtherProcess, skill: int
    ) -> None:
        editor = editor_of(techne)
        _write_in_step(editor, 5, " And")
        mine = editor.buffer.text
        with qtbot.waitSignal(editor.autosave.merged):
            _save(agent, skill, THEIRS.replace("Agree on", "Choose"))
        merged = editor.buffer.text
        editor.undoing.undo()
        assert editor.buffer.text == mine
        editor.undoing.redo()
        assert editor.buffer.text == merged

    def test_it_says_who_and_shows_what(
        self, qtbot: QtBot, techne: Techne, agent: OtherProcess, skill: int
    ) -> None:
        editor = editor_of(techne)
        _write_in_step(editor, 5, " And")
        with qtbot.waitSignal(editor._context.say.told_more) as told:
            _save(agent, skill, THEIRS)
        assert told.args is not None
        said, action, show, _undoable = told.args
        assert (said, action) == ("Merged with a change by claude-code", "Show")
        assert techne.window.findChildren(Toast)
        show()
        (dialog,) = techne.window.findChildren(CompareDialog)
        assert dialog.diff.change_count == 1

    def test_what_is_saved_before_the_news_arrive_is_merged_too(
        self, qtbot: QtBot, techne: Techne, agent: OtherProcess, skill: int
    ) -> None:
        """Also by the save that a closing tab waits for."""
        editor, vault, documents = editor_of(techne), vault_of(techne), documents_of(techne)
        agent.take_to_edit(skill, THEIRS)
        _write_in_step(editor, 5, " And")
        documents.close_current()
        assert documents.editor is editor and editor.is_saving
        agent.commit()
        until(qtbot, lambda: documents.editor is None)
        merged = THEIRS.replace("everybody.", "everybody. And")
        assert library.text(vault, skill) == merged
        assert _versions(vault, skill)[1:] == [THEIRS, DEPLOY]

    def test_what_the_same_window_changes_is_merged_too(self, techne: Techne, skill: int) -> None:
        editor, vault = editor_of(techne), vault_of(techne)
        _write_in_step(editor, 5, " And")
        library.save(vault, skill, DEPLOY.replace("Ship", "Send"), sitting=False)
        assert editor.flush()
        assert "Send it." in library.text(vault, skill)
        assert "everybody. And" in library.text(vault, skill)


class TestLongTexts:
    """They are merged by a job, and nothing is saved before that is done."""

    LONG = DEPLOY + "6. " + "Look at every log. " * 1_200 + "\n"

    @pytest.fixture
    def editor(self, techne: Techne, skill: int) -> EditorView:
        editor = editor_of(techne)
        editor.buffer.become(self.LONG)
        assert editor.flush()
        return editor

    def test_typing_goes_on_while_they_are_merged(
        self, qtbot: QtBot, editor: EditorView, agent: OtherProcess, skill: int, techne: Techne
    ) -> None:
        editor.buffer.become(self.LONG.replace("everybody", "somebody"))
        with qtbot.waitSignal(editor.autosave.saving_changed):
            _save(agent, skill, self.LONG.replace("3. Ship", "3. Wait for it.\n4. Ship"))
        assert editor.is_saving and not editor.flush()
        editor.buffer.become(editor.buffer.text.replace("Agree on", "Choose"))
        until(qtbot, lambda: not editor.is_saving)
        assert all(words in editor.buffer.text for words in ("somebody", "Wait for", "Choose"))
        assert editor.flush()
        assert library.text(vault_of(techne), skill) == editor.buffer.stored

    def test_a_tab_that_is_closed_waits_for_it(
        self, qtbot: QtBot, editor: EditorView, agent: OtherProcess, skill: int, techne: Techne
    ) -> None:
        editor.buffer.become(self.LONG.replace("everybody", "somebody"))
        with qtbot.waitSignal(editor.autosave.saving_changed):
            _save(agent, skill, self.LONG.replace("Agree on", "Choose"))
        documents_of(techne).close_current()
        until(qtbot, lambda: documents_of(techne).editor is None)
        text = library.text(vault_of(techne), skill)
        assert "somebody" in text and "Choose" in text

    def test_a_conflict_of_theirs_keeps_the_tab(
        self, qtbot: QtBot, editor: EditorView, agent: OtherProcess, skill: int, techne: Techne
    ) -> None:
        editor.buffer.become(self.LONG.replace("everybody", "somebody"))
        _save(agent, skill, self.LONG.replace("everybody", "nobody"))
        until(qtbot, lambda: editor.autosave.notice is not None)
        assert editor.autosave.notice is not None
        assert editor.autosave.notice.trouble is Trouble.CHANGED
        documents = documents_of(techne)
        documents.close_current()
        assert documents.editor is editor and not editor.is_saving
        assert drafts.drafts(vault_of(techne))[0].text == editor.buffer.stored


class TestConflicts:
    @pytest.fixture
    def torn(self, qtbot: QtBot, techne: Techne, agent: OtherProcess, skill: int) -> EditorView:
        """The last step is written on, and says something else in the library."""
        editor = editor_of(techne)
        _write_in_step(editor, 5, " And go.")
        _save(agent, skill, OTHER_END)
        until(qtbot, lambda: editor.autosave.notice is not None)
        assert editor.autosave.notice is not None
        assert editor.autosave.notice.trouble is Trouble.CHANGED
        return editor

    def test_ours_is_kept_at_once(self, techne: Techne, torn: EditorView, skill: int) -> None:
        """Whatever becomes of the process: what was typed is offered when it is opened again."""
        vault = vault_of(techne)
        assert [one.text for one in drafts.drafts(vault)] == [torn.buffer.stored]
        assert library.text(vault, skill) == OTHER_END

    @pytest.mark.parametrize("choice", ["theirs", "mine"])
    def test_whichever_is_chosen_the_other_is_a_version(
        self, techne: Techne, torn: EditorView, skill: int, choice: str
    ) -> None:
        vault, mine = vault_of(techne), torn.buffer.stored
        (button,) = [one for one in torn.notice_bar.buttons if one.objectName() == choice]
        button.click()
        chosen, other = (OTHER_END, mine) if choice == "theirs" else (mine, OTHER_END)
        assert library.text(vault, skill) == torn.buffer.stored == chosen
        assert other in _versions(vault, skill)[1:]
        assert drafts.drafts(vault) == () and torn.notice_bar.isHidden() and not torn.dirty

    def test_what_is_typed_while_theirs_is_being_taken_stays(
        self, qtbot: QtBot, techne: Techne, torn: EditorView, agent: OtherProcess, skill: int
    ) -> None:
        vault, mine = vault_of(techne), torn.buffer.stored
        agent.take()
        torn.autosave.take_theirs()
        torn.buffer.become(torn.buffer.text.replace("Agree on", "Choose"))
        agent.release()
        until(qtbot, lambda: torn.autosave.notice is None)
        assert torn.buffer.text == OTHER_END.replace("Agree on", "Choose")
        torn.flush()
        until(qtbot, lambda: not torn.dirty)
        assert _versions(vault, skill)[1:] == [OTHER_END, mine, OTHER_END, DEPLOY]

    @pytest.mark.parametrize("act", ["duplicate", "delete"])
    def test_what_the_list_is_asked_to_do_waits_for_the_choice(
        self, qtbot: QtBot, techne: Techne, torn: EditorView, skill: int, act: str
    ) -> None:
        vault, actions = vault_of(techne), space_of(techne).skills.skill_actions
        with qtbot.waitSignal(actions.context.say.warned):
            getattr(actions, act)((skill,))
        assert [row.id for row in catalogue.rows(vault)] == [skill]
        assert documents_of(techne).editor is torn and "And go." in torn.buffer.text

    def test_another_change_of_theirs_may_end_it(
        self, qtbot: QtBot, techne: Techne, torn: EditorView, agent: OtherProcess, skill: int
    ) -> None:
        _save(agent, skill, THEIRS)
        until(qtbot, lambda: torn.autosave.notice is None)
        assert "Wait for it" in torn.buffer.text and "And go." in torn.buffer.text

    def test_its_tab_says_why_it_stays(
        self, qtbot: QtBot, techne: Techne, torn: EditorView
    ) -> None:
        documents = documents_of(techne)
        closing: tuple[Callable[[], object], ...] = (
            documents.close_current,
            lambda: documents.close_tab(documents.strip.current),
            lambda: documents._close(documents.strip.numbers()),
        )
        for close in closing:
            with qtbot.waitSignal(torn._context.say.warned) as warned:
                close()
            assert warned.args is not None and "was changed elsewhere" in warned.args[0]
            assert documents.editor is torn and techne.window.banner.isVisible()
        torn.autosave.keep_mine()
        assert not techne.window.banner.isVisible(), "that is settled"

    def test_nothing_that_needs_it_saved_is_ignored(
        self, qtbot: QtBot, techne: Techne, torn: EditorView, skill: int
    ) -> None:
        space, done = space_of(techne), list[str]()
        acts: tuple[Callable[[], object], ...] = (
            lambda: torn.when_saved(lambda: done.append("saved")),
            torn.document_menu.duplicate,
            lambda: documents_of(techne).open_training(skill),
            lambda: space.skills.proposals.describe((skill,)),
        )
        for act in acts:
            with qtbot.waitSignal(torn._context.say.warned) as warned:
                act()
            assert warned.args is not None and "was changed elsewhere" in warned.args[0]
        assert not done


_KILLED = """
import os, signal, sys
from pathlib import Path
from app.core.library import conflict, history, library
from app.core.vault import Vault
home, data_key, skill = Path(sys.argv[1]), bytes.fromhex(sys.argv[2]), int(sys.argv[3])
vault = Vault(home, data_key)
theirs = library.current(vault, skill)[0]
history.restore = lambda *_args, **_more: os.kill(os.getpid(), signal.SIGKILL)
conflict.set_aside(vault, skill, sys.argv[4], theirs)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed otherwise there")
def test_a_process_killed_while_theirs_is_taken_loses_neither(
    home: Path, data_key: bytes, skill: int
) -> None:
    mine = DEPLOY.replace("Ship", "Send")
    subprocess.run(
        [sys.executable, "-c", _KILLED, str(home), data_key.hex(), str(skill), mine], check=False
    )
    with Vault(home, data_key) as vault:
        assert sorted(_versions(vault, skill)) == sorted([mine, DEPLOY])


class TestDrafts:
    def test_a_draft_is_merged_with_what_was_saved_since(self, techne: Techne, skill: int) -> None:
        editor = self._left(techne, skill, DEPLOY.replace("everybody", "them"), THEIRS)
        editor.autosave.restore_draft()
        assert editor.buffer.text == THEIRS.replace("everybody", "them")
        assert editor.flush() and library.text(vault_of(techne), skill) == editor.buffer.stored

    def test_or_it_is_a_choice(self, techne: Techne, skill: int) -> None:
        mine = DEPLOY.replace("everybody", "them")
        editor = self._left(techne, skill, mine, OTHER_END)
        editor.autosave.restore_draft()
        assert editor.autosave.notice is not None
        assert editor.autosave.notice.trouble is Trouble.CHANGED
        assert editor.buffer.text == mine and library.text(vault_of(techne), skill) == OTHER_END
        assert [one.text for one in drafts.drafts(vault_of(techne))] == [mine]
        bar = editor.notice_bar
        assert bar.text.startswith("This is your unsaved text from")
        assert bar.text.endswith("The skill was changed after that.")
        assert [one.text() for one in bar.buttons] == ["Compare", "Use saved text", "Use this text"]
        bar.buttons[2].click()
        assert editor.autosave.notice is None
        assert library.text(vault_of(techne), skill) == mine

    def test_what_is_typed_in_a_conflict_beside_an_offer_is_kept_too(
        self, techne: Techne, skill: int
    ) -> None:
        editor = self._left(techne, skill, DEPLOY.replace("Build it", "Make it"), DEPLOY)
        vault = vault_of(techne)
        _write_in_step(editor, 5, " And go.")
        library.save(vault, skill, OTHER_END, sitting=False)
        editor.autosave.look_again()
        editor.autosave.keep_draft()
        typed = editor.buffer.stored
        assert editor.autosave.notice == Notice(Trouble.CHANGED)
        editor.autosave.stop()  # the process ends here
        editor.autosave.open(skill)
        offered: list[str] = []
        for _time in range(2):
            assert editor.autosave._drafts.offered is not None
            offered.append(editor.autosave._drafts.offered.text)
            editor.autosave.discard_draft()
        assert offered == [typed, DEPLOY.replace("Build it", "Make it")]
        editor.autosave.open(skill)
        assert editor.autosave.notice is None

    def _left(self, techne: Techne, skill: int, draft: str, saved: str) -> EditorView:
        """The editor when another session left a draft, and something was saved after it."""
        vault, editor = vault_of(techne), editor_of(techne)
        now = library.current(vault, skill)
        assert now is not None
        drafts.keep(vault, skill, now[0].version, draft)
        library.save(vault, skill, saved, sitting=False)
        editor.open_skill(skill)
        return editor


def test_a_skill_deleted_before_the_news_arrive_is_not_brought_back(
    qtbot: QtBot, techne: Techne, agent: OtherProcess, skill: int
) -> None:
    editor, vault = editor_of(techne), vault_of(techne)
    agent.run("held = vault.write('Delete skill'); write = held.__enter__()")
    agent.run(f"meta = library.last_meta(vault, {skill})")
    agent.run(f"library.put(write, {skill}, None, meta, Reason.DELETED)")
    _write_in_step(editor, 5, " And")
    assert not editor.flush()
    agent.commit()
    until(qtbot, lambda: not editor.is_saving)
    assert editor.autosave.notice is not None
    assert editor.autosave.notice.trouble is Trouble.DELETED
    assert library.current(vault, skill) is None and editor.dirty


_LINES = st.lists(st.sampled_from(["a", "b", "", "😀c", "1. d"]), max_size=8).map("\n".join)


@given(_LINES, _LINES)
def test_following_a_text_makes_it_the_same_with_one_undo(qapp: object, old: str, new: str) -> None:
    buffer = TextBuffer()
    buffer.load(old)
    buffer.follow(new)
    assert buffer.text == new
    if old != new:
        buffer.undo()
        assert buffer.text == old


def test_a_cursor_between_two_changes_stays(qapp: object) -> None:
    buffer = TextBuffer()
    buffer.load("one\ntwo\nthree\n")
    cursor = QTextCursor(buffer.document)
    cursor.setPosition(5)
    buffer.follow("more\none\ntwo\nfour\n")
    assert buffer.text[cursor.position() - 1 : cursor.position() + 1] == "tw"
