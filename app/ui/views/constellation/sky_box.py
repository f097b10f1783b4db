"""The part of the scene that is in view, which never loses all stars by zooming."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF

from app.ui.views.constellation.chart import Floats

_FARTHEST = 3.0
"""Zooming out ends where the whole sky is the third part of the view."""


class SkyBox(pg.ViewBox):  # type: ignore[misc]
    """`at` are the places of the stars in the scene."""

    def __init__(self) -> None:
        super().__init__(enableMenu=False, lockAspect=1.0)
        self.at: Floats = np.empty((0, 2))

    def scaleBy(
        self,
        s: Sequence[float | None] | None = None,
        center: QPointF | None = None,
        x: float | None = None,
        y: float | None = None,
    ) -> None:
        factors = [one for one in (*(s or ()), x, y) if one is not None]
        if not len(self.at) or not factors:
            return
        factor, seen = factors[0], self.viewRect()
        if factor > 1:
            wide, high = np.maximum(np.ptp(self.at, axis=0), 1.0).tolist()
            most = _FARTHEST * max(wide / seen.width(), high / seen.height())
            factor = min(factor, max(most, 1.0))
        middle = QPointF(center) if center is not None else seen.center()
        if not self._has_stars(factor, middle):
            near = np.argmin(np.hypot(*(self.at - (middle.x(), middle.y())).T))
            middle = QPointF(*self.at[near])
        super().scaleBy((factor, factor), middle)

    def _has_stars(self, factor: float, middle: QPointF) -> bool:
        """Whether a star is in view once it is scaled."""
        seen = self.viewRect()
        low = np.array([seen.left(), seen.top()])
        high = np.array([seen.right(), seen.bottom()])
        centre = np.array([middle.x(), middle.y()])
        low, high = centre + (low - centre) * factor, centre + (high - centre) * factor
        return bool(((self.at >= low) & (self.at <= high)).all(axis=1).any())
