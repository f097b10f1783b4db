"""A menu, or another program in front, takes the keyboard for a moment and nothing else."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.techne import Techne
from tests.ui.hands import Hands
from tests.ui.opened import in_front
from tests.ui.test_window import run, skills, techne

__all__ = ["skills", "techne"]

PASSING = pytest.mark.parametrize(
    "reason", [Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason]
)


def leave(widget: QWidget, reason: Qt.FocusReason) -> None:
    QApplication.sendEvent(widget, QFocusEvent(QEvent.Type.FocusOut, reason))


@PASSING
def test_a_title_keeps_what_is_selected(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...], reason: Qt.FocusReason
) -> None:
    title = in_front(qtbot, techne, skills[0]).header.title
    title.setFocus()
    title.setSelection(1, 3)
    leave(title, reason)
    assert title.selectedText() == title.text()[1:4]
    title.deselect()
    title.setCursorPosition(2)
    leave(title, reason)
    assert title.cursorPosition() == 2


@PASSING
def test_a_tag_is_not_finished(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...], reason: Qt.FocusReason
) -> None:
    about = in_front(qtbot, techne, skills[0]).header.about
    about.write_tag()
    Hands(qtbot).type("ov")
    leave(about.field, reason)
    assert about.field.isVisible() and about.field.text() == "ov"
    leave(about.field, Qt.FocusReason.MouseFocusReason)
    assert not about.field.isVisible()


def test_the_palette_stays_below_the_menu_of_its_field(
    qtbot: QtBot, techne: Techne, skills: tuple[int, ...]
) -> None:
    in_front(qtbot, techne, skills[0])
    run(techne, "app.palette")
    palette = techne.window.finder
    leave(palette._field, Qt.FocusReason.PopupFocusReason)
    assert palette.isVisible()
    leave(palette._field, Qt.FocusReason.MouseFocusReason)
    assert not palette.isVisible()
