"""How wide the list, the document and the panel are, in which window they stand in a line, and
where there is room for more than the list at its side.

All px are for text of the usual size, and grow with it.
"""

from PySide6.QtWidgets import QWidget

from app.ui.theme.theme import Theme

LIBRARY, PANEL = (204, 264, 360), (260, 300, 480)
"""Narrowest, usual and widest."""
DOCUMENT = 340
"""Narrowest."""
BESIDE = 216
"""What the rail, the folded panel and the usual scroll bars have of a window."""
ROOMY = 1280
"""From this width on the panel does."""
HIGH, HIGH_IN_TEXT = 480, 330
"""Px from which on the list has company, at any size of text and as text grows."""


def limit(theme: Theme, library: QWidget, panel: QWidget) -> None:
    """Have the list and the panel as wide as their words need."""
    for part, (least, _usual, most) in ((library, LIBRARY), (panel, PANEL)):
        part.setMinimumWidth(theme.scaled(least))
        part.setMaximumWidth(theme.scaled(most))


def usual(theme: Theme, whole: int) -> list[int]:
    """What the list, the document and the panel have of so many px at first."""
    library, panel = theme.scaled(LIBRARY[1]), theme.scaled(PANEL[1])
    return [library, whole - library - panel - 2, panel]


def has_room_for_list(theme: Theme, window: int) -> bool:
    """Whether it fits beside the document, which may be narrow."""
    return window >= theme.scaled(LIBRARY[0] + DOCUMENT) + BESIDE


def has_room_for_panel(theme: Theme, window: int) -> bool:
    """Whether it fits beside both."""
    return window >= theme.scaled(ROOMY)


def has_room_beside_list(theme: Theme, height: int) -> bool:
    """Whether hints and notices leave enough of the list in sight."""
    return height >= max(HIGH, theme.scaled(HIGH_IN_TEXT))
