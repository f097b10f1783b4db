"""A sentence about what was just done, with the way back. Public name: `Toast`."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QEnterEvent,
    QHideEvent,
    QMouseEvent,
    QShowEvent,
    QWindow,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.core.words import _
from app.ui.commands import key_text
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.focus_back import FocusBack
from app.ui.widgets.labels import key_hint, label
from app.ui.widgets.toast_shade import ToastShade

KEYS = "F9"
"""Undoes what is said, also while a text has the focus: no system has it for texts."""
STAYS, RECALLED = 6000, 30_000
"""Milliseconds that a message stays, and one that was asked for again."""
MARGIN = 10
"""Px that are left free beside it."""
_PLACED = (QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class _Places(QObject):
    """`changed` when one of these parts of a line comes, goes or is moved."""

    changed = Signal()

    def __init__(self, line: QWidget, parts: Sequence[QWidget]) -> None:
        super().__init__(line)
        for part in parts:
            part.installEventFilter(self)

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _PLACED:
            self.changed.emit()
        return False


class Toast(QFrame):
    """Lies over the line at the bottom of its window for six seconds, longer under the mouse or
    with the focus in it, then is `gone`. What is needed next is above; words of more lines push
    that up.
    """

    gone = Signal()
    empty = Signal(str)
    """What to say where a message is asked for and there is none."""

    def __init__(self, theme: Theme, line: QWidget, needed: Sequence[QWidget] = ()) -> None:
        """`needed` are parts at the end of the line that it does not lie over."""
        super().__init__(line.window())
        self._line, self._needed = line, needed
        self._shade = ToastShade(line, needed)
        self.destroyed.connect(self._shade.deleteLater)
        self._watch = _Places(line, needed)
        self._watch.changed.connect(self._follow)
        self._usual = 0
        """How high the line is at least without a message over it."""
        self._above: QWindow | None = None
        self._entered = QPointF()
        """Where the mouse was when it came, or when this came over it."""
        self.setObjectName("toast")
        self.setMouseTracking(True)
        self._told = ""
        self._undo: Callable[[], object] | None = None
        """The way back, until it is taken."""
        self._act: Callable[[], object] | None = None
        self._words = label("")
        self._button = Button(theme, _("Undo"), "link")
        self._button.clicked.connect(self.take_back)
        self._keys = key_hint(KEYS)
        self._other = Button(theme, "", "link")
        self._other.hide()
        self._other.clicked.connect(self._act_now)
        for words in (self._words, self._keys):
            words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for button in (self._button, self._other):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard there
            button.setProperty("snug", True)
        FocusBack(self)
        self._timer = QTimer(self, singleShot=True, interval=STAYS)
        self._timer.timeout.connect(self._leave)
        row = QHBoxLayout(self)
        row.setContentsMargins(13, 0, 13, 0)
        row.setSpacing(10)
        row.addWidget(self._words, 1)
        row.addSpacing(24)
        row.addWidget(self._other)
        row.addWidget(self._button)
        row.addWidget(self._keys)
        self.hide()

    def say(
        self,
        text: str,
        undo: Callable[[], object] | None = None,
        action: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        """Show it in place of the one before; without `undo` and `act` it only tells.

        `action` is what the button of `act` says.
        """
        self._told, self._undo, self._act = text, undo, act
        self._other.setText(action)
        self._other.setVisible(act is not None)
        self._words.setText(text)
        for part in (self._button, self._keys):
            part.setVisible(undo is not None)
        keys = _("{keys} undoes it.").format(keys=key_text(KEYS))
        spoken = text if undo is None else f"{text}. {keys}"
        self.setAccessibleName(spoken)
        if self.isHidden():
            self._usual = self._line.minimumHeight()
        self._place()
        self.show()
        self.raise_()
        self._timer.start(STAYS)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, spoken))

    def withdraw(self, text: str) -> None:
        """Go for good, unless it says something else by now."""
        if self._told == text:
            self._undo = self._act = None
            self.hide()

    @property
    def can_take_back(self) -> bool:
        """Whether it is there and has a way back."""
        return self.isVisible() and self._undo is not None

    def way_back(self) -> Callable[[], object] | None:
        """What undoes what it says, as long as it can be seen."""
        return self.take_back if self.can_take_back else None

    def take_back_or_recall(self) -> None:
        """Undo what it says; gone already, it comes again first and asks: nobody undoes unseen what
        was done a while ago."""
        if self.can_take_back:
            self.take_back()
        elif self._undo is not None:
            told = self._told
            asked = _("Undo this? {what}").format(what=told)
            self.say(asked, self._undo, self._other.text(), self._act)
            self._told = told
            self._timer.start(RECALLED)
        else:
            self.empty.emit(_("There is nothing to undo here."))

    def take_back(self) -> None:
        """Undo what it says."""
        undo, self._undo = self._undo, None
        self.hide()
        if undo is not None:
            undo()

    def _leave(self) -> None:
        if any(one.isVisible() and one.hasFocus() for one in (self._button, self._other)):
            self._timer.start()
        else:
            self.hide()

    def _place(self) -> None:
        """In the middle of the window, or as near to it as what is needed allows."""
        window, line = self.window(), self._line
        self._words.setWordWrap(False)
        starts = (part.mapTo(window, QPoint()).x() for part in self._needed if part.isVisible())
        end = min((window.width(), *starts)) - MARGIN
        width = min(self.sizeHint().width(), end - MARGIN)
        self._words.setWordWrap(width < self.sizeHint().width())
        needed = max(self.sizeHint().height(), self.heightForWidth(width))
        line.setMinimumHeight(max(self._usual, needed))
        height = max(line.height(), line.minimumHeight())
        left = min((window.width() - width) // 2, end - width)
        self.setGeometry(left, window.height() - height, width, height)
        self._shade.come(self.geometry())

    def _follow(self) -> None:
        if self.isVisible():
            self._place()

    def _act_now(self) -> None:
        self.hide()
        if self._act is not None:
            self._act()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the size of the window from the first time on."""
        super().showEvent(event)
        handle = self.window().windowHandle()
        if handle is not None and handle is not self._above:
            self._above = handle
            handle.widthChanged.connect(self._follow)
            handle.heightChanged.connect(self._follow)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._line.setMinimumHeight(self._usual)
        self._shade.go()
        self.gone.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._entered = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A mouse that moves here means it; one that rested where it came up does not."""
        if event.position() != self._entered:
            self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()
