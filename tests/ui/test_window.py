"""The window of a person: unlocking, locking, walking around, undoing."""

import gc
import shutil
import subprocess
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QAction, QDropEvent, QKeyEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.core import vaults
from app.core.actor import Actor
from app.core.errors import Cancelled
from app.core.library import catalogue, drafts, engrams, library, undoing
from app.core.library.record import Meta, Reason
from app.core.lifecycle import tagging
from app.core.llm import runtime
from app.core.memory import memories
from app.core.progress import Progress, checkpoint
from app.core.skills.model import GoalKind
from app.core.store.errors import DiskFull, VaultLocked
from app.core.vault import Vault
from app.ui.commands import Command, clashes, key_text
from app.ui.idle import Idle
from app.ui.models.skill_list import FRESH
from app.ui.techne import Techne
from app.ui.views.constellation.keys import sky_keys
from app.ui.views.lifecycle.commands import lifecycle_keys
from app.ui.views.packs.exporting.dialog import ExportDialog
from app.ui.views.runs.keys import run_keys
from app.ui.views.settings.names import setting_names
from app.ui.views.settings.section import Line
from app.ui.views.shell.keys import KeysDialog
from app.ui.views.shell.places import places
from app.ui.views.shell.rail import NARROW
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.documents.tab import read_state
from app.ui.views.skills.editor.goals.goal_keys import goal_keys
from app.ui.views.skills.editor.steps.move_keys import MOVE_DOWN
from app.ui.views.skills.editor.steps.step_keys import step_keys
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.library.bin.keys import bin_keys
from app.ui.views.skills.menu import skill_menu
from app.ui.views.skills.training.keys import review_keys
from app.ui.views.start.unlock import Unlock
from app.ui.widgets.buttons import Button
from app.ui.widgets.select import Select
from app.ui.write_queue import FEW
from tests.conftest import PASSPHRASE
from tests.ui.conftest import Started
from tests.ui.opened import in_front, vault_of


@pytest.fixture
def skills(home: Path, data_key: bytes) -> tuple[int, ...]:
    """Three skills in the vault that is about to be opened."""
    with Vault(home, data_key) as vault:
        return tuple(
            library.save(vault, None, text).skill
            for text in (
                "# Deploy\n\nSuccess: it runs\n\n1. @skill: smoke-tests\n2. Tell everybody.\n",
                "# smoke-tests\n\n1. Run them.\n",
                "# Rollback\n\n1. Go back.\n",
            )
        )


@pytest.fixture
def techne(start: Started, home: Path, skills: tuple[int, ...], data_key: bytes) -> Techne:
    """The application with its vault open."""
    techne = start(home)
    techne.window.show()
    assert techne.open_vault(data_key)
    return techne


def space(techne: Techne) -> Workspace:
    assert techne.window.workspace is not None
    return techne.window.workspace


def unlock_of(techne: Techne) -> Unlock:
    gate = techne.window.start_screen
    assert isinstance(gate, Unlock)
    return gate


def run(techne: Techne, name: str) -> None:
    next(command for command in techne.window.commands if command.id == name).invoke()


# The way in


def test_wrong_passphrase_is_one_sentence_and_the_right_one_opens(
    qtbot: QtBot, start: Started, home: Path, skills: tuple[int, ...]
) -> None:
    techne = start(home)
    techne.start()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))
    unlock = unlock_of(techne)
    unlock.passphrase.setText("wrong")
    place = unlock.go.mapTo(unlock, QPoint())
    unlock.go.click()
    qtbot.waitUntil(unlock.trouble.isVisible)
    assert unlock.passphrase.isEnabled() and unlock.passphrase.property("wrong")
    QApplication.sendPostedEvents()
    assert unlock.go.mapTo(unlock, QPoint()) == place
    QTest.keyClicks(unlock.passphrase, "t")
    assert not unlock.trouble.isVisible() and not unlock.passphrase.property("wrong")
    unlock.passphrase.setText(PASSPHRASE)
    qtbot.keyClick(unlock.passphrase, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(lambda: techne.window.workspace is not None)
    assert space(techne).skills.library.model.rowCount() == 3
    assert techne.window.windowTitle() == "Techne"


def test_the_recovery_key_leads_to_a_new_passphrase(
    qtbot: QtBot, start: Started, home: Path, recovery_key: str
) -> None:
    techne = start(home)
    techne.start()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))
    unlock = unlock_of(techne)
    unlock.other.click()
    unlock.recovery.setText(recovery_key.lower())
    unlock.go.click()
    qtbot.waitUntil(lambda: techne.window.workspace is not None)
    form = space(techne).pages.settings.form
    assert form.isVisible() and not form.old.isVisible()
    form.new.first.setText("another good passphrase")
    form.new.second.setText("another good passphrase")
    with qtbot.waitSignal(form.changed):
        form.go.click()
    assert vaults.unlock(home, passphrase="another good passphrase")


def test_a_damaged_vault_leads_to_its_backups(
    qtbot: QtBot, start: Started, home: Path, skills: tuple[int, ...], data_key: bytes
) -> None:
    with Vault(home, data_key) as vault:
        vault.backup()
    (home / "vault.db").write_bytes(b"not a vault" * 1000)
    techne = start(home)
    techne.window.show()
    assert not techne.open_vault(data_key)
    unlock = unlock_of(techne)
    assert unlock.trouble.isVisible() and unlock.restore.isVisible()
    unlock.restore.click()
    with qtbot.waitSignal(unlock.backups.restored):
        unlock.backups.go.click()
    assert techne.open_vault(data_key)
    assert space(techne).skills.library.model.rowCount() == 3


@pytest.mark.parametrize("swapped", [True, False])
def test_a_key_file_that_is_not_this_vaults_is_said_and_put_right(
    qtbot: QtBot, start: Started, home: Path, skills: tuple[int, ...], data_key: bytes,
    tmp_path: Path, swapped: bool,
) -> None:  # fmt: skip
    with Vault(home, data_key) as vault:
        vault.backup()
    (home / "vault.keys").unlink()
    if swapped:
        vaults.create(tmp_path / "other", "another passphrase")
        shutil.copy(tmp_path / "other" / "vault.keys", home)
    techne = start(home)
    techne.start()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))
    unlock = unlock_of(techne)
    unlock.passphrase.setText(PASSPHRASE)
    unlock.go.click()

    def offers_backups() -> bool:
        return unlock_of(techne).restore.isVisible()

    qtbot.waitUntil(offers_backups)
    unlock = unlock_of(techne)
    said = "its backups have another one" if swapped else "is missing"
    assert said in unlock.trouble.text()
    assert "back from the newest folder under `backups`" in unlock.trouble.text()
    unlock.restore.click()
    with qtbot.waitSignal(unlock.backups.restored):
        unlock.backups.go.click()
    assert "passphrase you had then" in unlock._about.text()
    unlock.passphrase.setText(PASSPHRASE)
    unlock.go.click()
    qtbot.waitUntil(lambda: techne.window.workspace is not None)


