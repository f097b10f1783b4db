"""What every menu has: a letter for each entry, and its keys written as everywhere else."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.core.library import engrams
from app.ui.commands import key_text
from app.ui.techne import Techne
from app.ui.views.constellation.star_actions import star_menu
from app.ui.views.memories.view import MemoriesView
from app.ui.views.runs.listing import RunsPage
from app.ui.views.skills.documents.tab_menu import tab_menu
from app.ui.views.skills.menu import skill_menu
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.menu_letters import give_letters
from tests.ui.hands import Hands
from tests.ui.opened import documents_of, in_front
from tests.ui.test_window import skills, space, techne

__all__ = ["skills", "techne"]


def letters(menu: QMenu) -> list[str]:
    """Those of its entries, also where an entry has none."""
    texts = [one.text().replace("&&", "") for one in menu.actions() if one.text()]
    return ["".join(re.findall("&(.)", text)).casefold() for text in texts]


@pytest.fixture
def menu(qtbot: QtBot) -> Iterator[QMenu]:
    made = QMenu()
    yield made
    made.close()


def test_each_entry_has_a_letter_of_its_own_while_the_menu_is_open(
    qtbot: QtBot, menu: QMenu
) -> None:
    said = ["Edit", "Export…", "Make it a sub-step\tTab", "Move up", "A && B", "移动", "100 %"]
    for text in said:
        menu.addAction(text)
    inner = menu.addMenu("Move to")
    inner.addAction("Merge")
    inner.addAction("Move")
    open_at(menu, QPoint(0, 0))
    assert letters(menu) == ["e", "x", "m", "u", "a", "", "1", "t"]
    inner.popup(QPoint(0, 0))
    assert letters(inner) == ["m", "o"]
    inner.close()
    menu.close()
    assert [one.text() for one in menu.actions()] == [*said, "Move to"]


def test_entries_that_differ_in_their_number_have_that_for_a_letter(menu: QMenu) -> None:
    said = ["Before step 1", "After step 1: Ask", "After step 2: Measure 2 boxes", "After step 2.1",
            "After step 10: Look", "Supporting context", "Line A", "Line 7"]  # fmt: skip
    for text in said:
        menu.addAction(text)
    open_at(menu, QPoint(0, 0))
    assert letters(menu) == ["b", "1", "2", "", "", "s", "l", "7"]
    menu.close()
    assert [one.text() for one in menu.actions()] == said


def test_a_menu_that_comes_with_letters_keeps_them(menu: QMenu) -> None:
    for text in ("The title is missing.", "&1  Write it", "&2  Leave it"):
        menu.addAction(text)
    open_at(menu, QPoint(0, 0))
    assert letters(menu) == ["", "1", "2"]


def test_what_is_added_when_a_menu_opens_has_letters_as_well(menu: QMenu) -> None:
    give_letters(menu)
    for name in ("Home", "Work"):
        menu.addAction(name)
        menu.popup(QPoint(0, 0))
        menu.close()
    menu.popup(QPoint(0, 0))
    assert letters(menu) == ["h", "w"]


def test_the_menus_of_the_window_have_letters(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    editor, page = in_front(qtbot, techne, skills[0]), space(techne).skills
    documents, vault = documents_of(techne), page.context.vault
    made = [
        editor.document_menu.menu(),
        editor.quick_fixes.step_menu(1),
        skill_menu(page.skill_actions, skills[:1], page),
        tab_menu(vault, documents, documents.strip.numbers()[0], lambda _skill: None, page),
    ]
    pushed = [one.menu() for one in techne.window.findChildren(QPushButton)]
    tools = [one.menu() for one in techne.window.findChildren(QToolButton)]
    made += [hung for hung in (*pushed, *tools) if hung is not None and not hung.isEmpty()]
    assert len(made) > 8
    for one in made:
        open_at(one, QPoint(0, 0))
        found = letters(one)
        assert all(found) and len(set(found)) == len(found), found
        one.close()
    for bar in techne.window.menuBar().findChildren(QMenu):
        bar.popup(QPoint(0, 0))
        found = letters(bar)
        assert all(found) and len(set(found)) == len(found), found
        bar.close()


def test_a_letter_chooses(qtbot: QtBot, menu: QMenu) -> None:
    chosen: list[str] = []
    for text in ("Open", "Rename"):
        menu.addAction(text, lambda text=text: chosen.append(text))
    open_at(menu, QPoint(0, 0))
    Hands(qtbot).press("R")
    assert chosen == ["Rename"] and not menu.isVisible()


def test_a_menu_that_keys_bring_up_has_its_first_entry_marked(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    editor, hands = in_front(qtbot, techne, skills[0]), Hands(qtbot)
    for place in (editor.take_focus, space(techne).skills.library.list.setFocus):
        place()
        hands.press("Shift+F10")
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        first = next(one for one in menu.actions() if one.isEnabled() and not one.isSeparator())
        assert menu.activeAction() is first
        menu.close()


def test_a_skill_cannot_be_moved_where_it_is(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    editor, page = in_front(qtbot, techne, skills[0]), space(techne).skills
    engrams.create(page.context.vault, "R&D")
    menus = editor.document_menu.menu(), skill_menu(page.skill_actions, skills[:1], page)
    for whole in menus:
        (inner,) = (one for one in whole.findChildren(QMenu) if one.title() == "Move to engram")
        said = {one.text(): (one.isChecked(), one.isEnabled()) for one in inner.actions()}
        assert said["Skills"] == (True, False)
        assert said["R&&D"] == (False, True)


def test_keys_are_written_in_one_way(qtbot: QtBot, techne: Techne, skills: tuple[int, ...]) -> None:
    assert [*map(key_text, ("Alt+Up", "Ctrl+Return", "Ctrl++", "Down", ""))] == [
        "Alt+↑", "Ctrl+Enter", "Ctrl++", "↓", "",
    ]  # fmt: skip
    editor = in_front(qtbot, techne, skills[0])
    entries = [one.text() for one in editor.quick_fixes.step_menu(1).actions()]
    assert f"Move down\t{key_text('Alt+Down')}" in entries


def test_a_letter_pressed_in_a_menu_of_the_sky_is_for_the_menu(
    qtbot: QtBot, techne: Techne
) -> None:
    """The window of the menu is told of the key, as by a keyboard."""
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    view = space(techne).show_constellation()
    qtbot.waitUntil(lambda: view.shown.today is not None and not view.loading.is_running)
    view.sky.select(0)
    view.sky.setFocus()
    assert view.chart is not None
    acted: list[str] = []
    for shortcut in view.findChildren(QShortcut):
        shortcut.activated.disconnect()
        shortcut.activated.connect(partial(acted.append, shortcut.key().toString()))
    star = star_menu(view._context.go, view._act, view.chart, 0, 1, view)
    view.sky.choose({0, 1})
    several = view._bars.menu(view.chart, QPoint(), view)
    hung = [one.menu() for one in view.findChildren(QPushButton)]
    hung += [one.menu() for one in view.findChildren(QToolButton)]
    menus = [view.bar.menu(), star, several, *(one for one in hung if one is not None)]
    assert len(menus) > 7
    keys = [one.key().toString() for one in view.findChildren(QShortcut)]
    plain = [key for key in keys if "+" not in key]
    assert {"N", "R", "1"} <= {*plain}
    chosen: list[QMenu] = []
    for menu in menus:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        menu.aboutToHide.connect(partial(chosen.append, menu))
        for key in plain:
            if not menu.isVisible():
                open_at(menu, QPoint(0, 0))
                for entry in menu.actions():
                    entry.blockSignals(True)  # nothing is done, but the menu closes
            code = QKeySequence(key)[0].key()  # type: ignore[index]
            QTest.keyClick(menu.windowHandle(), code)
            assert not acted, (menu.actions()[0].text(), key)
        menu.close()
    assert len(chosen) > 2 * len(menus), "letters choose"


def open_context_menu(qtbot: QtBot, field: QLineEdit) -> None:
    at = QPoint(40, 10)
    QApplication.postEvent(
        field, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, field.mapToGlobal(at))
    )
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))


def test_a_letter_pressed_in_the_menu_of_a_text_field_is_not_for_the_page(
    qtbot: QtBot, techne: Techne
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    view = space(techne).show_constellation()
    qtbot.waitUntil(lambda: view.shown.today is not None and not view.loading.is_running)
    field = view.bar.search
    field.setFocus()
    field.setText("deploy")
    open_context_menu(qtbot, field)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    for key in (Qt.Key.Key_L, Qt.Key.Key_T, Qt.Key.Key_G):
        QTest.keyClick(menu.windowHandle(), key)
        assert not view._is_table and view.bar.reached is None and field.text() == "deploy"
    menu.close()
    assert view.timelapse.isHidden() and field.hasFocus()


@pytest.mark.parametrize(("page", "kind"), [("runs", RunsPage), ("memories", MemoriesView)])
def test_a_slash_pressed_in_the_menu_of_a_text_field_is_not_for_the_page(
    qtbot: QtBot, techne: Techne, page: str, kind: type[RunsPage] | type[MemoriesView]
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    space(techne).context.go.page(page)
    view = techne.window.findChild(kind)
    assert view is not None
    field = view.search
    field.setFocus()
    field.setText("deploy")
    open_context_menu(qtbot, field)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    QTest.keyClick(menu.windowHandle(), Qt.Key.Key_Slash)
    assert not field.hasSelectedText() and field.text() == "deploy"
    menu.close()
