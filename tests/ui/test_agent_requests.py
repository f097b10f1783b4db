"""What agents ask and did, in the window: the card, the inbox, the journal, what each may do."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.core import vaults
from app.core.agents import clients, consent, requests, scope
from app.core.agents.caller import OTHER, Caller
from app.core.agents.consent import Group, Rule
from app.core.agents.requests import State
from app.core.errors import AppError
from app.core.library import engrams, library
from app.core.library.engrams import Tier
from app.core.lifecycle.config import Procedural
from app.core.serve.errors import NotOpen
from app.core.serve.home_desk import HomeDesk
from app.core.serve.local_desk import LocalDesk
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.agents.clients.call_journal import CallJournal
from app.ui.views.agents.clients.closed_engrams import ChooseEngrams
from app.ui.views.agents.clients.consent_card import ConsentCard
from app.ui.views.agents.clients.consent_rules import ConsentRules
from app.ui.views.agents.clients.request_list import RequestList
from app.ui.views.agents.view import FOLDERS
from app.ui.views.shell.workspace import Workspace
from tests.conftest import Clock, Keychain
from tests.ui.conftest import Started
from tests.ui.names import nameless

CLAUDE = Caller("claude", "Claude Code", session="levain timing")
BREAD = "# Bread\n\n1. Fold the dough every half hour.\n2. Bake it.\n"
COLDER = BREAD.replace("every half hour", "every 40 minutes below 22 °C")


class Room(QWidget):
    """The parts of the page, and a field in which something is typed."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setAccessibleName("Field")
        self.other = QWidget()
        self.other.setAccessibleName("Other")
        self.other.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card = ConsentCard(context, self)
        self.inbox = RequestList(context)
        self.journal = CallJournal(context)
        self.rules = ConsentRules(context)
        self.inbox.chosen.connect(self.card.show_request)
        column = QVBoxLayout(self)
        for part in (self.field, self.other, self.card, self.inbox, self.journal, self.rules):
            column.addWidget(part)
        self.card.settling = self.card.leaving = 0


@pytest.fixture
def bread(vault: Vault) -> int:
    return library.save(vault, None, BREAD, sitting=False).skill


@pytest.fixture
def agent(vault: Vault) -> Iterator[LocalDesk]:
    """As an agent asks while a window is open."""
    desk = LocalDesk(vault, Procedural, lambda: None, lambda: True)
    with vault.turns.at_once():
        yield desk
        desk.close()


@pytest.fixture
def room(context: AppContext, bread: int, qtbot: QtBot) -> Iterator[Room]:
    made = Room(context)
    qtbot.addWidget(made)
    made.resize(1000, 900)
    made.show()
    made.activateWindow()
    yield made
    context.agents.close()


def ask(desk: LocalDesk, text: str = COLDER) -> int:
    base = desk.turn(CLAUDE).find("Bread").base
    arguments = {"skill": "Bread", "text": text, "base": base}
    said: Any = desk.ask("call", CLAUDE, {"tool": "save_skill", "arguments": arguments})
    return int(said["waits"]["request"])


