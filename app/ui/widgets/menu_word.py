"""A choice among a few, as quiet words with a menu: `Sort name ⌄`. Public name: `MenuWord`."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.pressable import ToolButton

GAP, MARK, SIDE = 4, 12, 2


class MenuWord(ToolButton):
    """Says what it is about and what is chosen; a click or Space opens the menu."""

    def __init__(self, theme: Theme, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._about = theme, about
        self._words: Mapping[Any, str] = {}
        self._now: Callable[[], Any] = lambda: None
        self._menu = ButtonMenu(self)
        self.setMenu(self._menu)
        self.setProperty("kind", "word")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.updateGeometry)

    def offer(
        self, words: Mapping[Any, str], now: Callable[[], Any], choose: Callable[[Any], object]
    ) -> None:
        """What there is to choose from with its words, what is chosen, and what chooses."""
        self._words, self._now = words, now
        self._menu.clear()
        group = QActionGroup(self._menu)
        for value, said in words.items():
            action = self._menu.addAction(said[:1].upper() + said[1:])
            action.setCheckable(True)
            action.triggered.connect(_chooser(choose, value))
            group.addAction(action)
        self.show_choice()

    def show_choice(self) -> None:
        """Something else may have been chosen."""
        for value, action in zip(self._words, self._menu.actions(), strict=True):
            action.setChecked(value == self._now())
        self.setText(self._words[self._now()])
        self.setAccessibleName(f"{self._about}: {self.text()}")
        self.updateGeometry()

    # Qt

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = sum(map(metrics.horizontalAdvance, (self._about, self.text())))
        return QSize(2 * SIDE + words + 2 * GAP + self._theme.scaled(MARK), metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colour = QPainter(self), self._theme.colour
        left, direction = SIDE, self.layoutDirection()
        chosen = "t1" if self.underMouse() else "t2"
        for words, token in ((self._about, "t3"), (self.text(), chosen)):
            width = self.fontMetrics().horizontalAdvance(words)
            place = QRect(left, 0, width + 1, self.height())
            painter.setPen(colour(token))
            place = self.style().visualRect(direction, self.rect(), place)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
            left += width + GAP
        side = self._theme.scaled(MARK)
        mark = self._theme.pixmap("chevron-down", "t3", side, self.devicePixelRatioF())
        place = QRect(left, (self.height() - side) // 2, side, side)
        painter.drawPixmap(self.style().visualRect(direction, self.rect(), place).topLeft(), mark)


def _chooser(choose: Callable[[Any], object], value: object) -> Callable[[], object]:
    return lambda *_checked: choose(value)