def test_a_passphrase_that_is_right_is_not_marked_wrong(
    start: Started, home: Path, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_more: object) -> Vault:
        raise DiskFull("The disk is full.", "Free some space.")

    vault.close()
    monkeypatch.setattr("app.ui.techne.Vault", full)
    techne = start(home)
    assert not techne.open_vault(bytes(32))
    unlock = unlock_of(techne)
    assert unlock.trouble.text() == "The disk is full. Free some space."
    assert not unlock.passphrase.property("wrong")


@pytest.mark.parametrize("lost", ["vault.keys", "vault.db"])
def test_a_lost_or_damaged_file_comes_back_from_a_backup(
    qtbot: QtBot, start: Started, home: Path, skills: tuple[int, ...], data_key: bytes, lost: str
) -> None:
    with Vault(home, data_key) as vault:
        vault.backup()
    if lost == "vault.db":
        (home / lost).unlink()
    else:
        (home / lost).write_text("{}")
    techne = start(home)
    techne.start()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))
    unlock = unlock_of(techne)
    unlock.passphrase.setText(PASSPHRASE)
    unlock.go.click()

    def offers_backups() -> bool:
        return unlock_of(techne).restore.isVisible()

    qtbot.waitUntil(offers_backups)
    unlock = unlock_of(techne)
    unlock.restore.click()
    with qtbot.waitSignal(unlock.backups.restored):
        unlock.backups.go.click()
    unlock.passphrase.setText(PASSPHRASE)
    unlock.go.click()
    qtbot.waitUntil(lambda: techne.window.workspace is not None)
    assert space(techne).skills.library.model.rowCount() == 3


# The way out


def test_locking_destroys_what_shows_text_and_keeps_drafts(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...], home: Path, data_key: bytes
) -> None:
    documents = space(techne).skills.documents
    documents.open_skill(skills[0])
    editor, vault = documents.editor, techne.vault
    assert editor is not None and vault is not None
    library.save(vault, skills[0], "# Deploy\n\n1. Somebody was faster.\n", actor=Actor("agent"))
    editor.buffer.become("# Deploy\n\n1. My own words.\n")
    techne.lock()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))
    assert not isValid(editor) and techne.window.workspace is None
    assert techne.window.commands == () and techne.vault is None
    with pytest.raises(VaultLocked):
        vault.rows("select 1")
    with Vault(home, data_key) as again:
        kept = [draft.text for draft in drafts.drafts(again)]
        current = library.text(again, skills[0])
    assert "My own words" in kept[0] or "My own words" in current


def test_nothing_that_showed_text_is_remembered_after_locking(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    space(techne).skills.documents.open_skill(skills[0])
    holders = {type(held): weakref.ref(held) for held in _holders(techne)}
    techne.lock()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))
    qtbot.waitUntil(lambda: not techne._running)  # whoever waits for a job is held by it
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert [kind.__name__ for kind, held in holders.items() if held() is not None] == []


def _holders(techne: Techne) -> tuple[object, ...]:
    """Objects that know texts or titles."""
    page = space(techne).skills
    return (page, page.documents.editor, page.library.list, page.panel)


def test_locking_saves_what_was_typed_and_opens_it_again(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...], data_key: bytes
) -> None:
    documents = space(techne).skills.documents
    documents.open_skill(skills[1])
    documents.open_skill(skills[0])
    assert documents.editor is not None
    documents.editor.buffer.become("# Deploy\n\n1. Typed a moment ago.\n")
    run(techne, "vault.lock")
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))
    assert techne.open_vault(data_key)
    again = space(techne).skills.documents
    assert again.skill == skills[0] and again.strip.count() == 2
    assert techne.vault is not None
    assert "Typed a moment ago" in library.text(techne.vault, skills[0])


def test_it_locks_by_itself(qtbot: QtBot, techne: Techne, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = [0.0]
    monkeypatch.setattr(techne.idle, "_now", lambda: moment[0])
    with qtbot.waitSignal(techne.idle.ticked) as left:
        techne.idle.start(15)
    assert left.args == [15]
    moment[0] = 14 * 60
    techne.idle.touch()
    moment[0] = 20 * 60
    techne.idle.look()
    assert techne.window.workspace is not None
    moment[0] = 30 * 60
    techne.idle.look()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))


def test_closing_the_window_keeps_everything(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...], home: Path, data_key: bytes
) -> None:
    documents = space(techne).skills.documents
    documents.open_skill(skills[2])
    assert documents.editor is not None
    documents.editor.buffer.become("# Rollback\n\n1. Slowly.\n")
    run(techne, "app.quit")
    qtbot.waitUntil(lambda: techne.vault is None)
    with Vault(home, data_key) as vault:
        assert library.text(vault, skills[2]) == "# Rollback\n\n1. Slowly.\n"
        assert vault.setting("documents")["open"] == [["skill", skills[2]]]


