"""Text broken into lines: where stretches of it are."""

from PySide6.QtGui import QTextLayout
from pytestqt.qtbot import QtBot

from app.ui.widgets.prose.layouts import lay_out, stretches


def test_a_stretch_over_two_lines_ends_where_it_ends_on_the_second(qtbot: QtBot) -> None:
    layout = QTextLayout("open the valve and wait for the light of the pump " * 2)
    lay_out(layout, 200)
    second = layout.lineAt(1)
    ends = second.textStart() + 4
    first, rest = stretches(layout, 2, ends)
    assert rest.top() == second.y() and first.top() == 0
    (alone,) = stretches(layout, second.textStart(), ends)
    assert rest == alone
