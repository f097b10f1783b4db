"""What the rows of all lists have in common: nothing is cut without a way to read it."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QListView, QToolTip
from pytestqt.qtbot import QtBot

from app.ui.models.memory_list import FOUND, Found
from app.ui.theme.theme import Theme
from app.ui.views.memories.row_delegate import MemoryDelegate
from app.ui.views.skills.editor.outline import Entry, OutlineDelegate
from app.ui.widgets.list_delegate import ListDelegate

LONG = "A sentence that nobody can read in a list as narrow as this one"


def listed(
    qtbot: QtBot, delegate: type[ListDelegate], theme: Theme, role: int, value: object, width: int
) -> QListView:
    view = QListView()
    qtbot.addWidget(view)
    model = QStandardItemModel(view)
    item = QStandardItem()
    item.setData(value, role)
    model.appendRow(item)
    view.setModel(model)
    view.setItemDelegate(delegate(theme, view))
    view.resize(width, 120)
    view.show()
    return view


def told(view: QListView) -> str:
    """The tooltip of the first row."""
    QToolTip.hideText()
    at = view.visualRect(view.model().index(0, 0)).center()
    asked = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), asked)
    return QToolTip.text() if QToolTip.isVisible() else ""


def test_what_was_cut_is_in_the_tooltip(qtbot: QtBot, theme: Theme) -> None:
    row = Found("memory", 1, "Short", LONG)
    tip = told(listed(qtbot, MemoryDelegate, theme, FOUND, row, 160))
    assert tip.split() == LONG.split()
    entry = Entry("", "t2", LONG, 0, 0, 1)
    role = Qt.ItemDataRole.UserRole
    outlined = told(listed(qtbot, OutlineDelegate, theme, role, entry, 120))
    assert outlined.split() == LONG.split()


def test_what_is_shown_whole_needs_no_tooltip(qtbot: QtBot, theme: Theme) -> None:
    row = Found("memory", 1, "Short", "also short", "why")
    assert told(listed(qtbot, MemoryDelegate, theme, FOUND, row, 400)) == ""


def test_what_the_model_tells_stands_below_what_was_cut(qtbot: QtBot, theme: Theme) -> None:
    view = listed(qtbot, MemoryDelegate, theme, FOUND, Found("memory", 1, LONG, LONG), 160)
    view.model().setData(view.model().index(0, 0), "Told", Qt.ItemDataRole.ToolTipRole)
    assert told(view).split() == [*LONG.split(), *LONG.split(), "Told"]