def test_a_question_comes_with_its_diff_and_a_key_answers_it(
    room: Room, agent: LocalDesk, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    room.other.setFocus()
    assert room.card.isHidden() and room.inbox.isHidden()
    ask(agent)
    qtbot.waitUntil(room.card.isVisible)
    card = room.card
    assert card.title.text() == "Claude Code wants to save “Bread”"
    assert card.left.text() == "waiting 0:45"
    assert "based on v1, still current" in card.about.text()
    assert card.about.text().endswith("scan found nothing")
    assert card.diff.isVisible() and card.diff.change_count == 1
    assert card.always.text() == "Always allow edits"
    assert room.other.hasFocus(), "the focus stays where it was"
    room.field.setFocus()
    QTest.keyClick(room.field, Qt.Key.Key_A)
    assert room.field.text() == "a" and library.text(vault, bread) == BREAD
    room.other.setFocus()
    QTest.keyClick(room.other, Qt.Key.Key_A)
    QTest.keyClick(room.other, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: card.isHidden() and library.text(vault, bread) == COLDER)
    qtbot.waitUntil(lambda: room.journal.rows[0].call is not None)
    qtbot.waitUntil(room.journal.rows[0].undo.isVisible)
    row = room.journal.rows[0]
    assert row.accessibleName().split(", ")[1:4] == ["Claude Code", "saved", "Bread"]
    row.undo.click()
    qtbot.waitUntil(lambda: library.text(vault, bread) == BREAD)
    qtbot.waitUntil(lambda: row.ended.text() == "undone" and not row.undo.isVisible())
    assert not nameless(room)


def test_what_nobody_answers_waits_in_the_inbox(
    room: Room, agent: LocalDesk, vault: Vault, bread: int, clock: Clock, qtbot: QtBot
) -> None:
    first = ask(agent)
    second = ask(agent, BREAD + "3. Eat it.\n")
    qtbot.waitUntil(lambda: room.card.more.text() == "1 more asks")
    room.card.later.click()
    qtbot.waitUntil(lambda: room.card.request is not None and room.card.request.id == second)
    qtbot.waitUntil(lambda: list(room.inbox.rows) == [first])
    clock.pass_seconds(60)
    room.card._count_down()
    assert room.card.isHidden()
    room.inbox.look()
    assert list(room.inbox.rows) == [first, second] and room.inbox.isVisible()
    library.save(vault, bread, "# Bread\n\n1. Buy it.\n", sitting=False)
    room.inbox.rows[first].look.click()
    assert room.card.isVisible() and "changed since" in room.card.about.text()
    assert room.card.diff.hasFocus()
    QTest.keyClick(room.card.diff, Qt.Key.Key_Escape)
    assert room.card.isHidden() and first in room.inbox.rows
    room.inbox.rows[first].look.click()
    room.card.allow.click()
    qtbot.waitUntil(lambda: not room.card.deciding._busy)
    assert "changed in the meantime" in requests.request(vault, first).answer
    qtbot.waitUntil(lambda: "meantime" in room.inbox.rows[first].about.text())
    for number in (first, second):
        room.inbox.rows[number].refuse.click()
    qtbot.waitUntil(room.inbox.isHidden)
    assert requests.request(vault, first).state is State.REFUSED
    assert library.text(vault, bread) == "# Bread\n\n1. Buy it.\n"


def test_what_was_meant_for_the_question_before_answers_nothing(
    room: Room, agent: LocalDesk, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    card = room.card
    first = ask(agent)
    second = ask(agent, BREAD + "3. Eat it.\n")
    qtbot.waitUntil(lambda: card.always.isVisible() and card.always.isEnabled())
    card.settling, card.leaving = 10**6, 10**6
    requests.refuse(vault, first)
    qtbot.waitUntil(lambda: card.request is not None and card.request.id == second)
    qtbot.waitUntil(card.diff.isVisible)
    for button in (card.later, card.refuse, card.always, card.allow):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    room.other.setFocus()
    QTest.keyClick(room.other, Qt.Key.Key_A)
    assert not card.deciding._busy
    assert requests.request(vault, second).state is State.ASKED
    height = card.height()
    requests.refuse(vault, second)
    qtbot.waitUntil(lambda: card.request is None)
    assert card.isVisible() and card.height() == height, "what is below it stays where it is"
    assert card.left.text() == "no longer asked"
    assert not any(one.isEnabled() for one in (card.later, card.refuse, card.always, card.allow))
    card.settling = 0
    third = ask(agent, BREAD + "3. Share it.\n")
    qtbot.waitUntil(lambda: card.request is not None and card.request.id == third)
    qtbot.waitUntil(card.allow.isEnabled)


@pytest.mark.parametrize("name", ["Page: Clients", "Look again"])
def test_the_keys_work_from_the_head_of_the_room(
    space: Workspace, bread: int, agent: LocalDesk, vault: Vault, name: str, qtbot: QtBot
) -> None:
    card = space.pages.agents.clients_page.card
    card.settling = card.leaving = 0
    space.context.go.requests()
    number = ask(agent)
    qtbot.waitUntil(lambda: card.isVisible() and card.allow.isEnabled())
    buttons = space.pages.agents.findChildren(QAbstractButton)
    head = next(one for one in buttons if name in (one.text(), one.accessibleName()))
    head.setFocus()
    assert head.hasFocus()
    QTest.keyClick(head, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: requests.request(vault, number).state is State.REFUSED)


def test_always_allow_changes_the_rule(
    room: Room, agent: LocalDesk, vault: Vault, bread: int, qtbot: QtBot
) -> None:
    room.rules.show_client("claude", "Claude Code")
    long = f"{COLDER}3. Wait {'and wait ' * 3_000}.\n"
    ask(agent, long)
    qtbot.waitUntil(lambda: room.card.always.isVisible() and room.card.always.isEnabled())
    assert room.card.diff.isVisible()
    room.card.always.click()
    qtbot.waitUntil(lambda: library.text(vault, bread) == long)
    assert consent.rule(vault, "claude", Group.EDIT) is Rule.ALLOW
    edit = room.rules.choices[Group.EDIT]
    qtbot.waitUntil(lambda: edit.current == 0)
    edit.choose(2)
    edit.chosen.emit(2)
    qtbot.waitUntil(lambda: consent.rule(vault, "claude", Group.EDIT) is Rule.NEVER)
    room.rules.isolated.click()
    qtbot.waitUntil(lambda: any(one.isolated for one in clients.clients(vault)))


def test_engrams_and_tiers_are_closed(room: Room, vault: Vault, bread: int, qtbot: QtBot) -> None:
    library.save(vault, None, "# Pay out\n", engram="Payroll")
    payroll = engrams.named(vault, "Payroll")
    scope.close(vault, "claude", Tier.SENSITIVE)
    room.rules.show_client("claude", "Claude Code")
    closed = room.rules.closed
    assert closed.names.text() == "Everything sensitive"
    closed.choose.click()
    (dialog,) = room.findChildren(ChooseEngrams)
    assert dialog.list.chosen == {Tier.SENSITIVE}
    dialog.list.tick(lambda _on: False)
    rows = [dialog.list.items.item(n).text() for n in range(dialog.list.items.rowCount())]
    dialog.list.check([rows.index("Payroll")])
    dialog.go.click()
    qtbot.waitUntil(lambda: scope.scope(vault, "claude").closed == {payroll.id})
    qtbot.waitUntil(lambda: closed.names.text() == "Payroll")


def test_the_rest_of_the_window_says_who_waits(
    space: Workspace, bread: int, agent: LocalDesk, qtbot: QtBot
) -> None:
    warned: list[str] = []
    space.context.say.warned.connect(lambda said, _action, _act: warned.append(said))
    space.agent_news.look()
    card = space.pages.agents.clients_page.card
    card.settling = card.leaving = 0
    ask(agent)
    qtbot.waitUntil(lambda: space.agent_news.counts.waiting == 1)
    assert warned == ["Claude Code wants to save “Bread”."]
    assert space.agent_news.counts.calls == 1
    assert space.rail._buttons["agents"].accessibleName() == "Agents, 1 request"
    space.pages.agents.show_page(FOLDERS)
    space.context.go.requests()
    assert card.isVisible() and card.diff.hasFocus()
    QTest.keyClick(card.diff, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: space.agent_news.counts.waiting == 0)
    assert space.rail._buttons["agents"].accessibleName() == "Agents"
    space.context.go.conflicts()
    assert not card.isVisible()


def test_a_question_whose_agent_is_gone_becomes_a_proposal(
    space: Workspace, bread: int, agent: LocalDesk, vault: Vault, clock: Clock, qtbot: QtBot
) -> None:
    withdrawn: list[str] = []
    space.context.say.withdrawn.connect(withdrawn.append)
    inbox = space.pages.agents.clients_page.requests
    space.agent_news.look()
    number = ask(agent)
    qtbot.waitUntil(space.agent_news._lapse.isActive)
    clock.pass_seconds(45)
    assert number not in inbox.rows
    space.agent_news.lapse()
    qtbot.waitUntil(lambda: number in inbox.rows)
    assert withdrawn == ["Claude Code wants to save “Bread”."]
    assert not space.agent_news._lapse.isActive()
    assert vault.row("select state from agent_request") == ("proposed",)


def test_the_banner_goes_where_the_question_is_seen(
    space: Workspace, bread: int, agent: LocalDesk, qtbot: QtBot
) -> None:
    withdrawn: list[str] = []
    space.context.say.withdrawn.connect(withdrawn.append)
    space.agent_news.look()
    ask(agent)
    qtbot.waitUntil(lambda: space.agent_news.counts.waiting == 1)
    space.go("packs")
    assert withdrawn == []
    space.go("agents")
    assert withdrawn == ["Claude Code wants to save “Bread”."]


def test_the_window_lets_agents_in_until_it_is_locked(
    start: Started, home: Path, data_key: bytes, keychain: Keychain, qtbot: QtBot
) -> None:
    """With two windows of two vaults, each answers for its own."""
    techne = start(home)
    assert techne.open_vault(data_key)
    assert techne.vault is not None
    found: list[Any] = []

    def call(desk: HomeDesk) -> None:
        try:
            found.append(desk.ask("call", CLAUDE, {"tool": "list_skills", "arguments": {}}))
        except NotOpen as error:
            found.append(error)

    def answer(desk: HomeDesk) -> Any:
        found.clear()
        threading.Thread(target=call, args=(desk,)).start()
        qtbot.waitUntil(lambda: bool(found))
        return found[0]

    with HomeDesk(home) as desk:
        qtbot.waitUntil(lambda: not isinstance(answer(desk), NotOpen))
        techne.vault.remember_on_this_computer()
        with techne.vault.turns.at_once():
            consent.decide(techne.vault, OTHER, Group.EDIT, Rule.ALLOW)
        saved: list[str] = []

        def save() -> None:
            while True:
                text = f"# Skill {len(saved)}\n"
                try:
                    desk.ask("call", Caller(), {"tool": "save_skill", "arguments": {"text": text}})
                except AppError:
                    return
                saved.append(text)

        with HomeDesk(home) as own:
            assert answer(own)["document"]["skills"] == []
            saving = threading.Thread(target=save)
            saving.start()
            qtbot.waitUntil(lambda: len(saved) > 3)
            techne.lock()
            qtbot.waitUntil(lambda: techne.vault is None)
            saving.join()
            assert isinstance(answer(desk), NotOpen)
            assert isinstance(answer(own), NotOpen), "also the one that has a key of its own"
        assert vaults.is_locked_everywhere(home)
        assert techne.open_vault(data_key)
        qtbot.waitUntil(lambda: not isinstance(answer(desk), NotOpen))
        assert not vaults.is_locked_everywhere(home)
        assert answer(desk)["document"]["total"] >= len(saved), "nothing that was answered is lost"
