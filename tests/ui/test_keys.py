"""No key is lost, and none lands where it was not meant."""

import importlib
import pkgutil
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete

import app.ui
from app.core.library import catalogue
from app.ui.techne import Techne
from app.ui.text_keys import EDITING, OURS, REDO
from app.ui.views.constellation.since_field import SinceField
from app.ui.views.constellation.view import ConstellationView
from app.ui.views.memories.memory_text import MemoryText
from app.ui.views.runs.enter_field import EnterField
from app.ui.views.shell import menus
from app.ui.views.skills.editor.about.description_field import DescriptionField
from app.ui.views.skills.editor.header import TitleField
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.text_buffer import TextBuffer
from app.ui.views.skills.find.query_field import QueryField
from app.ui.views.skills.find.replace_field import ReplaceField
from app.ui.views.skills.history.naming import NameField
from app.ui.widgets.buttons import Button
from app.ui.widgets.marked_text import MarkedText
from app.ui.widgets.name_line import NameLine
from app.ui.widgets.number_field import NumberField
from app.ui.widgets.prose_field import ProseField
from app.ui.widgets.search_field import SearchField
from app.ui.widgets.secret_field import SecretField
from app.ui.widgets.tag_field import TagField
from tests.ui.conftest import Started
from tests.ui.entries import said
from tests.ui.hands import Hands
from tests.ui.opened import in_front
from tests.ui.test_window import run, skills, space, techne

__all__ = ["skills", "techne"]

_WORDS = (
    "Right Left Up Down Home End PgUp PgDown Ctrl+Right Ctrl+Left Ctrl+Home Ctrl+End Del Backspace "
    "Ctrl+Del Ctrl+Backspace Ctrl+A Ctrl+C Ctrl+X Ctrl+V Ctrl+Z Ctrl+Shift+Z Ctrl+Ins Shift+Ins "
    "Shift+Del Shift+Right Shift+Left Shift+Up Shift+Down Shift+Home Shift+End Shift+PgUp "
    "Shift+PgDown Ctrl+Shift+Right Ctrl+Shift+Left Ctrl+Shift+Home Ctrl+Shift+End Enter Return"
)
_X11 = "Ctrl+U Ctrl+D Ctrl+Shift+A Ctrl+Shift+Ins"
TABLES = {
    "win32": _WORDS + " Ctrl+Y Alt+Backspace Alt+Shift+Backspace",
    "gnome": _WORDS + " " + _X11,
    "kde": _WORDS + " " + _X11,
    "darwin": (
        "Right Left Up Down Home End PgUp PgDown Del Backspace Ctrl+Right Ctrl+Left Ctrl+Up "
        "Ctrl+Down Alt+Right Alt+Left Alt+Up Alt+Down Alt+PgUp Alt+PgDown Alt+Del Alt+Backspace "
        "Meta+F Meta+B Meta+N Meta+P Meta+V Meta+A Meta+E Meta+D Meta+H Meta+K Meta+Y Meta+O "
        "Meta+Left Meta+Right Meta+Up Meta+Down Meta+PgUp Meta+PgDown "
        "Ctrl+A Ctrl+C Ctrl+X Ctrl+V Ctrl+Z Ctrl+Shift+Z "
        "Shift+Right Shift+Left Shift+Up Shift+Down Shift+Home Shift+End Shift+PgUp Shift+PgDown "
        "Ctrl+Shift+Right Ctrl+Shift+Left Ctrl+Shift+Up Ctrl+Shift+Down Alt+Shift+Right "
        "Alt+Shift+Left Alt+Shift+Up Alt+Shift+Down Meta+Shift+Left Meta+Shift+Right Meta+Shift+A "
        "Meta+Shift+E Enter Return"
    ),
}
"""What each system does in a text, as Qt's documentation of `QKeySequence.StandardKey` has it."""
BY_QT = {"Ctrl+Z", "Ctrl+Shift+Z"}
"""Of the window while no text has the focus: the same there as in a text."""


def _keys(of: QKeySequence) -> str:
    return of.toString(QKeySequence.SequenceFormat.PortableText)


