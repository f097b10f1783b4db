"""A picture of the sky, larger than what is seen, so that a pan only copies it."""

from math import isclose

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform

_ROUNDING = 1e-7
_MARGIN = 160
"""How far (px) the picture reaches beyond what is seen."""
_STRETCHED = 1.15
"""How much larger or smaller than it was painted it may be shown for a moment."""


class Picture:
    """`frame` is what the picture shows, in pixels of the view it was painted for."""

    def __init__(self) -> None:
        self.pixmap, self.frame = QPixmap(), QRectF()
        self.is_rough = False
        """It was painted, or stretched, while the sky moved."""
        self._transform = QTransform()
        self._is_valid = False

    @property
    def is_valid(self) -> bool:
        """It shows what it was painted for, if perhaps not all of it."""
        return self._is_valid

    def forget(self) -> None:
        """It shows what is no longer so."""
        self._is_valid = False

    def placed(
        self, transform: QTransform, view: QRectF, ratio: float, *, moving: bool
    ) -> QRectF | None:
        """Where the picture has to be painted to show `view`; None if it does not.

        While the sky is `moving`, a zoom stretches it a little; then it is rough.
        """
        old, new = self._transform, transform
        if not self._is_valid or self.pixmap.devicePixelRatio() != ratio:
            return None
        grown = new.m11() / old.m11()
        # A pan changes the scale by what rounding makes of it.
        if isclose(grown, 1.0, rel_tol=_ROUNDING):
            place = self.frame.translated(new.dx() - old.dx(), new.dy() - old.dy())
        elif moving and 1 / _STRETCHED < grown < _STRETCHED:
            self.is_rough = True
            moved = QPointF(new.dx() - grown * old.dx(), new.dy() - grown * old.dy())
            place = QRectF(self.frame.topLeft() * grown + moved, self.frame.size() * grown)
        else:
            return None
        return place if place.contains(view) else None

    def begin(
        self, transform: QTransform, view: QRectF, ratio: float, ground: str, is_rough: bool
    ) -> QPainter:
        """A painter of a new picture on that ground, in the pixels of the view; to be ended."""
        self.frame = view.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        size = (self.frame.size() * ratio).toSize()
        if self.pixmap.size() != size:
            self.pixmap = QPixmap(size)
        self.pixmap.setDevicePixelRatio(ratio)
        # Without transparency it is copied, not blended.
        self.pixmap.fill(QColor(ground))
        self._transform, self._is_valid, self.is_rough = QTransform(transform), True, is_rough
        painter = QPainter(self.pixmap)
        painter.translate(-self.frame.topLeft())
        return painter
