"""A picture of the sky, larger than what is seen, so that a pan only copies it."""

from math import isclose

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform

_ROUNDING = 1e-7
_MARGIN = 160
"""How far (px) the picture reaches beyond what is seen."""


class Picture:
    """`frame` is what the picture shows, in pixels of the view it was painted for."""

    def __init__(self) -> None:
        self.pixmap, self.frame = QPixmap(), QRectF()
        self.is_rough = False
        """It was painted while the sky moved."""
        self._transform = QTransform()
        self._is_valid = False

    def forget(self) -> None:
        """It shows what is no longer so."""
        self._is_valid = False

    def shift(self, transform: QTransform, view: QRectF, ratio: float) -> QPointF | None:
        """How far the picture has to be moved to show `view`; None if it does not."""
        old, new = self._transform, transform
        if not self._is_valid or self.pixmap.devicePixelRatio() != ratio:
            return None
        # A pan changes the scale by what rounding makes of it.
        if not isclose(old.m11(), new.m11(), rel_tol=_ROUNDING) or not isclose(
            old.m22(), new.m22(), rel_tol=_ROUNDING
        ):
            return None
        shift = QPointF(new.dx() - old.dx(), new.dy() - old.dy())
        return shift if self.frame.translated(shift).contains(view) else None

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
