"""The painted sky: one graphics item that hands whole arrays to Qt."""

import time
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QTimer
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.core.constellation.layers import Layer
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import Chart, Floats
from app.ui.views.constellation.focus import MOST_LIT, Focus
from app.ui.views.constellation.lighting import Lit, light
from app.ui.views.constellation.painting.hulls import Change, paint_hulls
from app.ui.views.constellation.painting.labels import NO_RINGS, Labels
from app.ui.views.constellation.painting.lines import LinePainter
from app.ui.views.constellation.painting.marks import (
    paint_pins,
    paint_rings,
    ringed,
)
from app.ui.views.constellation.painting.name_places import box_around
from app.ui.views.constellation.painting.picture import Picture
from app.ui.views.constellation.painting.stand import Stand
from app.ui.views.constellation.painting.stars import StarPainter
from app.ui.views.constellation.star_places import StarPlaces

_REACH = 14.0
"""How near (px) the pointer must come to a star."""
_ZOOM_STEP = 0.3
"""Powers of two; with each such step the names are chosen anew."""
_SAME = 0.5
"""Scene units that nobody sees a star move."""
_CROWD = 1_000
"""Of so many stars one that moves is not worth painting all of them on its way."""
_AROUND = 60.0
"""Scene units around the outermost stars."""
_SLICE = 0.004
"""Seconds of painting beside what is shown, after which the window may do something else."""


