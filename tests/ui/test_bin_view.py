"""The bin in the library: what is in it, bringing it back, deleting it for good."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, deleted, library
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.engrams.dialogs import TakeAwayDialog
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.history.view import HistoryView
from app.ui.views.skills.library.bin.view import BinView
from tests.conftest import Clock
from tests.ui.hands import Hands
from tests.ui.names import nameless


@pytest.fixture
def gone(vault: Vault) -> tuple[int, ...]:
    """Three skills, of which the first two are deleted."""
    made = tuple(
        library.save(vault, None, f"# {title}\n\n1. x\n", engram="Kitchen").skill
        for title in ("Brew tea", "Bake bread", "Wash up")
    )
    library.delete(vault, made[0])
    library.delete(vault, made[1])
    return made


@pytest.fixture
def bin_view(gone: tuple[int, ...], space: Workspace, qtbot: QtBot) -> BinView:
    """The bin, looked into."""
    space.resize(1200, 800)
    space.show()
    qtbot.waitExposed(space)
    space.skills.show_bin()
    return space.skills.library.bin


def titles(bin_view: BinView) -> list[str]:
    return [row.title for row in bin_view.model.rows]


def choose(bin_view: BinView, number: int) -> None:
    bin_view.list.setCurrentIndex(bin_view.model.index(number))


def asked(bin_view: BinView) -> TakeAwayDialog:
    dialogs = [d for d in bin_view.window().findChildren(TakeAwayDialog) if d.isVisible()]
    assert len(dialogs) == 1
    return dialogs[0]


def test_a_row_of_the_library_counts_and_leads_there(
    gone: tuple[int, ...], space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    space.resize(1200, 800)
    space.show()
    qtbot.waitExposed(space)
    shown = space.skills.library
    assert shown.to_bin.text() == "Bin (2)" and shown.to_bin.height() == 26
    space.skills.skill_actions.delete((gone[2],))
    qtbot.waitUntil(lambda: shown.to_bin.text() == "Bin (3)")
    shown.to_bin.click()
    assert shown.bin.isVisible() and not shown.list.isVisible()
    QTest.keyClick(shown.bin.list, Qt.Key.Key_Escape)
    assert shown.to_bin.isVisible() and not shown.bin.isVisible()


def test_what_it_is_for_stands_below_its_name_unless_it_is_empty(
    bin_view: BinView, vault: Vault, qtbot: QtBot
) -> None:
    name = next(one for one in bin_view.findChildren(QLabel) if one.text() == "Bin")
    qtbot.waitUntil(bin_view.about.isVisible)
    assert bin_view.about.x() == name.x()
    deleted.restore(vault, [one.id for one in deleted.in_bin(vault)])
    qtbot.waitUntil(bin_view.about.isHidden)


def test_what_has_the_focus_is_selected(bin_view: BinView) -> None:
    assert bin_view.list.hasFocus() and bin_view.chosen()
    assert bin_view.restore.isEnabled() and bin_view.delete.isEnabled()


def test_back_leads_from_the_bin_to_the_skills(
    bin_view: BinView, space: Workspace, qtbot: QtBot
) -> None:
    hands, shown = Hands(qtbot), space.skills.library
    for place in (bin_view.list, bin_view.restore):
        shown.show_bin()
        place.setFocus()
        hands.press("Alt+Left")
        assert shown.to_bin.isVisible() and not bin_view.isVisible()


def test_two_keys_of_the_list_are_for_all(bin_view: BinView, vault: Vault, qtbot: QtBot) -> None:
    hands = Hands(qtbot)
    hands.press("Ctrl+Shift+Del")
    asked(bin_view).reject()
    bin_view.list.setFocus()
    hands.press("Alt+Return")
    qtbot.waitUntil(lambda: titles(bin_view) == [])
    assert deleted.count(vault) == 0


def test_no_keys_are_named_below_an_empty_list(space: Workspace) -> None:
    space.resize(1200, 800)
    space.show()
    hints = space.skills.library.hints
    hints.show_count(1)
    assert hints.all.isVisible()
    hints.show_count(0)
    assert not hints.all.isVisible() and not hints.toolTip()


def test_it_says_what_left_when_and_who_deleted_it(bin_view: BinView) -> None:
    assert titles(bin_view) == ["Bake bread", "Brew tea"]
    assert bin_view.caption(bin_view.model.rows[0].id) == "Kitchen · deleted by you"
    assert nameless(bin_view) == []


def test_a_skill_is_restored_and_that_is_undone(
    bin_view: BinView, vault: Vault, gone: tuple[int, ...], qtbot: QtBot
) -> None:
    choose(bin_view, 1)
    with qtbot.waitSignal(bin_view._context.say.told) as told:
        bin_view.restore.click()
    assert told.args[:2] == ["Brew tea restored", True]
    qtbot.waitUntil(lambda: titles(bin_view) == ["Bake bread"])
    assert catalogue.row(vault, gone[0]) is not None


def test_all_are_restored_and_told_who_is_called_otherwise(
    bin_view: BinView, vault: Vault, qtbot: QtBot
) -> None:
    with vault.turns.at_once():
        library.save(vault, None, "# Brew tea\n\n1. y\n", engram="Kitchen")
    with qtbot.waitSignal(bin_view._context.say.told) as told:
        bin_view.restore_all.click()
    assert told.args[0] == (
        "2 skills restored. “Brew tea” is now “Brew tea 2”, as another skill has its name"
    )
    qtbot.waitUntil(lambda: titles(bin_view) == [])
    assert not bin_view.restore_all.isEnabled() and not bin_view.empty.isEnabled()


def test_emptying_asks_with_the_count_and_can_be_left(
    bin_view: BinView, vault: Vault, qtbot: QtBot
) -> None:
    bin_view.empty.click()
    dialog = asked(bin_view)
    assert dialog.windowTitle() == "Permanently delete 2 skills?"
    assert "cannot be undone" in dialog.said.text()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert deleted.count(vault) == 2
    bin_view.empty.click()
    with qtbot.waitSignal(bin_view._context.say.told) as told:
        asked(bin_view).act.click()
    assert told.args[:2] == ["2 skills permanently deleted", False]
    assert deleted.count(vault) == 0
    qtbot.waitUntil(lambda: titles(bin_view) == [])


def test_one_is_deleted_for_good_with_the_keyboard(
    bin_view: BinView, vault: Vault, gone: tuple[int, ...], space: Workspace, qtbot: QtBot
) -> None:
    choose(bin_view, 0)
    bin_view.list.doubleClicked.emit(bin_view.model.index(0))
    assert space.skills.documents.kind == "history"
    assert space.skills.documents.strip.title(space.skills.documents.strip.current) == (
        "History: Bake bread"
    )
    space.skills.show_bin()
    QTest.keyClick(bin_view.list, Qt.Key.Key_Delete)
    dialog = asked(bin_view)
    assert dialog.windowTitle() == "Permanently delete “Bake bread”?"
    with qtbot.waitSignal(bin_view._context.say.told):
        dialog.act.click()
    assert [one.id for one in deleted.in_bin(vault)] == [gone[0]]
    assert space.skills.documents.kind is None


def test_enter_restores_what_is_selected(bin_view: BinView, vault: Vault, qtbot: QtBot) -> None:
    bin_view.list.selectAll()
    with qtbot.waitSignal(bin_view._context.say.told) as told:
        QTest.keyClick(bin_view.list, Qt.Key.Key_Return)
    assert told.args[:2] == ["2 skills restored", True]
    assert len(catalogue.rows(vault)) == 3


def test_the_history_of_a_deleted_skill_offers_its_last_text(
    space: Workspace, vault: Vault, clock: Clock, qtbot: QtBot
) -> None:
    made = library.save(vault, None, "# Tea\n").skill
    clock.pass_seconds(3600)
    library.save(vault, made, "# Tea\n\n1. Boil\n")
    library.delete(vault, made)
    space.context.go.history(made)
    view = space.skills.documents.document
    assert isinstance(view, HistoryView)
    assert view._title.text() == "v2, as it was" and view.tools.can_restore
    view.restore()
    qtbot.waitUntil(lambda: catalogue.row(vault, made) is not None)
    assert library.text(vault, made) == "# Tea\n\n1. Boil\n"


def test_searching_and_going_to_the_skills_leave_the_bin(
    bin_view: BinView, space: Workspace, gone: tuple[int, ...]
) -> None:
    shown, page = space.skills.library, space.skills
    leave = (
        shown.focus_search,
        lambda: space.go_into("skills"),
        lambda: shown.show_skills((gone[2],)),
        lambda: shown.narrow("engram", None, ""),
        lambda: QTest.keyClick(bin_view.restore_all, Qt.Key.Key_Escape),
    )
    for act in leave:
        page.show_bin()
        assert bin_view.isVisible()
        act()
        assert shown.list.isVisible() and not bin_view.isVisible()


def test_large_text_in_a_low_window_leaves_the_room_to_the_list(
    space: Workspace, context: AppContext
) -> None:
    space.resize(1024, 640)
    space.show()
    assert space.skills.library.hints.isVisible()
    context.theme.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    assert not space.skills.library.hints.isVisible()
