"""The lines between the stars: what is seen of them, in opaque colours, one batch a layer."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.core.constellation.layers import Layer
from app.ui.theme.tokens import EdgeLook, Tokens, mix
from app.ui.views.constellation.chart import Chart, Flags, Floats, Indices, Lines
from app.ui.views.constellation.painting.dashes import dashed
from app.ui.views.constellation.painting.heads import paint_heads

_BUDGET, _INK = 4_000, 400_000.0
"""Lines, and pixels of them, painted while the sky moves: the strongest of those in view."""
_LONGEST = 1_200.0
"""What a line that leaves the view counts at most, in px."""
_SMOOTH = 12_000
"""More lines than this are not smoothed: it takes long, and cannot be seen."""
_POINTED = 400
"""More lines than this have no heads: nobody could tell them apart."""
_DASHED = 1_500
"""More lines of a layer than this are solid: it takes long, and cannot be seen."""
_SHORT = 1.5
"""A line shorter than this (px) is hidden by its stars."""
_CALM = 700.0
"""From so many lines in view on they are drawn the fainter the more there are."""
_FAINTEST = 0.22
_SLICE = 2_000
"""Lines that are painted at once, some ms of work."""
_STEPS = 12
"""Shades between the fullest and the faintest."""


Rows = Indices
"""Numbers of lines of one layer."""

_DIMMED = 0.45
"""What is left of lines beside those that stand out."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Which lines, and which of them stand out."""

    layers: AbstractSet[Layer]
    lit: Flags | None
    """Of each star whether it is not dimmed; None if none is."""
    focal: Indices | None
    """The stars whose own lines alone stand out."""
    path: AbstractSet[tuple[int, int]] = frozenset()
    """Pairs of stars, the smaller index first, whose lines stand out whatever else does."""
    alone: bool = False
    """Lines that do not stand out are not painted at all."""


class LinePainter:
    def __init__(self) -> None:
        self._array = PrimitiveArray(QLineF, 4)

    def paint(
        self,
        painter: QPainter,
        tokens: Tokens,
        chart: Chart,
        screen: Floats,
        radius: Floats,
        view: QRectF,
        shown: Shown,
        *,
        moving: bool,
    ) -> Iterator[None]:
        """`screen` and `radius` of the stars, `view` is what can be seen: all in pixels.

        A slice with each step, so that something else can be done between them.
        """
        seen = _seen(screen, view)
        layers = [lines for lines in chart.lines if lines.layer in shown.layers]
        parts = [(lines, _visible(lines, screen, seen)) for lines in layers]
        count = sum(len(rows) for _lines, rows in parts)
        share = (
            min(1.0, _BUDGET / max(count, 1), _INK / max(_ink(parts, screen), 1)) if moving else 1.0
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not moving and count < _SMOOTH)
        fade = max(_FAINTEST, min(1.0, (_CALM / max(count, 1)) ** 0.5))
        fade = round(fade * _STEPS) / _STEPS
        bright: list[tuple[EdgeLook, Floats, Floats]] = []
        for lines, seen_rows in parts:
            rows = seen_rows[: int(np.ceil(len(seen_rows) * share))]
            look = tokens.edges[lines.layer.spec.look]
            standing_out = _bright(lines, rows, shown)
            strength = fade * (_DIMMED if shown.lit is not None or shown.path else 1.0)
            rest = mix(look.rest, tokens.sky, max(strength, 0.16))
            plain = _ends(lines, rows[~standing_out][: 0 if shown.alone else None], screen)
            yield from self._draw(painter, plain, look, rest, moving=moving, wide=False)
            if standing_out.any():
                chosen = rows[standing_out]
                bright.append((look, _ends(lines, chosen, screen), radius[lines.ends[chosen, 1]]))
            elif not moving and count <= _POINTED and look.head:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                radii = radius[lines.ends[rows, 1]]
                paint_heads(painter, look.head, plain, radii, rest, tokens.sky)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for look, ends, radii in bright:
            yield from self._draw(painter, ends, look, look.highlighted, moving=moving, wide=True)
            if len(ends) <= _POINTED:
                paint_heads(painter, look.head, ends, radii, look.highlighted, tokens.sky)

    def _draw(
        self,
        painter: QPainter,
        ends: Floats,
        look: EdgeLook,
        colour: str,
        *,
        moving: bool,
        wide: bool,
    ) -> Iterator[None]:
        if look.dash and len(ends) <= (_POINTED if moving else _DASHED):
            ends = dashed(ends, look.dash)
        # A pen of exactly one pixel has a path of its own in Qt, many times as fast.
        painter.setPen(QPen(QColor(colour), max(look.width, 1.6) if wide else 1))
        for first in range(0, len(ends), _SLICE):
            some = ends[first : first + _SLICE]
            self._array.resize(len(some))
            self._array.ndarray()[:] = some
            painter.drawLines(*self._array.drawargs())
            yield


class PathPainter(LinePainter):
    """For drawings that are kept: one path for all lines of a layer that look alike, and a pen that
    knows their dashes. Slow on a screen, but a tenth of what single lines take in a file."""

    def _draw(
        self,
        painter: QPainter,
        ends: Floats,
        look: EdgeLook,
        colour: str,
        *,
        moving: bool,
        wide: bool,
    ) -> Iterator[None]:
        path = QPainterPath()
        for x1, y1, x2, y2 in ends.round(1).tolist():
            path.moveTo(x1, y1)
            path.lineTo(x2, y2)
        pen = QPen(QColor(colour), max(look.width, 1.6) if wide else 1)
        if look.dash:
            pen.setDashPattern([part / pen.widthF() for part in look.dash])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        yield


def _seen(screen: Floats, view: QRectF) -> tuple[Flags, Flags, Flags, Flags]:
    """Of each star whether it is left of, right of, above, below what can be seen."""
    x, y = screen[:, 0], screen[:, 1]
    return x < view.left(), x > view.right(), y < view.top(), y > view.bottom()


def _visible(lines: Lines, screen: Floats, outside: tuple[Flags, Flags, Flags, Flags]) -> Rows:
    """The rows of lines that may be seen: no line between two stars beyond the same edge."""
    one, other = lines.ends[:, 0], lines.ends[:, 1]
    hidden = np.zeros(len(one), dtype=bool)
    for side in outside:
        hidden |= side[one] & side[other]
    gap = np.abs(screen[one] - screen[other])
    hidden |= (gap[:, 0] < _SHORT) & (gap[:, 1] < _SHORT)
    return np.flatnonzero(~hidden)


def _ink(parts: Sequence[tuple[Lines, Rows]], screen: Floats) -> float:
    """How many pixels these lines are long, about."""
    total = 0.0
    for lines, rows in parts:
        one, other = lines.ends[rows].T
        length = np.abs(screen[one] - screen[other]).max(axis=1, initial=0)
        total += float(np.minimum(length, _LONGEST).sum())
    return total


def _bright(lines: Lines, rows: Rows, shown: Shown) -> Flags:
    """Which of these rows stand out."""
    ends = lines.ends[rows]
    if shown.path:
        return np.array([(min(p), max(p)) in shown.path for p in ends.tolist()], dtype=bool)
    if shown.lit is None:
        return np.zeros(len(rows), dtype=bool)
    found = np.asarray(shown.lit[ends].all(axis=1))
    if shown.focal is not None:
        found = found & np.isin(ends, shown.focal).any(axis=1)
    return found


def _ends(lines: Lines, rows: Rows, screen: Floats) -> Floats:
    chosen = lines.ends[rows]
    return np.hstack([screen[chosen[:, 0]], screen[chosen[:, 1]]])
