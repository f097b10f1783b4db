"""The tabs of the documents: names, menu, closing and opening again."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QStyleOptionTab
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.theme.theme import Theme
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.documents.tab_menu import tab_menu
from app.ui.views.skills.documents.tab_strip import LONGEST, SHORTEST, TabStrip
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.editor.view import STEPS, TEXT
from tests.ui.entries import said

LONG = "The long way of taking the temperature of a delivery before anybody signs for it"
TITLES = ("One", "Two & three", LONG, "Four")


@pytest.fixture
def skills(vault: Vault) -> list[int]:
    return [
        library.save(vault, None, f"# {title}\n\n1. x\n", engram="Harbour").skill
        for title in TITLES
    ]


@pytest.fixture
def documents(space: Workspace, skills: list[int]) -> Documents:
    space.resize(1700, 900)
    for skill in skills:
        space.skills.documents.open_skill(skill)
    return space.skills.documents


@pytest.fixture
def large(theme: Theme) -> Iterator[Theme]:
    """Text of twice its usual size, until the test is over."""
    usual = Settings(theme="dark", reduce_motion=True)
    theme.use(replace(usual, text_size=26))
    yield theme
    theme.use(usual)


def titles(documents: Documents) -> list[str]:
    return [documents.strip.title(number) for number in documents.strip.numbers()]


def menu_of(space: Workspace, number: int) -> dict[str, QAction]:
    shown: list[int] = []
    skills = space.skills
    menu = tab_menu(skills.context.vault, skills.documents, number, shown.append, skills)
    return {said(action): action for action in menu.actions() if action.text()}


def test_names_stay_readable_and_the_tooltip_has_all_of_them(documents: Documents) -> None:
    strip = documents.strip
    assert titles(documents) == list(TITLES)
    assert strip.tabText(1) == "Two && three"
    assert strip.tabToolTip(2).split() == [*LONG.split(), "Harbour"]
    assert strip.elideMode() is Qt.TextElideMode.ElideMiddle
    QApplication.processEvents()
    assert strip.tabRect(2).width() == LONGEST


def test_titles_are_whole_while_the_strip_has_room(documents: Documents) -> None:
    strip = documents.strip
    names = "Take the temperature of a delivery", "Close the books at the end of the month"
    for number in strip.numbers()[2:]:
        documents.close_tab(number)
    for number, name in zip(strip.numbers(), names, strict=True):
        strip.show_tab(number, "call", name)
    QApplication.processEvents()
    assert _shown(strip) == list(names)


def _shown(strip: TabStrip) -> list[str]:
    """What the tabs say, as far as it has room."""
    found = []
    for place in range(strip.count()):
        option = QStyleOptionTab()
        strip.initStyleOption(option, place)
        found.append(option.text)
    return found


def test_a_title_that_grows_has_its_room(large: Theme, documents: Documents) -> None:
    strip = documents.strip
    for number in strip.numbers()[1:]:
        documents.close_tab(number)
    (number,) = strip.numbers()
    for title in ("A", "Feed the cat", "Feed the grey cat"):
        strip.show_tab(number, "call", title)
        QApplication.processEvents()
        assert _shown(strip) == [title]


@pytest.mark.parametrize("size", [13, 26])
def test_short_titles_are_whole_and_stand_at_their_icons(
    theme: Theme, space: Workspace, documents: Documents, size: int
) -> None:
    """Only the longest are shortened; where the strip scrolls, several are in sight."""
    strip, usual = documents.strip, Settings(theme="dark", reduce_motion=True)
    theme.use(replace(usual, text_size=size))
    for width in (1440, 1024):
        space.setMinimumSize(1, 1)
        space.resize(width, 900)
        QApplication.processEvents()
        widths = [strip.tabRect(place).width() for place in range(strip.count())]
        said = _shown(strip)
        assert [said[0], said[1], said[3]] == ["One", "Two && three", "Four"]
        assert strip.all.isVisible() == (size == 26)
        if strip.all.isVisible():
            shown = [end for end in map(strip.tabRect, range(4)) if end.right() < strip.width()]
            assert len(shown) >= 2
        else:
            assert widths[0] < widths[1] <= widths[2], "each as wide as its title"
            assert strip.width() - strip.count() < sum(widths) <= strip.width(), "none unused"
    theme.use(usual)


def test_the_find_bar_leaves_the_tabs_their_height(
    large: Theme, space: Workspace, documents: Documents
) -> None:
    space.setMinimumSize(1, 1)
    space.resize(667, 378)
    documents.find_bar.open("x", replacing=True)
    QApplication.processEvents()
    assert documents.bar.height() >= documents.strip.sizeHint().height()


def test_many_tabs_shrink_then_scroll_and_are_all_in_a_menu(
    space: Workspace, documents: Documents, vault: Vault
) -> None:
    strip = documents.strip
    QApplication.processEvents()
    assert not documents.strip.all.isVisible()
    for number in range(20):
        text = f"# Number {number} of many skills\n\n1. x\n"
        with vault.turns.at_once():
            made = library.save(vault, None, text)
        documents.open_skill(made.skill)
    QApplication.processEvents()
    assert documents.strip.all.isVisible()
    assert min(strip.tabRect(place).width() for place in range(4, strip.count())) >= SHORTEST
    menu = strip.overview()
    assert len(menu.actions()) == 24 and menu.actions()[1].text() == "Two && three"
    assert [action.text() for action in menu.actions() if action.isChecked()] == [
        "Number 19 of many skills"
    ]
    menu.actions()[0].trigger()
    assert documents.skill is not None and strip.title(strip.current) == "One"
    documents.close_others(strip.current)
    QApplication.processEvents()
    assert not documents.strip.all.isVisible()


def test_others_and_those_to_the_right_are_closed_and_come_back_where_they_were(
    space: Workspace, documents: Documents
) -> None:
    numbers = documents.strip.numbers()
    menu_of(space, numbers[1])["Close to the right"].trigger()
    assert titles(documents) == ["One", "Two & three"]
    menu_of(space, numbers[0])["Close"].trigger()
    assert titles(documents) == ["Two & three"]
    menu = menu_of(space, numbers[1])
    assert not menu["Close others"].isEnabled() and not menu["Close to the right"].isEnabled()
    menu["Reopen closed"].trigger()
    assert titles(documents) == ["One", "Two & three"]
    documents.reopen()
    documents.reopen()
    assert sorted(titles(documents)) == sorted(TITLES) and not documents.can_reopen
    documents.reopen()
    number = documents.strip.numbers()[2]
    menu_of(space, number)["Close others"].trigger()
    assert documents.strip.numbers() == [number]


@pytest.mark.parametrize("mode", [STEPS, TEXT])
def test_a_tab_comes_back_at_the_step_it_was_at(space: Workspace, vault: Vault, mode: int) -> None:
    text = "# Long\n\n" + "".join(f"{n}. Look at number {n}.\n" for n in range(1, 41))
    documents, skill = space.skills.documents, library.save(vault, None, text).skill
    documents.open_skill(skill)
    editor = documents.editor
    assert editor is not None
    editor.show_mode(mode)
    editor.jump_to(text.index("Look at number 30"), text.index("Look at number 30"))
    documents.close_current()
    documents.reopen()
    again = documents.editor
    assert again is not None and again is not editor and again.mode == mode
    assert again.at == text.index("Look at number 30") and again.isAncestorOf(
        space.window().focusWidget()
    )


def test_what_was_deleted_does_not_come_back(
    documents: Documents, vault: Vault, skills: list[int]
) -> None:
    documents.close_tab(documents.strip.numbers()[0])
    with vault.turns.at_once():
        library.delete(vault, skills[0])
    assert not documents.can_reopen
    documents.reopen()
    assert len(titles(documents)) == 3


def test_names_and_calls_are_copied(space: Workspace, documents: Documents) -> None:
    menu = menu_of(space, documents.strip.numbers()[1])
    menu["Copy name"].trigger()
    assert QGuiApplication.clipboard().text() == "Two & three"
    menu["Copy as a call"].trigger()
    assert QGuiApplication.clipboard().text() == '@skill: "Two & three"'


def test_the_list_shows_the_skill_of_a_tab(
    qtbot: QtBot, space: Workspace, documents: Documents, skills: list[int]
) -> None:
    space.skills._show_in_list(skills[0])
    assert space.skills.library.chosen() == (skills[0],)
    assert space.skills.library.list.hasFocus()


def test_the_menu_opens_by_mouse_and_by_key(space: Workspace, documents: Documents) -> None:
    strip = documents.strip
    asked: list[int] = []
    strip.menu_requested.connect(lambda number, _place: asked.append(number))
    at = strip.tabRect(0).center()
    for reason in (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard):
        event = QContextMenuEvent(reason, at, strip.mapToGlobal(at))
        QApplication.sendEvent(strip, event)
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, QMenu)
        popup.close()
    assert asked == [strip.numbers()[0], strip.current]


def test_the_middle_button_closes(documents: Documents) -> None:
    at = documents.strip.tabRect(1).center()
    QTest.mouseClick(documents.strip, Qt.MouseButton.MiddleButton, pos=QPoint(at))
    assert titles(documents) == ["One", LONG, "Four"]