class SkyItem(pg.GraphicsObject):  # type: ignore[misc]
    """Paints a `Chart` in screen pixels; nothing happens unless something changed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chart: Chart | None = None
        self._look: Appearance | None = None
        self._focus, self._layers = Focus(), frozenset(Layer)
        self._lit = Lit()
        self._hulls: list[QPainterPath] = []
        self._bounds = QRectF()
        self._hulls_shown = True
        self._lines = LinePainter()
        self._stars = StarPainter(theme)
        self._labels = Labels(theme)
        self._named_at: float | None = None
        self._picture, self._following = Picture(), Picture()
        self._stand: Stand | None = None
        self._slices: Iterator[None] = iter(())
        """What is left to be painted of the following picture."""
        self._beside = QTimer(self, interval=0)
        self._beside.timeout.connect(self._paint_some)
        self._right = 0
        self._taken: tuple[QRectF, ...] = ()
        """What lies over the sky, where names could not be read."""
        self._ring = 0.0
        """How far (px) around the selected star something stands."""
        self._screen: Floats = np.empty((0, 2))
        self._radius: Floats = np.empty(0)
        self._moving = False
        self._places = StarPlaces()
        self._change = Change()
        theme.changed.connect(self._forget_pictures)

    def show_chart(
        self, chart: Chart, look: Appearance, hulls: list[QPainterPath], focus: Focus
    ) -> bool:
        """`look`, `hulls` and `focus` are those of the chart. Whether stars have to move to their
        places now; where they have not, the picture of before stays until the new one is there."""
        self.prepareGeometryChange()
        begun_at = self._places.before(self._chart, chart)
        clusters = self._chart.clusters if self._chart is not None else ()
        before = {one.number: hull for one, hull in zip(clusters, self._hulls, strict=False)}
        self._places.drop()
        self._chart, self._look, self._hulls = chart, look, hulls
        self._bounds = QRectF()
        if len(chart.at):
            low, high = chart.at.min(axis=0) - _AROUND, chart.at.max(axis=0) + _AROUND
            self._bounds = QRectF(QPointF(*low), QPointF(*high))
        self._labels.forget()
        self.informViewBoundsChanged()
        self._focus = focus
        self._light()
        far = np.abs(begun_at - chart.at).max(axis=1, initial=0) > _SAME
        if np.count_nonzero(far) <= len(chart.at) // _CROWD:
            self._arrive()
            self._renew()
            return False
        self._places.set_out(begun_at)
        self._change = Change.between(before, chart.clusters, hulls)
        self.paint_anew()
        return True

    def glide(self, part: float) -> None:
        """Show the stars after that part of their way to where they belong; after 1 they stay."""
        self._places.glided = part
        if part >= 1:
            self._arrive()
        self.paint_anew()

    def _arrive(self) -> None:
        self._places.arrive()
        self._change = Change()

    def update_chart(self, chart: Chart) -> None:
        """One that looks like the one before; nothing is painted."""
        self._chart = chart

    def leave_free(self, right: int, taken: tuple[QRectF, ...]) -> None:
        """So many px at the right, and these places in px, have no names."""
        if (right, taken) != (self._right, self._taken):
            self._right, self._taken = right, taken
            self.paint_anew()

    def leave_ring(self, reach: float) -> None:
        """So far (px) around the selected star there are no names."""
        if reach != self._ring:
            self._ring = reach
            self.paint_anew()

    def drag(self, stars: AbstractSet[int], by: QPointF) -> None:
        """Show these stars so far (in scene units) from where they belong."""
        if self._chart is not None:
            self._places.carry(stars, by)
            self.paint_anew()

    def largest_of(self, cluster: int) -> int | None:
        """The most visible star of a cluster."""
        if self._chart is None or self._look is None:
            return None
        members = np.flatnonzero(self._chart.cluster == cluster)
        return int(members[np.argmax(self._look.radius[members])]) if len(members) else None

    def set_look(self, look: Appearance, *, with_hulls: bool) -> None:
        """Other sizes and colours; hulls belong to the colours of clusters."""
        if look is not self._look or with_hulls != self._hulls_shown:
            self._look, self._hulls_shown = look, with_hulls
            self.paint_anew()

    def set_layers(self, layers: AbstractSet[Layer]) -> None:
        self._layers = frozenset(layers)
        self._relight()

    def set_focus(self, focus: Focus) -> None:
        if focus != self._focus:
            self._focus = focus
            self._relight()

    def set_moving(self, moving: bool) -> None:
        """While the sky moves, only the strongest lines are painted, and none is smoothed."""
        if moving != self._moving:
            self._moving = moving
            if not moving and self._picture.is_rough:
                self.paint_anew()

    def star_near(self, scene: QPointF) -> int | None:
        """The index of the star under a point of the scene, within a finger's reach."""
        if self._chart is None or not len(self._screen):
            return None
        x, y = scene.x(), scene.y()
        distance = np.hypot(self._screen[:, 0] - x, self._screen[:, 1] - y) - self._radius
        nearest = int(np.argmin(distance))
        return nearest if distance[nearest] <= _REACH / 2 else None

    def stars_in(self, outline: QPainterPath) -> list[int]:
        """The stars inside an outline in scene pixels."""
        box = outline.boundingRect()
        x, y = self._screen[:, 0], self._screen[:, 1]
        near = (x >= box.left()) & (x <= box.right()) & (y >= box.top()) & (y <= box.bottom())
        return [
            n for n in np.flatnonzero(near).tolist() if outline.contains(QPointF(*self._screen[n]))
        ]

    def screen_position(self, star: int) -> QPointF:
        """Where a star was painted last, in scene pixels."""
        return QPointF(*self._screen[star]) if len(self._screen) > star else QPointF()

    def _forget_pictures(self) -> None:
        self._stars.forget()
        self._labels.forget()
        self.paint_anew()

    def _relight(self) -> None:
        self._light()
        self.paint_anew()

    def _light(self) -> None:
        """Work out what stands out."""
        if self._chart is not None:
            self._lit = light(self._chart, self._focus, self._layers)

    def paint_anew(self) -> None:
        """All of it at once, with the names for which there is room now."""
        self._stop_beside()
        self._named_at = None
        self._picture.forget()
        self.update()

    def _renew(self) -> None:
        """Paint all of it beside what is shown, some ms at a time, and then show that."""
        before = self._stand
        is_shown = before is not None and self._picture.is_valid and not self._moving
        if before is None or not is_shown or self._chart is None or not self._chart.stars:
            self.paint_anew()
            return
        self._stop_beside()
        self._named_at = None
        stand = self._stand_at(before.transform, before.view, before.ratio)
        self._screen, self._radius = stand.screen, stand.radius
        self._slices = self._painted(self._following, stand)
        self._beside.start()

    def _paint_some(self) -> None:
        begun = time.perf_counter()
        for _slice in self._slices:
            if time.perf_counter() - begun > _SLICE:
                return
        self._stop_beside()
        self._picture, self._following = self._following, Picture()
        self.update()

    def _stop_beside(self) -> None:
        self._beside.stop()
        self._slices = iter(())

    # Painting, back to front

    def _paint(self, painter: QPainter, transform: QTransform, view: QRectF, ratio: float) -> None:
        """The picture, moved to where it belongs by now, and what is not in it.

        It is larger than what is seen, so that most moves only copy it.
        """
        self._stand = stand = self._stand_at(transform, view, ratio)
        self._screen, self._radius = stand.screen, stand.radius
        place = self._picture.placed(transform, view, ratio, moving=self._moving)
        if place is None:
            self._stop_beside()
            for _slice in self._painted(self._picture, stand):
                pass
            place = self._picture.frame
        if place.size() == self._picture.frame.size():
            painter.drawPixmap(place.topLeft(), self._picture.pixmap)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(place, self._picture.pixmap, QRectF(self._picture.pixmap.rect()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_rings(
            painter, self._theme, self._focus, self._lit.hits, self._screen, self._radius, view
        )

    def _stand_at(self, transform: QTransform, view: QRectF, ratio: float) -> Stand:
        chart, look = self._chart, self._look
        assert chart is not None and look is not None
        at = self._places.at(chart)
        return Stand.of(transform, view, ratio, at, look.radius, moving=self._moving)

    def _painted(self, picture: Picture, stand: Stand) -> Iterator[None]:
        """Everything that moves with the stars, as far as the picture reaches, in slices."""
        chart, look, tokens = self._chart, self._look, self._theme.tokens
        assert chart is not None and look is not None
        painter = picture.begin(
            stand.transform, stand.view, stand.ratio, tokens.sky, is_rough=stand.moving
        )
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._hulls_shown:
                self._paint_hulls(painter, chart, stand.transform, picture.frame)
            yield
            yield from self._lines.paint(
                painter, tokens, chart, stand.screen, stand.radius, picture.frame,
                self._lit.shown, moving=stand.moving,
            )  # fmt: skip
            self._stars.paint(painter, chart, look, self._lit, stand, picture.frame)
            there = self._lit.there
            pinned = np.flatnonzero(chart.pinned if there is None else chart.pinned & there)
            paint_pins(painter, self._theme, pinned, stand.screen, stand.radius, picture.frame)
            yield
            yield from self._paint_names(painter, chart, stand, picture.frame)
        finally:
            painter.end()

    def _paint_hulls(
        self, painter: QPainter, chart: Chart, transform: QTransform, view: QRectF
    ) -> None:
        base = painter.transform()
        painter.setTransform(transform * base)
        seen = transform.inverted()[0].mapRect(view)
        tokens, change, part = self._theme.tokens, self._change, self._places.glided
        shown = [n for n in range(len(self._hulls)) if not self._is_partial(n)]
        there = [(chart.clusters[n].number, self._hulls[n], n in change.coming) for n in shown]
        paint_hulls(painter, tokens, ((n, hull) for n, hull, new in there if not new), seen)
        paint_hulls(painter, tokens, change.left, seen, 1 - part)
        paint_hulls(painter, tokens, ((n, hull) for n, hull, new in there if new), seen, part)
        painter.setTransform(base)

    def _paint_names(
        self, painter: QPainter, chart: Chart, stand: Stand, frame: QRectF
    ) -> Iterator[None]:
        first = self._focus.named
        among = {*self._focus.path, *self._focus.chosen}
        view = stand.view.adjusted(0, 0, -self._right, 0)
        selected, is_search = self._focus.selected, bool(self._focus.ranked)
        rings = {selected: self._ring} if selected is not None and self._ring else NO_RINGS
        beside = [box_around(stand.screen[star], reach) for star, reach in rings.items()]
        taken = list(self._taken)
        clusters: list[tuple[int, QRectF]] = []
        if self._hulls_shown and not is_search:
            clusters = self._cluster_places(chart, stand, view, taken + beside)
            taken += [place for _n, place in clusters]
            yield
        step = float(np.log2(max(stand.zoom, 1e-9)) // _ZOOM_STEP)
        if self._named_at != step:
            self._named_at = step
            reach = ringed(stand.radius, self._focus, self._lit.hits)
            self._labels.choose(
                chart, stand.screen, reach, view, taken, self._lit.stars, first, rings,
                self._focus.ranked[:MOST_LIT], among,
            )  # fmt: skip
            yield
        if self._hulls_shown and is_search:  # what was found is named before what it is part of
            taken += self._labels.places(chart, stand.screen)
            clusters = self._cluster_places(chart, stand, view, taken + beside)
            yield
        lit, ratio, strong = self._lit.stars, stand.ratio, first | among
        yield from self._labels.paint(painter, chart, stand.screen, frame, lit, strong, ratio)
        yield from self._labels.paint_clusters(painter, chart, clusters, ratio)

    def _cluster_places(
        self, chart: Chart, stand: Stand, view: QRectF, taken: list[QRectF]
    ) -> list[tuple[int, QRectF]]:
        """Those that are not shown as such, or are still on their way, have no name."""
        coming, transform = self._change.coming, stand.transform
        hulls = [
            QPainterPath() if number in coming or self._is_partial(number) else transform.map(path)
            for number, path in enumerate(self._hulls)
        ]
        return self._labels.cluster_places(chart, stand.screen, hulls, view, taken)

    def _is_partial(self, cluster: int) -> bool:
        """Whether some of its stars are not shown: its name and count would be of all of them."""
        there, chart = self._lit.there, self._chart
        return there is not None and chart is not None and not there[chart.cluster == cluster].all()

    # Qt

    def boundingRect(self) -> QRectF:
        return self._bounds

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
