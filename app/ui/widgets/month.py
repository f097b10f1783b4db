"""A month from which a day is chosen, in our colours. Public name: `Month`."""

from PySide6.QtCore import QDate, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QShowEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QToolButton

from app.core.words import _
from app.ui.theme.theme import Theme

_DAY, _HEAD = QSize(39, 30), 40
_EDGE = 6
_ROWS, _COLUMNS = 7, 7
"""The names of the days, and six weeks."""


class Month(QCalendarWidget):
    """Qt's own has a red weekend, black arrows, and days to come that look like all others."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setHorizontalHeaderFormat(QCalendarWidget.HorizontalHeaderFormat.SingleLetterDayNames)
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        if (column := self.layout()) is not None:
            column.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        theme.changed.connect(self._dress)

    def _dress(self) -> None:
        names = QTextCharFormat()
        names.setForeground(QBrush(self._theme.colour("t3")))
        names.setBackground(QBrush(self._theme.colour("bg3")))
        self.setHeaderTextFormat(names)
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.setWeekdayTextFormat(day, QTextCharFormat())
        back, forth = "chevron-left", "chevron-right"
        if self.isRightToLeft():
            back, forth = forth, back
        for name, icon, words in (
            ("qt_calendar_prevmonth", back, _("Previous month")),
            ("qt_calendar_nextmonth", forth, _("Next month")),
        ):
            if (button := self.findChild(QToolButton, name)) is not None:
                button.setIcon(self._theme.icon(icon))
                button.setAccessibleName(words)

    # Qt

    def minimumSizeHint(self) -> QSize:
        """For Qt it is what `sizeHint` says, too."""
        scaled = self._theme.scaled
        days = QSize(_COLUMNS * scaled(_DAY.width()), _ROWS * scaled(_DAY.height()))
        least = days + QSize(2 * _EDGE, scaled(_HEAD) + 2 * _EDGE)
        return super().minimumSizeHint().expandedTo(least)

    def showEvent(self, event: QShowEvent) -> None:
        """Qt puts its arrows back whenever the style is another one."""
        super().showEvent(event)
        self._dress()

    def paintCell(self, painter: QPainter, rect: QRect, date: QDate) -> None:
        may_be_chosen = self.minimumDate() <= date <= self.maximumDate()
        is_of_month = (date.year(), date.month()) == (self.yearShown(), self.monthShown())
        colour = "t1" if is_of_month else "t3"
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, self._theme.colour("bg3"))
        if date == self.selectedDate():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("acc_fill"))
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -1), 6, 6)
            colour = "on_acc"
        elif not may_be_chosen:
            colour = "t4"
        elif date == QDate.currentDate():
            colour = "acc"
        if date == QDate.currentDate():
            font = painter.font()
            font.setBold(True)
            painter.setFont(font)
        painter.setPen(self._theme.colour(colour))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.locale().toString(date.day()))
        painter.restore()
