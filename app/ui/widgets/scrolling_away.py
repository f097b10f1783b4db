"""What is above a list leaves the page while that is scrolled. Public name: `ScrollingAway`."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from app.ui.widgets.yielding import Yielding

NOTCH = 120
"""What Qt counts for a notch of a wheel."""


class ScrollingAway(QObject):
    """Both scroll as one: first the head goes, then the list, and back the other way round.

    Nothing happens where the head leaves the page enough room.
    """

    def __init__(
        self, head: Yielding, areas: Sequence[QAbstractScrollArea], is_below: Callable[[], bool]
    ) -> None:
        """`areas` are those below the head, of which one is in front; `is_below` says whether the
        keyboard has led further than to what is shown first: the head stays for that.
        """
        super().__init__(head)
        self._head, self._areas, self._is_below = head, areas, is_below
        self._is_moving = False
        for area in (head, *areas):
            area.viewport().installEventFilter(self)
        for area in areas:
            area.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def _on_scrolled(self, place: int) -> None:
        """By keys, by the bar, or to what has to be in sight."""
        if self._is_moving or not self._head.most_away:
            return
        bar = self._in_front().verticalScrollBar()
        if place and (bar.isSliderDown() or self._is_below()):
            self._move(self._head.away + place)
        elif not place and bar.maximum():
            self._head.scroll_away(0)

    def _move(self, pixels: int) -> None:
        """Have so many px of both above the page."""
        self._is_moving = True
        self._head.scroll_away(pixels)
        self._in_front().verticalScrollBar().setValue(pixels - self._head.away)
        self._is_moving = False

    def _roll(self, event: QWheelEvent) -> bool:
        """Whether the wheel has moved both."""
        bar = self._in_front().verticalScrollBar()
        most = self._head.away + bar.maximum()
        by = _pixels(event, bar.singleStep())
        if not (by and most and self._head.most_away) or event.modifiers():
            return False
        self._move(min(max(self._head.away + bar.value() - by, 0), most))
        event.accept()
        return True

    def _in_front(self) -> QAbstractScrollArea:
        return next((area for area in self._areas if area.isVisible()), self._areas[0])

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        return isinstance(event, QWheelEvent) and self._roll(event)


def _pixels(event: QWheelEvent, line: int) -> int:
    """How far a wheel or a touchpad goes, up being more than 0."""
    if not (exact := event.pixelDelta()).isNull():
        return exact.y()
    return event.angleDelta().y() * line * QApplication.wheelScrollLines() // NOTCH
