"""The painted sky: one graphics item that hands whole arrays to Qt."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.core.library.record import Status
from app.ui.theme.theme import Theme
from app.ui.theme.tokens import mix
from app.ui.views.constellation.chart import Chart, Floats
from app.ui.views.constellation.labels import Labels
from app.ui.views.constellation.sprites import CORE, Sprites

_REACH = 14.0
"""How near (px) the pointer must come to a star."""
_POINTED = 500
"""More lines than this have no heads: nobody could tell them apart."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What stands out: indices of stars. `matches` of None means nothing is searched for."""

    selected: int | None = None
    hovered: int | None = None
    matches: frozenset[int] | None = None


class SkyItem(pg.GraphicsObject):  # type: ignore[misc]
    """Paints a `Chart` in screen pixels; nothing happens unless something changed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chart: Chart | None = None
        self._focus = Focus()
        self._hulls: list[QPainterPath] = []
        self._lines = PrimitiveArray(QLineF, 4)
        self._stars = PrimitiveArray(QPainter.PixmapFragment, 10)
        self._sprites: Sprites | None = None
        self._labels = Labels(theme)
        self._screen: Floats = np.empty((0, 2))
        theme.changed.connect(self._forget_pictures)

    def show_chart(self, chart: Chart, hulls: list[QPainterPath]) -> None:
        """`hulls` are those of the chart."""
        self.prepareGeometryChange()
        self._chart, self._focus, self._hulls = chart, Focus(), hulls
        self.informViewBoundsChanged()
        self.update()

    def update_chart(self, chart: Chart) -> None:
        """One that looks like the one before; nothing is painted."""
        self._chart = chart

    def set_focus(self, focus: Focus) -> None:
        if focus != self._focus:
            self._focus = focus
            self.update()

    def star_near(self, scene: QPointF) -> int | None:
        """The index of the star under a point of the scene, within a finger's reach."""
        if self._chart is None or not len(self._screen):
            return None
        x, y = scene.x(), scene.y()
        distance = np.hypot(self._screen[:, 0] - x, self._screen[:, 1] - y)
        distance -= self._chart.radius
        nearest = int(np.argmin(distance))
        return nearest if distance[nearest] <= _REACH / 2 else None

    def screen_position(self, star: int) -> QPointF:
        """Where a star was painted last, in scene pixels."""
        return QPointF(*self._screen[star]) if len(self._screen) > star else QPointF()

    def _forget_pictures(self) -> None:
        self._sprites = None
        self._labels.forget()
        self.update()

    # Painting, back to front

    def _paint(self, painter: QPainter, transform: QTransform, view: QRectF, ratio: float) -> None:
        chart = self._chart
        assert chart is not None
        self._screen = _mapped(chart.at, transform)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_hulls(painter, chart, transform)
        lit = self._lit(chart)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(chart.calls) < 4_000)
        self._paint_calls(painter, chart, lit)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_stars(painter, chart, lit, ratio)
        self._paint_rings(painter, chart)
        names = [transform.mapRect(path.boundingRect()) for path in self._hulls]
        first = {n for n in (self._focus.selected, self._focus.hovered) if n is not None}
        self._labels.paint(painter, view, chart, self._screen, names, lit, first, ratio)

    def _lit(self, chart: Chart) -> set[int] | None:
        """The stars that are not dimmed, None if none is."""
        if self._focus.matches is not None:
            return set(self._focus.matches)
        focal = self._focus.hovered if self._focus.hovered is not None else self._focus.selected
        return chart.around(focal) if focal is not None else None

    def _paint_hulls(self, painter: QPainter, chart: Chart, transform: QTransform) -> None:
        for number, path in enumerate(self._hulls):
            colour = QColor(self._theme.tokens.cluster(number))
            fill, outline = QColor(colour), QColor(colour)
            fill.setAlphaF(0.05)
            outline.setAlphaF(0.17)
            painter.setPen(QPen(outline, 1))
            painter.setBrush(fill)
            painter.drawPath(transform.map(path))

    def _paint_calls(self, painter: QPainter, chart: Chart, lit: set[int] | None) -> None:
        if not len(chart.calls):
            return
        edge = self._theme.tokens.edges["calls"]
        ends = np.hstack([self._screen[chart.calls[:, 0]], self._screen[chart.calls[:, 1]]])
        if lit is None:
            self._draw_lines(painter, ends, QPen(QColor(edge.rest), edge.width))
            return
        bright = np.isin(chart.calls, list(lit)).all(axis=1)
        if (focal := self._focal()) is not None and self._focus.matches is None:
            bright &= (chart.calls == focal).any(axis=1)
        dim = QColor(mix(edge.rest, self._theme.tokens.sky, 0.35))
        self._draw_lines(painter, ends[~bright], QPen(dim, edge.width))
        self._draw_lines(painter, ends[bright], QPen(QColor(edge.highlighted), 1.6))
        if np.count_nonzero(bright) > _POINTED:
            return
        radii = chart.radius[chart.calls[bright, 1]]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(edge.highlighted))
        for line, radius in zip(ends[bright], radii, strict=True):
            painter.drawPolygon(_arrowhead(line, float(radius)))

    def _focal(self) -> int | None:
        return self._focus.hovered if self._focus.hovered is not None else self._focus.selected

    def _draw_lines(self, painter: QPainter, ends: Floats, pen: QPen) -> None:
        if len(ends):
            self._lines.resize(len(ends))
            self._lines.ndarray()[:] = ends
            painter.setPen(pen)
            painter.drawLines(*self._lines.drawargs())

    def _paint_stars(
        self, painter: QPainter, chart: Chart, lit: set[int] | None, ratio: float
    ) -> None:
        tokens = self._theme.tokens
        if self._sprites is None or self._sprites.ratio != ratio:
            self._sprites = Sprites(tokens.clusters, tokens.sky, ratio)
        side = self._sprites.side
        row = np.full(len(chart.stars), Sprites.PLAIN)
        row[[s.status is not Status.ACTIVE for s in chart.stars]] = Sprites.HOLLOW
        if lit is not None:
            dimmed = np.ones(len(row), dtype=bool)
            dimmed[list(lit)] = False
            row[dimmed] = Sprites.FADED
        self._stars.resize(len(chart.stars))
        fragment = self._stars.ndarray()
        scale = chart.radius / CORE / ratio
        fragment[:, 0:2] = self._screen
        fragment[:, 2] = chart.cluster % len(tokens.clusters) * side
        fragment[:, 3] = row * side
        fragment[:, 4:6] = side
        fragment[:, 6] = fragment[:, 7] = scale
        fragment[:, 8] = 0
        fragment[:, 9] = 1
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        first, count = self._stars.drawargs()
        painter.drawPixmapFragments(first, count, self._sprites.pixmap)

    def _paint_rings(self, painter: QPainter, chart: Chart) -> None:
        tokens = self._theme.tokens
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for star in self._focus.matches or ():
            self._ring(painter, chart, star, tokens.warn, 4)
        if self._focus.hovered is not None:
            self._ring(painter, chart, self._focus.hovered, tokens.acc, 4)
        if self._focus.selected is not None:
            self._ring(painter, chart, self._focus.selected, tokens.t1, 4)
            self._ring(painter, chart, self._focus.selected, tokens.acc_line, 7)

    def _ring(self, painter: QPainter, chart: Chart, star: int, colour: str, gap: int) -> None:
        radius = float(chart.radius[star]) + gap
        painter.setPen(QPen(QColor(colour), 1.6))
        painter.drawEllipse(QPointF(*self._screen[star]), radius, radius)

    # Qt

    def boundingRect(self) -> QRectF:
        if self._chart is None or not len(self._chart.at):
            return QRectF()
        low, high = self._chart.at.min(axis=0) - 60, self._chart.at.max(axis=0) + 60
        return QRectF(low[0], low[1], high[0] - low[0], high[1] - low[1])

    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._chart is None or not len(self._chart.at):
            return
        transform = self.sceneTransform()
        painter.save()
        painter.resetTransform()
        ratio = painter.device().devicePixelRatioF()
        view = QRectF(widget.rect()) if widget is not None else QRectF(painter.viewport())
        self._paint(painter, transform, view, ratio)
        painter.restore()


def _mapped(at: Floats, transform: QTransform) -> Floats:
    return np.column_stack(
        [
            at[:, 0] * transform.m11() + at[:, 1] * transform.m21() + transform.dx(),
            at[:, 0] * transform.m12() + at[:, 1] * transform.m22() + transform.dy(),
        ]
    )


def _arrowhead(line: Floats, radius: float) -> QPolygonF:
    """A small triangle where the line touches the star it leads to."""
    start, end = line[:2], line[2:]
    length = float(np.hypot(*(end - start))) or 1.0
    way = (end - start) / length
    tip, side = end - way * (radius + 2), np.array([-way[1], way[0]])
    back = tip - way * 7
    return QPolygonF([QPointF(*p) for p in (tip, back + side * 3, back - side * 3)])
