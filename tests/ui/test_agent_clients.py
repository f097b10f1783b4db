"""The page about clients: how they stand, connecting one, taking it back, repairing it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.agents import calls, consent
from app.core.agents.caller import Caller
from app.core.agents.calls import Call, Outcome
from app.core.agents.consent import Group, Rule
from app.core.connect.looking import Fault, State
from app.core.vault import Vault
from app.desktop import association
from app.ui.context import AppContext
from app.ui.views.agents.clients.page import ClientsPage
from app.ui.views.agents.view import CLIENTS, FOLDERS, AgentsView
from tests.core.test_connecting import command, person
from tests.ui.names import nameless

__all__ = ["command", "person"]


@pytest.fixture
def view(
    context: AppContext, command: tuple[str, ...], person: Path, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[AgentsView]:  # fmt: skip
    """Somebody with Cursor and Gemini CLI, and a server that answers."""
    for name in (".cursor", ".gemini"):
        (person / name).mkdir()
    monkeypatch.setattr(association, "lasting_command", lambda: list(command))
    made = AgentsView(context)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    settled(made.clients_page, qtbot)
    yield made
    qtbot.waitUntil(lambda: not made.folders_page.busy)
    context.disk.stop()


def settled(page: ClientsPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page.busy)


def state(page: ClientsPage, client: str) -> State:
    return next(one.look.state for one in page.sights if one.id == client)


def test_the_keyboard_comes_into_the_list_in_front(
    context: AppContext, view: AgentsView, qtbot: QtBot
) -> None:
    clients = view.clients_page.list
    view.setFocus()
    assert view.focusWidget() is clients.rows[clients.current]
    other = AgentsView(context)
    qtbot.addWidget(other)
    other.show()
    other.setFocus()  # before anything is known
    settled(other.clients_page, qtbot)
    assert other.focusWidget() is other.clients_page.list.rows[clients.current]
    other.show_page(FOLDERS)
    qtbot.waitUntil(lambda: not other.folders_page.busy)
    other.setFocus()
    assert other.folders_page.folders.isAncestorOf(other.focusWidget())


def test_the_keyboard_comes_into_the_list_of_a_window_that_is_not_in_front(
    context: AppContext, view: AgentsView, qtbot: QtBot
) -> None:
    other = AgentsView(context)
    qtbot.addWidget(other)
    other.show()
    other.setFocus()
    view.activateWindow()
    qtbot.waitUntil(lambda: view.isActiveWindow() and not other.isActiveWindow())
    settled(other.clients_page, qtbot)
    assert other.focusWidget() is other.clients_page.list.rows[other.clients_page.list.current]


def connect(page: ClientsPage, client: str, qtbot: QtBot) -> None:
    """By mouse: its button, and that of the dialog."""
    page.list.rows[client].act.click()
    qtbot.waitUntil(lambda: page.connecting.dialog is not None)
    dialog = page.connecting.dialog
    assert dialog is not None
    dialog.go.click()
    page.connecting.dialog = None
    settled(page, qtbot)


def test_a_client_is_connected_checked_and_taken_back(
    view: AgentsView, person: Path, vault: Vault, qtbot: QtBot
) -> None:
    page, file = view.clients_page, person / ".cursor" / "mcp.json"
    assert page.list.current in ("cursor", "gemini")
    assert state(page, "cursor") is State.FOUND and state(page, "amp") is State.NOT_FOUND
    assert not page.list.rows["amp"].act.isVisible()
    row = page.list.rows["cursor"]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.connecting.dialog is not None)
    assert not file.exists()
    dialog = page.connecting.dialog
    assert dialog is not None
    assert not nameless(dialog)
    qtbot.waitUntil(dialog.go.hasFocus)
    QTest.keyClick(dialog.go, Qt.Key.Key_Return)
    settled(page, qtbot)
    assert "techne" in json.loads(file.read_text())["mcpServers"]
    assert state(page, "cursor") is State.CONNECTED
    details = page.details
    assert details.verified.text().startswith("Verified")
    assert details.about.text() == "stdio · protocol 2025-11-25"
    assert details.undo.isVisible() and not details.act.isVisible()
    assert not nameless(view)
    consent.decide(vault, "cursor", Group.DELETE, Rule.NEVER)
    at = vault.now()
    calls.write_down(vault, [Call(at, Caller("cursor", "Cursor", "3.1"), "recall", Outcome.DONE)])
    qtbot.waitUntil(lambda: "Delete: never" in row.accessibleName())
    qtbot.waitUntil(lambda: "1 calls today" in row.accessibleName())
    assert "3.1" in row.accessibleName()
    details.again.click()
    settled(page, qtbot)
    details.undo.click()
    settled(page, qtbot)
    assert not file.exists() and state(page, "cursor") is State.FOUND


def test_the_client_whose_button_is_pressed_is_the_one_shown(
    view: AgentsView, person: Path, qtbot: QtBot
) -> None:
    page = view.clients_page
    page.list.rows["gemini"].chosen.emit()
    assert page.list.current == "gemini"
    connect(page, "cursor", qtbot)
    assert page.list.current == "cursor" and page.details.name.text() == "Cursor"


def test_without_a_client_there_is_one_thing_to_do(
    context: AppContext, person: Path, qtbot: QtBot
) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    page = ClientsPage(context, room)
    qtbot.addWidget(page)
    page.show()
    settled(page, qtbot)
    assert page.nothing.isVisible() and not page.list.isVisible()
    (person / ".cursor").mkdir()
    page.nothing.button.click()
    settled(page, qtbot)
    assert page.list.isVisible() and page.list.current == "cursor"


def test_what_does_not_work_is_said_and_repaired(
    view: AgentsView, person: Path, command: tuple[str, ...], qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    page = view.clients_page
    monkeypatch.setattr(association, "lasting_command", lambda: ["/gone/techne"])
    connect(page, "gemini", qtbot)
    look = next(one.look for one in page.sights if one.id == "gemini")
    assert (look.state, look.fault) == (State.REPAIR, Fault.PROGRAM)
    page.list.rows["gemini"].setFocus()
    assert "Repair" in page.details.act.text() and page.details.sentence.isVisible()
    monkeypatch.setattr(association, "lasting_command", lambda: list(command))
    connect(page, "gemini", qtbot)
    assert state(page, "gemini") is State.CONNECTED
    file = person / ".gemini" / "settings.json"
    file.write_text("{")
    page.look()
    settled(page, qtbot)
    assert page.details.sentence.text().startswith(f"{file} cannot be changed")
    page.details.act.click()
    settled(page, qtbot)
    assert file.read_text() == "{"


def test_a_folder_is_trusted_when_a_person_says_so(
    view: AgentsView, person: Path, qtbot: QtBot
) -> None:
    page, project = view.clients_page, person / "project"
    project.mkdir()
    connect(page, "gemini", qtbot)
    sight = next(one for one in page.sights if one.id == "gemini")
    assert sight.look.setup is not None
    page.connecting._ask_trust("gemini", sight.look, project)
    qtbot.waitUntil(lambda: page.connecting.dialog is not None)
    assert page.connecting.dialog is not None
    page.connecting.dialog.go.click()
    settled(page, qtbot)
    said = json.loads((person / ".gemini" / "trustedFolders.json").read_text())
    assert said == {str(project): "TRUST_FOLDER"}


def test_the_two_pages_and_little_room(view: AgentsView, qtbot: QtBot) -> None:
    page = view.clients_page
    view.pages.chosen.emit(FOLDERS)
    assert view.folders_page.isVisible() and not page.isVisible()
    assert view.link_button.isVisible() and not view.again_button.isVisible()
    view.show_page(CLIENTS)
    rows = list(page.list.rows.values())
    rows[0].setFocus()
    QTest.keyClick(rows[0], Qt.Key.Key_Down)
    assert page.list.current == list(page.list.rows)[1]
    view.resize(700, 600)
    qtbot.waitUntil(lambda: page.width() < 700)
    drawn = QImage(view.size(), QImage.Format.Format_RGB32)
    view.render(drawn)
    assert page.list.isVisible() and page.details.isVisible()
