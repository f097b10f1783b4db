"""Where the stars are just now: where they belong, carried by a person, or on their way."""

from collections.abc import Set as AbstractSet

import numpy as np
from PySide6.QtCore import QPointF

from app.ui.views.constellation.chart import Chart, Floats, Indices


class StarPlaces:
    """`glided` is the part of the way that stars have behind them."""

    def __init__(self) -> None:
        self._carried: tuple[Indices, Floats] | None = None
        """The stars that are being dragged, and how far."""
        self._begun_at: Floats | None = None
        """Where the stars were that are on their way to their places."""
        self.glided = 1.0

    def at(self, chart: Chart) -> Floats:
        """The places of the stars of the chart that is shown."""
        at = chart.at
        if self._begun_at is not None:
            at = self._begun_at + (at - self._begun_at) * self.glided
        if self._carried is not None:
            stars, by = self._carried
            at = at.copy()
            at[stars] += by
        return at

    def before(self, shown: Chart | None, chart: Chart) -> Floats:
        """Where the stars of another chart are `shown`; those that are new, where they belong."""
        at = chart.at.copy()
        if shown is not None and len(shown.at):
            known = np.array([shown.index.get(star.id, -1) for star in chart.stars], dtype=np.intp)
            at[known >= 0] = self.at(shown)[known[known >= 0]]
        return at

    def carry(self, stars: AbstractSet[int], by: QPointF) -> None:
        """Have these so far (in scene units) from where they belong."""
        self._carried = (np.array(sorted(stars), dtype=np.intp), np.array([by.x(), by.y()]))

    def drop(self) -> None:
        """None is carried any more."""
        self._carried = None

    def set_out(self, begun_at: Floats) -> None:
        """They are on their way from there."""
        self._begun_at = begun_at

    def arrive(self) -> None:
        """They are where they belong."""
        self._begun_at = None
