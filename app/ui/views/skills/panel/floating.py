"""A part of a page over the document, where there is no room beside it.

Public name: `Floating`.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

_MOVES = QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide


class Floating(QObject):
    """`left` on Esc, and on a press on what the panel lies over. Watches only while it floats."""

    left = Signal()

    def __init__(
        self,
        panel: QWidget,
        page: QWidget,
        spared: tuple[QWidget, ...],
        mark: Callable[[bool], object],
        above: tuple[QWidget, ...],
    ) -> None:
        """`spared` are parts of the page that decide themselves what a press on them does; `mark`
        has the panel told from what it lies over, or not. It leaves what is `above` in sight.
        """
        super().__init__(page)
        self._panel, self._page, self._spared, self._mark = panel, page, spared, mark
        self._above = above
        self._is_watching = False

    @property
    def is_shown(self) -> bool:
        return self._panel.parentWidget() is self._page and self._panel.isVisible()

    def show(self, left: int, width: int) -> None:
        """Float there, down to the end of the page."""
        self._lay_over()
        self._place(left, width)
        self._panel.show()
        self._panel.raise_()
        self._watch(True)

    def hide(self) -> None:
        """Be ready to float."""
        self._watch(False)
        self._lay_over()
        self._panel.hide()

    def rest(self) -> None:
        """It has a place of its own again."""
        self._watch(False)
        self._mark(False)

    def _place(self, left: int, width: int) -> None:
        top = sum(part.height() for part in self._above if not part.isHidden())
        self._panel.setGeometry(QRect(left, top, width, self._page.height() - top))

    def _lay_over(self) -> None:
        if self._panel.parentWidget() is not self._page:
            self._panel.setParent(self._page)
        self._mark(True)

    def _watch(self, on: bool) -> None:
        """Everything that happens in the program passes here, so only as long as it has to."""
        application = QApplication.instance()
        if on is self._is_watching or application is None:
            return
        self._is_watching = on
        (application.installEventFilter if on else application.removeEventFilter)(self)

    def _is_below(self, widget: QObject) -> bool:
        """Whether a part of the page lies under the panel or beside it."""
        return (
            isinstance(widget, QWidget)
            and self._page.isAncestorOf(widget)
            and not any(
                widget is part or part.isAncestorOf(widget) for part in (self._panel, *self._spared)
            )
        )

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonPress:
            if self._is_below(watched):
                self.left.emit()
        elif event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            is_here = isinstance(watched, QWidget) and self._page.isAncestorOf(watched)
            if event.key() == Qt.Key.Key_Escape and is_here:
                self.left.emit()
                return True
        elif event.type() is QEvent.Type.Hide and watched is self._page and not event.spontaneous():
            self.hide()  # who comes back sees what it lay over
        elif event.type() in _MOVES and watched in self._above:
            self._place(self._panel.x(), self._panel.width())
        return False
