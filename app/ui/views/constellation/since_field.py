"""The day since which changes are looked for. Public name: `SinceField`."""

from datetime import date

from PySide6.QtCore import QDate, QEvent, QPointF, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QDateEdit

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

    def _open_month(self) -> None:
        """Qt only opens it for a click on the chevron."""
        at = QPointF(self._chevron.center())
        button = Qt.MouseButton.LeftButton
        for what, held in (
            (QEvent.Type.MouseButtonPress, button),
            (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
        ):
            no_key = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(
                self, QMouseEvent(what, at, self.mapToGlobal(at), button, held, no_key)
            )

    @property
    def _chevron(self) -> QRect:
        side = self._theme.scaled(MARK)
        left = 8 if self.isRightToLeft() else self.width() - side - 8
        return QRect(left, (self.height() - side) // 2, side, side)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """With the chevron of all other fields that open something."""
        super().paintEvent(event)
        place = self._chevron
        ratio = self.devicePixelRatioF()
        mark = self._theme.pixmap("chevron-down", "t2", place.width(), ratio)
        QPainter(self).drawPixmap(place.topLeft(), mark)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and Down open the month, as they open any list."""
        if event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._open_month()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # the bar would go on to the next one
            self.entered.emit()
