"""The memories of the selected star: small dots around it, each opens one."""

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, pi, sin, sqrt

from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.core.constellation.about import LinkedMemory
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.pressable import PaintedButton
from app.ui.widgets.tips import plain_tip

_RADIUS, _RAISED = 1.7, 3.2
"""Px of a dot, and of the one under the mouse."""
_SIDE = 13
"""What the mouse can hit."""
_MOST = 60
_FIRST, _APART = 24.0, 5.2
"""How far (px) the first one is from its star, and how much the others are apart."""
_TURN = pi * (3 - sqrt(5))
"""The golden angle: dots one after the other, and none behind another."""


class Speck(PaintedButton):
    """One memory."""

    def __init__(self, theme: Theme, memory: LinkedMemory, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedSize(_SIDE, _SIDE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the panel lists them for the keyboard
        self.setAccessibleName(_("Memory: {line}").format(line=memory.line))
        self.setToolTip(plain_tip(memory.line))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        raised = self.underMouse()
        painter.setBrush(self._theme.colour("mem" if raised else "dust"))
        radius = _RAISED if raised else _RADIUS
        painter.drawEllipse(QPointF(_SIDE / 2, _SIDE / 2), radius, radius)


class Dust(QObject):
    """`opened` is handed the id of a memory."""

    def __init__(
        self, theme: Theme, sky: QWidget, above: QWidget, opened: Callable[[int], object]
    ) -> None:
        """`above` is the lowest of what lies over the dots."""
        super().__init__(sky)
        self._theme, self._sky, self._above, self._opened = theme, sky, above, opened
        self._specks: list[Speck] = []

    def show_memories(self, found: Sequence[LinkedMemory]) -> None:
        """The newest of them are the nearest; they stand nowhere until they are placed."""
        for speck in self._specks:
            speck.hide()
            speck.deleteLater()
        self._specks = [Speck(self._theme, one, self._sky) for one in found[:_MOST]]
        for speck, one in zip(self._specks, found, strict=False):
            speck.clicked.connect(partial(self._opened, one.id))
            speck.stackUnder(self._above)

    def place(self, centre: QPointF | None) -> None:
        """Around the star at `centre`, in px of the sky; None hides them."""
        for n, speck in enumerate(self._specks):
            speck.setVisible(centre is not None)
            if centre is not None:
                far, turn = _FIRST + _APART * sqrt(n), n * _TURN
                at = centre + QPointF(far * cos(turn), far * sin(turn))
                speck.move((at - QPointF(_SIDE / 2, _SIDE / 2)).toPoint())