def _first(of: QKeySequence) -> QKeyCombination:
    return of[0]  # type: ignore[index,no-any-return]


def _shortcuts(techne: Techne) -> dict[str, QAction | QShortcut]:
    """Every key that something in the window or its pages listens to."""
    workspace = space(techne)
    for page in ("constellation", "memories", "packs", "settings", "skills"):
        workspace.go(page)
    workspace.skills.documents.open_history(catalogue.rows(workspace.skills._context.vault)[0].id)
    found: dict[str, QAction | QShortcut] = {}
    for action in techne.window.findChildren(QAction):
        found.update((_keys(keys), action) for keys in action.shortcuts())
    for shortcut in techne.window.findChildren(QShortcut):
        found.update((_keys(keys), shortcut) for keys in shortcut.keys())  # noqa: SIM118 - no dict
    return found


@pytest.mark.parametrize("system", sorted(TABLES))
def test_no_key_of_the_window_is_one_of_a_text(techne: Techne, system: str) -> None:
    table = {_keys(QKeySequence(keys)) for keys in TABLES[system].split()}
    asked = "darwin" if system == "darwin" else "linux"
    taken = {
        command.id: _keys(QKeySequence(command.keys_on(asked)))
        for command in techne.window.commands
        if command.where is None
    }
    assert {name: keys for name, keys in taken.items() if keys in table} == {
        "edit.undo": "Ctrl+Z",
        "edit.redo": "Ctrl+Shift+Z",
    }
    commands = {_keys(QKeySequence(command.shortcut)) for command in techne.window.commands}
    others = set(_shortcuts(techne)) - commands
    assert others & table <= {"Ctrl+V", REDO}


def test_no_command_has_a_key_that_types_on_macos(techne: Techne) -> None:
    """The Option key makes letters there."""
    keys = {_keys(QKeySequence(c.keys_on("darwin"))) for c in techne.window.commands}
    assert keys.isdisjoint(f"Alt+{digit}" for digit in "1234567890")


def _combo(_techne: Techne) -> QWidget:
    made = QComboBox()
    made.setEditable(True)
    return made


TEXTS: dict[str, Callable[[Techne], QWidget]] = {
    "QLineEdit": lambda _: QLineEdit("three small words"),
    "QTextEdit": lambda _: QTextEdit("three small words"),
    "QPlainTextEdit": lambda _: QPlainTextEdit("three small words"),
    "QSpinBox": lambda _: QSpinBox(),
    "QComboBox": _combo,
    "TitleField": lambda t: TitleField(t.theme, t.window),
    "StepField": lambda t: StepField(t.theme, t.window),
    "TextView": lambda t: TextView(t.theme, TextBuffer(t.window)),
    "MemoryText": lambda _: MemoryText(),
    "MarkedText": lambda t: MarkedText(t.theme),
    "NumberField": lambda _: NumberField("Number", 0, 10),
    "SearchField": lambda t: SearchField(t.theme, "Search"),
    "SecretField": lambda t: SecretField(t.theme, "Secret"),
    "DescriptionField": lambda t: DescriptionField(t.theme),
    "QueryField": lambda t: QueryField(t.theme),
    "ReplaceField": lambda _: ReplaceField(),
    "TagField": lambda _: TagField(),
    "NameField": lambda _: NameField(),
    "NameLine": lambda _: NameLine("three small words"),
    "EnterField": lambda _: EnterField("three small words"),
    "ProseField": lambda _: ProseField("three small words"),
    "SinceField": lambda t: SinceField(t.theme),
}
"""Everything in the window that is written in."""


def test_every_kind_of_text_is_looked_at() -> None:
    for module in pkgutil.walk_packages(app.ui.__path__, "app.ui."):
        importlib.import_module(module.name)
    kinds = set[str]()
    waiting: list[type] = [QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox]
    while waiting:
        for kind in list[type](waiting.pop().__subclasses__()):
            waiting.append(kind)
            if kind.__module__.startswith("app."):
                kinds.add(kind.__name__)
    assert kinds - set(TEXTS) == set()


