"""The ways out of a step, each a button with its key. Public name: `WaysCard`."""

from textwrap import shorten

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.exit_words import Way
from app.ui.views.runs.once_button import OnceButton
from app.ui.views.runs.typing_watch import TypingWatch
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import card, key_hint, label
from app.ui.widgets.tips import plain_tip

ICON = 14
LONGEST = 160
"""Characters of the step that a way leads to."""


class WaysCard(QWidget):
    """`chosen(exit)` for one of them."""

    chosen = Signal(int)

    def __init__(
        self, theme: Theme, ways: tuple[Way, ...], spent: list[str], *, is_small: bool
    ) -> None:
        super().__init__()
        self._theme, self._is_small = theme, is_small
        self._typing = TypingWatch(self)
        self.buttons: list[Button] = []
        self.hints: list[QLabel] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(label(_("Which way does it go?"), "secondary"))
        for way in ways:
            column.addWidget(self._way(way))
        for words in spent:
            column.addWidget(label(words, "caption", wrap=True))

    def _way(self, way: Way) -> QWidget:
        frame = card()
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 9, 10, 9)
        row.setSpacing(10)
        if way.icon:
            mark = QLabel()
            side = self._theme.scaled(ICON)
            scale = self.devicePixelRatioF()
            mark.setPixmap(self._theme.pixmap(way.icon, way.colour, side, scale))
            row.addWidget(mark)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(way.words, "name", wrap=True))
        text = shorten(way.text, LONGEST, placeholder="…")
        because = _because(way)
        below = " · ".join(filter(None, (because, text, way.about)))
        if below:
            words.addWidget(label(below, "muted", wrap=True))
        row.addLayout(words, 1)
        where = way.brief if self._is_small else way.where
        button = OnceButton(self._theme, where[:1].upper() + where[1:], icon="arrow-right")
        said = f"{way.words}: {way.whole}"
        button.setAccessibleName(_(", ").join(filter(None, (said, because))))
        button.setToolTip(plain_tip(way.whole[:1].upper() + way.whole[1:]))
        button.clicked.connect(lambda: self.chosen.emit(way.number))
        self.buttons.append(button)
        row.addWidget(button)
        if way.key:
            hint = key_hint(way.key)
            row.addWidget(hint)  # before it is shown: until then it would be a window
            hint.setHidden(self._typing.is_typing)
            self._typing.changed.connect(hint.setHidden)
            self.hints.append(hint)
        return frame


def _because(way: Way) -> str:
    """That values speak for it, and what they say where its own words do not."""
    if not way.because:
        return ""
    if way.because in way.words:
        return _("Suggested")
    return _("Suggested: {reason}").format(reason=way.because)
