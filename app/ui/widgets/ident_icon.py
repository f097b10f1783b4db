"""A picture of a fingerprint that two people can compare at a glance. Public name: `IdentIcon`."""

import hashlib

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.theme.theme import Theme

CELLS = 7
SIDE = 52


def cells(fingerprint: str) -> list[tuple[int, int, int]]:
    """Column, row, one of two colours; mirrored left to right, from SHA-256 of the fingerprint."""
    digest = hashlib.sha256(fingerprint.encode()).digest()
    made = []
    half = (CELLS + 1) // 2
    for row in range(CELLS):
        for column in range(half):
            value = digest[row * half + column]
            if value & 1:
                colour = value >> 1 & 1
                made.append((column, row, colour))
                if column != CELLS - 1 - column:
                    made.append((CELLS - 1 - column, row, colour))
    return made


class IdentIcon(QWidget):
    """Same fingerprint, same picture. It never stands without the digits beside it."""

    def __init__(self, theme: Theme, fingerprint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cells = cells(fingerprint)
        first, second = hashlib.sha256(b"ink" + fingerprint.encode()).digest()[:2]
        self._colours = (first, first + 1 + second % 8)
        self.setFixedSize(SIDE, SIDE)
        self.setAccessibleName(_("Picture of the fingerprint"))
        theme.changed.connect(self.update)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(tokens.line2))
        painter.setBrush(QColor(tokens.bg1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        side, edge = 5, 6
        for column, row, colour in self._cells:
            painter.setBrush(QColor(tokens.cluster(self._colours[colour])))
            square = QRectF(edge + column * (side + 1), edge + row * (side + 1), side, side)
            painter.drawRoundedRect(square, 1, 1)
