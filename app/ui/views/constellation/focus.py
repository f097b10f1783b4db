"""What stands out in the sky. Public names: `Focus`, `Lit`, `flags_of`."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

import numpy as np

from app.core.constellation.layers import Layer
from app.ui.views.constellation.chart import Chart, Flags, Indices
from app.ui.views.constellation.painting.lines import Shown


@dataclass(frozen=True, slots=True)
class Focus:
    """What stands out: indices of stars.

    `matches` and `around` of None mean that nothing is searched for, and that no neighbourhood is
    looked at. `path` are stars in their order.
    """

    selected: int | None = None
    hovered: int | None = None
    matches: frozenset[int] | None = None
    chosen: frozenset[int] = frozenset()
    """Selected together."""
    around: frozenset[int] | None = None
    path: tuple[int, ...] = ()


@dataclass(slots=True)
class Lit:
    """What follows from the focus, worked out once and not for each frame."""

    stars: Flags | None = None
    there: Flags | None = None
    """Of each star whether it is shown at all; None if all are."""
    state: Indices = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    shown: Shown = field(default_factory=lambda: Shown(frozenset(Layer), None, None))


def flags_of(chart: Chart, stars: AbstractSet[int] | None) -> Flags | None:
    """Of each star of the chart whether it is one of these."""
    if stars is None:
        return None
    flags = np.zeros(len(chart.stars), dtype=bool)
    flags[list(stars)] = True
    return flags
