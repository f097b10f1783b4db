"""A sentence about what was just done, with the way back. Public name: `Toast`."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCursor,
    QEnterEvent,
    QHideEvent,
    QMouseEvent,
    QShowEvent,
    QWindow,
)
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget

from app.core.words import _
from app.ui.commands import key_text
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.focus_back import FocusBack
from app.ui.widgets.labels import key_hint, label
from app.ui.widgets.tips import plain_tip
from app.ui.widgets.toast_shade import ToastShade

KEYS = "F9"
"""Undoes what is said, also while a text has the focus: no system has it for texts."""
STAYS, RECALLED = 6000, 30_000
"""Milliseconds that a message stays, and one that was asked for again."""
MARGIN = 10
"""Px that are left free beside it."""
EDGE = 1
"""Px of its frame."""
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
    with the focus in it, then is `gone`. It moves nothing: words of more lines lie over the lower
    edge of the page, until the mouse or the keyboard is wanted there; then they are cut to one.
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
        self._is_cut = False
        """Whether it was in the way above the line."""
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
        self._ways = QWidget()
        ways = QHBoxLayout(self._ways)
        ways.setContentsMargins(24, 0, 0, 0)
        ways.setSpacing(10)
        for part in (self._other, self._button, self._keys):
            ways.addWidget(part)
        row = QHBoxLayout(self)
        row.setContentsMargins(13, 0, 13, 0)
        row.setSpacing(10)
        row.addWidget(self._words, 1)
        row.addWidget(self._ways, 0, Qt.AlignmentFlag.AlignBottom)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)
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
        self._ways.setVisible(undo is not None or act is not None)
        self._is_cut = False
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
        left = min((window.width() - width) // 2, end - width)
        place = QRect(left, window.height() - line.height(), width, line.height())
        is_long = width < self.sizeHint().width()
        self._ways.setMinimumHeight(line.height() - 2 * EDGE)
        if is_long and not self._is_cut:
            self._words.setWordWrap(True)
            place.setTop(min(place.top(), window.height() - self.heightForWidth(width)))
            if self._is_in_the_way(place):
                self._is_cut = True
                self._words.setWordWrap(False)
                place.setTop(window.height() - line.height())
        self.setToolTip(plain_tip(self._words.text()) if is_long and self._is_cut else "")
        self.setGeometry(place)
        self._shade.come(place)

    def _is_in_the_way(self, place: QRect) -> bool:
        """Whether the mouse or the keyboard is where it would lie over the page."""
        window = self.window()
        above = place.adjusted(0, 0, 0, -self._line.height())
        focus = window.focusWidget()
        if focus is None or self.isAncestorOf(focus):
            used = QRect()
        else:
            asked = Qt.InputMethodQuery.ImCursorRectangle
            used = QRectF(focus.inputMethodQuery(asked)).toRect()
            used.moveTopLeft(focus.mapTo(window, used.topLeft()))
        return above.contains(window.mapFromGlobal(QCursor.pos())) or above.intersects(used)

    def _follow(self, *_what: object) -> None:
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
        self._shade.go()
        self.gone.emit()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._entered = event.position()
        self._follow()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A mouse that moves here means it; one that rested where it came up does not. One that
        goes above the line means what is there."""
        if event.position() != self._entered:
            self._timer.stop()
            self._follow()

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()
