"""Engrams that are changed where they are shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, engrams, library, skill_actions, undoing
from app.core.library.engrams import Cap, Tier
from app.core.memory import memories
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.engrams.dialogs import EngramDialog, TakeAwayDialog
from app.ui.views.engrams.menu import EngramActions
from app.ui.views.skills.library.view import LibraryView
from app.ui.window_state import WindowState
from tests.ui.names import nameless


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    library.save(vault, None, "# Deploy\n")
    skill_actions.move(vault, "Ops", library.save(vault, None, "# Roll back\n").skill)
    memories.remember(vault, "It rained.", engram="Ops")
    jobs, bridge = Jobs(), Bridge(vault)
    yield AppContext(vault, bridge, jobs, theme, WindowState(tmp_path / "window.json"))
    bridge.stop()
    jobs.shut_down()


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


@pytest.fixture
def tools(context: AppContext, page: QWidget) -> EngramActions:
    return EngramActions(context, page)


def opened(tools: EngramActions, page: QWidget, *path: str) -> None:
    """Choose something in the menu of every engram, by the words on the way to it."""
    whole = menu = tools.menu(page)
    whole.aboutToShow.emit()
    *parents, last = path
    for words in parents:
        menu = next(one for one in menu.findChildren(QMenu) if one.title() == words)
    next(one for one in menu.actions() if one.text() == last).trigger()


def test_name_tier_and_cap_are_chosen(
    tools: EngramActions, page: QWidget, vault: Vault, qtbot: QtBot
) -> None:
    opened(tools, page, "Ops", "Name and privacy…")
    dialog = page.findChild(EngramDialog)
    assert dialog is not None and not nameless(dialog)
    assert (dialog.tokens.text(), dialog.answers.text()) == ("2000", "20")
    dialog.name.setText("skills")
    size = dialog.size()
    dialog.keep.click()
    qtbot.waitUntil(lambda: dialog.said_wrong.startswith("An engram called"))
    QApplication.sendPostedEvents()
    assert dialog.size() == size
    dialog.name.setText("Operations")
    assert not dialog.said_wrong
    dialog.tier.setCurrentIndex(2)
    dialog.tier.activated.emit(2)
    assert dialog.tokens.text() == "500"
    dialog.answers.setText("0")
    dialog.answers.textEdited.emit("0")
    assert not dialog.keep.isEnabled()
    dialog.answers.setText("3")
    dialog.answers.textEdited.emit("3")
    with qtbot.waitSignal(tools._context.say.told) as told:
        dialog.keep.click()
    assert told.args is not None
    assert told.args[0].startswith("Operations: sensitive, 500 tokens and 3 answers")
    found = engrams.named(vault, "Operations")
    assert (found.tier, found.own_cap) == (Tier.SENSITIVE, Cap(500, 3))


def test_what_is_in_an_engram_is_said_before_it_is_merged(
    tools: EngramActions, page: QWidget, vault: Vault, qtbot: QtBot
) -> None:
    opened(tools, page, "Ops", "Merge into", "Skills")
    dialog = page.findChild(TakeAwayDialog)
    assert dialog is not None and not nameless(dialog)
    assert "1 skill and 1 memory" in dialog.said.text()
    dialog.reject()
    assert len(engrams.engrams(vault)) == 2
    opened(tools, page, "Ops", "Merge into", "Skills")
    dialog = next(one for one in page.findChildren(TakeAwayDialog) if one.isVisible())
    with qtbot.waitSignal(tools._context.say.told) as told:
        dialog.act.click()
    assert told.args[:2] == ["Ops merged into Skills", True]
    assert [one.name for one in engrams.engrams(vault)] == ["Skills"]


def test_an_engram_is_deleted_with_its_open_skills(
    tools: EngramActions, page: QWidget, vault: Vault, qtbot: QtBot
) -> None:
    ops = engrams.named(vault, "Ops").id
    inside = tuple(row.id for row in catalogue.rows(vault, engram=ops))
    opened(tools, page, "Ops", "Delete engram…")
    dialog = page.findChild(TakeAwayDialog)
    assert dialog is not None
    seen: list[object] = []
    tools.going.connect(lambda skills: seen.append(("going", skills)))
    tools.gone.connect(lambda skills: seen.append(("gone", skills)))
    with qtbot.waitSignal(tools._context.say.told) as told:
        dialog.act.click()
    assert seen == [("going", inside), ("gone", inside)] and told.args[:2] == ["Ops deleted", True]
    assert memories.count(vault) == 0
    undoing.undo(vault)
    assert memories.count(vault) == 1 and engrams.named(vault, "Ops").skills == 1


def test_the_filter_of_the_list_leads_to_them(
    context: AppContext, vault: Vault, qtbot: QtBot
) -> None:
    view = LibraryView(context)
    qtbot.addWidget(view)
    view.show()
    menu = view.filters.chip("engram").menu()
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == ["Ops", "Skills", "Edit engrams"]
    context.bridge.look()
    library.save(vault, None, "# Another\n")
    qtbot.waitUntil(lambda: len(view.model.rows) == 3)
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == ["Ops", "Skills", "Edit engrams"]
