"""A run as a small window of its own: followed, folded, kept over a restart, handed over."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.core.api import runs as api
from app.core.runs import items, store
from app.core.runs.actions import Fail, Finish, GoOn, HandOver, Outcome, TakeOver
from app.core.runs.errors import RunMoved
from app.core.runs.state import PERSON, Mark, RunStatus, Stage
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.runs.checklist.check_body import CheckBody
from app.ui.views.runs.checklist.sizes import LEAST, USUAL
from app.ui.views.runs.checklist.window import CheckListWindow
from app.ui.views.runs.end_body import EndBody
from app.ui.views.runs.over_body import OverBody
from app.ui.views.shell.run_commands import run_commands
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.editor.steps.card_past import CardPast
from app.ui.views.skills.editor.view import EditorView
from app.ui.widgets.buttons import Button
from app.ui.widgets.prose.rich_paragraph import RichParagraph
from tests.core.running import AGENT, DEPLOY, begun, saved, walked
from tests.ui.cut_text import cut_texts, too_wide
from tests.ui.hands import Hands
from tests.ui.names import nameless
from tests.ui.proposing import Make, workspace
from tests.ui.run_pages import twice

WAIT = 3_000
QUIETLY = Qt.WidgetAttribute.WA_ShowWithoutActivating
RESTORE = (
    "# Restore a backup\n\n1. Choose the newest backup.\n"
    "2. Restore into the spare database and compare the row counts. If they differ, go back to"
    " step 1, at most 2 times.\n   a. Restore it.\n   b. Compare the orders.\n"
    "3. Switch the shop over.\n4. Write down what was lost.\n"
)


def press(window: CheckListWindow, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window, key)


def texts(window: QWidget) -> list[str]:
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
    twice(window.body.ticks[0])
    assert step(window) == "2.2", "a second click so soon was for the tick that it set"
    window.body.ticks[0].click()  # taken away again
    assert step(window) == "2.1"
    press(window, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert isinstance(window.body, CheckBody) and window.body.choice is not None
    assert "round 1 of 3" in texts(window) and window.body.ticks[1].isChecked()
    press(window, Qt.Key.Key_1)
    assert step(window) == "1#2"
    press(window, *[Qt.Key.Key_Space] * 3)
    assert "round 2 of 3" in texts(window)
    press(window, Qt.Key.Key_Backspace)
    assert step(window) == "2.2#2"
    press(window, Qt.Key.Key_Space, Qt.Key.Key_2, Qt.Key.Key_S)  # 2 takes the way of No here
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
    press(window, Qt.Key.Key_Escape, Qt.Key.Key_2)
    QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert store.run(vault, window.run or 0).status is RunStatus.FINISHED


def test_a_check_list_is_a_strip_and_stays_over_a_restart(
    check_list: CheckListWindow, space: Workspace, vault: Vault, make: Make, qtbot: QtBot
) -> None:
    window, run = check_list, check_list.run
    press(window, Qt.Key.Key_M)
    assert window.is_folded and window.strip.isVisible() and not window.foot.isVisible()
    assert window.strip.words.text() == "Choose the newest backup · Restore a backup"
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
        again.run_news.look()
        next(one for one in run_commands(again) if one.id == "run.check_list").run()
        assert list(again.check_lists.windows.values()) == [back]  # one for each run
        back.close()
        assert not again.check_lists.windows and vault.setting("check_lists") == []
    qtbot.waitUntil(lambda: not isValid(back), timeout=WAIT)


@pytest.mark.parametrize("text_size", [13, 26])
def test_a_check_list_is_on_the_screen_wherever_it_is_unfolded(
    space: Workspace, vault: Vault, text_size: int
) -> None:
    theme = space.context.theme
    theme.use(Settings(theme="dark", reduce_motion=True, text_size=text_size))
    runs = [begun(vault, saved(vault, RESTORE)).run.id for _time in range(4)]
    for run in runs:
        space.context.go.check_list(run)
    windows = space.check_lists.windows
    screen = windows[runs[0]].screen().availableGeometry()
    assert all(screen.contains(windows[run].geometry()) for run in runs)
    window = windows[runs[0]]
    window.fold()
    window.move(screen.right() - window.width(), screen.bottom() - window.height())
    window.unfold()
    QApplication.processEvents()
    assert screen.contains(window.geometry()) and window.size() == windows[runs[1]].size()
    window.fold()
    window.move(0, 0)
    window.unfold()
    assert window.pos() == screen.topLeft()
    theme.use(Settings(theme="dark", reduce_motion=True))


def handed(vault: Vault) -> int:
    """A run that an agent hands over at a step with two ways."""
    record = begun(vault, saved(vault, RESTORE), AGENT)
    record = walked(vault, record, AGENT, until=lambda now: now.run.step == "2")
    store.act(vault, record.run.id, HandOver(to_person=True, why="Two rows."), AGENT)
    return record.run.id


def test_an_agent_that_waits_is_answered_from_elsewhere(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    with qtbot.waitActive(space):
        space.activateWindow()
    run = handed(vault)
    space.handed_runs.look()
    assert not space.handed_runs.windows  # the banner says it to somebody who is here
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    elsewhere.show()
    with qtbot.waitActive(elsewhere):
        elsewhere.activateWindow()
    qtbot.waitUntil(lambda: run in space.handed_runs.windows, timeout=WAIT)
    window = space.handed_runs.windows[run]
    assert window.isVisible() and window.testAttribute(QUIETLY)
    assert window.who.text() == "Claude Code is at step 2 of 4" and not nameless(window)
    assert "“Two rows.”" in texts(window) and not list(cut_texts(window))
    QTest.keyClick(window, Qt.Key.Key_2)
    now = store.run(vault, run)
    assert (now.step, now.holder, now.offered) == ("3", PERSON, replace(AGENT, name=""))
    qtbot.waitUntil(lambda: not space.handed_runs.windows, timeout=WAIT)
    store.act(vault, run, TakeOver(), AGENT)
    store.act(vault, run, HandOver(to_person=True), AGENT)
    qtbot.waitUntil(lambda: run in space.handed_runs.windows, timeout=WAIT)
    window = space.handed_runs.windows[run]
    assert not window.following.sight or len(window.findChildren(Button)) == 1  # one way: no answer
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not space.handed_runs.windows
    space.handed_runs.look()
    assert not space.handed_runs.windows  # it was put off
    other = handed(vault)
    qtbot.waitUntil(lambda: list(space.handed_runs.windows) == [other], timeout=WAIT)
    space.handed_runs.windows[other].take.click()
    assert store.run(vault, other).offered is None and space.pages.runs.run == other
    assert store.run(vault, other).holder.is_person


def test_an_agent_that_waits_is_answered_on_the_page_of_the_run(
    space: Workspace, vault: Vault
) -> None:
    run = handed(vault)
    space.show_run(run)
    page = space.pages.runs.run_page
    assert page.holder.isVisible() and {"1   Yes, to 1", "2   No, to 3"} <= {
        one.text() for one in page.holder.findChildren(Button) if one.isVisible()
    }
    QTest.keyClick(page, Qt.Key.Key_1)
    assert store.run(vault, run).step == "1#2" and store.run(vault, run).offered is not None
    QTest.keyClick(page, Qt.Key.Key_C)
    assert space.check_lists.windows[run].isVisible()
    with pytest.raises(RunMoved):  # somebody else was there before
        api.answer(vault, begun(vault, saved(vault, DEPLOY), AGENT).run.id, "2", -1, "claude-code")


def test_a_check_list_goes_with_what_shows_the_vault(
    context: AppContext, vault: Vault, qtbot: QtBot
) -> None:
    with workspace(context) as space:
        context.go.check_list(begun(vault, saved(vault, RESTORE)).run.id)
        (window,) = space.check_lists.windows.values()
    assert not isValid(window)


def test_how_steps_went_is_said_in_the_editor(space: Workspace, vault: Vault, qtbot: QtBot) -> None:
    skill = saved(vault, RESTORE)
    record = walked(vault, begun(vault, skill), until=lambda now: now.run.step == "3")
    store.act(vault, record.run.id, Fail(step="3", why="No paper."), PERSON)
    store.act(vault, record.run.id, GoOn(step="3?"), PERSON)
    store.act(vault, record.run.id, Finish(outcome=Outcome.PARTIAL), PERSON)
    space.context.go.skill(skill)
    editor = space.skills.documents.document
    assert isinstance(editor, EditorView)
    last = editor.steps.card(5)  # sub-steps count
    assert last is not None and "Switch" in last.words
    qtbot.waitUntil(lambda: bool(last.findChildren(CardPast)), timeout=WAIT)
    (mark,) = last.findChildren(CardPast)
    (words,) = last.findChildren(RichParagraph)
    assert mark.isVisible() and not mark.geometry().intersects(words.geometry())
    assert mark.toolTip() == "In the last 1 run: left 1 time, failed 1 time\n“No paper.”"


def test_large_text_makes_a_check_list_large_but_leaves_room_for_work(
    check_list: CheckListWindow, space: Workspace, qtbot: QtBot
) -> None:
    screen = check_list.screen().availableSize()
    run, theme = check_list.run or 0, space.context.theme
    check_list.close()
    qtbot.waitUntil(lambda: run not in space.check_lists.windows)
    theme.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    space.context.go.check_list(run)
    window = space.check_lists.windows[run]
    QApplication.processEvents()
    assert 380 < window.width() <= screen.width() // 2 and window.height() < screen.height()
    assert not list(cut_texts(window))
    press(window, Qt.Key.Key_F)
    QApplication.processEvents()
    assert window.foot.why.width() > 150 and not list(cut_texts(window))
    theme.use(Settings(theme="dark", reduce_motion=True))


def test_the_end_of_a_run_has_room_for_large_text(
    space: Workspace, vault: Vault, qtbot: QtBot
) -> None:
    run = begun(vault, saved(vault, RESTORE)).run.id
    theme = space.context.theme
    theme.use(Settings(theme="light", reduce_motion=True, text_size=26))
    walked(vault, store.record(vault, run))
    space.context.go.check_list(run)
    window = space.check_lists.windows[run]
    window.resize(512, 640)
    body = window.body
    assert isinstance(body, EndBody)
    qtbot.waitUntil(lambda: not [*too_wide(window, window.size()), *cut_texts(window)])
    choice = body.choices[Outcome.FAILURE]
    QTest.mouseClick(body.meanings[Outcome.FAILURE], Qt.MouseButton.LeftButton)
    assert choice.isChecked() and "did not do" in choice.accessibleName()
    window.following.act(Finish(outcome=Outcome.SUCCESS))
    qtbot.waitUntil(lambda: isinstance(window.body, OverBody), timeout=WAIT)
    qtbot.waitUntil(lambda: not [*too_wide(window, window.size()), *cut_texts(window)])
    theme.use(Settings(theme="dark", reduce_motion=True))
