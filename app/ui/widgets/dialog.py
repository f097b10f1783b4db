"""The ground every dialog stands on, over a scrim. Public names: `Dialog`, `Scrim`."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.widgets.blocking import Blocking
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.tab_order import follow_layout
from app.ui.widgets.typed_draft import Field, TypedDraft
from app.ui.window_state import WindowState

TILE, MARK = 38, 20
DECISIVE = ("primary", "danger")
"""Kinds of the button that does what a dialog is for."""
INSET = 20
"""How far what a dialog says is from its edges, in px."""
BESIDE = 14
"""Px between a title and what is said beside it."""
ROOM, TIGHT_ROOM = 32, 8
"""What is left free of the parent on each side, in px; the second where there is little."""
HIGH = 600
"""Height of a parent with room for more than a dialog, in px at the usual size of text."""


class Scrim(QWidget):
    """Dims the window below a dialog; covers it whatever its size becomes."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if (handle := window.windowHandle()) is not None:
            handle.widthChanged.connect(self._cover)
            handle.heightChanged.connect(self._cover)
        self._cover()
        self.raise_()
        self.show()

    def _cover(self) -> None:
        self.setGeometry(self.window().rect())

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = QColor(self._theme.tokens.scrim)
        colour.setAlphaF(self._theme.tokens.scrim_alpha)
        QPainter(self).fillRect(self.rect(), colour)


