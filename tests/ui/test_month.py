"""The month from which a day is chosen."""

import pytest
from PySide6.QtCore import QDate, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QTableView, QToolButton
from pytestqt.qtbot import QtBot

from app.ui.theme.theme import Theme
from app.ui.widgets.month import Month


@pytest.fixture
def month(qtbot: QtBot, theme: Theme) -> Month:
    made = Month(theme)
    qtbot.addWidget(made)
    made.setMaximumDate(QDate(2030, 3, 14))
    made.setSelectedDate(QDate(2030, 3, 12))
    made.resize(made.sizeHint())
    made.show()
    return made


def painted(month: Month, date: QDate) -> set[str]:
    picture = QImage(40, 30, QImage.Format.Format_ARGB32)
    painter = QPainter(picture)
    month.paintCell(painter, QRect(0, 0, 40, 30), date)
    painter.end()
    return {QColor(picture.pixel(x, y)).name() for x in range(40) for y in range(30)}


def test_all_days_of_the_week_have_room(month: Month) -> None:
    days = month.findChild(QTableView)
    assert days is not None
    end = sum(days.columnWidth(column) for column in range(days.model().columnCount()))
    assert 0 < end <= days.viewport().width()
    names = [button.accessibleName() for button in month.findChildren(QToolButton)]
    assert {"Previous month", "Next month"} <= set(names)


def test_a_day_to_come_looks_otherwise_than_one_that_can_be_chosen(
    month: Month, theme: Theme
) -> None:
    chosen = theme.colour("acc_fill").name()
    assert chosen in painted(month, QDate(2030, 3, 12))
    assert chosen not in painted(month, QDate(2030, 3, 13))
    month.setMaximumDate(QDate(2030, 3, 31))
    before = painted(month, QDate(2030, 3, 22))
    month.setMaximumDate(QDate(2030, 3, 14))
    month.setCurrentPage(2030, 3)
    assert painted(month, QDate(2030, 3, 22)) != before


def test_a_weekend_is_like_other_days(month: Month) -> None:
    names = {day: month.weekdayTextFormat(day) for day in Qt.DayOfWeek}
    assert len({one.foreground().color().name() for one in names.values()}) == 1
