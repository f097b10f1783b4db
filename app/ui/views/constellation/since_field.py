"""The day since which changes are looked for. Public name: `SinceField`."""

from datetime import date

from PySide6.QtCore import QDate, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDateEdit

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.month import Month
from app.ui.widgets.select import MARK

_AT_FIRST = 7
"""Days ago."""


class SinceField(QDateEdit):
    """`chosen` carries another day, as soon as it is whole; `entered` when Enter said so."""

    chosen = Signal(object)
    entered = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(_("Changed since"))
        self.setDisplayFormat("d MMM yyyy")
        self.setCalendarPopup(True)
        self.setCalendarWidget(Month(theme))
        self.setKeyboardTracking(False)  # half a year is no year
        self.dateChanged.connect(lambda _on: self.chosen.emit(self.day))
        self._is_fresh = True
        self.hide()

    def begin(self, today: date) -> date:
        """The day that was chosen before, at first one of last week; none comes after today."""
        with QSignalBlocker(self):
            self.setMaximumDate(QDate(today.year, today.month, today.day))
            if self._is_fresh:
                self.setDate(self.maximumDate().addDays(-_AT_FIRST))
        self._is_fresh = False
        return self.day

    @property
    def day(self) -> date:
        on = self.date()
        return date(on.year(), on.month(), on.day())

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """With the chevron of all other fields that open something."""
        super().paintEvent(event)
        side = self._theme.scaled(MARK)
        left = 8 if self.isRightToLeft() else self.width() - side - 8
        mark = self._theme.pixmap("chevron-down", "t2", side, self.devicePixelRatioF())
        QPainter(self).drawPixmap(left, (self.height() - side) // 2, mark)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # the bar would go on to the next one
            self.entered.emit()