class Dialog(QDialog):
    """Blocks its window, shown with `open()`, closed with Esc; never `exec()`.

    Fill `body` (below the title) and `footer` (buttons, from the leading side); `words` are the
    title and what is below it, and `head` has room beside them. With `window_state` the size is
    remembered under `name`. Ctrl+Enter presses the primary button of the footer, and so does Enter
    in a field of one line, unless `is_review`.
    `offer_draft` keeps what was typed.
    """

    is_review = False
    """Whether there is much to look at first: then Enter in a field is about that field."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        subtitle: str = "",
        *,
        parent: QWidget,
        icon: str = "",
        name: str = "",
        window_state: WindowState | None = None,
    ) -> None:
        super().__init__(parent.window())
        self._theme, self._window_state, self._place = theme, window_state, f"dialog.{name}.size"
        self._below = parent.window()
        self._scrim: Scrim | None = None
        self.typed: TypedDraft | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._blocking = Blocking(self, self._below)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.title = label(title, "pane")
        self.subtitle = label(subtitle, "muted")
        if not subtitle:
            self.subtitle.hide()
        self._foot = foot = QFrame()
        foot.setObjectName("foot")
        self.body = QVBoxLayout()
        self.body.setContentsMargins(INSET, 0, INSET, INSET)
        self.body.setSpacing(12)
        self.footer = QHBoxLayout(foot)
        self.footer.setContentsMargins(20, 12, 20, 12)
        self.footer.setSpacing(10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._header(icon))
        column.addLayout(self.body, 1)
        column.addWidget(foot)

    def offer_draft(self, context: AppContext, form: str, fields: Mapping[str, Field]) -> None:
        """Keep what is typed into these fields until the dialog is accepted, and offer it anew.

        `form` says what the dialog is about, and is empty as long as that is not known; call it
        when the fields are filled.
        """
        self.typed = TypedDraft(context, fields)
        if self.body.contentsMargins().left() < INSET:  # the body is from edge to edge
            self.typed.setContentsMargins(INSET, 0, INSET, INSET // 2)
        self.body.insertWidget(0, self.typed)
        self.typed.begin(form)

    def press_primary(self) -> None:
        """Do what the dialog is for, if it can be done now."""
        for button in self._foot.findChildren(Button):
            if button.property("kind") in DECISIVE and button.isVisibleTo(self):
                button.click()
                return

    def keep_width(self, pixels: int) -> None:
        """That wide while text has its usual size; larger text takes more of the window below."""
        most = max(self._below.width() - 2 * ROOM, pixels)
        self.setFixedWidth(min(self._theme.scaled(pixels), most))

    def share(self, pixels: int) -> int:
        """The width of a side of the dialog that is so wide while text has its usual size."""
        return min(self._theme.scaled(pixels), self._below.width() * 3 // 8)

    def _header(self, icon: str) -> QHBoxLayout:
        self.head = row = QHBoxLayout()
        row.setContentsMargins(INSET, 16, INSET, 14)
        row.setSpacing(12)
        self._tile = _Tile(self._theme, icon) if icon else None
        if self._tile is not None:
            row.addWidget(self._tile)
        self.words = words = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.subtitle, 1)
        row.addLayout(words, 1)
        return row

    @property
    def is_low(self) -> bool:
        """Whether there is little height, of which a review needs much."""
        return self._below.height() < self._theme.scaled(HIGH)

    def _spare_height(self) -> None:
        """What a review is about stands in one line with its title, if both are whole there, and
        has no picture.
        """
        if self._tile is not None:
            self._tile.hide()
        beside = self.title.sizeHint().width() + BESIDE + self.subtitle.sizeHint().width()
        if beside + 2 * (INSET + ROOM) <= self._below.width():
            self.words.setDirection(QBoxLayout.Direction.LeftToRight)
            self.words.setSpacing(BESIDE)
        self.subtitle.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        margins = self.head.contentsMargins()
        self.head.setContentsMargins(margins.left(), TIGHT_ROOM, margins.right(), TIGHT_ROOM)

    def _wanted_size(self) -> QSize:
        """What was remembered or asked for, as large as the text makes it, but never more than
        the window below allows.
        """
        is_given = self.testAttribute(Qt.WidgetAttribute.WA_Resized)
        wanted = self._in_text(self.size()) if is_given else self.sizeHint()
        if self._window_state is not None:
            usual = self._in_text(wanted, back=True)
            width = self._window_state.number(f"{self._place}.width", usual.width())
            height = self._window_state.number(f"{self._place}.height", usual.height())
            wanted = self._in_text(QSize(width, height))
        if (layout := self.layout()) is not None:  # words that wrap are higher than they hint
            needed = layout.totalMinimumHeightForWidth(wanted.width())
            wanted.setHeight(max(wanted.height(), needed))
        room = TIGHT_ROOM if self.is_low else ROOM
        below = self._below.size() - QSize(2 * ROOM, 2 * room)
        return wanted.boundedTo(below).expandedTo(self.minimumSizeHint())

    def _in_text(self, size: QSize, *, back: bool = False) -> QSize:
        """A size for text of the usual size as it is now, or `back`."""
        share = self._theme.scaled(1000) / 1000
        return size * (1 / share if back else share)

    def _begin(self) -> None:
        """The keyboard is where work begins, not on what is offered from earlier."""
        offer = (self.typed.go_on, self.typed.discard) if self.typed is not None else ()
        if self.focusWidget() not in (None, *offer):
            return
        follow_layout(self)
        place: QWidget | None = self.nextInFocusChain()
        while place is not None and place is not self:
            can = place.focusPolicy() & Qt.FocusPolicy.TabFocus and place.isVisibleTo(self)
            if can and place not in offer:
                place.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            place = place.nextInFocusChain()

    # Qt

    def open(self) -> None:
        self._scrim = Scrim(self._theme, self._below)
        if self.is_low and self.is_review:
            self._spare_height()
        if self.minimumSizeHint().width() > self._below.width() - 2 * ROOM:
            for words in (self.title, self.subtitle):
                words.setWordWrap(True)
            if (layout := self.layout()) is not None:
                layout.activate()
        self.setMinimumSize(self.minimumSize().boundedTo(self._below.size()))
        self.resize(self._wanted_size())
        middle = self._below.mapToGlobal(self._below.rect().center())
        self.move(middle - self.rect().center())
        self._blocking.show()
        self._begin()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Parts that were made late are not reached last."""
        follow_layout(self)
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        in_line = not held and not self.is_review and isinstance(self.focusWidget(), QLineEdit)
        if enter and (in_line or held == Qt.KeyboardModifier.ControlModifier):
            self.press_primary()
        else:
            super().keyPressEvent(event)

    def done(self, result: int) -> None:
        self._blocking.end()
        if self.typed is not None and result == QDialog.DialogCode.Accepted:
            self.typed.end()
        elif self.typed is not None:
            self.typed.leave()
        if self._scrim is not None:
            self._scrim.hide()
            self._scrim.deleteLater()
            self._scrim = None
        if self._window_state is not None:
            usual = self._in_text(self.size(), back=True)
            self._window_state.put(f"{self._place}.width", usual.width())
            self._window_state.put(f"{self._place}.height", usual.height())
        super().done(result)


class _Tile(QLabel):
    """The icon of a dialog on a soft square."""

    def __init__(self, theme: Theme, icon: str) -> None:
        super().__init__()
        self._theme, self._icon = theme, icon
        side = theme.scaled(TILE)
        self.setFixedSize(side, side)
        theme.changed.connect(self.update)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("acc_soft"))
        painter.drawRoundedRect(self.rect(), 8, 8)
        side = self._theme.scaled(MARK)
        mark = self._theme.pixmap(self._icon, "acc", side, self.devicePixelRatioF())
        edge = (self.width() - side) // 2
        painter.drawPixmap(edge, edge, mark)
