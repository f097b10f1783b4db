"""The sky as it was: only the stars that existed, each where it stands today. `PastSky`."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QPainterPath

from app.core.constellation.timeline import Moment
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.part import look_of_part, part_of


@dataclass(frozen=True, slots=True)
class PastSky:
    """A chart of its own, with its look and hulls; `glowing` are stars of it, `there` those of
    today's chart that it has."""

    chart: Chart
    look: Appearance
    hulls: list[QPainterPath]
    glowing: frozenset[int]
    there: frozenset[int]

    @classmethod
    def of(
        cls, chart: Chart, look: Appearance, hulls: list[QPainterPath], moment: Moment
    ) -> "PastSky":
        there = np.array([star.id in moment.existing for star in chart.stars], dtype=bool)
        past, kept = part_of(chart, there)
        return cls(
            past,
            look_of_part(look, there),
            [hulls[n] for n in kept],
            frozenset(past.index[skill] for skill in moment.touched if skill in past.index),
            frozenset(np.flatnonzero(there).tolist()),
        )
