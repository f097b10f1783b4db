"""Which stars and lines stand out, by what is selected and looked for. Pure."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import numpy as np

from app.core.constellation.layers import Layer
from app.ui.views.constellation.chart import Chart, Flags, Indices
from app.ui.views.constellation.focus import Focus
from app.ui.views.constellation.painting.lines import Shown
from app.ui.views.constellation.painting.sprites import FADED, HOLLOW, PLAIN


@dataclass(slots=True)
class Lit:
    """What follows from the focus, worked out once and not for each frame."""

    stars: Flags | None = None
    there: Flags | None = None
    """Of each star whether it is shown at all; None if all are."""
    state: Indices = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    hits: Indices = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    """The matches that stand out."""
    shown: Shown = field(default_factory=lambda: Shown(frozenset(Layer), None, None))


def light(chart: Chart, focus: Focus, layers: frozenset[Layer]) -> Lit:
    stars = _flags(chart, _standing_out(chart, focus, layers))
    state = np.where(chart.hollow, HOLLOW, PLAIN)
    if stars is not None:
        state = state + np.where(stars, 0, FADED)
    path = frozenset(
        (min(pair), max(pair)) for pair in zip(focus.path, focus.path[1:], strict=False)
    )
    there = _flags(chart, focus.around if not focus.path else None)
    hits = np.array(sorted(focus.standing_out or ()), dtype=np.intp)
    ends = _joined(chart, focus, layers, stars)
    lines = Shown(layers, ends, _leading(focus), path, alone=there is not None)
    return Lit(stars, there, state, hits, lines)


def _flags(chart: Chart, stars: AbstractSet[int] | None) -> Flags | None:
    """Of each star of the chart whether it is one of these."""
    if stars is None:
        return None
    flags = np.zeros(len(chart.stars), dtype=bool)
    flags[list(stars)] = True
    return flags


def _standing_out(chart: Chart, focus: Focus, layers: frozenset[Layer]) -> AbstractSet[int] | None:
    """The stars that are not dimmed, None if none is."""
    if focus.path:
        return set(focus.path)
    if focus.around is not None:
        return focus.around  # all of it: of a search the rings tell
    if focus.touched is not None:
        return focus.touched | {star for star in (focus.focal,) if star is not None}
    if focus.standing_out is not None:
        return focus.standing_out
    if focus.focal is not None:
        return chart.around(focus.focal, layers) | focus.chosen
    return focus.chosen or None


def _leading(focus: Focus) -> Indices | None:
    """The stars whose lines alone stand out: one that is looked at, or the first hits."""
    if focus.around is not None:
        return None
    if focus.ranked:
        return np.array(focus.leading, dtype=np.intp)
    if focus.focal is None or focus.matches is not None:
        return None
    return np.array([focus.focal], dtype=np.intp)


def _joined(
    chart: Chart, focus: Focus, layers: frozenset[Layer], stars: Flags | None
) -> Flags | None:
    """The stars between which lines stand out; those of a hit that is chosen lead to all others."""
    leading = focus.leading
    if stars is None or focus.around is not None or not focus.ranked or len(leading) != 1:
        return stars
    around = _flags(chart, chart.around(leading[0], layers))
    return stars if around is None else stars | around
