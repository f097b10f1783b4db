"""The room of the agents: folders, the skills in them, conflicts, and what changes on the disk."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.library.record import DiskState
from app.core.mirror import folders, reconcile
from app.core.mirror.folders import Folder, Mode
from app.core.mirror.survey import State, survey
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.agents.folders_page import FoldersPage
from app.ui.views.agents.linking import LinkDialog
from app.ui.views.agents.listing_budget import ListingBudget
from app.ui.views.agents.putting import PutDialog
from app.ui.views.agents.signs import act_of
from app.ui.views.agents.view import FOLDERS, AgentsView
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.view import EditorView
from app.ui.widgets.buttons import Button
from tests.core.test_folder_decisions import folder, in_conflict, person, root
from tests.core.test_mirror import TEXT, put, skill_of, states
from tests.ui.entries import said
from tests.ui.names import nameless

__all__ = ["folder", "person", "root"]
WAIT = 10_000


@pytest.fixture
def view(context: AppContext, person: Path, qtbot: QtBot) -> Iterator[FoldersPage]:
    made = AgentsView(context)
    qtbot.addWidget(made)
    made.resize(1100, 800)
    made.show_page(FOLDERS)
    yield made.folders_page
    context.disk.stop()


def shown(view: FoldersPage, qtbot: QtBot) -> None:
    view.window().show()
    settled(view, qtbot)


def settled(view: FoldersPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not view.busy and not view._context.disk.is_looking, timeout=WAIT)


def choose(view: FoldersPage, name: str) -> None:
    view.skills.list.choose(name)
    one = view.skills.list.current
    assert one is not None and one.name == name


def state(view: FoldersPage, name: str) -> State:
    (one,) = [one for look in view.looks for one in look.skills if one.name == name]
    return one.standing.state


def compared(view: FoldersPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: view.compare.isVisible() and view.compare.is_ready, timeout=WAIT)


def pick(view: FoldersPage, words: str) -> None:
    """From the menu of the first skill."""
    rows = view.skills.list
    at = rows.visualRect(rows.rows.index(0)).center()
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, rows.mapToGlobal(at))
    QApplication.sendEvent(rows.viewport(), asked)
    menu = rows.findChildren(QMenu)[-1]
    next(one for one in menu.actions() if said(one) == words).trigger()
    menu.close()


def is_in_order(vault: Vault, folder: Folder, name: str) -> bool:
    return states(vault, folder).get(name, State.IN_SYNC) is State.IN_SYNC


def test_without_a_folder_there_is_one_thing_to_do(view: FoldersPage, qtbot: QtBot) -> None:
    shown(view, qtbot)
    assert view.nothing.isVisible() and not view.folders.isVisible()
    view.nothing.button.click()
    (dialog,) = view.window().findChildren(QDialog)
    dialog.reject()


def test_folders_say_who_reads_them_and_how_they_are(
    view: FoldersPage, vault: Vault, folder: Folder, person: Path, qtbot: QtBot
) -> None:
    put(folder.path, "deploy")
    put(person / ".gemini" / "skills", "a")
    reconcile.reconcile(vault)
    shown(view, qtbot)
    linked, off = view.folders.rows
    name = linked.accessibleName()
    assert name.startswith("~/.agents/skills, Codex, ") and ", Linked, 1 skill, in sync " in name
    assert off.accessibleName().endswith(", Off, 1 skill, found, not linked")
    assert off.link.isVisible() and not linked.link.isVisible()
    assert view.folders.current == folder.path
    linked.setFocus()
    QTest.keyClick(linked, Qt.Key.Key_Down)
    assert view.folders.current == off.look.path
    (found,) = view.skills.list.rows.rows
    assert (found.name, found.standing.state, act_of(found)) == ("a", State.FOUND, None)
    assert not nameless(view)


def test_what_a_client_cuts_from_its_list_is_measured_and_named(
    view: FoldersPage, context: AppContext, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    for n in range(20):
        put(folder.path, f"a{n:02}", f"---\nname: a{n:02}\ndescription: {'x' * 1000}\n---\n# T\n")
    reconcile.reconcile(vault)
    shown(view, qtbot)
    budgets = view.skills.budgets
    assert not view.findChildren(ListingBudget)[0].isVisible()
    budgets.link.setFocus()
    QTest.keyClick(budgets.link, Qt.Key.Key_Space)
    codex, copilot = (one for one in view.findChildren(ListingBudget) if not one.isHidden())
    assert codex.isVisible() and codex.accessibleName().startswith("Codex: ")
    assert copilot.accessibleName().startswith("Copilot CLI: 7 of 20 descriptions will be cut ")
    assert not nameless(view)
    opened: list[int] = []
    copilot.opened.connect(opened.append)
    first, *_others, more = copilot.findChildren(Button)
    first.click()
    assert opened == [skill_of(vault, folder, "a13")]
    assert more.text() == "3 more" and len(more.menu().actions()) == 7


def test_a_disk_that_is_not_there_removes_nothing(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    put(folder.path, "deploy")
    reconcile.reconcile(vault)
    folder.path.rename(folder.path.with_name("away"))
    shown(view, qtbot)
    (row,) = view.folders.rows
    assert row.accessibleName().endswith("Linked, 1 skill, disk not there, nothing removed")


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_repair_by_key_or_by_mouse(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot, by_mouse: bool
) -> None:
    file = put(folder.path, "deploy", "\ufeff" + TEXT)
    reconcile.reconcile(vault)
    shown(view, qtbot)
    rows = view.skills.list
    index = rows.rows.index(0)
    said = str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "Codex and Gemini CLI would not load this: byte-order mark" in said
    if by_mouse:
        bounds = rows.visualRect(index)
        button = rows._delegate.repair_place(bounds, rows.rows.rows[0], 0)
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=button.center())
    else:
        choose(view, "deploy")
        rows.setFocus()
        asked = QKeyEvent(
            QEvent.Type.ShortcutOverride, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier
        )
        QApplication.sendEvent(rows, asked)
        assert asked.isAccepted()
        QTest.keyClick(rows, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: file.read_bytes() == TEXT.encode(), timeout=WAIT)
    qtbot.waitUntil(lambda: not view.looks[0].skills[0].refusals, timeout=WAIT)


def test_enter_reads_writes_adopts_and_heals(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    read, written = put(folder.path, "deploy"), put(folder.path, "other")
    reconcile.reconcile(vault)
    read.write_text(TEXT + "3. Rest.\n")
    library.save(vault, skill_of(vault, folder, "other"), TEXT + "3. Sleep.\n")
    put(folder.path, "theirs")
    (folder.path.parent / "skills-lock.json").write_text('{"skills": {"theirs": {}}}')
    (folder.path / "gone").symlink_to(folder.path / "nowhere")
    shown(view, qtbot)
    expected = {
        "deploy": State.ON_DISK, "other": State.HERE, "theirs": State.FOREIGN, "gone": State.BROKEN
    }  # fmt: skip
    assert {name: state(view, name) for name in expected} == expected
    for name in expected:
        choose(view, name)
        QTest.keyClick(view.skills.list, Qt.Key.Key_Return)
        qtbot.waitUntil(partial(is_in_order, vault, folder, name), timeout=WAIT)
        settled(view, qtbot)
    assert library.text(vault, skill_of(vault, folder, "deploy")) == TEXT + "3. Rest.\n"
    assert written.read_text() == TEXT + "3. Sleep.\n"
    assert not (folder.path / "gone").is_symlink()


def test_several_are_read_and_written_at_once(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    files = {name: put(folder.path, name) for name in ("a", "b", "c")}
    reconcile.reconcile(vault)
    for name in ("a", "b"):
        files[name].write_text(TEXT + f"3. {name}.\n")
    library.save(vault, skill_of(vault, folder, "c"), TEXT + "3. Sleep.\n")
    shown(view, qtbot)
    view.skills.list.setFocus()
    view.skills.list.selectAll()
    QTest.keyClick(view.skills.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: set(states(vault, folder).values()) == {State.IN_SYNC}, timeout=WAIT)
    assert files["c"].read_text() == TEXT + "3. Sleep.\n"
    assert library.text(vault, skill_of(vault, folder, "b")) == TEXT + "3. b.\n"
    settled(view, qtbot)


def test_skills_are_turned_off_and_pinned_in_a_folder(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    file = put(folder.path, "deploy")
    reconcile.reconcile(vault)
    shown(view, qtbot)
    pick(view, "Turn off in this folder")
    qtbot.waitUntil(lambda: not file.exists(), timeout=WAIT)
    qtbot.waitUntil(lambda: state(view, "deploy") is State.OFF, timeout=WAIT)
    choose(view, "deploy")
    QTest.keyClick(view.skills.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: file.exists() and is_in_order(vault, folder, "deploy"), timeout=WAIT)
    settled(view, qtbot)
    pick(view, "Pin: neither read nor write")
    qtbot.waitUntil(lambda: view.looks[0].skills[0].standing.is_pinned, timeout=WAIT)
    settled(view, qtbot)
    pick(view, "Unpin")
    qtbot.waitUntil(lambda: not view.looks[0].skills[0].standing.is_pinned, timeout=WAIT)
    settled(view, qtbot)


def test_skills_are_put_into_a_folder_of_copies_and_taken_out(
    view: FoldersPage, vault: Vault, root: Path, qtbot: QtBot
) -> None:
    folder = folders.link(vault, root, Mode.COPIES)
    skill = library.save(vault, None, "# Ship it\n\n1. Go.\n").skill
    library.save(vault, None, "# Rest\n\n1. Sleep.\n")
    shown(view, qtbot)
    view.skills.put.click()
    (dialog,) = view.window().findChildren(PutDialog)
    assert not dialog.list.chosen and not dialog.go.isEnabled()
    dialog.search.setText("ship")
    dialog.list.tick(lambda _on: True)
    assert dialog.list.chosen == {skill} and not nameless(dialog)
    dialog.go.click()
    file = root / "ship-it" / "SKILL.md"
    qtbot.waitUntil(file.exists, timeout=WAIT)
    qtbot.waitUntil(lambda: bool(view.looks[0].skills), timeout=WAIT)
    settled(view, qtbot)
    assert states(vault, folder) == {"ship-it": State.IN_SYNC}
    pick(view, "Take out of this folder")
    qtbot.waitUntil(lambda: not file.parent.exists(), timeout=WAIT)
    qtbot.waitUntil(lambda: not view.looks[0].skills, timeout=WAIT)
    settled(view, qtbot)


def test_of_several_conflicts_one_side_is_kept(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    files = {name: put(folder.path, name) for name in ("a", "b")}
    reconcile.reconcile(vault)
    for name, file in files.items():
        library.save(vault, skill_of(vault, folder, name), TEXT + "3. Mine.\n")
        file.write_text(TEXT + "3. Theirs.\n")
    reconcile.reconcile(vault)
    shown(view, qtbot)
    rows = view.skills.list
    rows.selectAll()
    pick(view, "Keep mine")
    qtbot.waitUntil(
        lambda: {file.read_text() for file in files.values()} == {TEXT + "3. Mine.\n"},
        timeout=WAIT,
    )
    qtbot.waitUntil(lambda: not view.compare.isVisible(), timeout=WAIT)
    settled(view, qtbot)


def test_what_needs_a_look_and_one_state_narrow_the_list(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    put(folder.path, "deploy")
    put(folder.path, "other")
    reconcile.reconcile(vault)
    library.save(vault, skill_of(vault, folder, "other"), TEXT + "3. Sleep.\n")
    shown(view, qtbot)
    assert view.skills.needing.text() == "Needs a look 1"
    view.skills.needing.click()
    assert [one.name for one in view.skills.list.rows.rows] == ["other"]
    view.skills.needing.click()
    actions = {said(one): one for one in view.skills.state.menu().actions()}
    actions["In sync"].trigger()
    assert [one.name for one in view.skills.list.rows.rows] == ["deploy"]
    actions["Conflict"].trigger()
    assert view.skills.nothing.isVisible()
    view.skills.nothing.button.click()
    assert len(view.skills.list.rows.rows) == 2


def test_f8_compares_and_both_are_saved_with_ctrl_enter(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    file = in_conflict(vault, folder)
    file.write_text(TEXT.replace("Ship.", "Send it.\n3. Rest."))
    reconcile.reconcile(vault)
    shown(view, qtbot)
    assert view.banner.isVisible() and "Deploy changed on disk" in view.banner.accessibleName()
    room = view.window()
    assert isinstance(room, AgentsView)
    room.link_button.setFocus()
    QTest.keyClick(room.link_button, Qt.Key.Key_F8)
    compared(view, qtbot)
    assert view.skills.list.hasFocus()
    reworded, added = view.compare.differences
    assert [tick.isChecked() for tick in reworded.ticks] == [False, True]
    assert [tick.isChecked() for tick in added.ticks] == [True, False]
    assert view.compare.together.toPlainText() == TEXT.replace("Ship.", "Ship it.") + "3. Rest.\n"
    reworded.ticks[0].click()
    assert [tick.isChecked() for tick in reworded.ticks] == [True, False]
    both = TEXT.replace("Ship.", "Send it.") + "3. Rest.\n"
    qtbot.waitUntil(lambda: view.compare.together.toPlainText() == both, timeout=WAIT)
    assert not nameless(view.compare)
    QTest.keyClick(view.skills.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: states(vault, folder) == {"deploy": State.IN_SYNC}, timeout=WAIT)
    assert file.read_text() == both == library.text(vault, skill_of(vault, folder, "deploy"))
    qtbot.waitUntil(lambda: not view.compare.isVisible(), timeout=WAIT)
    assert not view.banner.isVisible()


def test_where_both_have_no_room_the_lists_give_way(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    in_conflict(vault, folder)
    view.window().resize(640, 600)
    shown(view, qtbot)
    view.next_conflict()
    compared(view, qtbot)
    assert not view.skills.isVisible()
    view.window().resize(1100, 600)
    assert view.skills.isVisible() and view.compare.isVisible()
    view.window().resize(640, 600)
    QTest.keyClick(view.compare.together, Qt.Key.Key_Escape)
    assert view.skills.isVisible() and not view.compare.isVisible()


@pytest.mark.parametrize("mine", [False, True])
def test_one_side_is_kept(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot, mine: bool
) -> None:
    file = in_conflict(vault, folder)
    shown(view, qtbot)
    view.next_conflict()
    compared(view, qtbot)
    (view.compare.keep_mine if mine else view.compare.keep_disk).click()
    qtbot.waitUntil(lambda: states(vault, folder) == {"deploy": State.IN_SYNC}, timeout=WAIT)
    assert file.read_text() == TEXT.replace("Ship.", "Ship it." if mine else "Send it.")
    qtbot.waitUntil(lambda: not view.compare.isVisible(), timeout=WAIT)
    settled(view, qtbot)


def test_a_conflict_nobody_read_yet_is_read_first(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    file = put(folder.path, "deploy")
    reconcile.reconcile(vault)
    library.save(vault, skill_of(vault, folder, "deploy"), TEXT.replace("Ship.", "Ship it."))
    file.write_text(TEXT.replace("Ship.", "Send it."))
    shown(view, qtbot)
    view.next_conflict()
    compared(view, qtbot)
    assert len(view.compare.differences) == 1
    view.compare.layouts._group.button(1).click()
    assert view.compare._whole.isVisible()
    settled(view, qtbot)


def test_before_a_link_nothing_is_ticked(
    view: FoldersPage, vault: Vault, root: Path, qtbot: QtBot
) -> None:
    for name in ("a", "b", "c"):
        put(root, name)
    shown(view, qtbot)
    (row,) = view.folders.rows
    row.link.click()
    (dialog,) = view.window().findChildren(LinkDialog)
    qtbot.waitUntil(lambda: dialog.list.items.rowCount() == 3, timeout=WAIT)
    assert not dialog.list.chosen and dialog.go.text() == "Link"
    dialog._all.click()
    assert dialog.list.chosen == {"a", "b", "c"} and dialog.go.text() == "Link and read 3 skills"
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    assert dialog.list.chosen == {"b", "c"}
    dialog._invert.click()
    assert dialog.list.chosen == {"a"}
    with qtbot.waitSignal(dialog.linked, timeout=WAIT):
        dialog.go.click()
    qtbot.waitUntil(lambda: len(view.looks[0].skills) == 3, timeout=WAIT)
    settled(view, qtbot)
    (made,) = folders.folders(vault)
    found = {one.name: one.state for one in survey(vault, made).standings}
    assert found == {"a": State.IN_SYNC, "b": State.FOREIGN, "c": State.FOREIGN}


def test_modes_are_changed_from_the_menu(
    view: FoldersPage, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    put(folder.path, "deploy")
    reconcile.reconcile(vault)
    shown(view, qtbot)
    (row,) = view.folders.rows
    _linked, copies, *_others, off = row.mode.menu().actions()
    copies.trigger()
    qtbot.waitUntil(lambda: folders.folders(vault)[0].mode is Mode.COPIES, timeout=WAIT)
    qtbot.waitUntil(lambda: row.mode.text() == "Copies", timeout=WAIT)
    off.trigger()
    qtbot.waitUntil(lambda: not folders.folders(vault), timeout=WAIT)
    qtbot.waitUntil(lambda: row.mode.text() == "Off", timeout=WAIT)
    assert (folder.path / "deploy" / "SKILL.md").read_text() == TEXT
    settled(view, qtbot)


def test_a_change_on_the_disk_is_seen_while_somebody_looks(
    view: FoldersPage, context: AppContext, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    file = put(folder.path, "deploy")
    reconcile.reconcile(vault)
    context.disk.start()
    shown(view, qtbot)
    watcher = context.disk._watcher
    assert watcher is not None
    qtbot.waitUntil(lambda: folder.path in watcher._watches, timeout=WAIT)
    skill = skill_of(vault, folder, "deploy")
    file.write_text(TEXT + "3. Rest.\n")
    qtbot.waitUntil(lambda: library.text(vault, skill) == TEXT + "3. Rest.\n", timeout=WAIT)
    put(folder.path, "fresh")
    qtbot.waitUntil(
        lambda: [one.name for one in view.looks[0].skills] == ["deploy", "fresh"], timeout=WAIT
    )
    qtbot.waitUntil(lambda: state(view, "fresh") is State.IN_SYNC, timeout=WAIT)
    settled(view, qtbot)


def test_the_room_is_in_the_rail_and_among_the_keys(space: Workspace, person: Path) -> None:
    space.go_into("agents")
    assert space.current == "agents"
    assert isinstance(space.pages.page("agents"), AgentsView)


def test_a_conflict_is_told_wherever_somebody_is(
    space: Workspace, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    context = space.context
    with qtbot.waitSignal(context.say.warned, timeout=WAIT) as told:
        in_conflict(vault, folder)
    said, action, act = told.args
    assert said.startswith("Deploy changed on disk and here.") and action == "Compare"
    assert space.rail._buttons["agents"].accessibleName() == "Agents, 1 conflict"
    assert space.rail._badges["agents"].isVisible()
    act()
    assert space.current == "agents"
    compared(space.pages.agents.folders_page, qtbot)
    space.pages.agents.folders_page.compare.keep_disk.click()
    qtbot.waitUntil(lambda: not space.rail._badges["agents"].isVisible(), timeout=WAIT)
    settled(space.pages.agents.folders_page, qtbot)


def test_the_editor_and_the_list_say_how_a_skill_is_on_the_disk(
    space: Workspace, vault: Vault, folder: Folder, qtbot: QtBot
) -> None:
    put(folder.path, "deploy")
    reconcile.reconcile(vault)
    skill = skill_of(vault, folder, "deploy")
    space.context.go.skill(skill)
    editor = space.skills.documents.document
    assert isinstance(editor, EditorView)
    chip = editor.header.about._disk
    qtbot.waitUntil(lambda: chip.text() == "on disk: ~/.agents/skills · in sync", timeout=WAIT)
    in_conflict(vault, folder)
    qtbot.waitUntil(lambda: chip.text() == "on disk: ~/.agents/skills · conflict", timeout=WAIT)
    model = space.skills.library.model
    said = Qt.ItemDataRole.AccessibleTextRole
    qtbot.waitUntil(lambda: "On disk: conflict" in model.index_of(skill).data(said), timeout=WAIT)
    filters = space.skills.library.filters
    filters.narrow("disk", DiskState.SYNCED, "in sync")
    qtbot.waitUntil(lambda: not model.rows, timeout=WAIT)
    filters.narrow("disk", DiskState.CONFLICT, "conflict")
    qtbot.waitUntil(lambda: [row.id for row in model.rows] == [skill], timeout=WAIT)
    chip.click()
    assert space.current == "agents"
    compared(space.pages.agents.folders_page, qtbot)
    settled(space.pages.agents.folders_page, qtbot)
