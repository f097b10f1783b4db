"""The window goes on while another process writes, and whatever was done meanwhile arrives."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, drafts, form_drafts, library
from app.core.lifecycle import tagging
from app.core.memory import nodes
from app.core.store import turns
from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.notice import Trouble
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.knowledge.tags import TagsCard
from app.ui.views.skills.proposals.draft.dialog import DraftDialog
from app.ui.views.start.unlock import Unlock
from app.ui.widgets.progress_strip import ProgressStrip
from tests.other_process import OtherProcess, other_process
from tests.ui.conftest import Started
from tests.ui.opened import at_rest, documents_of, editor_of, space_of, until, vault_of

LONG = timedelta(minutes=1)
TEXT = "# Deploy\n\n1. Ship it.\n"


@pytest.fixture
def skill(home: Path, data_key: bytes) -> int:
    with Vault(home, data_key) as vault:
        made = library.save(vault, None, TEXT).skill
        nodes.catch_up(vault)
        return made


@pytest.fixture
def techne(qtbot: QtBot, start: Started, home: Path, skill: int, data_key: bytes) -> Techne:
    """The application at rest, with a skill open."""
    return at_rest(qtbot, start(home), data_key, skill)


@pytest.fixture
def other(
    techne: Techne, home: Path, data_key: bytes, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OtherProcess]:
    """Another process, in the middle of a write, however long the test takes to let it go on."""
    monkeypatch.setattr(turns, "PATIENCE", LONG)
    with other_process(home, data_key) as process:
        process.take()
        yield process


def _type(editor: EditorView, words: str) -> None:
    end = len(editor.buffer.text)
    editor.buffer.replace(end, end, words)


def _said(editor: EditorView) -> str:
    return editor.header.about.facts.text()


def _texts(vault: Vault, skill: int) -> list[str | None]:
    """What was ever saved, oldest first."""
    return [text for (text,) in vault.rows("select text from version where skill = ?", skill)]


def test_what_is_typed_while_another_process_writes_is_saved_in_order(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    editor, vault = editor_of(techne), vault_of(techne)
    _type(editor, "2. Watch it.\n")
    editor.autosave.idle.timeout.emit()
    editor.autosave.drafting.timeout.emit()
    assert editor.dirty and "saving…" in _said(editor)
    first = editor.buffer.stored
    _type(editor, "3. Tell them.\n")
    editor.autosave.idle.timeout.emit()
    assert editor.dirty and "saving…" in _said(editor) and editor.autosave.notice is None
    assert library.text(vault, skill) == TEXT
    other.release()
    until(qtbot, lambda: library.text(vault, skill) == first)
    until(qtbot, lambda: not editor.autosave.saving)
    assert editor.dirty and "editing" in _said(editor)
    until(qtbot, lambda: not editor.dirty)
    assert _texts(vault, skill) == [TEXT, first, editor.buffer.stored]
    assert "saved" in _said(editor) and not drafts.drafts(vault)


def test_what_is_typed_back_to_before_is_saved_too(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    """It is what the skill says now, and not what waits."""
    editor, vault = editor_of(techne), vault_of(techne)
    _type(editor, "2. Watch it.\n")
    assert not editor.flush()
    waiting = editor.buffer.stored
    editor.buffer.become(TEXT)
    assert editor.dirty and not editor.flush()
    other.release()
    until(qtbot, lambda: not editor.dirty)
    assert _texts(vault, skill) == [TEXT, waiting, TEXT]


def test_a_draft_waits_too(qtbot: QtBot, techne: Techne, other: OtherProcess) -> None:
    editor, vault = editor_of(techne), vault_of(techne)
    _type(editor, "2. Watch it.\n")
    editor.autosave.keep_draft()
    assert not drafts.drafts(vault)
    other.release()
    until(qtbot, lambda: bool(drafts.drafts(vault)))
    assert [draft.text for draft in drafts.drafts(vault)] == [editor.buffer.stored]
    until(qtbot, lambda: not editor.dirty and not drafts.drafts(vault))


def test_a_new_skill_waits_and_is_made_once(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    editor, vault = documents_of(techne).new_skill(None), vault_of(techne)
    _type(editor, "# Rollback\n")
    assert not editor.flush()
    _type(editor, "\n1. Go back.\n")
    assert not editor.flush()
    other.release()
    until(qtbot, lambda: not editor.dirty)
    assert editor.skill_id is not None and len(catalogue.rows(vault)) == 2
    assert _texts(vault, editor.skill_id)[-1] == editor.buffer.stored


def test_a_document_is_closed_when_it_is_saved(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    editor, documents, vault = editor_of(techne), documents_of(techne), vault_of(techne)
    _type(editor, "2. Watch it.\n")
    documents.close_current()
    assert documents.editor is editor
    _type(editor, "3. Tell them.\n")
    text = editor.buffer.stored
    other.release()
    until(qtbot, lambda: documents.editor is None)
    assert library.text(vault, skill) == text


def test_a_text_somebody_else_saved_meanwhile_is_not_written_over(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    editor, vault = editor_of(techne), vault_of(techne)
    other.release()
    other.take_to_edit(skill, "# Theirs\n")
    _type(editor, "2. Watch it.\n")
    assert not editor.flush()
    mine = editor.buffer.stored
    other.commit()
    until(qtbot, lambda: not editor.autosave.saving)
    notice = editor.autosave.notice
    assert notice is not None and notice.trouble is Trouble.CHANGED
    assert editor.dirty and library.text(vault, skill) == "# Theirs\n"
    assert editor.autosave.keep_mine()
    assert _texts(vault, skill) == [TEXT, "# Theirs\n", mine]


def test_a_save_that_fails_in_the_end_keeps_the_text(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so, keeps the text in the editor, and tries again by itself."""
    editor, vault = editor_of(techne), vault_of(techne)
    monkeypatch.setattr(turns, "PATIENCE", timedelta(milliseconds=1))
    _type(editor, "2. Watch it.\n")
    with qtbot.waitSignal(editor.autosave.notices.changed):
        assert not editor.flush()
    notice = editor.autosave.notice
    assert notice is not None and notice.trouble is Trouble.FAILED
    assert editor.dirty and "not saved" in _said(editor)
    monkeypatch.setattr(turns, "PATIENCE", LONG)
    other.release()
    until(qtbot, lambda: not editor.dirty)
    assert library.text(vault, skill) == editor.buffer.stored
    assert editor.autosave.notice is None


