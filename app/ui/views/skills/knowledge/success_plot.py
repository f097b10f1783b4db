"""The plot of success: how the rate went, with what follows below which rate."""

from collections.abc import Sequence
from datetime import datetime

import pyqtgraph as pg
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from app.core.lifecycle.config import Procedural
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.knowledge.plots import DASHES, Plot
from app.ui.widgets.moments import date_words
from app.ui.widgets.percent import percent

MOST = 100
"""Invocations that are shown, the newest."""
ROOM = 0.14
"""Above 100 %, for words."""
BESIDE = 0.16
"""Of the width, at the right, for what the bounds mean."""

Rates = Sequence[tuple[datetime, float]]
Versions = Sequence[tuple[datetime, str]]


class SuccessPlot(Plot):
    """The rate over the last invocations after each of them, side by side however far apart."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._rates: Rates = ()
        self._settings = Procedural()
        self._versions: Versions = ()
        self._colour = "t3"
        super().__init__(theme, _("Success over time"), parent)

    def show_rates(
        self, rates: Rates, settings: Procedural, versions: Versions, colour: str
    ) -> None:
        """In the colour of a token, that of how it does now."""
        self._rates, self._settings = rates[-MOST:], settings
        self._versions, self._colour = versions, colour
        if rates:
            said = _("{percent} now, {least} at the lowest")
            least = min(rate for _at, rate in rates)
            self.setAccessibleDescription(
                said.format(percent=percent(rates[-1][1]), least=percent(least))
            )
        self._draw()

    def _draw(self) -> None:
        if not self._rates:
            return
        last = len(self._rates) - 1
        self._set_bounds(-0.5, max(last, 4) / (1 - BESIDE) + 0.5, 0, 1 + ROOM)
        self._set_axes()
        warn, fatal = self._settings.warn_below, self._settings.deprecate_below
        self._band(0, fatal, "err")
        self._band(fatal, warn, "warn")
        self._mark_at(self._marks(), 1 + ROOM)
        rates = [rate for _at, rate in self._rates]
        line = pg.PlotDataItem(
            range(len(rates)), rates, pen=self._pen(self._colour, 1.8), antialias=True
        )
        self.addItem(line)
        brush = self._theme.colour(self._colour)
        self.addItem(pg.ScatterPlotItem([last], [rates[-1]], size=8, pen=None, brush=brush))
        (_left, right), _y = self.getViewBox().viewRange()
        self._words(_("warn"), "warn", right, warn, (1.0, 1.0))
        self._words(_("deprecate"), "err", right, fatal, (1.0, 0.0))

    def _set_axes(self) -> None:
        """Percent at the left; below, when the first and the last were."""
        left, below = self.getAxis("left"), self.getAxis("bottom")
        left.setTicks([[(share, percent(share)) for share in (0.0, 0.5, 1.0)]])
        font = QFontMetrics(self._theme.font(11))
        left.setWidth(font.horizontalAdvance(percent(1)) + 10)
        last = len(self._rates) - 1
        days = {place: self._rates[place][0].astimezone().date() for place in (0, last)}
        if days[0] == days[last]:
            del days[0]
        below.setTicks([[(place, date_words(day)) for place, day in days.items()]])

    def _marks(self) -> dict[float, str]:
        """Each version before the first invocation that came after it."""
        found: dict[float, str] = {}
        for at, name in sorted(self._versions):
            place = next((n for n, (when, _rate) in enumerate(self._rates) if when >= at), None)
            if place is not None and self._rates[0][0] <= at:
                found[place - 0.5] = name
        return found

    def _band(self, low: float, high: float, token: str) -> None:
        band = pg.LinearRegionItem(
            (low, max(low, high)), "horizontal", movable=False,
            brush=self._theme.colour(f"{token}_soft"), pen=self._pen(token, 1, DASHES),
        )  # fmt: skip
        band.lines[0].hide()
        band.setZValue(-1)
        self.addItem(band)

    def _says_at(self, x: float) -> str:
        place = round(x)
        if not 0 <= place < len(self._rates):
            return ""
        at, rate = self._rates[place]
        return f"{date_words(at.astimezone().date())}\n{percent(rate)}"
