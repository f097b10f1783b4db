"""Several skills are selected by keys and by mouse, and what is done with them is one undo."""

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, deleted, engrams, favourites, history, library, undoing
from app.core.library.record import Meta, Reason, Status
from app.core.lifecycle import tagging
from app.core.training import inbox
from app.core.vault import Vault
from app.ui.models.skill_list import ROW
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.library.view import LibraryView
from app.ui.views.skills.menu import engram_menu, skill_menu, tag_menu
from app.ui.widgets.name_prompt import NamePrompt
from tests.ui.entries import said
from tests.ui.hands import Hands

TITLES = ("Bake", "Cool", "Deliver", "Eat", "Freeze")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TAG, STAR, MOVE, EXPORT, TRAIN, COPY, BIN = range(7)


@pytest.fixture
def listed(qtbot: QtBot, vault: Vault, space: Workspace) -> LibraryView:
    for title in TITLES:
        library.save(vault, None, f"# {title}\n\n1. Do it.\n")
    qtbot.addWidget(space)
    with qtbot.waitActive(space):
        space.show()
        space.activateWindow()
    view = space.skills.library
    view.arrangement.set_order("title")
    qtbot.waitUntil(lambda: len(view.model.rows) == len(TITLES))
    view.list.setFocus()
    return view


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def chosen(view: LibraryView) -> list[str]:
    return [view.model.index_of(skill).data() for skill in view.chosen()]


def click(
    view: LibraryView, row: int, *, on_box: bool = False, keys: Qt.KeyboardModifier | None = None
) -> None:
    place = view.list.visualRect(view.model.index(row))
    at = QPoint(place.left() + 12 if on_box else place.center().x(), place.bottom() - 20)
    QTest.mouseClick(
        view.list.viewport(),
        Qt.MouseButton.LeftButton,
        keys if keys is not None else Qt.KeyboardModifier.NoModifier,
        at,
    )


def press(view: LibraryView, number: int) -> None:
    QApplication.processEvents()
    QTest.mouseClick(view.bar.button(number), Qt.MouseButton.LeftButton)


def titles(vault: Vault) -> list[str]:
    return [row.title for row in catalogue.rows(vault)]


def test_space_begins_and_the_arrows_only_move(listed: LibraryView, hands: Hands) -> None:
    listed.list.setCurrentIndex(listed.model.index(1))
    assert not listed.bar.isVisible()
    hands.press("Space")
    assert chosen(listed) == ["Cool"] and listed.list.is_selecting
    hands.press("Down", "Down", "Space")
    assert chosen(listed) == ["Cool", "Eat"]
    hands.wait_for(listed.bar.isVisible)
    assert listed.bar.count.accessibleName() == "2 selected"
    hands.press("Up", "Space", "Down", "Space")
    assert chosen(listed) == ["Cool", "Deliver"]
    hands.press("Shift+Down")
    assert chosen(listed) == ["Cool", "Deliver", "Eat", "Freeze"]


def test_esc_lets_go_and_the_document_in_front_is_marked_again(
    space: Workspace, listed: LibraryView, hands: Hands, qtbot: QtBot
) -> None:
    space.context.go.skill(listed.model.rows[3].id)
    listed.list.setFocus()
    hands.press("Ctrl+A")
    assert len(listed.chosen()) == len(TITLES)
    qtbot.waitUntil(listed.bar.isVisible)
    hands.press("Escape")
    assert not listed.list.is_selecting and not listed.bar.isVisible()
    assert chosen(listed) == ["Eat"]


def test_the_bar_is_reached_and_left_by_keys(
    listed: LibraryView, vault: Vault, hands: Hands, qtbot: QtBot
) -> None:
    hands.press("Ctrl+A")
    qtbot.waitUntil(listed.bar.isVisible)
    QApplication.processEvents()
    hands.press("Tab")
    assert listed.bar.has_focus, hands.on
    listed.bar.button(STAR).setFocus()
    QTest.keyClick(hands.on, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(catalogue.rows(vault, favourite=True)) == len(TITLES))
    assert listed.bar.button(STAR).hasFocus()
    hands.press("Escape")
    qtbot.waitUntil(listed.list.hasFocus)
    assert not listed.bar.isVisible() and not listed.chosen()


