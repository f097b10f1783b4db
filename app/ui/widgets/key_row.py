"""What keys do, in a row. Public name: `key_row`."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.widgets.labels import key_hint, label


def key_row(*entries: tuple[str, Sequence[str]]) -> QWidget:
    """Words, each with the letters, or keys by name, that do it."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(4)
    for words, letters in entries:
        row.addWidget(label(words, "caption"))
        for letter in letters:
            row.addWidget(key_hint(letter))
        row.addSpacing(4)
    return made
