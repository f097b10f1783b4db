"""A part of a sky, with its own numbers of stars."""

from dataclasses import replace

import numpy as np

from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import NO_CLUSTER, Chart, Flags, Lines


def part_of(chart: Chart, there: Flags) -> tuple[Chart, list[int]]:
    """The stars that are `there`, with the lines between them and the clusters they are in; also
    which of the clusters those are."""
    counts = np.bincount(
        chart.cluster[there & (chart.cluster != NO_CLUSTER)], minlength=len(chart.clusters)
    )
    kept = np.flatnonzero(counts)
    number = np.cumsum(there) - 1
    renamed = np.full(len(chart.clusters) + 1, NO_CLUSTER, dtype=np.intp)
    renamed[kept] = np.arange(len(kept))  # the last one stays that of no cluster
    stars = tuple(star for star, is_there in zip(chart.stars, there, strict=True) if is_there)
    lines = []
    for one in chart.lines:
        both = there[one.ends].all(axis=1)
        lines.append(Lines(one.layer, number[one.ends[both]], one.strength[both], one.inside[both]))
    part = Chart(
        stars,
        chart.at[there],
        renamed[chart.cluster[there]],
        tuple(replace(chart.clusters[n], count=int(counts[n])) for n in kept),
        tuple(lines),
        chart.hollow[there],
        chart.pinned[there],
        {star.id: n for n, star in enumerate(stars)},
    )
    return part, kept.tolist()


def look_of_part(look: Appearance, there: Flags) -> Appearance:
    """How those stars look, and what their colours mean."""
    radius, colour = look.radius[there], look.colour[there]
    counted = [(value, n, int(np.count_nonzero(colour == n))) for value, n, _all in look.entries]
    return Appearance(radius, colour, tuple(entry for entry in counted if entry[2]))
