"""The end of a run says what was left undone, and asks how it went where that is not plain."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.runs.actions import Outcome
from app.core.runs.state import Mark, RunStatus
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.runs.end_body import EndBody
from app.ui.views.runs.over_body import OverBody
from app.ui.views.runs.page import RunPage
from app.ui.views.runs.view import RunsView
from tests.core.running import begun, saved
from tests.ui.hands import Hands
from tests.ui.names import nameless
from tests.ui.run_pages import WAIT, begin, press, sight, step

THREE = "# Three\n\n1. One.\n2. Two.\n3. Three.\n"
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(context: AppContext, vault: Vault, qtbot: QtBot) -> Iterator[RunPage]:
    view = RunsView(context)
    view.resize(1300, 850)
    view.show()
    with qtbot.waitActive(view):
        view.activateWindow()
    yield begin(view, saved(vault, THREE), qtbot)
    delete(view)  # before the vault is closed, as in the window


def said(part: QWidget | None) -> list[str]:
    assert part is not None
    return [one.text() for one in part.findChildren(QLabel) if one.isVisible() and one.text()]


def ended(page: RunPage, qtbot: QtBot) -> EndBody:
    """With a step that was skipped, one that failed and was gone over, and one that was done at the
    second try; by keys alone."""
    hands = Hands(qtbot)
    press(page, Qt.Key.Key_S)
    hands.type("not today\n")
    press(page, Qt.Key.Key_F)
    hands.type("torn\n")
    press(page, Qt.Key.Key_G)
    hands.type("\n")
    press(page, Qt.Key.Key_F)
    hands.type("dark\n")
    press(page, Qt.Key.Key_R, Qt.Key.Key_Space)
    assert step(page) == "end" and isinstance(page.body, EndBody)
    return page.body


def test_what_was_not_done_is_said_and_how_it_went_is_asked(page: RunPage, qtbot: QtBot) -> None:
    body = ended(page, qtbot)
    assert body.outcome is None and page.hasFocus(), "keys say how it went"
    assert said(body)[0] == "“Three”: all steps are behind you"
    assert {"Step 1 skipped: not today", "Step 2 failed: torn"} <= set(said(body))
    bar = page.rail.bar
    assert bar.left == (Mark.SKIPPED, Mark.FAILED, Mark.DONE)
    assert bar.accessibleName() == "1 of 3 steps done, 1 failed, 1 skipped"
    QTest.keyClick(page, Qt.Key.Key_Return, CTRL)
    assert sight(page).state.status.is_open and body.choices[Outcome.SUCCESS].hasFocus()
    assert "Say which: not every step was done." in said(body) and not nameless(page)
    press(page, Qt.Key.Key_2)
    assert body.outcome is Outcome.PARTIAL
    assert "Say which: not every step was done." not in said(body)
    QTest.keyClick(page, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: isinstance(page.body, OverBody), timeout=WAIT)
    assert (sight(page).state.status, sight(page).state.outcome) == (
        RunStatus.FINISHED,
        Outcome.PARTIAL,
    )
    assert {"1 step done, 1 skipped, 1 failed, 1 tried again", "Step 2 failed: torn"} <= set(
        said(page.body)
    )


def test_a_step_that_failed_before_it_was_done_says_so_and_why(page: RunPage, qtbot: QtBot) -> None:
    ended(page, qtbot)
    rows = page.rail.steps.model_rows.rows
    assert [[about.words for about in row.about] for row in rows] == [
        ["skipped: not today"], ["torn"], ["failed once, then done: dark"],
    ]  # fmt: skip
    press(page, Qt.Key.Key_Backspace, Qt.Key.Key_F)
    Hands(qtbot).type("dim\n")
    press(page, Qt.Key.Key_R, Qt.Key.Key_Space)
    row = page.rail.steps.model_rows.rows[-1]
    assert [about.words for about in row.about] == ["failed 2 times, then done: dark; dim"]
    assert "failed 2 times, then done: dark; dim" in said_of_row(page, 2)


def said_of_row(page: RunPage, row: int) -> str:
    index = page.rail.steps.model_rows.index(row)
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


def test_where_all_steps_were_done_success_is_chosen(page: RunPage) -> None:
    press(page, *[Qt.Key.Key_Space] * 3)
    body = page.body
    assert isinstance(body, EndBody) and body.outcome is Outcome.SUCCESS
    assert said(body)[0] == "“Three”: all steps are done" and body.why.hasFocus()
    assert body.remark.text.width() == body.remark.step.width()
    assert "Not done" not in said(body)


def test_a_run_that_was_given_up_is_red_where_it_ended(page: RunPage, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_Space, Qt.Key.Key_F)
    Hands(qtbot).type("torn\n")
    press(page, Qt.Key.Key_U)
    body = page.body
    assert isinstance(body, EndBody) and body.outcome is Outcome.FAILURE
    assert "Step 2 failed: torn" in said(body)
    assert page.rail.bar.left == (Mark.DONE, Mark.FAILED)


def test_a_step_that_was_passed_by_is_not_shown_as_done(
    page: RunPage, vault: Vault, qtbot: QtBot
) -> None:
    text = "# Ways\n\n1. Is it heavy? If yes, go to step 3.\n2. Carry it.\n3. Hand it over.\n"
    page.show_run(begun(vault, saved(vault, text)).run.id)
    qtbot.waitUntil(lambda: sight(page).record.run.title == "Ways", timeout=WAIT)
    press(page, Qt.Key.Key_1)
    assert page.rail.bar.left == (Mark.DONE, None)
    assert page.rail.bar.accessibleName() == "1 of 3 steps done"
    press(page, Qt.Key.Key_Space)
    assert isinstance(page.body, EndBody) and page.body.outcome is Outcome.SUCCESS