def test_the_mouse_selects_with_ctrl_with_shift_and_in_the_boxes(
    listed: LibraryView, qtbot: QtBot
) -> None:
    click(listed, 0)
    assert chosen(listed) == ["Bake"] and not listed.list.is_selecting
    click(listed, 2, keys=CONTROL)
    assert chosen(listed) == ["Deliver"] and listed.list.is_selecting
    click(listed, 0, keys=CONTROL)
    assert chosen(listed) == ["Bake", "Deliver"]
    click(listed, 2, keys=CONTROL)
    assert chosen(listed) == ["Bake"]
    click(listed, 2, keys=CONTROL)
    click(listed, 4, keys=SHIFT)
    assert chosen(listed) == ["Bake", "Deliver", "Eat", "Freeze"]
    click(listed, 3, on_box=True)
    assert "Eat" not in chosen(listed) and listed.list.is_selecting
    click(listed, 1)
    assert chosen(listed) == ["Cool"] and not listed.list.is_selecting
    qtbot.waitUntil(lambda: not listed.bar.isVisible())


def test_the_open_skill_is_selected_only_by_a_click_on_it(
    space: Workspace, listed: LibraryView
) -> None:
    space.context.go.skill(listed.model.rows[3].id)
    assert chosen(listed) == ["Eat"]
    click(listed, 3, keys=CONTROL)
    assert chosen(listed) == ["Eat"] and listed.list.is_selecting
    click(listed, 3, keys=CONTROL)
    click(listed, 1, keys=CONTROL)
    click(listed, 2, keys=CONTROL)
    assert chosen(listed) == ["Cool", "Deliver"]


def test_the_menu_begins_to_select_without_a_key(space: Workspace, listed: LibraryView) -> None:
    skill = listed.model.rows[2].id
    menu = skill_menu(space.skills.skill_actions, (skill,), space)
    next(action for action in menu.actions() if action.text() == "Select").trigger()
    assert listed.list.is_selecting and chosen(listed) == ["Deliver"]
    click(listed, 0, on_box=True)
    assert chosen(listed) == ["Bake", "Deliver"]


def test_moving_to_where_it_is_changes_nothing(
    qtbot: QtBot, vault: Vault, space: Workspace, listed: LibraryView
) -> None:
    row = listed.model.rows[0]
    here = next(one for one in engrams.engrams(vault) if one.id == row.engram)
    before = [one.number for one in history.versions(vault, row.id)]
    menu = engram_menu(space.skills.skill_actions, (row.id,), QMenu(space))
    (action,) = (one for one in menu.actions() if one.isChecked())
    assert action.text() == here.name and not action.isEnabled()
    with qtbot.waitSignal(space.skills.context.say.told) as told:
        space.skills.skill_actions.refile((row.id,), here.name)
    assert told.args is not None and told.args[0] == f"Already in {here.name}"
    assert [one.number for one in history.versions(vault, row.id)] == before


def test_who_selects_none_selects_no_longer(
    listed: LibraryView, hands: Hands, qtbot: QtBot
) -> None:
    listed.list.setCurrentIndex(listed.model.index(0))
    hands.press("Space", "Space")
    qtbot.waitUntil(lambda: not listed.list.is_selecting)
    assert not listed.bar.isVisible()


def test_opening_one_of_several_keeps_the_others(
    space: Workspace, listed: LibraryView, hands: Hands, qtbot: QtBot
) -> None:
    listed.list.setCurrentIndex(listed.model.index(0))
    hands.press("Space", "Down", "Space", "Down", "Return")
    qtbot.waitUntil(lambda: space.skills.documents.skill == listed.model.rows[2].id)
    assert chosen(listed) == ["Bake", "Cool"] and listed.list.is_selecting


def test_rows_say_that_they_are_favourites_and_what_is_cut(
    listed: LibraryView, vault: Vault, qtbot: QtBot
) -> None:
    favourites.star(vault, [listed.model.rows[0].id], True)
    qtbot.waitUntil(lambda: listed.model.rows[0].favourite)
    said = listed.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "favourite" in said
    assert "favourite" not in listed.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert not listed.list.grab().isNull()


