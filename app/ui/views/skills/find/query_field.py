"""The field that says what is looked for, with how many there are and how to look."""

import sys

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.core.skills.editing.find import Query
from app.core.words import _
from app.ui.commands import with_keys
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.prose.text_style import scaled
from app.ui.widgets.tips import plain_tip, tell_whole, whole_field

WIDE, HIGH = 22, 20
"""Px of the small buttons while text has its usual size."""
_EDGE = 5


class QueryField(QLineEdit):
    """`edited` when another query is asked for; Enter and Shift+Enter go through the hits."""

    edited = Signal()
    next_wanted = Signal()
    previous_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.goes_to: QWidget | None = None
        """Where Tab leads, past the buttons that have keys of their own."""
        self.setPlaceholderText(_("Find"))
        self.setAccessibleName(_("Find"))
        self.addAction(theme.icon("search", "t3"), QLineEdit.ActionPosition.LeadingPosition)
        self._count = label("", "muted")
        self._case = _option("Aa", _("Match case"), "Alt+C")
        self._words = _option("W", _("Whole words"), "Alt+W")
        self._regex = _option(".*", _("Regular expression"), "Alt+X")
        self._end = QWidget(self)
        row = QHBoxLayout(self._end)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self._count)
        row.addSpacing(4)
        for button in (self._case, self._words, self._regex):
            row.addWidget(button)
            button.toggled.connect(self._on_toggled)
        self.textEdited.connect(self._on_edited)
        theme.changed.connect(self._scale)
        self._scale()

    @property
    def query(self) -> Query:
        return Query(
            self.text(),
            self._case.isChecked(),
            self._words.isChecked(),
            self._regex.isChecked(),
        )

    def show_query(self, query: Query) -> None:
        """Ask for this one, without announcing it."""
        self.setText(query.text)
        self.setCursorPosition(0)
        for button, on in (
            (self._case, query.match_case),
            (self._words, query.whole_words),
            (self._regex, query.is_regex),
        ):
            blocked = button.blockSignals(True)
            button.setChecked(on)
            button.blockSignals(blocked)

    def say_count(self, words: str, *, wrong: bool = False) -> None:
        """Which of how many hits it is; `wrong` where there is something to be mended."""
        self._count.setText(words)
        if self.property("wrong") != wrong:
            self.setProperty("wrong", wrong)
            restyle(self)
        self._fit()

    @property
    def counted(self) -> str:
        return self._count.text()

    def _scale(self) -> None:
        for button in (self._case, self._words, self._regex):
            button.setFixedSize(scaled(self._theme, WIDE), scaled(self._theme, HIGH))
        self._fit()

    def _fit(self) -> None:
        size = self._end.sizeHint()
        left = _EDGE if self.isRightToLeft() else self.width() - size.width() - _EDGE
        self._end.setGeometry(QRect(QPoint(left, (self.height() - size.height()) // 2), size))
        self.setTextMargins(0, 0, size.width(), 0)

    def _on_toggled(self, _on: bool) -> None:
        self.edited.emit()

    def _on_edited(self, _text: str) -> None:
        self.edited.emit()

    # Qt

    def event(self, event: QEvent) -> bool:
        return tell_whole(self, event, whole_field(self)) or super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        leads = self.goes_to
        if forward and leads is not None and leads.isEnabled() and leads.isVisible():
            leads.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            held = event.modifiers()
            if held & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
                event.ignore()
            elif held & Qt.KeyboardModifier.ShiftModifier:
                self.previous_wanted.emit()
            else:
                self.next_wanted.emit()
        else:
            super().keyPressEvent(event)


def _option(text: str, name: str, keys: str) -> ToolButton:
    button = ToolButton()
    button.setText(text)
    button.setCheckable(True)
    button.setProperty("kind", "option")
    button.setCursor(Qt.CursorShape.ArrowCursor)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(name)
    button.setToolTip(plain_tip(name))
    if sys.platform != "darwin":  # there the Option key types
        button.setToolTip(plain_tip(with_keys(name, keys)))
        button.setShortcut(keys)
    return button
