"""Push buttons of four kinds, and quiet buttons that show only an icon.

Public names: `Button`, `ElidedButton`, `IconButton`, `Kind`, `Size`.
"""

from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from app.ui.theme.theme import Theme
from app.ui.widgets.bidi import isolated
from app.ui.widgets.pressable import PushButton, ToolButton
from app.ui.widgets.tips import plain_tip, tell_whole

Kind = Literal["primary", "secondary", "quiet", "danger", "link"]
Size = Literal["small", "normal", "large"]

_ICON_COLOURS = {"primary": "on_acc", "danger": "err", "link": "acc"}
_SIDES = {"small": 24, "normal": 28, "large": 34}
_ICON_GAP = 4
_LEAST = 40
ICON, MOST = 16, 1.5
"""Px of the drawing on a button that shows only an icon, and how many times as much at most."""


class Button(PushButton):
    """`kind` is what it means, at most one primary per screen; 24, 28 or 34 px high.

    Where there is too little room it ends in an ellipsis, and its tooltip has the whole.
    """

    def __init__(
        self,
        theme: Theme,
        text: str,
        kind: Kind = "secondary",
        *,
        size: Size = "normal",
        icon: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setProperty("kind", kind)
        self.setProperty("measure", size)
        self.setCursor(Qt.CursorShape.PointingHandCursor if kind == "link" else self.cursor())
        self.setAutoDefault(False)
        if icon:
            self.setIcon(theme.icon(icon, _ICON_COLOURS.get(kind, "t2")))
            self._theme, self._is_large = theme, size == "large"
            theme.changed.connect(self._scale_icon)
            self._scale_icon()

    def say(self, words: str, *others: str) -> None:
        """Say this, with room for the others, so that nothing beside it moves when it says one."""
        widest = 0
        for one in (*others, words):
            self.setText(one)
            self.ensurePolished()
            widest = max(widest, self.sizeHint().width())
        self.setMinimumWidth(widest)

    def _scale_icon(self) -> None:
        """It stands in a line with the words, and grows with them."""
        scaled = self._theme.scaled
        # Wider than high: Qt leaves too little room between an icon and its words.
        wide, high = (20, 16) if self._is_large else (18, 14)
        self.setIconSize(QSize(scaled(wide), scaled(high)))

    def _shown(self) -> QStyleOptionButton:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        contents = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(contents, option, self).width()
        if not self.icon().isNull():
            room -= self.iconSize().width() + _ICON_GAP
        cut, mnemonics = Qt.TextElideMode.ElideRight, int(Qt.TextFlag.TextShowMnemonic)
        line = " ".join(option.text.split())
        if self.fontMetrics().size(mnemonics, line).width() > room:
            option.text = self.fontMetrics().elidedText(line, cut, room, mnemonics)
        return option

    def _is_cut(self) -> bool:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        return self._shown().text != option.text

    # Qt

    def event(self, event: QEvent) -> bool:
        asked = event.type() is QEvent.Type.ToolTip and self._is_cut()
        whole = self.text() if asked else ""
        return tell_whole(self, event, whole) or super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self._shown()
        shown.text = isolated(shown.text)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, shown)


class ElidedButton(Button):
    """Gives way where there is little room."""

    def __init__(self, theme: Theme, text: str, kind: Kind = "link", *, icon: str = "") -> None:
        super().__init__(theme, text, kind, size="small", icon=icon)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, self.sizeHint().height())


class IconButton(ToolButton):
    """A quiet square button; `text` is its tooltip and its name for screen readers."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        text: str,
        *,
        size: Size = "normal",
        colour: str = "t3",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIcon(theme.icon(icon, colour, on="acc"))
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(text)
        self._theme, self._side, self._icon = theme, _SIDES[size], ICON
        theme.changed.connect(self._scale)
        self._scale()

    def set_measure(self, side: int, icon: int) -> None:
        """Another size than the usual ones, in px while text has its usual size."""
        self._side, self._icon = side, icon
        self._scale()

    def show_words(self, words: str) -> None:
        """Words beside the icon; none if they are empty."""
        style = Qt.ToolButtonStyle
        self.setText(words)
        self.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if words else style.ToolButtonIconOnly
        )
        self._scale()

    def _scale(self) -> None:
        """It grows with the text, up to half as much again: bars have to hold several."""
        side, icon = (
            min(self._theme.scaled(px), round(MOST * px)) for px in (self._side, self._icon)
        )
        self.setIconSize(QSize(icon, icon))
        self.setFixedSize(self.sizeHint().width() if self.text() else side, side)