def test_the_star_of_the_bar_is_one_undo(
    listed: LibraryView, vault: Vault, hands: Hands, qtbot: QtBot
) -> None:
    hands.press("Ctrl+A")
    qtbot.waitUntil(listed.bar.isVisible)
    press(listed, STAR)
    qtbot.waitUntil(lambda: all(row.favourite for row in listed.model.rows))
    assert len(listed.chosen()) == len(TITLES), "they stay selected"
    qtbot.waitUntil(lambda: listed.bar.button(STAR).accessibleName() == "Remove from favourites")
    assert listed.saved.favourites.text() == "Favourites 5"
    undoing.undo(vault)
    assert not catalogue.rows(vault, favourite=True)


def test_many_go_to_the_bin_and_come_back_in_one_undo(
    listed: LibraryView, vault: Vault, qtbot: QtBot
) -> None:
    click(listed, 1)
    click(listed, 3, keys=SHIFT)
    qtbot.waitUntil(listed.bar.isVisible)
    press(listed, BIN)
    qtbot.waitUntil(lambda: titles(vault) == ["Bake", "Freeze"])
    qtbot.waitUntil(lambda: not listed.bar.isVisible())
    assert deleted.count(vault) == 3
    undoing.undo(vault)
    assert titles(vault) == list(TITLES)


def test_copies_are_selected_and_nothing_is_opened(
    space: Workspace, listed: LibraryView, vault: Vault, qtbot: QtBot
) -> None:
    click(listed, 0, keys=CONTROL)
    click(listed, 1, keys=CONTROL)
    qtbot.waitUntil(listed.bar.isVisible)
    before = space.skills.documents.state()
    press(listed, COPY)
    qtbot.waitUntil(lambda: chosen(listed) == ["Bake copy", "Cool copy"])
    assert space.skills.documents.state() == before
    undoing.undo(vault)
    assert titles(vault) == list(TITLES)


def popup() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_tags_and_engrams_are_chosen_in_menus_of_the_bar(
    listed: LibraryView, vault: Vault, qtbot: QtBot
) -> None:
    tagging.put(vault, listed.model.rows[4].id, "oven")
    click(listed, 0, keys=CONTROL)
    click(listed, 1, keys=CONTROL)
    qtbot.waitUntil(listed.bar.isVisible)
    press(listed, TAG)
    next(action for action in popup().actions() if said(action) == "oven").trigger()
    popup().close()
    qtbot.waitUntil(
        lambda: (
            [row.title for row in catalogue.rows(vault, tag="oven")] == ["Bake", "Cool", "Freeze"]
        )
    )
    undoing.undo(vault)
    assert len(catalogue.rows(vault, tag="oven")) == 1
    press(listed, MOVE)
    assert [said(action) for action in popup().actions()][-1] == "New engram…"
    popup().close()


def test_what_is_in_quarantine_is_not_trained_and_the_tooltip_says_why(
    listed: LibraryView, vault: Vault, qtbot: QtBot
) -> None:
    meta = Meta(engram=listed.model.rows[0].engram, status=Status.QUARANTINED)
    with vault.write("Import") as write:
        library.put(write, None, "# Alien\n\n1. Go.\n", meta, Reason.IMPORTED)
    qtbot.waitUntil(lambda: listed.model.rows[0].title == "Alien")
    click(listed, 0, keys=CONTROL)
    click(listed, 1, keys=CONTROL)
    qtbot.waitUntil(listed.bar.isVisible)
    train = listed.bar.button(TRAIN)
    assert not train.isEnabled()
    assert train.toolTip() == "Train\n1 of 2 is in quarantine"
    assert train.accessibleDescription() == "1 of 2 is in quarantine"
    click(listed, 0, on_box=True)
    qtbot.waitUntil(train.isEnabled)


def test_several_are_trained_in_one_job_that_changes_none(
    listed: LibraryView, vault: Vault, qtbot: QtBot, space: Workspace
) -> None:
    before = undoing.undoable(vault)[0]
    click(listed, 0, keys=CONTROL)
    click(listed, 1, keys=CONTROL)
    qtbot.waitUntil(listed.bar.isVisible)
    with qtbot.waitSignal(space.skills.context.say.told) as told:
        press(listed, TRAIN)
    assert told.args is not None and told.args[0] == "Nothing to place"
    assert undoing.undoable(vault)[0] == before and not inbox.waiting(vault)


