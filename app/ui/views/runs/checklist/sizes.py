"""How large a check list is, in px."""

from PySide6.QtCore import QSize

USUAL, LEAST = QSize(380, 620), QSize(320, 360)
HEIGHT = 44
"""Of a folded one, at the usual size of text."""
FOLDED = QSize(500, HEIGHT)
NARROWEST = 280
"""Of a folded one."""
FRAME = 48
"""By so much the frame of the system may move a window that is folded."""