def test_a_text_keeps_its_keys(qtbot: QtBot, techne: Techne, skills: tuple[int, ...]) -> None:
    """Every key of a text is pressed in each kind, while everything that listens is watched."""
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    acted: list[str] = []
    for keys, listening in _shortcuts(techne).items():
        done = listening.triggered if isinstance(listening, QAction) else listening.activated
        done.connect(lambda *_a, keys=keys: acted.append(keys))
    for kind, make in TEXTS.items():
        text = make(techne)
        text.setParent(space(techne).skills)
        text.show()
        text.setFocus()
        focused = QApplication.focusWidget()
        assert focused is not None and (focused is text or text.isAncestorOf(focused)), kind
        for standard in EDITING:
            for binding in QKeySequence.keyBindings(standard):
                pressed = _first(binding)
                if _keys(binding) in OURS or pressed.key() >= Qt.Key.Key_Back:
                    continue  # those above are keys of some keyboards, such as "Cut"
                QTest.keyClick(focused, pressed.key(), pressed.keyboardModifiers())
                assert acted == [], f"{_keys(binding)} in {kind}"
                text.setFocus()
        delete(text)
    assert len(catalogue.rows(space(techne).skills._context.vault)) == len(skills)


@pytest.mark.parametrize("kind", ["QLineEdit", "StepField", "TextView"])
@pytest.mark.parametrize("keys", sorted(OURS))
def test_two_keys_are_of_the_window_even_in_a_text(
    qtbot: QtBot, techne: Techne, kind: str, keys: str
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    listening = _shortcuts(techne)[keys]
    assert isinstance(listening, QAction)
    text = TEXTS[kind](techne)
    text.setParent(space(techne).skills)
    text.show()
    text.setFocus()
    pressed = _first(QKeySequence(keys))
    with qtbot.waitSignal(listening.triggered):
        QTest.keyClick(text, pressed.key(), pressed.keyboardModifiers())
    delete(text)


class _Emacs(QLineEdit):
    """Claims every key, as a line of Qt's does these two where the desktop has them for texts."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


@pytest.mark.parametrize("keys", sorted(OURS))
def test_a_text_that_claims_the_two_does_not_have_them(
    qtbot: QtBot, techne: Techne, keys: str
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    listening = _shortcuts(techne)[keys]
    assert isinstance(listening, QAction)
    text = _Emacs("three small words", space(techne).skills)
    text.show()
    text.setFocus()
    pressed = _first(QKeySequence(keys))
    with qtbot.waitSignal(listening.triggered):
        QTest.keyClick(text, pressed.key(), pressed.keyboardModifiers())
    delete(text)


def test_shift_f10_opens_the_menu_of_a_star(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    run(techne, "go.constellation")
    view = techne.window.findChild(ConstellationView)
    assert view is not None
    qtbot.waitUntil(lambda: view.chart is not None)
    hands = Hands(qtbot)
    hands.press("Right", "Shift+F10")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and said(menu.actions()[0]) == "Open"
    menu.close()


def test_ctrl_y_redoes_in_the_library(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    in_front(qtbot, techne, skills[0])
    page, hands = space(techne).skills, Hands(qtbot)
    page.skill_actions.delete((skills[2],))
    qtbot.waitUntil(lambda: len(catalogue.rows(page.context.vault)) == 2)
    page.library.list.setFocus()
    for keys, left in (("Ctrl+Z", 3), ("Ctrl+Y", 2)):
        hands.press(keys)
        qtbot.waitUntil(lambda left=left: len(catalogue.rows(page.context.vault)) == left)  # type: ignore[misc]


def test_delete_in_the_list_deletes_and_elsewhere_does_not(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    page, editor = space(techne).skills, in_front(qtbot, techne, skills[0])
    for place in (editor.steps.card(1), editor.header.title, page.library.search):
        assert place is not None
        place.setFocus()
        qtbot.keyClick(place, Qt.Key.Key_Delete)  # type: ignore[no-untyped-call]
        qtbot.keyClick(place, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)  # type: ignore[no-untyped-call]
        assert page.library.model.rowCount() == 3
    page.library.list.setFocus()
    qtbot.keyClick(page.library.list, Qt.Key.Key_Delete)  # type: ignore[no-untyped-call]
    qtbot.waitUntil(lambda: page.library.model.rowCount() == 2)


class _Shown(QObject):
    """Windows that appear."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Show or not isinstance(watched, QWidget):
            return False
        if watched.isWindow() and not isinstance(watched, QMainWindow | QDialog):
            where = "".join(traceback.format_stack(limit=5)[:-1])
            self.found.append(f"{type(watched).__name__} {watched.accessibleName()}\n{where}")
        return False


def test_no_part_of_a_page_is_a_window_for_a_moment(
    qtbot: QtBot,
    qapp: QApplication,
    start: Started,
    home: Path,
    data_key: bytes,
    tmp_path: Path,
    skills: tuple[int, ...],
) -> None:
    """It would take the keyboard away from the window, and keys would be lost."""
    shown = _Shown()
    qapp.installEventFilter(shown)
    try:
        start(tmp_path / "new").start()
        techne = start(home)
        techne.start()
        assert techne.window.status.isHidden()  # it would say that the vault is open
        qtbot.waitUntil(lambda: techne.window.start_screen is not None)
        techne.open_vault(data_key)
        for place in ("go.memories", "go.packs", "go.agents", "go.constellation", "go.settings",
                      "go.skills"):  # fmt: skip
            run(techne, place)
        space(techne).context.go.skill(skills[0])
        for document in ("skill.history", "skill.knowledge", "skill.train"):
            run(techne, document)
            space(techne).context.go.skill(skills[0])
        for asking in ("memory.new", "skill.draft", "skill.describe", "skill.export",
                       "relations.review", "editor.fix_findings"):  # fmt: skip
            run(techne, asking)
            for dialog in techne.window.findChildren(QDialog):
                dialog.close()
        QApplication.processEvents()
    finally:
        qapp.removeEventFilter(shown)
    assert shown.found == []


def _walk(techne: Techne) -> list[tuple[QWidget, QPoint]]:
    """What Tab comes to in the page in front, with where it is, until it is outside of it."""
    pages, found = space(techne).pages, list[tuple[QWidget, QPoint]]()
    while (focused := QApplication.focusWidget()) is not None and pages.isAncestorOf(focused):
        if focused in [one for one, _place in found]:
            break
        found.append((focused, focused.mapTo(pages, QPoint(0, 0))))
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    return found


def test_tab_goes_through_a_document_as_it_is_read(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    space(techne).context.go.skill(skills[0])
    editor = space(techne).skills.documents.editor
    assert editor is not None
    editor.step_editing.insert(2)
    field = editor.step_editing.field
    assert field is not None
    QTest.keyClicks(field, "Go home.")
    editor.step_editing.leave()
    editor.steps.go_to(3)
    editor.header.title.setFocus()
    walked = _walk(techne)
    header = editor.header
    buttons = header.star, header.run, header.train, header.export, header.more
    # the title is written first
    inside = [p for one, p in walked if editor.isAncestorOf(one) and one not in buttons]
    rows = [place.y() // 20 for place in inside]
    assert rows == sorted(rows)
    names = [one.accessibleName() for one, _place in walked]
    assert "Step 3: Go home." in names
    assert [one for one, _place in walked].index(editor.steps._adding.button) > names.index(
        "Step 3: Go home."
    )


def test_tab_goes_through_what_was_made_late_where_it_is(qtbot: QtBot, techne: Techne) -> None:
    with qtbot.waitActive(techne.window):
        techne.window.activateWindow()
    run(techne, "go.settings")
    settings = space(techne).pages.settings
    qtbot.waitUntil(lambda: any(b.text().startswith("Get") for b in settings.findChildren(Button)))
    depth = []
    for one, _place in _walk(techne):
        area = one.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        inner = area.widget() if area is not None else None
        if inner is not None:
            depth.append(one.mapTo(inner, one.rect().center()).y() // 40)
    assert len(depth) > 20 and depth == sorted(depth)


def test_the_keys_of_the_place_in_front_come_first() -> None:
    groups = menus.with_keys((), "constellation")
    assert groups[0][0] == "In the constellation"
    assert sorted(groups) == sorted(menus.with_keys(())), "each once"
