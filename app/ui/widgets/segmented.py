"""A few exclusive choices side by side, such as Text and Steps. Public name: `Segmented`."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget

from app.ui.theme.focus import lead_to
from app.ui.theme.theme import Theme
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.tips import plain_tip

HEIGHT, ICON_GAP = 24, 4
BOTH = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
WORDS = Qt.ToolButtonStyle.ToolButtonTextOnly


class Segmented(QFrame):
    """`chosen(number)` when a person picks another segment; segments count from 0.

    `settled(number)` when that is no step on the way to another one: after a click, Enter, or
    typing, which goes where the focus is then.
    """

    chosen = Signal(int)
    settled = Signal(int)

    def __init__(
        self,
        theme: Theme,
        name: str,
        segments: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        """`segments` are pairs of words and an icon (or an empty string); `name` says what of."""
        super().__init__(parent)
        self.setObjectName("segments")
        self.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        self._group = QButtonGroup(self)
        self._drawn: list[QToolButton] = []
        """Those with an icon."""
        self._is_worded = True
        for number, (text, icon) in enumerate(segments):
            button = ToolButton()
            button.setText(text)
            button.setAccessibleName(f"{name}: {text}")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if icon:
                button.setIcon(theme.icon(icon, "t3", on="t1"))
                button.setToolButtonStyle(BOTH)
                self._drawn.append(button)
            button.installEventFilter(self)
            self._group.addButton(button, number)
            row.addWidget(button)
        self._theme = theme
        theme.changed.connect(self._scale)
        self._scale()
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self.chosen)
        self._group.idClicked.connect(self.settled)

    def _scale(self) -> None:
        """Icons stand in a line with the words."""
        for button in self._group.buttons():
            button.setMinimumHeight(self._theme.around(HEIGHT))
            button.setIconSize(QSize(self._theme.scaled(18), self._theme.scaled(14)))

    def _fit(self) -> None:
        """Words come before icons where there is no room for both."""
        both = self.width() >= self.sizeHint().width()
        for button in self._drawn if self._is_worded else ():
            button.setToolButtonStyle(BOTH if both else WORDS)

    def _icons(self, style: Qt.ToolButtonStyle) -> int:
        """Px that the icons of the buttons in a style have beside their words."""
        drawn = [button for button in self._drawn if button.toolButtonStyle() == style]
        return sum(button.iconSize().width() + ICON_GAP for button in drawn)

    def show_words(self, shown: bool) -> None:
        """Segments that have an icon can do without their words, which are a tooltip then."""
        self._is_worded = shown
        for button in self._drawn:
            button.setToolButtonStyle(BOTH if shown else Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setToolTip(plain_tip("" if shown else button.text()))
        self.updateGeometry()  # who asks at once has to be told the new size

    @property
    def current(self) -> int:
        return self._group.checkedId()

    def choose(self, number: int) -> None:
        """Show a choice without announcing it."""
        self._group.button(number).setChecked(True)

    def _walk(self, steps: int) -> None:
        """Choose the segment beside the present one, which has the focus by then."""
        beside = self._group.button(self._group.checkedId() + steps)
        if beside is not None:
            lead_to(beside)
            beside.setChecked(True)
            self.chosen.emit(self._group.id(beside))

    def _settle(self, event: QKeyEvent) -> bool:
        """Whether the focus went elsewhere, which has got the key then."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        held = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if held or not (enter or event.text().strip()):
            return False
        before = self.window().focusWidget()
        self.settled.emit(self.current)
        now = self.window().focusWidget()
        if now is None or now is before:
            return False
        if not enter:
            QApplication.sendEvent(
                now, QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
            )
        return True

    # Qt

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self._icons(WORDS), 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() - QSize(self._icons(BOTH), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt chooses first and moves the focus then, away from where a choice has led it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            left, right = Qt.Key.Key_Left, Qt.Key.Key_Right
            if event.key() in (left, right):
                forwards = (event.key() == right) is not self.isRightToLeft()
                self._walk(1 if forwards else -1)
                return True
            return self._settle(event)
        return super().eventFilter(watched, event)
