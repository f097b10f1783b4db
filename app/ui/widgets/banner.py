"""One sentence about what is below it, with at most one thing to do. Public name: `Banner`."""

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.core.errors import AppError
from app.core.explanation import explanation
from app.core.words import _
from app.ui.theme.focus import lead_to
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.focus_back import FocusBack
from app.ui.widgets.labels import label, restyle

Tone = Literal["info", "ok", "warn", "err"]
ICONS = {"info": "info", "ok": "circle-check", "warn": "warn", "err": "error"}
COLOURS = {"info": "acc", "ok": "ok", "warn": "warn", "err": "err"}
MARK = 16


class Banner(QFrame):
    """`acted` when its button is pressed; hidden, and `closed`, by its cross."""

    acted = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._tone = theme, "info"
        self.setObjectName("banner")
        self._mark = QLabel()
        self._words = label("", wrap=True)
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._act = Button(theme, "", "quiet", size="small")
        self._act.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard where it is
        self._act.hide()
        self._act.clicked.connect(self.acted)
        self._cross = IconButton(theme, "close", _("Dismiss"), size="small")
        self._cross.clicked.connect(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 4, 4)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(self._words, 1)
        row.addWidget(self._act)
        row.addWidget(self._cross)
        self.setMinimumHeight(33)
        self.hide()
        FocusBack(self)
        theme.changed.connect(self._paint_mark)

    def say(
        self, text: str, tone: Tone = "info", action: str = "", *, closable: bool = True
    ) -> None:
        """Show the sentence; `action` is what its button says, empty for no button."""
        self._tone = tone
        self._words.setText(text)
        self._act.setText(action)
        self._act.setVisible(bool(action))
        self._cross.setVisible(closable)
        self.setAccessibleName(text)
        self.setProperty("tone", tone)
        restyle(self)
        self._paint_mark()
        self.show()

    def explain(self, error: AppError, action: str = "") -> None:
        """Show a failure and what to do about it."""
        self.say(explanation(error), "err", action)

    def take_focus(self) -> None:
        """Have the keyboard on its button, or its cross, until it goes."""
        lead_to(self._act if self._act.isVisible() else self._cross)

    def withdraw(self, sentence: str) -> None:
        """Hide it, unless it says something else by now."""
        if self.accessibleName() == sentence:
            self.hide()

    def forget(self) -> None:
        """Hide it, and let go of what it said."""
        self.hide()
        self._words.clear()
        self.setAccessibleName("")

    def _paint_mark(self) -> None:
        scale = self.devicePixelRatioF()
        token = COLOURS[self._tone]
        self._mark.setPixmap(
            self._theme.pixmap(ICONS[self._tone], token, self._theme.scaled(MARK), scale)
        )

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def dismiss(self) -> bool:
        """Its cross by a key; whether there is one."""
        if not self._cross.isVisible():
            return False
        self._close()
        return True

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape or not self.dismiss():
            super().keyPressEvent(event)
