"""How large a check list is, in px, and where it has room."""

from PySide6.QtCore import QPoint, QRect, QSize

from app.ui.theme.theme import Theme

USUAL, LEAST = QSize(380, 620), QSize(320, 360)
HEIGHT = 44
"""Of a folded one, at the usual size of text."""
FOLDED = QSize(500, HEIGHT)
NARROWEST = 280
"""Of a folded one."""
FRAME = 48
"""By so much the frame of the system may move a window that is folded."""


def usual_size(theme: Theme, screen: QSize) -> QSize:
    """As large as the text makes it, but other work keeps half of the screen beside it."""
    wide, high = screen.width() // 2, screen.height() - 2 * FRAME
    return QSize(
        min(theme.scaled(USUAL.width()), wide), min(theme.scaled(USUAL.height()), high)
    ).expandedTo(LEAST)


def on_screen(place: QRect, screen: QRect) -> QRect:
    """As near to a place as all of it, with the frame of the system, is on the screen."""
    size = place.size().boundedTo(screen.size() - QSize(0, FRAME))
    right = screen.left() + screen.width() - size.width()
    bottom = screen.top() + screen.height() - FRAME - size.height()
    at = QPoint(
        max(screen.left(), min(place.x(), right)), max(screen.top(), min(place.y(), bottom))
    )
    return QRect(at, size)
