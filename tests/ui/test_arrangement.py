"""Groups that fold, the order of the list, where is searched, and filters under names."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.library import favourites, library, saved_filters
from app.core.library.saved_filters import Narrowing
from app.core.lifecycle import tagging
from app.core.vault import Vault
from app.ui.models.skill_list import HEAD, Head
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.library.saved_chips import SavedChips
from app.ui.views.skills.library.view import LibraryView
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.name_prompt import NamePrompt
from tests.ui.entries import said
from tests.ui.hands import Hands

TAGS = {"Bake": ("oven",), "Cool": (), "Deliver": ("van",), "Eat": ("Oven",)}


@pytest.fixture
def listed(qtbot: QtBot, vault: Vault, space: Workspace) -> LibraryView:
    for title, tags in TAGS.items():
        text = f"# {title}\n\n1. Do it with a spoon.\n"
        skill = library.save(vault, None, text).skill
        for tag in tags:
            tagging.put(vault, skill, tag)
    library.save(vault, None, "# Spoon\n\n1. Wash it.\n")
    qtbot.addWidget(space)
    with qtbot.waitActive(space):
        space.show()
        space.activateWindow()
    view = space.skills.library
    view.arrangement.set_order("title")
    qtbot.waitUntil(lambda: len(view.model.rows) == len(TAGS) + 1)
    return view


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


def titles(view: LibraryView) -> list[str]:
    return [row.title for row in view.model.rows]


def choose(word: MenuWord, said: str) -> None:
    next(action for action in word.menu().actions() if action.text() == said).trigger()


def asked(saved: SavedChips) -> NamePrompt:
    """What asks for a name now."""
    (prompt,) = [one for one in saved.window().findChildren(NamePrompt) if one.isVisible()]
    return prompt


def test_groups_are_folded_by_mouse(listed: LibraryView) -> None:
    choose(listed.arrangement.group, "Tag")
    assert titles(listed) == ["Bake", "Eat", "Deliver", "Cool", "Spoon"]
    at = listed.list.visualRect(listed.model.index(0)).topLeft() + QPoint(12, 12)
    QTest.mouseClick(listed.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert titles(listed) == ["Bake", "Deliver", "Cool", "Spoon"]
    first = listed.model.index(0)
    assert first.data(HEAD) == Head("oven", 2, True)
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == "oven, 2 skills, collapsed"
    heights = [listed.list.visualRect(listed.model.index(n)).height() for n in (0, 1)]
    assert heights[0] < heights[1]
    assert not listed.list.grab().isNull()
    QTest.mouseClick(listed.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert len(titles(listed)) == 5


def test_groups_are_folded_by_key_and_all_are_only_those_in_sight(
    listed: LibraryView, hands: Hands
) -> None:
    listed.arrangement.set_grouped(True)
    listed.list.setFocus()
    listed.list.setCurrentIndex(listed.model.index(1))
    hands.press("Left")
    assert titles(listed)[:2] == ["Bake", "Deliver"]
    assert listed.list.currentIndex().row() == 0 and not listed.chosen()
    hands.press("Ctrl+A")
    assert len(listed.chosen()) == 3
    hands.press("Escape", "Up")
    listed.list.setCurrentIndex(listed.model.index(0))
    listed.list.setFocus()
    hands.press("Return")
    assert titles(listed)[:2] == ["Bake", "Eat"]


def test_what_is_to_be_shown_is_unfolded(listed: LibraryView) -> None:
    listed.arrangement.set_grouped(True)
    eat = next(row.id for row in listed.model.rows if row.title == "Eat")
    listed.set_folded("oven", True)
    listed.show_skills((eat,))
    assert listed.chosen() == (eat,)


def test_hits_come_in_another_order_for_as_long_as_it_is_searched(
    listed: LibraryView, qtbot: QtBot
) -> None:
    sort = listed.arrangement.sort
    assert sort.text() == "name" and not listed.arrangement.in_text.isVisible()
    listed.search.setText("spoon")
    qtbot.waitUntil(lambda: titles(listed)[0] == "Spoon")
    assert sort.text() == "best match" and sort.accessibleName() == "Sort: best match"
    choose(sort, "Name")
    qtbot.waitUntil(lambda: titles(listed) == ["Bake", "Cool", "Deliver", "Eat", "Spoon"])
    listed.search.clear()
    qtbot.waitUntil(lambda: not listed.model.query)
    assert listed.arrangement.order == "title"
    listed.search.setText("spoon")
    qtbot.waitUntil(lambda: titles(listed)[0] == "Spoon")


def test_only_names_are_searched_where_the_text_is_not_wanted(
    listed: LibraryView, qtbot: QtBot
) -> None:
    listed.search.setText("spoon")
    qtbot.waitUntil(lambda: bool(listed.model.query) and len(titles(listed)) == 5)
    assert listed.arrangement.in_text.isVisible()
    listed.arrangement.in_text.click()
    qtbot.waitUntil(lambda: titles(listed) == ["Spoon"])
    listed.arrangement.in_text.click()
    qtbot.waitUntil(lambda: len(titles(listed)) == 5)


def test_favourites_come_first_or_alone(listed: LibraryView, vault: Vault, qtbot: QtBot) -> None:
    favourites.star(vault, [listed.model.rows[3].id], True)
    qtbot.waitUntil(lambda: listed.saved.favourites.text() == "Favourites 1")
    choose(listed.arrangement.sort, "Favourites first")
    assert titles(listed)[0] == "Eat"
    listed.saved.favourites.click()
    assert titles(listed) == ["Eat"] and listed.saved.favourites.isChecked()
    listed.saved.favourites.click()
    assert len(titles(listed)) == 5 and not listed.saved.favourites.isChecked()


def test_the_present_combination_is_saved_and_comes_back_with_a_click(
    space: Workspace, listed: LibraryView, vault: Vault, hands: Hands, qtbot: QtBot
) -> None:
    saved = listed.saved
    assert not saved.add.isEnabled() and saved.add.toolTip() == "Search or filter first"
    listed.search.setText("spoon")
    listed.narrow_as(Narrowing(text="spoon", tag="oven"))
    qtbot.waitUntil(lambda: titles(listed) == ["Bake", "Eat"] and saved.add.isEnabled())
    saved.add.click()
    prompt = asked(saved)
    hands.wait_on(prompt)
    hands.type("Hot spoons\n")
    qtbot.waitUntil(lambda: len(saved.chips) == 1)
    (chip,) = saved.chips
    assert chip.text() == "Hot spoons" and chip.isChecked()
    assert saved.add.toolTip() == "Already saved"
    chip.click()
    qtbot.waitUntil(lambda: len(titles(listed)) == 5)
    assert not listed.search.text() and not chip.isChecked()
    chip.click()
    qtbot.waitUntil(lambda: titles(listed) == ["Bake", "Eat"])
    assert listed.search.text() == "spoon" and listed.filters.chip("tag").isVisible()
    assert saved_filters.saved(vault)[0].narrowing == Narrowing(text="spoon", tag="oven")


def test_a_saved_filter_is_renamed_and_removed_by_its_menu(
    space: Workspace, listed: LibraryView, vault: Vault, hands: Hands, qtbot: QtBot
) -> None:
    saved_filters.save(vault, "Hot", Narrowing(tag="oven"))
    saved = listed.saved
    qtbot.waitUntil(lambda: [chip.text() for chip in saved.chips] == ["Hot"])
    saved.chips[0].customContextMenuRequested.emit(QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    rename, remove = menu.actions()
    assert (said(rename), said(remove)) == ("Rename…", "Remove")
    rename.trigger()
    menu.close()
    prompt = asked(saved)
    hands.wait_on(prompt)
    hands.type("Warm\n")
    qtbot.waitUntil(lambda: [chip.text() for chip in saved.chips] == ["Warm"])
    with qtbot.waitSignal(space.context.say.offered) as offered:
        saved.remove("Warm")
    qtbot.waitUntil(lambda: saved.chips == [])
    assert offered.args is not None
    offered.args[1]()
    qtbot.waitUntil(lambda: [chip.text() for chip in saved.chips] == ["Warm"])


def test_filters_are_offered_by_a_button_and_those_at_work_always_show(
    listed: LibraryView,
) -> None:
    assert not listed.filters.isVisible()
    listed.title.offer_filters.click()
    assert listed.filters.chip("role").isVisible()
    listed.title.offer_filters.click()
    assert not listed.filters.isVisible()
    listed.filters.narrow("tag", "oven", "oven")
    assert listed.filters.chip("tag").isVisible()
    assert not listed.filters.chip("role").isVisible()


@pytest.mark.parametrize("width", [220, 264, 360])
def test_nothing_in_the_head_is_cut(
    listed: LibraryView, vault: Vault, qtbot: QtBot, width: int
) -> None:
    saved_filters.save(vault, "Everything that waits for review here", Narrowing(tag="oven"))
    qtbot.waitUntil(lambda: bool(listed.saved.chips))
    listed.search.setText("spoon")
    listed.setFixedWidth(width)
    qtbot.waitUntil(listed.arrangement.in_text.isVisible)
    heading = listed.arrangement
    parts = (heading.group, heading.sort, heading.in_text)
    qtbot.waitUntil(lambda: all(part.width() >= part.sizeHint().width() for part in parts))
    qtbot.waitUntil(lambda: all(heading.rect().contains(part.geometry()) for part in parts))
    (chip,) = listed.saved.chips
    assert listed.saved.rect().contains(chip.geometry())
    assert "rename" in chip.toolTip()