def _tags(space: Workspace, skill: int) -> list[TagsCard]:
    cards = space.findChildren(TagsCard)
    return [card for card in cards if card.isVisible() and card._skill == skill]


def test_tags_wait(qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int) -> None:
    space, vault = space_of(techne), vault_of(techne)
    documents_of(techne).open("knowledge", skill)
    until(qtbot, lambda: bool(_tags(space, skill)))
    (tags,) = _tags(space, skill)
    tags.field.setText("release")
    tags.field.returnPressed.emit()
    tags.field.setText("harbour")
    tags.field.returnPressed.emit()
    assert not tagging.tags_of(vault, skill) and tags.field.text() == ""
    other.release()
    until(qtbot, lambda: tagging.tags_of(vault, skill) == ("release", "harbour"))


def test_a_tag_before_it_does_not_make_a_text_stale(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    """A tag is a version too, and nobody looks at it before the text has its turn."""
    space, editor, vault = space_of(techne), editor_of(techne), vault_of(techne)
    tags = TagsCard(space.skills._context, space)
    tags.show_tags(skill, ())
    tags.field.setText("release")
    tags.field.returnPressed.emit()
    _type(editor, "2. Watch it.\n")
    assert not editor.flush()
    other.release()
    until(qtbot, lambda: not editor.dirty)
    assert editor.autosave.notice is None and library.text(vault, skill) == editor.buffer.stored
    assert tagging.tags_of(vault, skill) == ("release",)


def test_what_was_typed_is_saved_before_the_skill_is_deleted_and_undone_after(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    """Everything in the order in which it was done."""
    space, editor, vault = space_of(techne), editor_of(techne), vault_of(techne)
    _type(editor, "2. Watch it.\n")
    text = editor.buffer.stored
    space.skills.skill_actions.delete((skill,))
    space.skills.undo.undo()
    assert library.text(vault, skill) == TEXT
    other.release()
    until(qtbot, lambda: len(_texts(vault, skill)) == 4)
    assert _texts(vault, skill) == [TEXT, text, None, text]
    until(qtbot, lambda: documents_of(techne).skill == skill)


def test_undo_waits_for_what_is_typed(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int
) -> None:
    editor, vault = editor_of(techne), vault_of(techne)
    _type(editor, "2. Watch it.\n")
    text = editor.buffer.stored
    space_of(techne).skills.undo.undo()
    other.release()
    until(qtbot, lambda: _texts(vault, skill) == [TEXT, text, TEXT])
    until(qtbot, lambda: editor.buffer.stored == TEXT and not editor.dirty)


def test_the_vault_is_locked_when_everything_is_saved(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int, home: Path, data_key: bytes
) -> None:
    editor = editor_of(techne)
    _type(editor, "2. Watch it.\n")
    techne.lock()
    until(qtbot, techne.window.banner.isVisible)
    _type(editor, "3. Tell them.\n")
    text = editor.buffer.stored
    assert techne.vault is not None
    other.release()
    until(qtbot, lambda: isinstance(techne.window.start_screen, Unlock))
    with Vault(home, data_key) as vault:
        assert library.text(vault, skill) == text and not drafts.drafts(vault)


def test_the_window_is_closed_when_everything_is_saved(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int, home: Path, data_key: bytes
) -> None:
    """The last wish counts: first it was to be locked."""
    editor = editor_of(techne)
    _type(editor, "2. Watch it.\n")
    text = editor.buffer.stored
    techne.lock()
    until(qtbot, techne.window.banner.isVisible)
    assert not techne.window.close()
    other.release()
    with qtbot.waitSignal(techne.window.closed):
        pass
    until(qtbot, lambda: techne.vault is None)
    assert techne.window.start_screen is None
    with Vault(home, data_key) as vault:
        assert library.text(vault, skill) == text


def test_a_description_that_is_being_typed_is_waited_for(
    qtbot: QtBot, techne: Techne, other: OtherProcess, home: Path, data_key: bytes
) -> None:
    space_of(techne).skills.proposals.draft()
    (dialog,) = techne.window.findChildren(DraftDialog)
    dialog.text.insertPlainText("How we ship")
    techne.lock()
    until(qtbot, techne.window.banner.isVisible)
    other.release()
    until(qtbot, lambda: isinstance(techne.window.start_screen, Unlock))
    with Vault(home, data_key) as vault:
        (kept,) = form_drafts.drafts(vault, "draft")
        assert kept.values == {"text": "How we ship"}


def test_who_does_not_want_to_wait_loses_what_is_not_saved(
    qtbot: QtBot, techne: Techne, other: OtherProcess, skill: int, home: Path, data_key: bytes
) -> None:
    """Nothing here waits for the other process, which never lets go."""
    _type(editor_of(techne), "2. Watch it.\n")
    techne.lock()
    until(qtbot, techne.window.banner.isVisible)
    techne.window.banner.acted.emit()
    assert isinstance(techne.window.start_screen, Unlock)
    with Vault(home, data_key) as vault:
        assert library.text(vault, skill) == TEXT


def test_what_waits_cannot_be_stopped(qtbot: QtBot, techne: Techne, other: OtherProcess) -> None:
    """Stop would throw away what was typed."""
    editor = editor_of(techne)
    (strip,) = techne.window.findChildren(ProgressStrip)
    _type(editor, "2. Watch it.\n")
    assert not editor.flush()
    strip._appear()
    assert strip._title.text() == "Saving" and strip._stop.isHidden()
    strip._cancel()
    other.release()
    until(qtbot, lambda: not editor.dirty)