@pytest.mark.parametrize("width", [220, 264, 360])
def test_what_has_no_room_in_the_bar_is_in_its_menu(
    listed: LibraryView, qtbot: QtBot, width: int, hands: Hands
) -> None:
    listed.setFixedWidth(width)
    hands.press("Ctrl+A")
    qtbot.waitUntil(listed.bar.isVisible)
    QApplication.processEvents()
    bar = listed.bar
    shown = [bar.button(n) for n in range(7) if bar.button(n).isVisible()]
    within = bar.rect()
    for widget in (*shown, bar.leave, bar.count):
        assert within.contains(widget.geometry()), widget.accessibleName()
    assert bar.count.width() >= bar.count.sizeHint().width()
    assert bar.count.text() == "5 selected" or bar.count.toolTip() == "5 selected"
    menu = bar.more.menu()
    assert len(shown) + len(menu.actions()) == 7
    assert bar.more.isVisible() is bool(menu.actions())
    assert listed.model.index(0).data(ROW).title == "Bake"


def test_a_key_stars_what_is_chosen(
    space: Workspace, listed: LibraryView, vault: Vault, qtbot: QtBot
) -> None:
    listed.list.setCurrentIndex(listed.model.index(2))
    actions = space.skills.skill_actions
    actions.star_chosen()
    assert [row.title for row in catalogue.rows(vault, favourite=True)] == ["Deliver"]
    actions.star_chosen()
    assert not catalogue.rows(vault, favourite=True)


def test_a_row_keeps_the_mark_after_the_menu_that_a_key_opened(
    space: Workspace, listed: LibraryView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the next key does is about that row; one under the right button gives the mark back."""
    page, cool = space.skills, listed.model.index(1)
    monkeypatch.setattr(page, "_show_menu", lambda *_asked: None)
    page.documents.open_skill(listed.model.rows[0].id)
    once = QItemSelectionModel.SelectionFlag.ClearAndSelect
    listed.list.selectionModel().setCurrentIndex(cool, once)
    page._mark_again()
    assert chosen(listed) == ["Cool"]
    listed.choose(listed.model.rows[0].id)
    place = listed.list.visualRect(cool).center()
    QTest.mouseClick(listed.list.viewport(), Qt.MouseButton.RightButton, pos=place)
    page._mark_again()
    assert chosen(listed) == ["Bake"]


def ask_for_tags(space: Workspace, skills: tuple[int, ...], line: str) -> NamePrompt:
    menu = tag_menu(space.skills.skill_actions, skills, QMenu(space))
    next(action for action in menu.actions() if action.text() == "New tag…").trigger()
    (prompt,) = (one for one in space.window().findChildren(NamePrompt) if one.isVisible())
    prompt.field.setText(line)
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    return prompt


def test_several_new_tags_are_written_with_commas(
    vault: Vault, space: Workspace, listed: LibraryView, qtbot: QtBot
) -> None:
    skills = tuple(row.id for row in listed.model.rows[:2])
    with qtbot.waitSignal(space.context.say.told) as told:
        ask_for_tags(space, skills, "a, b")
    assert told.args[0] == "2 skills tagged “a, b”"
    assert {tagging.tags_of(vault, skill) for skill in skills} == {("a", "b")}
    undoing.undo(vault)
    assert {tagging.tags_of(vault, skill) for skill in skills} == {()}


@pytest.mark.parametrize(
    ("line", "reason"),
    [("a, " + "x" * 61, "1 to 60"), (", ".join(map(str, range(31))), "at most 30"), (",", "1 to")],
)
def test_what_is_no_tag_is_asked_for_again(
    vault: Vault, space: Workspace, listed: LibraryView, line: str, reason: str
) -> None:
    skills = tuple(row.id for row in listed.model.rows[:2])
    prompt = ask_for_tags(space, skills, line)
    assert prompt.isVisible() and prompt.field.text() == line
    assert any(reason in one.text() for one in prompt.findChildren(QLabel) if one.isVisible())
    assert not any(tagging.tags_of(vault, skill) for skill in skills)
    prompt.field.setText("a")
    prompt.give.click()
    assert not prompt.isVisible() and tagging.tags_of(vault, skills[0]) == ("a",)
