"""The page of packs: quarantine, imports, publishers, identity."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, undoing
from app.core.library.record import Status
from app.core.packs import identity, install, plan, trust
from app.core.packs.format.phrase import phrase
from app.core.packs.trust import State
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.packs.view import PacksView
from app.ui.window_state import WindowState
from tests.core.trade import BAKE, GUILD, pack, signed
from tests.ui.names import nameless


@pytest.fixture
def view(vault: Vault, theme: Theme, tmp_path: Path, qtbot: QtBot) -> Iterator[PacksView]:
    jobs, bridge = Jobs(), Bridge(vault)
    made = PacksView(AppContext(vault, bridge, jobs, theme, WindowState(tmp_path / "window.json")))
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.show()
    yield made
    bridge.stop()
    jobs.shut_down()


def bring(vault: Vault) -> install.Imported:
    return install.apply(vault, plan.plan(vault, signed(pack())))


def button(view: PacksView, words: str) -> QPushButton:
    """The one that reads or is called so."""
    found = [
        b
        for b in view.findChildren(QPushButton)
        if words in (b.text(), b.accessibleName()) and b.isVisibleTo(view)
    ]
    assert len(found) == 1, [b.text() for b in view.findChildren(QPushButton)]
    return found[0]


def has(view: PacksView, words: str) -> bool:
    return any(
        b.accessibleName() == words and b.isVisibleTo(view) for b in view.findChildren(QPushButton)
    )


def test_an_empty_page_says_the_one_thing_to_do(view: PacksView, qtbot: QtBot) -> None:
    assert view._nowhere.isVisible()
    assert not view.quarantine.isVisible()
    view.setFocus()
    assert view.focusWidget() is view.open_button
    with qtbot.waitSignal(view._context.go.pack_requested):
        button(view, "Open packs or documents…").click()


def test_an_import_appears_and_its_skills_open(view: PacksView, vault: Vault, qtbot: QtBot) -> None:
    done = bring(vault)
    qtbot.waitUntil(lambda: not view._nowhere.isVisible())
    view.setFocus()
    assert view.focusWidget() is button(view, "Kitchen 1.0.0: 2 skills"), "not the head"
    menu = button(view, "Kitchen 1.0.0: 2 skills").menu()
    assert menu is not None
    with qtbot.waitSignal(view._context.go.skill_requested) as opened:
        menu.actions()[0].trigger()
    assert opened.args == [done.added[0], True]


def test_of_many_imported_packs_some_are_looked_for(
    view: PacksView, vault: Vault, qtbot: QtBot
) -> None:
    search = view.imported.search
    bring(vault)
    qtbot.waitUntil(lambda: not view._nowhere.isVisible())
    assert not search.isVisible(), "one is found at a glance"
    for baker in ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred", "Gina"):
        bread = pack(BAKE.replace("bread", f"bread by {baker}"), uid=baker)
        made = replace(bread, name=f"From {baker}")
        install.apply(vault, plan.plan(vault, signed(made)))
    qtbot.waitUntil(lambda: len(view.imported.lines) == 8)
    qtbot.waitUntil(search.isVisible)
    QTest.keyClick(view, Qt.Key.Key_Slash)
    assert view.window().focusWidget() is search
    QTest.keyClicks(search, "cleo")
    assert [line.accessibleName().split(" 1.0.0")[0] for line in view.imported.lines] == [
        "From Cleo"
    ]
    assert view.imported._count.text() == "1 of 8"
    QTest.keyClick(search, Qt.Key.Key_Down)
    assert view.window().focusWidget() is view.imported.first
    search.setText("bake")
    assert len(view.imported.lines) == 8, "by what they brought"
    search.setText("nowhere")
    assert "No imported pack matches." in {one.text() for one in view.findChildren(QLabel)}
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert search.text() == "" and len(view.imported.lines) == 8
    assert not nameless(view)


def test_rows_have_their_height_when_the_page_is_first_seen(
    vault: Vault, theme: Theme, tmp_path: Path, qtbot: QtBot
) -> None:
    """Of a page that is higher than its window, before Qt lays out what was added to it."""
    for number in range(12):
        bread = pack(BAKE.replace("bread", f"bread {number}"), uid=f"pack-{number}")
        install.apply(vault, plan.plan(vault, signed(replace(bread, name=f"From {number}"))))
    jobs, bridge = Jobs(), Bridge(vault)
    view = PacksView(AppContext(vault, bridge, jobs, theme, WindowState(tmp_path / "window.json")))
    qtbot.addWidget(view)
    view.resize(1000, 500)
    view.show()
    heights: list[tuple[int, int]] = []
    for line in (*view.imported.lines, *view.publishers.lines):
        least = line.heightForWidth(line.width()) if line.hasHeightForWidth() else 0
        heights.append((line.height(), max(least, line.minimumSizeHint().height())))
    assert len(heights) > 12 and [height for height, _least in heights] == [
        least for _height, least in heights
    ]
    bridge.stop()
    jobs.shut_down()


def test_skills_are_released_one_by_one_or_all(view: PacksView, vault: Vault, qtbot: QtBot) -> None:
    bring(vault)
    qtbot.waitUntil(view.quarantine.isVisible)
    with qtbot.waitSignal(view._context.say.told):
        button(view, "Release Brew tea").click()
    waiting = catalogue.rows(vault, status=Status.QUARANTINED)
    assert [row.title for row in waiting] == ["Bake bread"]
    button(view, "Release all").click()
    qtbot.waitUntil(lambda: not view.quarantine.isVisible())
    undoing.undo(vault)
    qtbot.waitUntil(view.quarantine.isVisible)


def test_a_publisher_is_trusted_and_revoked(view: PacksView, vault: Vault, qtbot: QtBot) -> None:
    bring(vault)
    name = "Harbour Guild"
    qtbot.waitUntil(lambda: has(view, f"Revoke: {name}"))
    button(view, f"I compared it, trust: {name}").click()
    assert trust.publisher(vault, name).state is State.TRUSTED
    qtbot.waitUntil(lambda: has(view, f"Stop trusting: {name}"))
    button(view, f"Revoke: {name}").click()
    assert trust.publisher(vault, name).state is State.REVOKED
    assert "2 skills in your library came from this publisher" in view.banner.accessibleName()


def test_names_stand_with_words_and_standing(view: PacksView, vault: Vault, qtbot: QtBot) -> None:
    words = "film-depart-prefer-potato-crucial-plastic"
    bring(vault)
    qtbot.waitUntil(lambda: not view._nowhere.isVisible())

    def shown() -> str:
        return "\n".join(made.text() for made in view.findChildren(QLabel) if made.isVisible())

    qtbot.waitUntil(lambda: shown().count(words) == 2)
    assert f"Harbour Guild · {words} · Known but unverified · " in shown()
    button(view, "I compared it, trust: Harbour Guild").click()
    assert f"Harbour Guild ({words})" in view.banner.accessibleName()
    qtbot.waitUntil(lambda: f"Harbour Guild · {words} · Trusted · " in shown())
    assert phrase(identity.mine(vault).key) in shown()


def test_the_skills_of_a_revoked_publisher_go_into_quarantine(
    view: PacksView, vault: Vault, qtbot: QtBot
) -> None:
    install.apply(vault, plan.plan(vault, signed(pack())), quarantine=False)
    trust.revoke(vault, GUILD.key)
    view._on_decided(trust.publisher(vault, "Harbour Guild"), State.REVOKED)
    view.banner.acted.emit()
    assert {row.status for row in catalogue.rows(vault)} == {Status.QUARANTINED}


def test_the_identity_can_be_renamed_and_handed_out(view: PacksView, vault: Vault) -> None:
    view.identity.name.setText("Ada")
    view.identity.name.editingFinished.emit()
    me = identity.mine(vault)
    assert me.name == "Ada"
    button(view, "Copy public key").click()
    assert QGuiApplication.clipboard().text() == me.key.hex()
    button(view, "Copy recipient key").click()
    assert QGuiApplication.clipboard().text() == identity.recipient_code(me.key)


def test_a_name_that_is_none_is_refused(view: PacksView, vault: Vault) -> None:
    before = identity.rename(vault, "Ada").name
    view.refresh()
    view.identity.name.setText("   \u202e")
    view.identity.name.editingFinished.emit()
    assert identity.mine(vault).name == before == view.identity.name.text()
    assert view.banner.isVisible()


def test_everything_that_takes_focus_has_a_name(
    view: PacksView, vault: Vault, qtbot: QtBot
) -> None:
    bring(vault)
    qtbot.waitUntil(view.quarantine.isVisible)
    assert nameless(view) == []


def test_a_hidden_page_waits(view: PacksView, vault: Vault, qtbot: QtBot) -> None:
    view.hide()
    with qtbot.waitSignal(view._context.bridge.changed):
        bring(vault)
    assert view.imported._count.text() == "0"
    view.show()
    assert view.imported._count.text() == "1"
