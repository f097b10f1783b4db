"""From where the sky is seen, and what follows from it for the stars."""

from typing import NamedTuple, Self

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from app.ui.views.constellation.chart import Floats

_SMALLEST = 0.3
_LARGEST = 1.5
"""How small and large stars get, of their size at 100 %, however far or near the sky is."""
_GROWTH = 0.55
"""The power of the zoom with which stars grow."""


class Stand(NamedTuple):
    """`screen` and `radius` are those of the stars, in px; `ratio` the pixels of the screen for
    one of the view. While the sky is `moving`, less is painted."""

    transform: QTransform
    view: QRectF
    ratio: float
    zoom: float
    screen: Floats
    radius: Floats
    moving: bool

    @classmethod
    def of(
        cls,
        transform: QTransform,
        view: QRectF,
        ratio: float,
        at: Floats,
        radius: Floats,
        *,
        moving: bool,
    ) -> Self:
        """Of stars `at` these places of the scene, and of this size at 100 %."""
        zoom = float(np.hypot(transform.m11(), transform.m12()))
        seen = radius * float(np.clip(zoom**_GROWTH, _SMALLEST, _LARGEST))
        return cls(transform, view, ratio, zoom, mapped(at, transform), seen, moving)


def mapped(at: Floats, transform: QTransform) -> Floats:
    """Places of the scene in px."""
    return np.column_stack(
        [
            at[:, 0] * transform.m11() + at[:, 1] * transform.m21() + transform.dx(),
            at[:, 0] * transform.m12() + at[:, 1] * transform.m22() + transform.dy(),
        ]
    )
