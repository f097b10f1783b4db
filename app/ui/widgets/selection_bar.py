"""What can be done with all the skills that are selected. Public name: `SelectionBar`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.core.words import _, ngettext
from app.ui.commands import with_keys
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.shadow import cast_shadow
from app.ui.widgets.tips import plain_tip

HEIGHT = 40
GAP, SIDE = 2, 8


@dataclass(frozen=True, slots=True)
class BarAction:
    """Something to do with the selected skills: `run(place)`, below which a menu may open.

    `why_not` is why it cannot be done with these, and empty where it can.
    """

    icon: str
    words: str
    run: Callable[[QPoint], object]
    why_not: str = ""


class SelectionBar(QFrame):
    """`left` by its cross. What there is no room for is in a menu."""

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("selection")
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Selected skills"))
        self.count = label("", "name")
        self._said = ("", "")
        self._whole = 0
        """How wide it is with all words."""
        self._buttons: list[IconButton] = []
        self._actions: Sequence[BarAction] = ()
        self.more = IconButton(theme, "more", _("More actions"), size="small")
        self._menu = QMenu(self.more)
        self._menu.setToolTipsVisible(True)
        self.more.setMenu(self._menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.leave = IconButton(
            theme, "close", with_keys(_("Clear selection"), "Esc"), size="small"
        )
        self.leave.clicked.connect(self.left)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SIDE + 4, 0, SIDE, 0)
        self._row.setSpacing(GAP)
        self._row.addWidget(self.count)
        self._row.addStretch(1)
        self._row.addWidget(self.more)
        self._row.addWidget(self.leave)
        cast_shadow(self)
        self.hide()

    def show_selected(self, count: int, actions: Sequence[BarAction]) -> None:
        """So many are selected, and this is what can be done; the same actions every time."""
        said = ngettext("{count} selected", "{count} selected", count)
        self._said = said.format(count=count), str(count)
        self._actions = actions
        while len(self._buttons) < len(actions):
            self._add_button(actions[len(self._buttons)])
        for button, action in zip(self._buttons, actions, strict=True):
            button.setEnabled(not action.why_not)
            button.setIcon(self._theme.icon(action.icon, "t2"))
            button.setAccessibleName(action.words)
            button.setAccessibleDescription(action.why_not)
            button.setToolTip(plain_tip(_tip(action)))
        self._arrange()

    @property
    def has_focus(self) -> bool:
        """Whether the keyboard is on one of its buttons."""
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def button(self, number: int) -> IconButton:
        """Of the action with that number."""
        return self._buttons[number]

    def _add_button(self, action: BarAction) -> None:
        button = IconButton(self._theme, action.icon, action.words, size="small")
        number = len(self._buttons)
        button.clicked.connect(lambda: self._run(number, button))
        self._buttons.append(button)
        self._row.insertWidget(self._row.indexOf(self.more), button)

    def _run(self, number: int, button: QWidget) -> None:
        self._actions[number].run(button.mapToGlobal(QPoint(0, button.height())))

    def _arrange(self) -> None:
        """Show as many buttons as there is room for, with their words if all have it, and the count
        in as many words."""
        each = self.leave.width() + GAP
        room = self.width() - 2 * SIDE - 4 - each
        long, short = map(self.count.fontMetrics().horizontalAdvance, self._said)
        for button, action in zip(self._buttons, self._actions, strict=True):
            button.show_words(action.words)
        needed = sum(button.width() + GAP for button in self._buttons)
        self._whole = long + SIDE + needed + self.width() - room
        if has_words := long + SIDE + needed <= room:
            room -= needed - len(self._buttons) * each
        for button in () if has_words else self._buttons:
            button.show_words("")
        shown = len(self._buttons)
        all_fit = long + SIDE + shown * each <= room
        if not all_fit and short + SIDE + shown * each > room:
            shown = max(0, (room - short - SIDE) // each - 1)
        fits_long = long + SIDE + (shown + (shown < len(self._buttons))) * each <= room
        self.count.setText(self._said[0] if fits_long else self._said[1])
        self.count.setToolTip(plain_tip("" if fits_long else self._said[0]))
        self.count.setAccessibleName(self._said[0])
        for number, button in enumerate(self._buttons):
            button.setVisible(number < shown)
        self.more.setVisible(shown < len(self._buttons))
        self._menu.clear()
        for number in range(shown, len(self._buttons)):
            self._menu.addAction(self._menu_action(number))

    def _menu_action(self, number: int) -> QAction:
        action = self._actions[number]
        made = QAction(self._theme.icon(action.icon, "t2"), action.words, self._menu)
        made.setEnabled(not action.why_not)
        made.setToolTip(plain_tip(_tip(action)))
        made.triggered.connect(partial(self._run, number, self.more))
        return made

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(self._whole, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()


def _tip(action: BarAction) -> str:
    if not action.why_not:
        return action.words
    return f"{action.words}\n{action.why_not}"
