"""Labels by their role in the type scale, key hints, tags and hairlines.

Public names: `label`, `key_hint`, `tag`, `set_tag`, `rule`, `card`, `Tone`, `Role`.
"""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.ui.commands import Keys, key_text

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


def label(text: str, role: Role = "body", *, wrap: bool = False) -> QLabel:
    """Plain text, never markup: what people and packs wrote is shown as it is."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
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
    made = QLabel(text)
    made.setObjectName("tag")
    made.setTextFormat(Qt.TextFormat.PlainText)
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
