"""Labels by their role in the type scale, key hints, tags and hairlines.

Public names: `label`, `key_hint`, `tag`, `set_tag`, `rule`, `card`, `Tone`, `Role`.
"""

import re
from typing import Literal

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QStyle, QWidget

from app.ui.commands import Keys, key_text
from app.ui.theme.fonts import has_letters
from app.ui.widgets.bidi import is_read_right, isolated
from app.ui.widgets.tips import tell_whole

Tone = Literal["neutral", "info", "ok", "warn", "err", "memory"]
Role = Literal[
    "welcome",
    "page",
    "pane",
    "head",
    "name",
    "body",
    "secondary",
    "muted",
    "caption",
    "error",
    "good",
    "warning",
    "source",
    "struck",
]
Ground = Literal["plain", "well", "ok", "warn", "err", "info", "memory"]


DOT = " · "
"""Between facts in one line."""
LONG = re.compile(r"\S{25,}")
"""A word that is longer than a narrow column."""
BREAK = "\u200b"
_PART = re.compile(r"[^\s-]{13,}")
"""Between hyphens, after which a line may end anyway, and longer than words usually are."""
_CHUNK = re.compile(r"(\S{8})(?=\w)")


class Label(QLabel):
    """Where there is too little room it ends in an ellipsis, and its tooltip has the whole.

    Where it goes on in a next line, so does a word that is longer than a line. A text in
    Arabic or Hebrew is read from the right, and a name in one keeps to itself.
    """

    def __init__(
        self,
        text: str,
        parent: QWidget | None = None,
        *,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(text, parent)
        self._cut, self._said = cut, text
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("borrowed", not has_letters(text))

    def text(self) -> str:
        return self._said

    def setText(self, text: str) -> None:
        self._said = text
        shown = _breakable(text) if self.wordWrap() and self._is_plain() else text
        super().setText(shown.replace("&", "&&") if self.buddy() is not None else shown)
        if self.property("borrowed") is has_letters(text):
            self.setProperty("borrowed", not has_letters(text))
            restyle(self)

    def setWordWrap(self, on: bool) -> None:
        super().setWordWrap(on)
        if LONG.search(self._said):
            self.setText(self._said)

    def setBuddy(self, field: QWidget) -> None:
        """An ampersand is one: Qt would take it for the shortcut to the field."""
        super().setBuddy(field)
        self.setText(self._said)

    def _is_plain(self) -> bool:
        """Whether nothing in the text is for Qt, which breaks and draws the rest by itself."""
        return self.textFormat() is Qt.TextFormat.PlainText

    def _lines(self) -> list[str]:
        return self.text().split("\n")

    def _shown(self) -> list[str]:
        """The lines as far as there is room for them."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        return [metrics.elidedText(line, self._cut, room) for line in self._lines()]

    def _wrapped(self) -> str:
        """As Qt breaks it into lines, but a dot between two words is in a line with both or not
        there.
        """
        text, place = self.text(), self.contentsRect()
        metrics = QFontMetricsF(self.font())  # Qt breaks what is too wide by a fraction of a px
        if DOT not in text or LONG.search(text):
            return _breakable(text)
        lines: list[str] = []
        for paragraph in text.split("\n"):
            lines.append("")
            for number, part in enumerate(paragraph.split(DOT)):
                for n, word in enumerate(part.split(" ")):
                    gap = " " if n else DOT if number else ""
                    longer = f"{lines[-1]}{gap}{word}"
                    if lines[-1] and metrics.horizontalAdvance(longer) > place.width():
                        lines.append(word)
                    else:
                        lines[-1] = longer
        is_high = len(lines) * metrics.lineSpacing() > place.height() + metrics.leading()
        return text if is_high else "\n".join(lines)

    def _is_cut(self) -> bool:
        if not self._is_plain():
            return False
        if not self.wordWrap():
            return self._shown() != self._lines()
        words = _breakable(self.text()).replace(BREAK, " ").replace("-", "- ").split()
        longest = max(map(self.fontMetrics().horizontalAdvance, words), default=0)
        is_high = self.heightForWidth(self.width()) > self.height()
        return is_high or longest > self.contentsRect().width()

    # Qt

    def event(self, event: QEvent) -> bool:
        asked = event.type() is QEvent.Type.ToolTip and self._is_cut()
        return tell_whole(self, event, self.text() if asked else "") or super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        text, is_right = self.text(), is_read_right(self.text())
        lines = self._wrapped() if self.wordWrap() else "\n".join(self._shown())
        said = lines if is_right else isolated(lines)
        by_qt = bool(self.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse)
        if by_qt or not (text and self._is_plain()) or (not is_right and said == super().text()):
            super().paintEvent(event)
            return
        self.drawFrame(painter := QPainter(self))
        painter.setPen(self.palette().color(self.foregroundRole()))
        side = Qt.LayoutDirection.RightToLeft if is_right else Qt.LayoutDirection.LeftToRight
        painter.setLayoutDirection(side)
        flags = QStyle.visualAlignment(side, self.alignment())
        if self.wordWrap():
            painter.drawText(self.contentsRect(), flags | Qt.TextFlag.TextWordWrap, said)
        else:
            painter.drawText(self.contentsRect(), flags, said)


def _breakable(text: str) -> str:
    """With places in long words where a line may end, which nobody sees."""

    def broken(word: re.Match[str]) -> str:
        return _PART.sub(lambda part: _CHUNK.sub(rf"\1{BREAK}", part[0]), word[0])

    return LONG.sub(broken, text)


def label(text: str, role: Role = "body", *, wrap: bool = False) -> QLabel:
    """Plain text, never markup: what people and packs wrote is shown as it is."""
    made = Label(text)
    made.setProperty("role", role)
    made.setWordWrap(wrap)
    return made


def key_hint(keys: Keys) -> QLabel:
    """A shortcut in a small frame, as people of this system read it."""
    made = QLabel(key_text(keys))
    made.setObjectName("key")
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def tag(text: str, tone: Tone = "neutral") -> QLabel:
    """One word on a soft fill: Update, Conflict, New, Same, quarantine."""
    made = Label(text)
    made.setObjectName("tag")
    made.setProperty("tone", tone)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made


def set_tag(made: QLabel, text: str, tone: Tone) -> None:
    """Change a tag in place."""
    made.setText(text)
    if made.property("tone") != tone:
        made.setProperty("tone", tone)
        restyle(made)


def rule(direction: Literal["across", "down"] = "across") -> QFrame:
    """A hairline."""
    made = QFrame()
    made.setProperty("rule", direction)
    return made


def card(ground: Ground = "plain") -> QFrame:
    """An empty framed ground to lay things out on."""
    made = QFrame()
    made.setProperty("card", ground)
    return made


def restyle(widget: QWidget) -> None:
    """Read the style sheet again after a property it asks about has changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()
