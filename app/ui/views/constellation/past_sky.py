"""The sky as it was: only the stars that existed, each where it stands today. `PastSky`."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QPainterPath

from app.core.constellation.timeline import Moment
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import NO_CLUSTER, Chart, Flags, Indices, Lines


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
        counts = np.bincount(
            chart.cluster[there & (chart.cluster != NO_CLUSTER)], minlength=len(chart.clusters)
        )
        kept = np.flatnonzero(counts)
        past = _only(chart, there, kept, counts)
        return cls(
            past,
            replace(look, radius=look.radius[there], colour=look.colour[there]),
            [hulls[n] for n in kept],
            frozenset(past.index[skill] for skill in moment.touched if skill in past.index),
            frozenset(np.flatnonzero(there).tolist()),
        )


def _only(chart: Chart, there: Flags, kept: Indices, counts: Indices) -> Chart:
    """Some stars, with the lines between them and the clusters they are in."""
    number = np.cumsum(there) - 1
    renamed = np.full(len(chart.clusters) + 1, NO_CLUSTER, dtype=np.intp)
    renamed[kept] = np.arange(len(kept))  # the last one stays that of no cluster
    stars = tuple(star for star, is_there in zip(chart.stars, there, strict=True) if is_there)
    lines = []
    for one in chart.lines:
        both = there[one.ends].all(axis=1)
        lines.append(Lines(one.layer, number[one.ends[both]], one.strength[both], one.inside[both]))
    return Chart(
        stars,
        chart.at[there],
        renamed[chart.cluster[there]],
        tuple(replace(chart.clusters[n], count=int(counts[n])) for n in kept),
        tuple(lines),
        chart.hollow[there],
        chart.pinned[there],
        {star.id: n for n, star in enumerate(stars)},
    )
