"""Tab goes through a page as it is read, whenever each part was made."""

from PySide6.QtWidgets import (
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.tab_order import follow_layout


def _page(qtbot: QtBot) -> tuple[QWidget, list[QLineEdit]]:
    """Two rows and a line below them, made in the opposite order."""
    page = QWidget()
    qtbot.addWidget(page)
    fields = [QLineEdit(page) for _number in range(5)][::-1]
    row, flow, column = QHBoxLayout(), FlowLayout(), QVBoxLayout(page)
    for layout, inside in ((flow, fields[2:4]), (row, fields[:2])):
        for field in inside:
            layout.addWidget(field)
    column.addLayout(row)
    column.addStretch(1)
    column.addLayout(flow)
    column.addWidget(fields[4])
    return page, fields


def test_tab_follows_the_layout(qtbot: QtBot) -> None:
    page, fields = _page(qtbot)
    follow_layout(page)
    walked: list[QWidget] = []
    after = fields[0].nextInFocusChain()
    while after is not None and after is not fields[0]:
        walked.append(after)
        after = after.nextInFocusChain()
    assert [one for one in walked if one is not page] == fields[1:]


def test_no_item_of_a_layout_is_known_to_python_afterwards(qtbot: QtBot) -> None:
    """Qt takes it down without a word, and what gets its address would be taken for it."""

    def known() -> set[int]:
        return {
            id(one)
            for one in Shiboken.getAllValidWrappers()
            if isinstance(one, QLayoutItem) and not isinstance(one, QLayout)
        }

    page, _fields = _page(qtbot)
    before = known()
    follow_layout(page)
    assert known() <= before
