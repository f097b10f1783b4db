"""A run as a small window of its own: followed, folded, kept over a restart, handed over."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.core.runs import items, store
from app.core.runs.state import Mark, RunStatus, Stage
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.runs.checklist.check_body import CheckBody
from app.ui.views.runs.checklist.window import LEAST, USUAL, CheckListWindow
from app.ui.views.shell.workspace import Workspace
from tests.core.running import begun, saved
from tests.ui.cut_text import cut_texts
from tests.ui.hands import Hands
from tests.ui.names import nameless
from tests.ui.proposing import Make, workspace

WAIT = 3_000
RESTORE = (
    "# Restore a backup\n\n1. Choose the newest backup.\n"
    "2. Restore into the spare database and compare the row counts. If they differ, go back to"
    " step 1, at most 2 times.\n   a. Restore it.\n   b. Compare the orders.\n"
    "3. Switch the shop over.\n4. Write down what was lost.\n"
)


def press(window: CheckListWindow, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window, key)


def texts(window: CheckListWindow) -> list[str]:
    return [one.text() for one in window.findChildren(QLabel) if one.isVisible()]


def step(window: CheckListWindow) -> str:
    assert window.following.sight is not None
    return window.following.sight.place["step"]


@pytest.fixture
def check_list(space: Workspace, vault: Vault, qtbot: QtBot) -> CheckListWindow:
    run = begun(vault, saved(vault, RESTORE)).run.id
    space.context.go.check_list(run)
    window = space.check_lists.windows[run]
    with qtbot.waitActive(window):
        window.activateWindow()
    return window


def test_a_check_list_is_followed_with_keys_and_ticks(
    check_list: CheckListWindow, vault: Vault, qtbot: QtBot
) -> None:
    window, hands = check_list, Hands(qtbot)
    assert window.is_on_top and not nameless(window)
    press(window, Qt.Key.Key_N)
    hands.type("fs the newest\n")  # letters in the note are letters
    assert [one.text for one in items.items(vault, window.run or 0)] == ["fs the newest"]
    press(window, Qt.Key.Key_Space)
    body = window.body
    assert step(window) == "2.1" and isinstance(body, CheckBody)
    assert [row.label for row in (*window.before.rows, *window.after.rows)] == ["1", "3", "4"]
    body.ticks[0].click()
    assert step(window) == "2.2" and isinstance(window.body, CheckBody)
    assert [tick.isChecked() for tick in window.body.ticks] == [True, False]
    window.body.ticks[0].click()  # taken away again
    assert step(window) == "2.1"
    press(window, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert isinstance(window.body, CheckBody) and window.body.choice is not None
    assert "round 1 of 3" in texts(window) and window.body.ticks[1].isChecked()
    press(window, Qt.Key.Key_Y)
    assert step(window) == "1#2"
    press(window, *[Qt.Key.Key_Space] * 3)
    assert "round 2 of 3" in texts(window)
    press(window, Qt.Key.Key_Backspace)
    assert step(window) == "2.2#2"
    press(window, Qt.Key.Key_Space, Qt.Key.Key_N, Qt.Key.Key_S)  # N takes the way of No here
    hands.type("later\n")
    assert step(window) == "4" and window.before.rows[-1].mark is Mark.SKIPPED
    press(window, Qt.Key.Key_F)
    hands.type("no paper\n")
    assert window.following.sight is not None
    assert window.following.sight.frame.stage is Stage.FAILED
    window.resize(LEAST)
    assert not list(cut_texts(window)) and not nameless(window)
    press(window, Qt.Key.Key_G)
    hands.type("\n")
    press(window, Qt.Key.Key_2, Qt.Key.Key_Return)
    assert store.run(vault, window.run or 0).status is RunStatus.FINISHED


def test_a_check_list_is_a_strip_and_stays_over_a_restart(
    check_list: CheckListWindow, space: Workspace, vault: Vault, make: Make, qtbot: QtBot
) -> None:
    window, run = check_list, check_list.run
    press(window, Qt.Key.Key_M)
    assert window.is_folded and window.strip.isVisible() and not window.foot.isVisible()
    assert window.width() == 500 and window.windowFlags() & Qt.WindowType.FramelessWindowHint
    press(window, Qt.Key.Key_Space)
    assert step(window) == "2.1" and window.is_folded
    press(window, Qt.Key.Key_F)  # why has to be said
    assert not window.is_folded and window.foot.is_asking and window.size() == USUAL
    press(window, Qt.Key.Key_Escape)
    window.head.pin.click()
    assert not window.is_on_top and window.isVisible()
    window.resize(LEAST)
    press(window, Qt.Key.Key_M)
    window.strip.unfold.click()
    assert window.size() == LEAST
    press(window, Qt.Key.Key_M)
    space.leave()
    context = make()
    with workspace(context) as again:
        qtbot.waitUntil(lambda: bool(again.check_lists.windows), timeout=WAIT)
        (back,) = again.check_lists.windows.values()
        assert back.isVisible() and back.is_folded and not back.is_on_top
        assert back.run == run and back.unfolded_size == LEAST
        back.close()
        assert not again.check_lists.windows and vault.setting("check_lists") == []
    qtbot.waitUntil(lambda: not isValid(back), timeout=WAIT)


def test_a_check_list_goes_with_what_shows_the_vault(
    context: AppContext, vault: Vault, qtbot: QtBot
) -> None:
    with workspace(context) as space:
        context.go.check_list(begun(vault, saved(vault, RESTORE)).run.id)
        (window,) = space.check_lists.windows.values()
    assert not isValid(window)
