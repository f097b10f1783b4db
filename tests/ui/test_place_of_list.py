"""The list stays where somebody has scrolled it, whatever happens to the skills in it."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.vault import Vault
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.page import SkillsPage

COUNT, FAR = 73, 65


@pytest.fixture
def page(qtbot: QtBot, vault: Vault, space: Workspace) -> SkillsPage:
    """A skill far down is open, and the list scrolled back to its top."""
    for number in range(COUNT):
        library.save(vault, None, f"# Number {number:02}\n\n1. Do it.\n")
    qtbot.addWidget(space)
    with qtbot.waitActive(space):
        space.show()
        space.activateWindow()
    made = space.skills
    made.library.arrangement.set_order("title")
    qtbot.waitUntil(lambda: len(made.library.model.rows) == COUNT)
    made.documents.open_skill(id_of(made, FAR))
    qtbot.waitUntil(lambda: made.library.chosen() == (id_of(made, FAR),))
    assert place(made) > 0, "a skill that is opened is scrolled to"
    made.library.list.scrollToTop()
    return made


def id_of(page: SkillsPage, row: int) -> int:
    return page.library.model.rows[row].id


def place(page: SkillsPage) -> int:
    return page.library.list.verticalScrollBar().value()


def has_rows(page: SkillsPage, count: int) -> bool:
    return len(page.library.model.rows) == count


def open_menu(page: SkillsPage, row: int) -> QMenu:
    """With the right button."""
    listed = page.library.list
    at = listed.visualRect(page.library.model.index(row)).center()
    right, none = Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(listed.viewport(), right, none, at)
    listed.customContextMenuRequested.emit(at)
    (menu,) = (menu for menu in page.findChildren(QMenu) if menu.isVisible())
    return menu


def marked_again(qtbot: QtBot, page: SkillsPage, skill: int) -> None:
    """The menu is over, and the open skill is the one that is selected."""
    qtbot.waitUntil(lambda: page.library.chosen() == (skill,))


def test_deleting_a_skill_leaves_the_list_where_it_is(qtbot: QtBot, page: SkillsPage) -> None:
    opened = id_of(page, FAR)
    for left in (COUNT - 1, COUNT - 2):
        menu = open_menu(page, 0)
        next(a for a in menu.actions() if a.text().startswith("Delete")).trigger()
        menu.close()
        qtbot.waitUntil(partial(has_rows, page, left))
        marked_again(qtbot, page, opened)
        assert place(page) == 0


def test_closing_a_menu_leaves_the_list_where_it_is(qtbot: QtBot, page: SkillsPage) -> None:
    opened = id_of(page, FAR)
    open_menu(page, 2).close()
    marked_again(qtbot, page, opened)
    assert place(page) == 0


def test_deleting_the_open_skill_leaves_the_list_where_it_is(
    qtbot: QtBot, page: SkillsPage
) -> None:
    """Neither its neighbour nor the document that is in front then is scrolled to."""
    model, listed = page.library.model, page.library.list
    page.documents.open_skill(other := id_of(page, 40))
    page.documents.open_skill(id_of(page, FAR))
    listed.scrollToTop()
    page.skill_actions.delete((id_of(page, FAR),))
    qtbot.waitUntil(lambda: len(model.rows) == COUNT - 1)
    marked_again(qtbot, page, other)
    assert place(page) == 0


def test_another_skill_that_is_opened_is_scrolled_to(qtbot: QtBot, page: SkillsPage) -> None:
    page.documents.open_skill(id_of(page, 40))
    marked_again(qtbot, page, id_of(page, 40))
    listed = page.library.list
    row = listed.visualRect(page.library.model.index(40))
    assert listed.viewport().rect().contains(row.center())
