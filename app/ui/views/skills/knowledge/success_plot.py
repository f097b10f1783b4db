"""The plot of success over time, with what follows below which rate."""

from collections.abc import Sequence
from datetime import date, datetime

import pyqtgraph as pg
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from app.core.lifecycle.config import Procedural
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.knowledge.plots import DASHES, Mark, Plot
from app.ui.widgets.moments import date_words
from app.ui.widgets.percent import percent

DAY = 86_400
WEEK = 6
"""Days that are shown at least."""
ROOM = 0.14
"""Above 100 %, for words."""

Rates = Sequence[tuple[datetime, float]]


class SuccessPlot(Plot):
    """The rate over the last invocations after each of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._rates: Rates = ()
        self._settings = Procedural()
        self._marks: Sequence[Mark] = ()
        self._today = date.min
        self._colour = "t3"
        super().__init__(theme, _("Success over time"), parent)

    def show_rates(
        self, rates: Rates, settings: Procedural, marks: Sequence[Mark], today: date, colour: str
    ) -> None:
        """In the colour of a token, that of how it does now."""
        self._rates, self._settings, self._marks = rates, settings, marks
        self._today, self._colour = today, colour
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
        earliest = self._rates[0][0].astimezone().date()
        first = min(earliest, date.fromordinal(self._today.toordinal() - WEEK))
        self._set_up(first, self._today, 0, 1 + ROOM)
        axis = self.getAxis("left")
        axis.setTicks([[(share, percent(share)) for share in (0.0, 0.5, 1.0)]])
        font = QFontMetrics(self._theme.font(11))
        axis.setWidth(font.horizontalAdvance(percent(1)) + 10)
        warn, fatal = self._settings.warn_below, self._settings.deprecate_below
        self._band(0, fatal, "err")
        self._band(fatal, warn, "warn")
        self._mark(self._marks, 1 + ROOM)
        places = [_place(at) for at, _rate in self._rates]
        rates = [rate for _at, rate in self._rates]
        line = pg.PlotDataItem(
            places, rates, pen=self._pen(self._colour, 1.8), stepMode="right", antialias=True
        )
        self.addItem(line)
        brush = self._theme.colour(self._colour)
        self.addItem(pg.ScatterPlotItem([places[-1]], [rates[-1]], size=8, pen=None, brush=brush))
        left = self._today.toordinal() + 0.6
        self._words(_("warn"), "warn", left, warn, (1.0, 0.5), ground="warn_soft")
        self._words(_("deprecate"), "err", left, fatal, (1.0, 0.5), ground="err_soft")

    def _band(self, low: float, high: float, token: str) -> None:
        band = pg.LinearRegionItem(
            (low, max(low, high)), "horizontal", movable=False,
            brush=self._theme.colour(f"{token}_soft"), pen=self._pen(token, 1, DASHES),
        )  # fmt: skip
        band.lines[0].hide()
        band.setZValue(-1)
        self.addItem(band)

    def _says(self, day: date) -> str:
        found = [rate for at, rate in self._rates if at.astimezone().date() <= day]
        if not found or day > self._today:
            return ""
        return f"{date_words(day)}\n{percent(found[-1])}"


def _place(at: datetime) -> float:
    """Days from the beginning of the calendar, with the time of the day; at noon a day is whole."""
    here = at.astimezone()
    seconds = here.hour * 3600 + here.minute * 60 + here.second
    return here.date().toordinal() + seconds / DAY - 0.5
