"""The page of a run in tests: begin one, press keys, and say where it stands."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.views.runs.following import Sight
from app.ui.views.runs.page import RunPage
from app.ui.views.runs.view import RunsView

WAIT = 3_000


def begin(view: RunsView, skill: int, qtbot: QtBot) -> RunPage:
    with qtbot.waitSignal(view.shown, timeout=WAIT):
        view.begin(skill)
    return view.run_page


def sight(page: RunPage) -> Sight:
    assert page.following.sight is not None
    return page.following.sight


def step(page: RunPage) -> str:
    return sight(page).place["step"]


def press(page: RunPage, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or page, key)
