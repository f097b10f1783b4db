"""What a message offers to undo is undone from anywhere, and only that."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.errors import AppError
from app.core.library import catalogue, library, undoing
from app.core.library.record import Reason
from app.core.memory import memories
from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.history.view import HistoryView
from app.ui.widgets.toast import KEYS, STAYS
from tests.ui.conftest import Started
from tests.ui.hands import Hands


@pytest.fixture
def skills(home: Path, data_key: bytes) -> tuple[int, ...]:
    with Vault(home, data_key) as vault:
        memories.remember(vault, "The kettle is upstairs.")
        return tuple(
            library.save(vault, None, text).skill
            for text in ("# Brew tea\n\n1. Boil\n", "# Bake bread\n\n1. Knead\n")
        )


@pytest.fixture
def techne(start: Started, home: Path, skills: tuple[int, ...], data_key: bytes) -> Techne:
    techne = start(home)
    techne.window.show()
    assert techne.open_vault(data_key)
    return techne


@pytest.fixture
def space(techne: Techne, qtbot: QtBot) -> Workspace:
    qtbot.waitExposed(techne.window)
    techne.window.activateWindow()
    assert techne.window.workspace is not None
    return techne.window.workspace


def titles(vault: Vault) -> set[str]:
    return {row.title for row in catalogue.rows(vault)}


def in_a_text(space: Workspace, skill: int, qtbot: QtBot) -> None:
    """The focus in the plain text of a skill."""
    space.skills.documents.open_skill(skill)
    editor = space.skills.documents.editor
    assert editor is not None
    editor.show_mode(0)
    editor.text_view.setFocus()
    qtbot.waitUntil(editor.text_view.hasFocus)


def press_undo(space: Workspace) -> None:
    """What the toast says."""
    assert KEYS == "F9"
    QTest.keyClick(QApplication.focusWidget() or space, Qt.Key.Key_F9)


def test_its_keys_work_while_a_text_has_the_focus(
    techne: Techne, space: Workspace, skills: tuple[int, ...], qtbot: QtBot
) -> None:
    tea, bread = skills
    in_a_text(space, bread, qtbot)
    space.skills.skill_actions.delete((tea,))
    assert techne.window.toast.accessibleName() == "Brew tea moved to the bin. F9 undoes it."
    assert titles(space.context.vault) == {"Bake bread"}
    press_undo(space)
    assert titles(space.context.vault) == {"Brew tea", "Bake bread"}
    assert library.text(space.context.vault, bread) == "# Bake bread\n\n1. Knead\n"


def test_its_keys_bring_a_message_back_that_is_gone(
    techne: Techne, space: Workspace, skills: tuple[int, ...]
) -> None:
    toast, vault = techne.window.toast, space.context.vault
    space.skills.skill_actions.delete(skills[:1])
    toast._timer.timeout.emit()
    assert toast.isHidden()
    press_undo(space)
    assert toast.can_take_back and toast._words.text() == "Undo this? Brew tea moved to the bin"
    assert toast._timer.interval() > STAYS  # whoever asked for it has time to press once more
    assert titles(vault) == {"Bake bread"}
    press_undo(space)
    assert titles(vault) == {"Brew tea", "Bake bread"}
    for _again in range(2):
        toast._timer.timeout.emit()
        press_undo(space)
        said = "There is nothing to undo here."
        assert toast.isVisible() and toast._words.text() == said


def test_its_keys_undo_the_restoring_of_a_version(
    techne: Techne, space: Workspace, skills: tuple[int, ...]
) -> None:
    tea, vault = skills[0], space.context.vault
    before = library.text(vault, tea)
    with vault.turns.at_once():
        library.save(vault, tea, f"{before}2. Pour\n", reason=Reason.NAMED)
    space.context.go.history(tea)
    view = space.skills.documents.document
    assert isinstance(view, HistoryView)
    view.compare(1, 2)
    view.restore()
    assert library.text(vault, tea) == before
    assert techne.window.toast._words.text() == "v1 restored as v3"
    press_undo(space)
    assert library.text(vault, tea) == f"{before}2. Pour\n"


def test_only_what_it_says_is_undone(
    techne: Techne, space: Workspace, skills: tuple[int, ...], qtbot: QtBot
) -> None:
    tea, bread = skills
    space.skills.skill_actions.delete((tea,))
    in_a_text(space, bread, qtbot)
    editor = space.skills.documents.editor
    assert editor is not None
    QTest.keyClicks(editor.text_view, "x")
    assert editor.flush()
    press_undo(space)
    assert titles(space.context.vault) >= {"Brew tea"}
    assert "x" in library.text(space.context.vault, bread)


def test_the_way_back_of_a_memory_leaves_skills_alone(
    techne: Techne, space: Workspace, skills: tuple[int, ...], qtbot: QtBot
) -> None:
    space.go("memories")
    page = space.pages.memories
    qtbot.waitUntil(lambda: len(page.model.rows) == 1)
    page.list.setCurrentIndex(page.model.index(0))
    page.detail.forget_it()
    assert memories.count(space.context.vault) == 0
    press_undo(space)
    assert memories.count(space.context.vault) == 1
    assert titles(space.context.vault) == {"Brew tea", "Bake bread"}
    assert techne.window.toast._words.text() == "Undone: Forget memory"


def test_what_cannot_be_undone_any_more_says_so(
    techne: Techne, space: Workspace, skills: tuple[int, ...], qtbot: QtBot
) -> None:
    tea, _bread = skills
    actions = space.skills.skill_actions
    actions.set_role((tea,), "processor")
    way_back = techne.window.toast._undo
    actions.set_role((tea,), "utility")
    assert way_back is not None
    techne.window.toast.say("Role changed", way_back)
    press_undo(space)
    assert "changed again" in techne.window.banner.accessibleName()
    row = catalogue.row(space.context.vault, tea)
    assert row is not None and row.role == "utility"


def test_what_changed_nothing_offers_nothing(
    techne: Techne, space: Workspace, skills: tuple[int, ...]
) -> None:
    actions = space.skills.skill_actions
    actions.set_role((skills[0],), "processor")
    assert techne.window.toast.can_take_back
    actions.set_role((skills[0],), "processor")
    assert not techne.window.toast.can_take_back


def test_many_copies_are_one_job_and_open_nothing(
    techne: Techne, space: Workspace, qtbot: QtBot
) -> None:
    context = space.context
    many = tuple(row.id for row in catalogue.rows(space.context.vault))
    for number in range(24):
        with space.context.vault.turns.at_once():
            many += (
                library.save(space.context.vault, None, f"# Copy me {number}\n\n1. x\n").skill,
            )
    space.skills.library.refresh()
    tabs = space.skills.documents.state()["open"]
    with qtbot.waitSignal(context.say.told) as told:
        space.skills.skill_actions.duplicate(many)
    assert told.args[:2] == ["26 skills duplicated", True]
    assert len(catalogue.rows(space.context.vault)) == 52
    chosen = space.skills.library.chosen()
    assert len(chosen) == 26 and not set(chosen) & set(many)
    assert space.skills.documents.state()["open"] == tabs
    techne.window.toast.take_back()
    qtbot.waitUntil(lambda: len(catalogue.rows(space.context.vault)) == 26)
    assert undoing.undoable(space.context.vault)[0] is not None


def conflicted(space: Workspace, skill: int, home: Path, data_key: bytes, qtbot: QtBot) -> None:
    """Something is typed while another process saves another text."""
    in_a_text(space, skill, qtbot)
    editor = space.skills.documents.editor
    assert editor is not None
    QTest.keyClicks(editor.text_view, "mine ")
    with Vault(home, data_key) as other:
        library.save(other, skill, "# Bake bread\n\n1. Theirs\n")
    space.context.bridge.look()
    qtbot.waitUntil(editor.notice_bar.isVisible)


def test_a_tab_that_cannot_be_saved_says_why_it_stays_and_offers_to_close(
    techne: Techne,
    space: Workspace,
    skills: tuple[int, ...],
    home: Path,
    data_key: bytes,
    qtbot: QtBot,
) -> None:
    documents, bread = space.skills.documents, skills[1]
    conflicted(space, bread, home, data_key, qtbot)
    documents.close_current()
    assert documents.skill == bread
    banner = techne.window.banner
    assert "was changed elsewhere, so your text is not saved yet" in banner.accessibleName()
    banner.acted.emit()
    assert documents.skill != bread
    documents.open_skill(bread)
    assert documents.editor is not None
    assert "Unsaved text" in documents.editor.notice_bar.text
    assert "Theirs" in library.text(space.context.vault, bread)


@pytest.mark.parametrize("keys", ["F9", "Ctrl+Z"])
def test_what_comes_back_from_the_bin_is_in_front_and_selected(
    space: Workspace, skills: tuple[int, ...], qtbot: QtBot, keys: str
) -> None:
    page, listed = space.skills, space.skills.library.list
    for skill in skills:
        page.documents.open_skill(skill)
    page.documents.open_skill(skills[0])
    listed.setFocus()
    QTest.keyClick(listed, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.library.chosen() == (skills[1],))
    Hands(qtbot).press(keys)
    qtbot.waitUntil(lambda: page.library.chosen() == (skills[0],))
    assert page.documents.skill == skills[0] and listed.hasFocus()


def test_a_failure_that_is_told_is_reached_closed_and_left_by_keys(
    techne: Techne, space: Workspace, skills: tuple[int, ...], qtbot: QtBot
) -> None:
    banner, hands = techne.window.banner, Hands(qtbot)
    in_a_text(space, skills[0], qtbot)
    text = QApplication.focusWidget()

    def tell() -> None:
        space.context.say.explain(AppError("This cannot be undone."))
        QApplication.processEvents()
        assert banner.isVisible()

    tell()
    for _area in range(6):
        if not banner.isAncestorOf(hands.on):
            hands.press("F6")
    assert banner.isAncestorOf(hands.on)
    hands.press("Esc")
    assert not banner.isVisible() and text is not None and hands.on is not banner
    tell()
    space.skills.documents.take_focus()
    hands.press("Esc")
    assert not banner.isVisible()
    tell()
    space.go("packs")
    assert not banner.isVisible()


def test_what_is_said_of_a_place_goes_with_it(
    techne: Techne, space: Workspace, skills: tuple[int, ...], qtbot: QtBot
) -> None:
    tea, bread = skills
    say, toast = space.context.say, techne.window.toast
    in_a_text(space, bread, qtbot)
    ways: tuple[Callable[[], object], ...] = (
        lambda: space.go("memories"),
        lambda: space.skills.documents.open_skill(tea),
    )
    for leave in ways:
        say.tell_here("There is nothing to fix here")
        assert toast.isVisible()
        leave()
        assert toast.isHidden()
        say.tell("Copied")
        space.go("skills")
        space.skills.documents.open_skill(bread)
        assert toast.isVisible()


def test_what_is_said_of_a_text_goes_once_that_is_as_it_was_before(
    techne: Techne, space: Workspace, skills: tuple[int, ...], qtbot: QtBot
) -> None:
    tea, bread = skills
    context, toast = space.context, techne.window.toast
    in_a_text(space, bread, qtbot)
    editor = space.skills.documents.editor
    assert editor is not None
    before = library.text(context.vault, bread)

    def change() -> None:
        context.writes.write(
            space,
            "Saving",
            lambda: library.save(context.vault, bread, f"{before}2. Bake\n", reason=Reason.TRAINED),
            lambda saved: context.say.tell(f"Saved as v{saved.number}", undoable=True),
        )
        qtbot.waitUntil(lambda: editor.buffer.text == f"{before}2. Bake\n")

    change()
    editor.text_view.setFocus()
    assert toast.isVisible() and toast.can_take_back
    QTest.keyClick(editor.text_view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert editor.buffer.text == before
    assert toast.isHidden()
    press_undo(space)  # nothing is left to undo of what it told
    assert "nothing to undo" in toast._words.text()
    assert editor.flush()
    change()
    space.skills.documents.open_skill(tea)
    assert toast.can_take_back
    with context.vault.turns.at_once():
        library.save(context.vault, bread, before)
    qtbot.waitUntil(toast.isHidden)


def test_that_there_is_nothing_to_undo_is_said_of_the_place_in_front(
    techne: Techne, space: Workspace
) -> None:
    press_undo(space)
    assert techne.window.toast.isVisible()
    space.go("memories")
    assert techne.window.toast.isHidden()
