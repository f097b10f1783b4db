"""Candidates that were dismissed: listed when asked for, read, and proposed again."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.learning import candidates
from app.core.learning.candidates import CandidateStatus
from app.core.library import undoing
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.lifecycle.candidate_dialog import CandidateDialog
from app.ui.views.lifecycle.commands import commands
from app.ui.views.lifecycle.view import LifecycleView
from app.ui.widgets.buttons import Button
from tests.ui.hands import Hands
from tests.ui.test_candidates_view import names, press, put

OPEN, GONE = ["cut", "tag"], ["push", "ship", "tell"]


@pytest.fixture
def view(qtbot: QtBot, context: AppContext, vault: Vault) -> Iterator[LifecycleView]:
    for number, name in enumerate([*OPEN, *GONE]):
        one = put(vault, name, 0.9 - number / 100)
        if name in GONE:
            candidates.dismiss(vault, one)
    made = LifecycleView(context)
    made.resize(1280, 860)
    made.show()
    qtbot.waitUntil(lambda: names(made) == OPEN)
    yield made
    delete(made)


def show_dismissed(qtbot: QtBot, view: LifecycleView) -> None:
    view.candidates.dismissed.click()
    qtbot.waitUntil(lambda: names(view) == GONE)


def test_they_are_listed_and_reopened_each_with_its_way_back(
    qtbot: QtBot, view: LifecycleView, vault: Vault, context: AppContext
) -> None:
    told: list[tuple[str, bool]] = []
    context.say.told.connect(lambda said, undoable: told.append((said, undoable)))
    hands = Hands(qtbot)
    assert view.candidates.dismissed.text() == "3 dismissed"
    show_dismissed(qtbot, view)
    view.activateWindow()
    view.candidates.list.setFocus()
    qtbot.waitUntil(view.candidates.list.hasFocus)
    hands.press("P")
    hands.press("Delete")
    hands.press("R")
    qtbot.waitUntil(lambda: names(view) == GONE[1:])
    assert told == [("“push” is proposed again", True)]
    undoing.undo(vault)
    qtbot.waitUntil(lambda: names(view) == GONE)
    press(view, 1, "reopen")
    qtbot.waitUntil(lambda: names(view) == ["push", "tell"])
    view.candidates.dismissed.click()
    qtbot.waitUntil(lambda: names(view) == [*OPEN, "ship"])


def test_one_is_read_before_it_is_reopened_and_after_the_last_the_open_ones_are_shown(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    show_dismissed(qtbot, view)

    def wait_for(count: int) -> None:
        qtbot.waitUntil(lambda: len(names(view)) == count)

    for listed in (2, 1, len(OPEN + GONE)):
        view.candidates.list.open()
        (dialog,) = [one for one in view.findChildren(CandidateDialog) if one.isVisible()]
        shown = [one for one in dialog.findChildren(Button) if one.isVisible()]
        assert [one.text() for one in shown] == ["Close", "Reopen"]
        assert dialog.text.isReadOnly()
        shown[1].click()
        wait_for(listed)
        assert not [one for one in view.findChildren(CandidateDialog) if one.isVisible()]
    assert names(view) == [*OPEN, *GONE]
    assert not view.candidates.dismissed.isChecked() and view.candidates.dismissed.isHidden()
    assert not candidates.candidates(vault, status=CandidateStatus.DISMISSED)


def test_the_commands_are_those_of_what_is_listed(qtbot: QtBot, view: LifecycleView) -> None:
    table = {one.id.partition(".")[2]: one for one in commands(lambda: view, lambda: view)}

    def enabled() -> list[str]:
        return [one for one in ("review", "promote", "dismiss", "reopen") if table[one].enabled()]

    assert enabled() == ["review", "promote", "dismiss"]
    show_dismissed(qtbot, view)
    assert enabled() == ["review", "reopen"]
    assert table["reopen"].words == "Reopen candidate “push”"
    view.candidates.list.setCurrentIndex(view.candidates.list.rows.index(1))
    table["reopen"].invoke()
    qtbot.waitUntil(lambda: names(view) == ["push", "tell"])
    row = view.candidates.list.rows.index(0)
    assert "push" in row.data(Qt.ItemDataRole.AccessibleTextRole)
