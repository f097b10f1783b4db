"""Values to be read sign by sign: fingerprints, keys, the words of a finding. Public: `mono`."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.ui.theme.theme import Theme
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label


def mono(
    theme: Theme, text: str, size: int = 12, *, elided: bool = False, wrap: bool = False
) -> QLabel:
    """In the fixed font, to be selected with the mouse; `elided` gives way to what is beside it,
    `wrap` goes on in a second line.
    """
    made = Elided(text) if elided else label(text, wrap=wrap)
    font = theme.mono(size)
    made.setStyleSheet(f"font-family: '{font.family()}'; font-size: {font.pixelSize()}px;")
    if not elided:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made
