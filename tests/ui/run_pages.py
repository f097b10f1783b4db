"""The page of a run in tests: begin one, press keys, and say where it stands."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
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


def twice(button: QAbstractButton) -> None:
    """The second click of two, on what has come to stand below the mouse."""
    at, left = QPointF(button.rect().center()), Qt.MouseButton.LeftButton
    for kind, held in (
        (QEvent.Type.MouseButtonDblClick, left),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        place = QPointF(button.mapToGlobal(at.toPoint()))
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(button, QMouseEvent(kind, at, place, left, held, none))
