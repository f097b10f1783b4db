"""Dashed lines as many short ones: hundreds of times faster than a dashed pen. Pure numpy."""

import numpy as np

from app.ui.views.constellation.chart import Floats

_MOST = 40_000
"""Dashes in one picture; where more were needed, lines are solid."""


def dashed(ends: Floats, pattern: tuple[float, ...]) -> Floats:
    """The dashes of each row `x1, y1, x2, y2` in px; `pattern` is on, off, on, off … in px."""
    if not len(ends) or not pattern:
        return ends
    gap = ends[:, 2:] - ends[:, :2]
    length = np.hypot(gap[:, 0], gap[:, 1])
    period = sum(pattern)
    counts = np.ceil(length / period).astype(np.intp)
    if int(counts.sum()) * len(pattern) // 2 > _MOST:
        return ends
    line = np.repeat(np.arange(len(ends)), counts)
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])
    begin = (np.arange(len(line)) - first[line]) * period
    way = gap / np.maximum(length, 1e-9)[:, None]
    found, at = [], 0.0
    for on, off in zip(pattern[::2], pattern[1::2], strict=True):
        start, stop = begin + at, np.minimum(begin + at + on, length[line])
        seen = start < length[line]
        chosen = line[seen]
        origin = ends[chosen, :2]
        found.append(
            np.hstack(
                [
                    origin + way[chosen] * start[seen, None],
                    origin + way[chosen] * stop[seen, None],
                ]
            )
        )
        at += on + off
    return np.vstack(found)
