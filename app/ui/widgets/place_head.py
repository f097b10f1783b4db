"""What stands above a place of the window. Public name: `place_head`."""

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui.theme.theme import Theme
from app.ui.widgets.labels import label
from app.ui.widgets.side_by_side import SideBySide


def place_head(
    theme: Theme, name: str, about: str, buttons: Sequence[QWidget], least: int
) -> SideBySide:
    """The name of a place and a sentence about it, beside what is done there.

    `least` are the px that the words have beside the buttons while text has its usual size.
    """
    words = QWidget()
    lines = QVBoxLayout(words)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(2)
    lines.addWidget(label(name, "page"))
    lines.addWidget(label(about, "secondary", wrap=True))
    return SideBySide(theme, words, buttons, least)
