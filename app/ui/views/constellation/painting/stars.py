"""Painting of the stars: one sprite each, handed to Qt as one array, and rays for bright ones."""

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.lighting import Lit
from app.ui.views.constellation.painting.marks import BRIGHT, paint_rays
from app.ui.views.constellation.painting.sprites import Sprites
from app.ui.views.constellation.painting.stand import Stand

_GLOWING = 1_500
"""More stars than this in view have no glow: it would be a fog."""
_MARGIN = 30.0
"""Stars that far (px) outside of what is seen are painted as well, for their glow."""


class StarPainter:
    """Keeps its sprites from one picture to the next."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._stars = PrimitiveArray(QPainter.PixmapFragment, 10)
        self._sprites: dict[bool, Sprites] = {}

    def forget(self) -> None:
        """The colours are others now."""
        self._sprites.clear()

    def paint(
        self,
        painter: QPainter,
        chart: Chart,
        look: Appearance,
        lit: Lit,
        stand: Stand,
        frame: QRectF,
    ) -> None:
        """Those that are shown in the frame."""
        near = frame.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        screen, radius, ratio = stand.screen, stand.radius, stand.ratio
        x, y = screen[:, 0], screen[:, 1]
        seen = (x >= near.left()) & (x <= near.right()) & (y >= near.top()) & (y <= near.bottom())
        chosen = np.flatnonzero(seen)
        if not len(chosen):
            return
        if lit.there is not None:
            chosen = chosen[lit.there[chosen]]
        if lit.stars is not None:
            # Dimmed stars behind those that stand out.
            chosen = chosen[np.argsort(lit.stars[chosen], kind="stable")]
        sprites = self._sprites_for(ratio, len(chosen) <= _GLOWING)
        self._stars.resize(len(chosen))
        sprites.fragments(
            self._stars.ndarray(), screen[chosen], radius[chosen],
            look.colour[chosen], lit.state[chosen],
        )  # fmt: skip
        if len(chosen) <= _GLOWING:
            bright = look.radius[chosen] >= BRIGHT
            if lit.stars is not None:
                bright &= lit.stars[chosen]
            rayed = chosen[bright & ~chart.hollow[chosen]]
            paint_rays(painter, self._theme, rayed, look.colour, screen, radius)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, ratio != 1)
        first, count = self._stars.drawargs()
        painter.drawPixmapFragments(first, count, sprites.pixmap)

    def _sprites_for(self, ratio: float, glow: bool) -> Sprites:
        found = self._sprites.get(glow)
        if found is None or found.ratio != ratio:
            tokens = self._theme.tokens
            found = Sprites((*tokens.clusters, tokens.t3), tokens.sky, ratio, glow=glow)
            self._sprites[glow] = found
        return found
