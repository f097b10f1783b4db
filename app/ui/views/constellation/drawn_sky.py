"""Everything about the sky that takes long to work out, so that a job does. `DrawnSky`."""

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtGui import QPainterPath

from app.core.constellation.sky import Sky
from app.ui.views.constellation.appearance import Appearance, ColourBy, SizeBy, appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.painting.hulls import hulls
from app.ui.views.constellation.table import Rows, table_rows


@dataclass(frozen=True, slots=True)
class DrawnSky:
    """A sky, and what is painted and listed of it."""

    sky: Sky
    chart: Chart
    look: Appearance
    hulls: list[QPainterPath]
    rows: Rows
    is_alike: bool
    """The same picture was shown before."""

    @classmethod
    def of(
        cls,
        sky: Sky,
        shown: "DrawnSky | None",
        colour_by: ColourBy,
        size_by: SizeBy,
        now: datetime,
    ) -> "DrawnSky":
        """`shown` is the one before, of which what is still so is taken over."""
        chart = Chart.of(sky)
        look = appearance(chart, colour_by, size_by, now)
        before = shown.chart if shown is not None else None
        if shown is not None and chart.stands_like(shown.chart):
            around = shown.hulls
        else:
            around = hulls(chart)
        return cls(sky, chart, look, around, table_rows(chart), chart.looks_like(before))

    @classmethod
    def first(cls, colour_by: ColourBy, size_by: SizeBy, now: datetime, sky: Sky) -> "DrawnSky":
        """Only the stars, which is quick: no hulls and no rows."""
        chart = Chart.of(sky)
        return cls(sky, chart, appearance(chart, colour_by, size_by, now), [], (), is_alike=False)
