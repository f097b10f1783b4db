"""Tags in the library: dots in the rows, groups with heads, a press on a head filters."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.core.library import library, undoing
from app.core.lifecycle import tagging
from app.core.vault import Vault
from app.ui.models.skill_list import HEAD, Head
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.library.groups import by_tag
from app.ui.views.skills.library.view import LibraryView
from app.ui.views.skills.menu import skill_menu

TAGS = {"Bake": ("oven", "warm"), "Cool": (), "Deliver": ("van",), "Eat": ("Oven",)}


@pytest.fixture
def listed(qtbot: QtBot, vault: Vault, space: Workspace) -> LibraryView:
    for title, tags in TAGS.items():
        skill = library.save(vault, None, f"# {title}\n\n1. Do it.\n").skill
        for tag in tags:
            tagging.put(vault, skill, tag)
    qtbot.addWidget(space)
    space.show()
    view = space.skills.library
    view.arrangement.set_order("title")
    qtbot.waitUntil(lambda: len(view.model.rows) == len(TAGS))
    return view


def titles(view: LibraryView) -> list[str]:
    return [row.title for row in view.model.rows]


def heads(view: LibraryView) -> list[Head | None]:
    return [view.model.index(n).data(HEAD) for n in range(len(view.model.rows))]


def test_rows_know_their_tags(listed: LibraryView) -> None:
    assert {row.title: row.tags for row in listed.model.rows} == TAGS
    index = listed.model.index(0)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "Bake\nTags: oven, warm"
    assert "Tags: oven, warm" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert listed.model.index(1).data(Qt.ItemDataRole.ToolTipRole) is None
    listed.model.set_importances({row.id: 0.7 for row in listed.model.rows})
    assert "Importance 0.70" in listed.model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert not listed.grab().isNull()


def test_groups_have_heads_that_take_room_and_no_row(listed: LibraryView) -> None:
    tall = listed.list.visualRect(listed.model.index(0)).height()
    listed.arrangement.set_grouped(True)
    assert titles(listed) == ["Bake", "Eat", "Deliver", "Cool"]
    assert heads(listed) == [Head("oven", 2), None, Head("van", 1), Head("", 1)]
    heights = [listed.list.visualRect(listed.model.index(n)).height() for n in range(4)]
    assert heights[1] == tall and all(heights[n] > tall for n in (0, 2, 3))
    assert not listed.grab().isNull()
    listed.arrangement.set_grouped(False)
    assert titles(listed) == ["Bake", "Cool", "Deliver", "Eat"]
    assert heads(listed) == [None] * 4


def test_what_comes_in_unfolds_only_the_group_it_is_in(
    listed: LibraryView, vault: Vault, qtbot: QtBot
) -> None:
    listed.arrangement.set_grouped(True)
    for tag in ("oven", "van"):
        listed.set_folded(tag, True)
    skill = library.save(vault, None, "# Drive\n\n1. Do it.\n").skill
    tagging.put(vault, skill, "van")
    qtbot.waitUntil(lambda: heads(listed)[1] == Head("van", 2, True))
    listed.show_imported((skill,))
    assert titles(listed) == ["Bake", "Deliver", "Drive", "Cool"]
    listed.search.setText("drive")
    qtbot.waitUntil(lambda: "Bake" not in titles(listed))
    listed.show_imported((skill,))
    assert listed.search.text() == "drive"
    listed.search.setText("bake")
    qtbot.waitUntil(lambda: "Drive" not in titles(listed))
    listed.show_imported((skill,))
    qtbot.waitUntil(lambda: "Drive" in titles(listed))
    assert listed.search.text() == ""


def test_a_press_on_a_head_filters_and_chooses_nothing(listed: LibraryView) -> None:
    listed.arrangement.set_grouped(True)
    place = listed.list.visualRect(listed.model.index(0)).topLeft() + QPoint(40, 12)
    QTest.mouseClick(listed.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert listed.filters.wanted.tag == "oven" and titles(listed) == ["Bake", "Eat"]
    below = listed.list.visualRect(listed.model.index(0)).bottomLeft() + QPoint(20, -5)
    listed.list.clearSelection()
    QTest.mouseClick(listed.list.viewport(), Qt.MouseButton.LeftButton, pos=below)
    assert len(listed.chosen()) == 1


def test_a_new_tag_moves_a_skill_to_its_group(
    qtbot: QtBot, vault: Vault, listed: LibraryView
) -> None:
    listed.arrangement.set_grouped(True)
    cool = next(row.id for row in listed.model.rows if row.title == "Cool")
    tagging.put(vault, cool, "van")
    qtbot.waitUntil(lambda: titles(listed) == ["Bake", "Eat", "Cool", "Deliver"])
    assert heads(listed)[2] == Head("van", 2)


def test_what_was_searched_for_keeps_the_best_group_first(listed: LibraryView) -> None:
    rows = sorted(listed.model.rows, key=lambda row: row.title, reverse=True)
    found, begins = by_tag(rows, ranked=True)
    assert [row.title for row in found] == ["Eat", "Bake", "Deliver", "Cool"]
    assert list(begins.values()) == [Head("Oven", 2), Head("van", 1), Head("", 1)]
    assert by_tag([], ranked=False) == ([], {})


def test_the_menu_tags_all_that_are_chosen(
    vault: Vault, space: Workspace, listed: LibraryView
) -> None:
    bake, cool = (listed.model.rows[n].id for n in (0, 1))
    menu = skill_menu(space.skills.skill_actions, (bake, cool), space)
    tags = next(action.menu() for action in menu.actions() if action.text() == "Tags")
    assert isinstance(tags, QMenu)
    by_name = {action.text(): action for action in tags.actions()}
    assert not by_name["Oven"].isChecked(), "one of them has it"
    by_name["Oven"].trigger()
    assert [tagging.tags_of(vault, one) for one in (bake, cool)] == [("oven", "warm"), ("Oven",)]
    space.skills.skill_actions.retag((bake, cool), "OVEN", False)
    assert [tagging.tags_of(vault, one) for one in (bake, cool)] == [("warm",), ()]
    undoing.undo(vault)
    assert tagging.tags_of(vault, cool) == ("Oven",)