def test_what_cannot_be_saved_is_not_thrown_away(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = space(techne).skills.documents
    documents.open_skill(skills[0])
    editor, write = documents.editor, Vault.write
    assert editor is not None
    editor.buffer.become("# Deploy\n\n1. Only here.\n")

    def full(*_anything: object, **_more: object) -> None:
        raise DiskFull("There is no room left on the disk.", "Free some space.")

    monkeypatch.setattr(Vault, "write", full)
    assert not techne.window.close()
    assert techne.window.isVisible() and techne.window.banner.isVisible()
    techne.lock()
    qtbot.wait(20)
    assert techne.window.workspace is not None and isValid(editor)
    monkeypatch.setattr(Vault, "write", write)
    assert editor.flush() and techne.window.banner.isHidden()
    techne.lock()
    qtbot.waitUntil(lambda: isinstance(techne.window.start_screen, Unlock))


def test_what_is_open_is_known_to_the_next_process_even_if_this_one_is_killed(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    space(techne).skills.documents.open_skill(skills[1])
    vault = techne.vault
    assert vault is not None
    qtbot.waitUntil(
        lambda: (vault.setting("documents") or {}).get("open") == [["skill", skills[1]]]
    )


# Files from outside


def test_a_second_start_hands_over_its_file(
    qtbot: QtBot, start: Started, home: Path, data_key: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    techne, opened = start(home), list[list[str]]()
    monkeypatch.setattr(techne.window, "open_packs", opened.append)
    techne.window.show()
    command = [sys.executable, "-m", "app.main", "--home", str(home), "/tmp/a.gsk"]
    with subprocess.Popen(command) as second:
        qtbot.waitUntil(lambda: second.poll() is not None)
    assert second.returncode == 0 and opened == []
    assert techne.open_vault(data_key)
    assert opened == [["/tmp/a.gsk"]]


def drop(techne: Techne, path: Path) -> None:
    """As the file managers do that would rather move: Techne must not say that it did."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(10, 10),
        Qt.DropAction.CopyAction | Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
    )
    assert event.proposedAction() is Qt.DropAction.MoveAction
    handle = techne.window.windowHandle()
    assert handle is not None
    QApplication.sendEvent(handle, event)
    assert event.isAccepted() and event.dropAction() is Qt.DropAction.CopyAction


def test_only_packs_can_be_dropped(
    qtbot: QtBot, techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[list[str]]()
    monkeypatch.setattr(techne.window, "open_packs", opened.append)
    note, pack = tmp_path / "note.gsk", tmp_path / "pack.bin"
    note.write_text("# Not a pack")
    pack.write_bytes(b"GSK\x01 and so on")
    drop(techne, note)
    assert opened == [] and techne.window.banner.isVisible()
    drop(techne, pack)
    assert opened == [[str(pack)]]


def test_a_document_that_is_dropped_is_reviewed_and_among_the_memories_remembered(
    techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, remembered = list[list[str]](), list[list[str]]()
    workspace = space(techne)
    monkeypatch.setattr(techne.window, "open_documents", opened.append)
    monkeypatch.setattr(workspace, "remember_files", remembered.append)
    note = tmp_path / "sop.docx"
    note.write_bytes(b"PK")
    drop(techne, note)
    assert (opened, remembered) == ([[str(note)]], [])
    workspace.go("memories")
    drop(techne, note)
    assert (opened, remembered) == ([[str(note)]], [[str(note)]])


def test_files_that_are_opened_with_techne_are_told_apart(
    techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space(techne)
    packs, documents = list[list[str]](), list[list[str]]()
    monkeypatch.setattr(techne.window, "open_packs", packs.append)
    monkeypatch.setattr(techne.window, "open_documents", documents.append)
    techne.pending_files.put(["/tmp/a.gsk", "/tmp/sop.docx", "/tmp/b.pdf"])
    assert (packs, documents) == ([["/tmp/a.gsk"]], [["/tmp/sop.docx", "/tmp/b.pdf"]])


def test_documents_are_chosen_in_the_systems_dialog(
    techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[list[str]]()
    monkeypatch.setattr(techne.window, "open_documents", opened.append)
    run(techne, "document.import")
    dialog = techne.window.findChild(QFileDialog)
    assert dialog is not None
    dialog.filesSelected.emit([str(tmp_path / "one.docx")])
    dialog.close()
    assert opened == [[str(tmp_path / "one.docx")]]


def test_packs_are_chosen_in_the_systems_dialog(
    techne: Techne, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[list[str]]()
    monkeypatch.setattr(techne.window, "open_packs", opened.append)
    run(techne, "pack.open")
    dialog = techne.window.findChild(QFileDialog)
    assert dialog is not None
    chosen = [str(tmp_path / name) for name in ("one.gsk", "two.gsk")]
    dialog.filesSelected.emit(chosen)
    dialog.close()
    assert opened == [chosen]


# Inside


def test_a_new_skill_is_chosen_in_the_list_once_it_is_saved(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    run(techne, "skill.new")
    editor = page.documents.editor
    assert editor is not None
    editor.buffer.become("# Brand new\n\n1. Do it.\n")
    run(techne, "editor.save")
    qtbot.waitUntil(lambda: page.library.chosen() == (editor.skill_id,))
    assert page.panel.open.tabs.tabText(3) == "Checks"
    assert page.documents.strip.title(page.documents.strip.current) == "Brand new"
    assert page.panel.open.badge.isVisibleTo(page.panel.open)
    assert page.panel.open.badge.text() == str(editor.reading.problems)


def test_the_status_bar_says_that_all_is_saved_only_while_it_is(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    def said() -> list[str]:
        shown = techne.window.status.findChildren(QLabel)
        return [one.text() for one in shown if one.isVisible()]

    run(techne, "skill.new")
    editor = space(techne).skills.documents.editor
    assert editor is not None
    editor.buffer.become("# Brand new\n\n1. Do it.\n")
    run(techne, "editor.save")
    qtbot.waitUntil(lambda: "All changes saved" in said())
    editor.buffer.become("# Brand new\n\n1. Do it twice.\n")
    qtbot.waitUntil(lambda: "All changes saved" not in said())
    run(techne, "editor.save")
    qtbot.waitUntil(lambda: "All changes saved" in said())


def lineage(widget: QWidget | None) -> list[str]:
    """The classes of a widget and of those it lies in."""
    return [type(widget).__name__, *lineage(widget.parentWidget())] if widget else []


def nameless(window: QWidget) -> list[str]:
    """What takes the focus and has nothing to be called by."""
    return [
        " in ".join(lineage(w))
        for w in window.findChildren(QWidget)
        if w.focusPolicy() != Qt.FocusPolicy.NoFocus
        and w.focusProxy() is None
        and not w.isHidden()
        and not w.objectName().startswith("qt_")
        and not QAccessible.queryAccessibleInterface(w).text(QAccessible.Text.Name)
    ]


def test_everything_that_takes_focus_has_a_name(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    workspace = space(techne)
    workspace.skills.documents.open_skill(skills[0])
    for page in ("constellation", "packs", "settings", "skills"):
        workspace.go(page)
    assert nameless(techne.window) == []


def test_the_screens_before_have_names_too(
    qtbot: QtBot, start: Started, home: Path, tmp_path: Path
) -> None:
    locked, new = start(home), start(tmp_path / "new")
    locked.start()
    new.start()
    qtbot.waitUntil(lambda: isinstance(locked.window.start_screen, Unlock))
    assert nameless(locked.window) == [] and nameless(new.window) == []


def test_every_command_that_cannot_always_be_done_says_why(techne: Techne) -> None:
    commands = techne.window.commands
    idle = {command.id for command in commands if not command.enabled()}
    assert "edit.redo" in idle and "model.stop" in idle
    assert not {command.id for command in commands if command.id in idle and not command.why_not}
    always = Command.__dataclass_fields__["enabled"].default
    assert not [c.id for c in commands if c.why_not and c.enabled is always]


def test_no_two_commands_share_a_key(techne: Techne, skills: tuple[int, ...]) -> None:
    assert clashes(techne.window.commands) == []
    workspace = space(techne)
    for page in ("constellation", "packs", "settings", "skills"):
        workspace.go(page)
    workspace.skills.documents.open_skill(skills[0])
    workspace.skills.documents.open_history(skills[0])
    everywhere = {Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut}
    actions = [a for a in techne.window.findChildren(QAction) if not a.shortcut().isEmpty()]
    shortcuts = techne.window.findChildren(QShortcut)
    wide = Counter(
        [a.shortcut().toString() for a in actions if a.shortcutContext() in everywhere]
        + [s.key().toString() for s in shortcuts if s.context() in everywhere]
    )
    narrow = {a.shortcut().toString() for a in actions if a.shortcutContext() not in everywhere}
    assert [keys for keys, count in wide.items() if count > 1] == []
    assert set(wide) & narrow == set()


def test_the_keys_of_the_editor_work_wherever_the_focus_is(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page, editor = space(techne).skills, in_front(qtbot, techne, skills[0])
    for place in (page.library.list, editor.steps.card(1), editor.header.title):
        assert place is not None
        place.setFocus()
        mode = editor.mode
        qtbot.keyClick(place, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)  # type: ignore[no-untyped-call]
        assert editor.mode != mode
        editor.show_mode(mode)


def test_the_palette_runs_commands_and_opens_skills(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    techne.window.activateWindow()
    run(techne, "app.palette")
    field = techne.window.finder.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText("packs")
    qtbot.keyClick(field, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(lambda: space(techne).current == "packs")
    run(techne, "app.palette")
    field.setText("rollba")
    qtbot.keyClick(field, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(lambda: space(techne).skills.documents.skill == skills[2])
    assert space(techne).current == "skills"
    run(techne, "app.palette")
    shown = [techne.window.finder._model.row(n) for n in (0, 1)]
    assert [(row.text, row.keys) for row in shown] == [("Rollback", ""), ("Packs", "Ctrl+6")]


def choose(qtbot: QtBot, techne: Techne, typed: str) -> None:
    """Type it into the palette and press Enter, without waiting for anything."""
    run(techne, "app.palette")
    field = techne.window.finder._field
    qtbot.keyClicks(field, typed)  # type: ignore[no-untyped-call]
    qtbot.keyClick(field, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(techne.window.finder.isHidden)


def test_the_palette_finds_settings_colours_engrams_tags_and_memories(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    window, library = techne.window, space(techne).skills.library
    context = space(techne).context
    window.activateWindow()
    tagging.put(context.vault, skills[0], "Garden")
    choose(qtbot, techne, "text size")
    settings = space(techne).pages.settings
    assert space(techne).current == "settings"
    focus = window.focusWidget()
    assert isinstance(focus, Select) and focus.accessibleName() == "Text size"
    choose(qtbot, techne, "light col")
    assert not techne.theme.tokens.dark and settings.fields.settings.theme == "light"
    choose(qtbot, techne, "garden")
    assert space(techne).current == "skills"
    assert window.focusWidget() is library.list
    assert [row.id for row in library.model.rows] == [skills[0]]
    there = library.model.rows[0].engram_name
    choose(qtbot, techne, f"engram {there}")
    assert len(library.model.rows) == len(skills) and not library.filters.wanted.tag
    memories.remember(context.vault, "The kettle hums before it boils.")
    choose(qtbot, techne, "kettle hums")
    assert space(techne).current == "memories"


def test_the_palette_puts_what_is_said_in_fewest_words_first(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    space(techne).skills.documents.open_skill(skills[0])
    techne.window.activateWindow()
    run(techne, "app.palette")
    palette = techne.window.finder
    palette._field.setText("description")
    qtbot.waitUntil(lambda: not palette._waits)
    shown = [palette._model.row(n).text for n in range(palette._model.rowCount())]
    assert shown[:2] == ["Edit the description", "New from a description…"]
    palette._field.setText("new mem")
    qtbot.waitUntil(lambda: not palette._waits)
    assert palette._model.row(0).text == "Remember…"
    palette._field.setText("memory")
    qtbot.waitUntil(lambda: not palette._waits)
    shown = [palette._model.row(n).text for n in range(palette._model.rowCount())]
    assert {"Remember…", "Memories"} <= set(shown)


def test_the_palette_takes_any_text(qtbot: QtBot, techne: Techne, skills: tuple[int, ...]) -> None:
    techne.window.activateWindow()
    run(techne, "app.palette")
    palette = techne.window.finder
    for text in ("zebra " * 4_000, ",", "\u202e🚀", "%_'\"", "setings"):
        palette._field.setText(text)
        qtbot.waitUntil(lambda: not palette._waits)
        assert palette._nothing.isVisible()
    qtbot.keyClick(palette._field, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    assert palette._field.text() == "settings"
    qtbot.waitUntil(lambda: palette._model.rowCount() > 0)
    assert palette._model.row(0).text == "Settings"
    qtbot.keyClick(palette._field, Qt.Key.Key_Escape)  # type: ignore[no-untyped-call]
    assert palette.isHidden() and not techne.window.banner.isVisible()


def test_the_keyboard_is_on_the_candidates_when_their_place_is_seen_first(
    qtbot: QtBot, techne: Techne
) -> None:
    techne.window.activateWindow()
    space(techne).take_focus()
    run(techne, "go.lifecycle")
    lifecycle = space(techne).pages.lifecycle
    assert lifecycle.focusWidget() is lifecycle.candidates.list
    then = (lifecycle.candidates.none.begin, lifecycle.health.table)  # for there are none
    qtbot.waitUntil(lambda: lifecycle.focusWidget() in then)


def test_f1_lists_every_key_and_typing_narrows_it(qtbot: QtBot, techne: Techne) -> None:
    techne.window.activateWindow()
    run(techne, "app.keys")
    (dialog,) = techne.window.findChildren(KeysDialog)
    keyed = [command for command in techne.window.commands if key_text(command.shortcut)]
    parts = (
        *goal_keys(), *step_keys(), *run_keys(), *lifecycle_keys(), *review_keys(), *sky_keys(),
        *bin_keys(),
    )  # fmt: skip
    assert len(dialog.shown) == len(keyed) + len(parts)
    assert f"Move down {key_text(MOVE_DOWN)}" in dialog.shown
    on_rail = [dialog.shown.index(f"{one.words} {key_text(one.keys)}") for one in places()[:7]]
    assert on_rail == list(range(on_rail[0], on_rail[0] + 7))  # under one another
    assert "Path between two selected skills P" in dialog.shown
    assert dialog.focusWidget() is dialog.search
    bar = dialog._lines.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    inner = dialog._lines.widget()
    assert inner is not None
    for place in range(0, 60, 15):
        bar.setValue(place)
        QApplication.processEvents()
        end = place + dialog._lines.viewport().height()
        words = [part for part in inner.findChildren(QLabel) if part.isVisible()]
        tops = [(part.mapTo(inner, QPoint()).y(), part) for part in words]
        assert not [part.text() for top, part in tops if top < end < top + part.height()]
    bar.setValue(0)
    QTest.keyClick(dialog.search, Qt.Key.Key_PageDown)
    below = bar.value()
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    assert 0 < below < bar.value()
    dialog.search.setText("lock the")
    assert dialog.shown == [f"Lock the vault {key_text('Ctrl+L')}"]
    dialog.search.setText("ctrl+l")
    assert f"Lock the vault {key_text('Ctrl+L')}" in dialog.shown
    dialog.search.setText("lasso")
    assert len(dialog.shown) == 1 and dialog.shown[0].startswith("Select several; or Shift")
    dialog.search.setText("constell")
    assert len(dialog.shown) >= len(sky_keys()), "also by the title of a section"
    dialog.search.setText("zzz")
    assert dialog.shown == [] and dialog._nothing.isVisible()
    assert nameless(dialog) == []


def test_the_palette_offers_to_delete_only_who_asks_for_it(qtbot: QtBot, techne: Techne) -> None:
    techne.window.activateWindow()
    title = "Open the shop"
    skill = library.save(vault_of(techne), None, f"# {title}\n\n1. Unlock it.\n").skill
    in_front(qtbot, techne, skill).take_focus()
    palette = techne.window.finder

    def shown(typed: str) -> list[str]:
        palette._field.setText(typed)
        qtbot.waitUntil(lambda: not palette._waits)
        return [palette._model.row(n).text for n in range(palette._model.rowCount())]

    run(techne, "app.palette")
    fresh = shown("")
    assert fresh[0] == "Search skills"
    assert [said for said in fresh if said.startswith("Delete “")] == fresh[-1:]
    found = shown("open")
    assert title in found and "Open history" in found and found[-1] == f"Delete “{title}”"
    assert shown("dele")[0] == shown(f"delete {title}")[0] == f"Delete “{title}”"
    palette._run(palette._model.index(0))
    run(techne, "app.palette")
    assert not any(said.startswith("Delete") for said in shown("")[:3])


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("trigger", "Edit the goal: Trigger"),
        ("succ", "Edit the goal: Success"),
        ("on fail", "Edit the goal: On failure"),
        ("edit desc", "Edit the description"),
        ("tag", "Add a tag"),
        ("privacy", "Name and privacy of Skills…"),
        ("lock after", "Lock automatically"),
        ("auto lock", "Lock automatically"),
    ],
)
def test_the_palette_finds_what_is_written_above_the_steps_and_settings_by_other_words(
    typed: str, first: str, qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    techne.window.activateWindow()
    space(techne).skills.documents.open_skill(skills[0])
    run(techne, "app.palette")
    palette = techne.window.finder
    palette._field.setText(typed)
    qtbot.waitUntil(lambda: not palette._waits)
    assert palette._model.row(0).text == first


def test_the_palette_leads_into_a_goal_the_description_and_a_tag(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    techne.window.activateWindow()
    documents = space(techne).skills.documents
    documents.open_skill(skills[0])
    editor = documents.editor
    assert editor is not None
    choose(qtbot, techne, "edit the goal: trigger")
    assert editor.chips.open_kind is GoalKind.TRIGGER
    assert techne.window.focusWidget() is editor.chips.box.field
    choose(qtbot, techne, "edit the description")
    assert techne.window.focusWidget() is editor.header.description
    choose(qtbot, techne, "add a tag")
    assert techne.window.focusWidget() is editor.header.about.field


def test_every_setting_is_called_in_the_palette_as_on_the_page(techne: Techne) -> None:
    space(techne).go("settings")
    page = space(techne).pages.settings
    page.finish()
    there = [line.name.text() for line in page.findChildren(Line)]
    names = list(setting_names())
    assert [name for name in there if name in names] == names
    come_and_go = {"No model in use", "SHA-256", "Somewhere else", "", "Settings file"}
    options = {"Context", "Threads", "Temperature", "Free memory after"}
    assert {*there} - {*names} - come_and_go - options == {
        "Starter model, SmolLM2 135M",
        "Techne",
        "Built on",
    }


def test_deleting_says_so_and_undo_brings_it_back(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    page.documents.open_skill(skills[2])
    page.skill_actions.delete((skills[2],))
    assert page.documents.strip.count() == 0
    assert techne.window.toast.isVisible()
    qtbot.waitUntil(lambda: page.library.model.rowCount() == 2)
    run(techne, "edit.undo")
    qtbot.waitUntil(lambda: page.library.model.rowCount() == 3)
    run(techne, "edit.redo")
    qtbot.waitUntil(lambda: page.library.model.rowCount() == 2)


def test_what_runs_models_is_installed_behind_the_window(
    start: Started, home: Path, data_key: bytes, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first moment, also before a vault is open, and Lock does not end it."""
    may_end, installed = threading.Event(), threading.Event()

    def install(progress: Progress) -> None:
        while not may_end.is_set():
            checkpoint(progress)
        installed.set()

    monkeypatch.setenv("TECHNE_RUNTIME_WANTED", "1")
    monkeypatch.setattr(runtime, "is_installed", installed.is_set)
    monkeypatch.setattr(runtime, "install", install)
    techne = start(home)
    techne.start()
    assert techne.installer.is_running
    assert techne.open_vault(data_key)
    techne.lock()
    qtbot.waitUntil(lambda: techne.vault is None)
    assert techne.installer.is_running
    assert techne.open_vault(data_key)
    with qtbot.waitSignal(techne.installer.installed):
        may_end.set()
    assert techne.window.toast._words.text() == "Language models can run on this computer now."


def test_what_takes_long_to_load_is_loaded_before_it_is_asked_for(home: Path) -> None:
    """In a process of its own, because here everything is loaded already."""
    program = """
import sys
from pathlib import Path
from PySide6.QtCore import QEventLoop
from app.cli.offscreen_window import application, stage
from app.core.settings import Settings
from app.core.vault import Vault
from app.core.vaults import unlock
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme

home = Path(sys.argv[1])
theme = Theme.of(application(), Settings(reduce_motion=True))
with Vault(home, unlock(home, passphrase=sys.argv[2])) as vault, stage(theme) as bare:
    with bare.vault(vault, ModelService()) as (context, workspace):
        before = "pyqtgraph" in sys.modules
        loop = QEventLoop()
        context.jobs.ended.connect(lambda job: job.title == "Loading" and loop.quit())
        workspace.get_ready()
        loop.exec()
        print(before, "pyqtgraph" in sys.modules)
"""
    command = [sys.executable, "-c", program, str(home), PASSPHRASE]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.split() == ["False", "True"]


@pytest.fixture
def many(techne: Techne) -> tuple[int, ...]:
    """More skills than are changed while the window waits."""
    assert techne.vault is not None
    with techne.vault.write("Fill") as write:
        meta = Meta(engrams.ensure(write, engrams.SKILLS))
        texts = (f"# Number {n}\n\n1. Do it.\n" for n in range(FEW + 5))
        return tuple(library.put(write, None, t, meta, Reason.IMPORTED).skill for t in texts)


def test_what_is_done_to_many_skills_is_a_job(
    qtbot: QtBot, techne: Techne, many: tuple[int, ...]
) -> None:
    vault, page, begun = techne.vault, space(techne).skills, []
    assert vault is not None
    techne.jobs.started.connect(lambda job: begun.append(job.title))

    def done(title: str, skills: int) -> bool:
        return begun.count(title) == 1 and len(catalogue.rows(vault)) == skills

    page.skill_actions.delete(many)
    qtbot.waitUntil(lambda: done("Deleting", 3))
    qtbot.waitUntil(page.undo._undo.isEnabled)
    page.undo.undo()
    assert not page.undo._undo.isEnabled()
    page.undo.undo()  # not before the first is over
    qtbot.waitUntil(lambda: done("Undoing", 28))
    qtbot.waitUntil(page.undo._redo.isEnabled)
    page.undo.redo()
    qtbot.waitUntil(lambda: done("Redoing", 3))
    assert begun.count("Undoing") == 1


def test_a_job_that_undoes_can_be_stopped_and_changes_nothing(
    techne: Techne, many: tuple[int, ...]
) -> None:
    class Stopped:
        cancelled = False

        def report(self, fraction: float, text: str = "") -> None:
            self.cancelled = fraction > 0.5

    vault = techne.vault
    assert vault is not None
    library.delete(vault, *many)
    before = undoing.undoable(vault)
    with pytest.raises(Cancelled):
        undoing.undo(vault, Stopped())
    assert undoing.undoable(vault) == before and len(catalogue.rows(vault)) == 3


def test_typing_goes_on_while_something_else_is_written(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    vault, page = techne.vault, space(techne).skills
    assert vault is not None
    page.documents.open_skill(skills[2])
    editor = page.documents.editor
    assert editor is not None
    editor.buffer.replace(0, 0, "x")
    inside, over = threading.Event(), threading.Event()

    def write_for_long() -> None:
        with vault.write(None):
            inside.set()
            over.wait(20)

    writer = threading.Thread(target=write_for_long)
    writer.start()
    assert inside.wait(20)
    editor.autosave.idle.timeout.emit()
    editor.autosave.drafting.timeout.emit()
    editor.hide()
    assert editor.dirty and editor.autosave.saving
    over.set()
    writer.join()
    qtbot.waitUntil(lambda: not editor.dirty)


def test_memory_is_looked_through_while_nobody_works(qtbot: QtBot) -> None:
    clock, owner = [0.0], QObject()
    idle = Idle(owner, lambda: clock[0])
    rests: list[float] = []
    idle.rested.connect(lambda: rests.append(clock[0]))
    for clock[0] in (0, 5, 25, 30, 60):
        idle.look()
    idle.touch()
    for clock[0] in (70, 90):
        idle.look()
    assert rests == [25, 90]


def test_a_glance_reuses_its_tab_and_a_double_click_keeps_it(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    documents = space(techne).skills.documents
    documents.open_skill(skills[0], keep=False)
    documents.open_skill(skills[1], keep=False)
    assert documents.strip.count() == 1 and documents.skill == skills[1]
    documents.open_skill(skills[1])
    documents.open_skill(skills[2], keep=False)
    assert documents.strip.count() == 2


def test_a_call_opens_its_skill_or_offers_to_write_it(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    page.skill_actions.follow_call("Smoke tests")
    assert page.documents.skill == skills[1]
    page.skill_actions.follow_call("Announce")
    assert techne.window.banner.isVisible()
    techne.window.banner.acted.emit()
    assert techne.vault is not None
    assert catalogue.find(techne.vault, "Announce").id == page.documents.skill


def test_f6_walks_through_the_areas(qtbot: QtBot, techne: Techne, skills: tuple[int, ...]) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    techne.window.resize(1440, 900)
    page = space(techne).skills
    page.documents.open_skill(skills[0])
    areas = [space(techne).rail, page.library, page.documents, page.panel.open]
    first = areas[0].findChild(QToolButton)
    assert first is not None
    first.setFocus()
    for area in [*areas[1:], techne.window.status, areas[0]]:
        run(techne, "go.next_area")
        focus = QApplication.focusWidget()
        assert focus is not None and area.isAncestorOf(focus), area


def test_the_key_of_a_page_leads_into_it(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    workspace = space(techne)
    for name in ("constellation", "packs", "settings", "skills"):
        run(techne, f"go.{name}")
        focus = QApplication.focusWidget()
        assert focus is not None and not workspace.rail.isAncestorOf(focus)
        assert workspace.current == name and workspace.isAncestorOf(focus)


def test_enter_in_the_list_leads_into_the_skill(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    page = space(techne).skills
    page.library.list.setFocus()
    page.library.list.setCurrentIndex(page.library.model.index(0, 0))
    qtbot.keyClick(page.library.list, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    focus, editor = QApplication.focusWidget(), page.documents.editor
    assert editor is not None and focus is not None and editor.isAncestorOf(focus)


def test_narrow_windows_fold_the_panel_and_drop_the_labels(qtbot: QtBot, techne: Techne) -> None:
    page = space(techne).skills
    techne.window.resize(1440, 900)
    qtbot.waitUntil(lambda: page.panel.open.isVisible() and not page.panel.folded.isVisible())
    techne.window.resize(1100, 800)
    qtbot.waitUntil(lambda: page.panel.folded.isVisible() and not page.panel.open.isVisible())
    assert space(techne).rail.width() == NARROW
    page.show_panel("outline")
    assert page.panel.open.isVisible() and page.panel.open.current == "outline"
    assert page.panel.open.geometry().right() < page.panel.folded.x()


def open_narrow(qtbot: QtBot, techne: Techne, skill: int) -> EditorView:
    """A skill in a window that has room for the panel only over the document."""
    page = space(techne).skills
    techne.window.resize(1024, 700)
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    page.documents.open_skill(skill)
    qtbot.waitUntil(page.panel.folded.isVisible)
    assert page.documents.editor is not None
    return page.documents.editor


def test_the_floating_panel_is_put_away_by_mouse_and_by_key(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    editor, panel = open_narrow(qtbot, techne, skills[0]), page.panel.open
    icon = next(b for b in page.panel.folded.findChildren(QToolButton) if "Outl" in b.toolTip())
    left = Qt.MouseButton.LeftButton
    toggle = page.sides.fold
    icon.click()
    assert panel.isVisible()
    place = panel.geometry()
    assert not place.contains(toggle.mapTo(page, toggle.rect().center())), "it is not covered"
    ways: tuple[Callable[[], object], ...] = (
        lambda: QTest.mouseClick(icon, left),
        lambda: QTest.mouseClick(toggle, left),
        lambda: QTest.mouseClick(editor, left, pos=QPoint(5, 5)),
        lambda: QTest.mouseClick(page.library.list.viewport(), left),
        lambda: QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Escape),
        lambda: page.panel.checks.jump_requested.emit(0, 0),
    )
    for leave in ways:
        page.show_panel("outline")
        assert panel.isVisible()
        leave()
        assert not panel.isVisible()


def test_the_floating_panel_and_list_leave_what_is_looked_for_in_sight(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    window, page = techne.window, space(techne).skills
    window.resize(1024, 700)
    page.documents.open_skill(skills[0])
    panel, bar, tabs = page.panel.open, page.documents.find_bar, page.documents.bar
    qtbot.waitUntil(page.panel.folded.isVisible)

    def begins(part: QWidget) -> int:
        return part.mapTo(page, QPoint(0, 0)).y()

    page.show_panel("outline")
    assert begins(panel) == tabs.height()
    page.documents.finding.open(replacing=True)
    qtbot.waitUntil(lambda: begins(panel) == begins(bar) + bar.height())
    assert panel.isVisible() and panel.geometry().bottom() == page.rect().bottom()
    bar.say_wrong("a pattern that ends too early")
    qtbot.waitUntil(lambda: begins(panel) == begins(bar) + bar.height())
    page.documents.finding.leave()
    qtbot.waitUntil(lambda: begins(panel) == tabs.height())


def test_one_repair_after_the_other_is_made_in_the_floating_panel(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    editor, panel = open_narrow(qtbot, techne, skills[0]), page.panel.open
    checks = page.panel.checks
    with page.context.vault.turns.at_once():
        library.save(page.context.vault, None, "# Smoke tests\n\n1. Look.\n")
    editor.library_watch.learn()
    editor.buffer.become("# Way\n\n1. @skill: smoke-test\n2. @skill: smok-tests\n")
    editor.reader.read_now()
    page.show_panel("checks")

    def repairs() -> list[Button]:
        return [b for row in checks.rows for b in row.buttons if b.text() == "Replace"]

    for left in (1, 0):
        QTest.mouseClick(repairs()[0], Qt.MouseButton.LeftButton)
        assert len(repairs()) == left and panel.isVisible()
    row = next(r for r in checks.rows if r.finding and r.finding.code == "goal-missing")
    row.buttons[0].click()
    assert not panel.isVisible() and editor.chips.open_kind is not None


def test_the_window_is_never_larger_than_the_screen(techne: Techne) -> None:
    room, window = techne.window.screen().availableSize(), techne.window
    assert room.width() < 1024, "the screen of these tests is a small one"
    for size in (window.minimumSize(), window.size(), space(techne).minimumSizeHint()):
        assert size.boundedTo(room) == size


def test_a_menu_of_another_row_leaves_the_mark_on_what_is_in_front(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    listed = page.library.list
    page.documents.open_skill(skills[0])
    other = listed.visualRect(page.library.model.index_of(skills[2])).center()
    QTest.mousePress(listed.viewport(), Qt.MouseButton.RightButton, pos=other)
    listed.customContextMenuRequested.emit(other)
    assert page.library.chosen() == (skills[2],)
    (menu,) = (menu for menu in page.findChildren(QMenu) if menu.isVisible())
    next(a for a in menu.actions() if "favourites" in a.text()).trigger()
    menu.close()
    QTest.mouseRelease(listed.viewport(), Qt.MouseButton.RightButton, pos=other)
    qtbot.waitUntil(lambda: page.library.chosen() == (skills[0],))
    rows = page.library.model
    qtbot.waitUntil(lambda: [row.id for row in rows.rows if row.favourite] == [skills[2]])


def test_what_was_imported_is_marked_and_not_selected(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    model = page.library.model
    page.documents.open_skill(skills[0])
    page.library.search.setText("smoke")
    techne.window._on_imported("2 skills imported", skills[1:])

    def fresh() -> set[int]:
        return {row.id for row in model.rows if model.index_of(row.id).data(FRESH)}

    assert fresh() == set(skills[1:])
    assert not page.library.list.is_selecting and set(page.library.chosen()) <= {skills[0]}
    said = model.index_of(skills[1]).data(Qt.ItemDataRole.AccessibleTextRole)
    assert ", new" in said
    page.documents.open_skill(skills[1])
    assert fresh() == {skills[2]}, "one that was looked at is not new any more"


def test_the_lock_in_the_status_bar_says_what_it_does(techne: Techne) -> None:
    assert techne.window.status.lock.toolTip() == "Lock the vault (Ctrl+L)"


def test_settings_take_effect_at_once_and_are_kept(
    qtbot: QtBot, techne: Techne, start: Started, home: Path
) -> None:
    space(techne).pages.settings.fields.set("theme", "light")
    assert not techne.theme.tokens.dark
    techne.shut_down()
    assert start(home).settings.theme == "light"


def test_what_a_person_can_understand_is_a_banner(qtbot: QtBot, techne: Techne) -> None:
    error = VaultLocked("The vault is locked.", "Unlock it and try again.")
    techne.take_error(type(error), error, None)
    assert techne.window.banner.isVisible()


def test_modules_of_the_window_stay_small() -> None:
    for file in Path("app/ui").rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 460, file
    window = Path("app/ui/main_window.py")
    assert len(window.read_text(encoding="utf-8").splitlines()) <= 300


def test_alt_alone_shows_the_menus(qtbot: QtBot, techne: Techne) -> None:
    window = techne.window
    with qtbot.waitActive(window):
        window.activateWindow()
    handle, bar = window.windowHandle(), window.menuBar()

    def press(*keys: Qt.Key) -> None:
        for kind, order in ((QEvent.Type.KeyPress, keys), (QEvent.Type.KeyRelease, keys[::-1])):
            for key in order:
                event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier)
                QApplication.sendEvent(handle, event)

    assert not bar.isVisible()
    press(Qt.Key.Key_Alt, Qt.Key.Key_Up)
    assert not bar.isVisible()
    press(Qt.Key.Key_Alt)
    assert bar.isVisible()
    words = [menu.title().replace("&", "") for menu in window.findChildren(QMenu) if menu.title()]
    assert {"Vault", "Skill", "Edit", "Go"} <= set(words)
    press(Qt.Key.Key_Alt)
    assert not bar.isVisible()


def test_every_command_in_a_menu_is_in_the_table(qtbot: QtBot, techne: Techne) -> None:
    menus = techne.window.menuBar().findChildren(QMenu)
    listed = {action.objectName() for menu in menus for action in menu.actions()} - {""}
    assert listed <= {command.id for command in techne.window.commands}
    assert len(listed) > 25


def test_history_opens_as_a_document(qtbot: QtBot, techne: Techne, skills: tuple[int, ...]) -> None:
    page = space(techne).skills
    page.documents.open_skill(skills[0])
    page.show_panel("history")
    page.context.go.history(skills[0])
    assert page.documents.isAncestorOf(techne.window.focusWidget()), "so that its keys work"
    assert page.documents.strip.count() == 2 and page.documents.editor is None
    assert page.documents.skill == skills[0]
    assert not page.library.isVisible() and not page.panel.open.isVisible()
    page.back.click()
    assert page.library.isVisible() and page.panel.open.current == "history"
    assert page.documents.editor is not None
    assert page.documents.strip.title(page.documents.strip.current) == "Deploy"


def test_several_skills_move_together_and_come_back_together(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page = space(techne).skills
    page.skill_actions.refile(skills[:2], "Operations")
    assert techne.vault is not None
    assert [catalogue.row(techne.vault, s).engram_name for s in skills] == [  # type: ignore[union-attr]
        "Operations",
        "Operations",
        "Skills",
    ]
    page.undo.undo()
    assert {row.engram_name for row in catalogue.rows(techne.vault)} == {"Skills"}
    page.skill_actions.duplicate(skills[:1])
    page.skill_actions.duplicate(skills[:1])
    titles = {row.title for row in catalogue.rows(techne.vault)}
    assert {"Deploy copy", "Deploy copy 2"} <= titles


@pytest.mark.parametrize(
    "state",
    [None, 7, {}, {"open": 3}, {"open": [1, ["skill"], ["note", 1], ["skill", "x"]], "front": 1}],
)
def test_odd_memories_of_open_documents_are_passed_over(state: object) -> None:
    assert read_state(state) == ([], None)


def test_the_menu_of_the_list(qtbot: QtBot, techne: Techne, skills: tuple[int, ...]) -> None:
    assert techne.vault is not None
    page = space(techne).skills
    menu = skill_menu(page.skill_actions, skills[:2], page)
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == [
        "Open",
        "Describe…",
        "Add to favourites",
        "Select",
        "Find usages",
        "Export…",
        "Move to engram",
        "Tags",
        "Role",
        "Duplicate",
        "Delete 2 skills",
    ]
    roles = next(one for one in menu.findChildren(QMenu) if one.title() == "Role")
    next(action for action in roles.actions() if action.text() == "reference").trigger()
    found = {row.id: row.role for row in catalogue.rows(techne.vault)}
    assert [found[skill] == "reference" for skill in skills] == [True, True, False]
    next(action for action in menu.actions() if action.text() == words[-1]).trigger()
    assert [row.id for row in catalogue.rows(techne.vault)] == [skills[2]]


def test_what_ends_after_the_vault_was_locked_is_heard_no_more(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    context = space(techne).context
    context.say.tell("Moved to the bin", undoable=True)
    assert techne.window.toast.isVisible()
    context.say.warn("There is no skill called “Deploy”.", "Create skill", lambda: skills)
    assert "Deploy" in techne.window.banner.accessibleName()
    techne.lock()
    qtbot.waitUntil(lambda: techne.vault is None)
    assert techne.window.banner.accessibleName() == ""
    context.say.tell("Moved to the bin", undoable=True)
    context.say.warn("Nobody reads this.")
    context.go.export(*skills)
    context.go.skill(skills[0])
    assert techne.window.banner.isHidden()


def test_what_was_typed_last_is_saved_before_it_is_reviewed_for_export(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    """Of the skill itself, and of one that it calls."""
    for called in (skills[1], skills[0]):
        buffer = in_front(qtbot, techne, called).buffer
        buffer.become(f"{buffer.text.rstrip()} Ask kim{called}@harbour-tea.de.\n")
    run(techne, "skill.export")
    qtbot.waitUntil(lambda: bool(techne.window.findChildren(ExportDialog)))
    (dialog,) = techne.window.findChildren(ExportDialog)
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    assert dialog.cargo is not None
    found = {finding.excerpt for _name, finding in dialog.cargo.packing.private}
    assert found == {f"kim{called}@harbour-tea.de" for called in skills[:2]}
    dialog.reject()


def test_a_search_by_keyboard_ends_in_the_document_and_changes_nothing(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    """Every key at once: “/”, a name, Enter, and whatever else a hand does then."""
    skills_page = space(techne).skills
    library_view, documents = skills_page.library, skills_page.documents
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    run(techne, "go.search")
    assert library_view.search.hasFocus()
    qtbot.keyClicks(library_view.search, "rollback")  # type: ignore[no-untyped-call]
    qtbot.keyClick(library_view.search, Qt.Key.Key_Return)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(lambda: documents.skill == skills[2])
    assert documents.editor is not None
    before = documents.editor.buffer.text
    focus = QApplication.focusWidget()
    assert focus is not None and documents.isAncestorOf(focus)
    qtbot.keyClicks(focus, "xyz")  # type: ignore[no-untyped-call]
    assert documents.editor.buffer.text == before
    assert library_view.search.text() == "rollback"
    assert library_view.chosen() == (skills[2],)
