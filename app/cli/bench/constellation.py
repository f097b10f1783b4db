"""How smoothly the sky moves, beside what pyqtgraph brings; how soon it is laid out."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtWidgets import QApplication

from app.cli.offscreen_window import application
from app.core.api.measurements import Figure
from app.core.constellation.clustering import LEAST, Clustering
from app.core.constellation.layers import Layer
from app.core.constellation.sky import Sky, Star, Tie
from app.core.graph.communities import communities
from app.core.graph.layout import Graph, arrange
from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.settings import Settings
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import ColourBy, SizeBy, appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.painting.hulls import hulls
from app.ui.views.constellation.sky_view import SkyView

_SIZE = (1280, 800)
_SECONDS = 2.0
_NEAR = 0.9
"""Pixels for a unit of the scene, where single stars are looked at."""
_WORDS = ("deploy", "check", "release", "invoice", "review", "translate", "harvest", "weld")
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_GRAPHS = ((2_000, 6_000, 60.0, 2.0), (10_000, 30_000, 40.0, 3.0))
"""Skills, relations; the frames a second and the ratio that are asked for."""


def made_up(skills: int, relations: int) -> Sky:
    """A library with groups of very different sizes; the same each time."""
    chance = np.random.default_rng(1)
    count = max(4, skills // 120)
    sizes = chance.pareto(1.5, count) + 1
    home = chance.choice(count, skills, p=sizes / sizes.sum())
    order = np.argsort(home, kind="stable")
    starts, members = np.searchsorted(home[order], np.arange(count)), np.bincount(home)
    weight = chance.permutation(1 / (np.arange(skills) + 5.0) ** 0.4)
    one = chance.choice(skills, relations, p=weight / weight.sum())
    place = (chance.random(relations) * members[home[one]]).astype(int)
    other = order[starts[home[one]] + place]
    far = chance.random(relations) < 0.12
    other[far] = chance.integers(0, skills, int(far.sum()))
    layers = list(Layer)
    drawn = np.where(chance.random(relations) < 0.5, 0, chance.integers(1, len(layers), relations))
    strength = chance.random(relations)
    ties = tuple(
        Tie(layers[layer], int(a) + 1, int(b) + 1, float(s))
        for layer, a, b, s in zip(drawn, one, other, strength, strict=True)
        if a != b
    )
    stars = tuple(
        Star(_row(n), float(value), n % 9, None, "")
        for n, value in enumerate(chance.beta(2, 3, skills))
    )
    return _arranged(stars, ties)


def _arranged(stars: tuple[Star, ...], ties: tuple[Tie, ...]) -> Sky:
    groups = communities([s.id for s in stars], [(t.source, t.target, t.strength) for t in ties])
    named = {n: group for n, group in enumerate(groups, 1) if len(group) >= LEAST}
    home = {star: n for n, group in named.items() for star in group}
    graph = Graph(
        [star.id for star in stars],
        {star.id: home.get(star.id, 0) for star in stars},
        [(tie.source, tie.target) for tie in ties],
        frozenset(star.id for star in stars if star.id not in home),
    )
    clusters = Clustering(home, {n: f"{_WORDS[n % len(_WORDS)]} {n}" for n in named})
    return Sky(stars, ties, clusters, arrange(graph), frozenset())


def _row(number: int) -> SkillRow:
    title = f"{_WORDS[number % 8]} {_WORDS[number * 5 % 7]} {number}"
    return SkillRow(
        number + 1, title, title, 1, "Skills", Status.ACTIVE, "utility", 1, _NOW, number + 1
    )


def _constellation() -> list[Figure]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    theme = Theme.of(application(), Settings(theme="dark", reduce_motion=True))
    figures: list[Figure] = []
    for skills, relations, least, ratio in _GRAPHS:
        started = time.perf_counter()
        sky = made_up(skills, relations)
        laid_out = time.perf_counter() - started
        ours, plain = _ours(sky, theme), _plain(Chart.of(sky))
        about = f"{skills:,}/{relations:,}".replace(",", " ")
        if skills == _GRAPHS[-1][0]:
            said = _("First layout with communities, {graph}").format(graph=about)
            figures.append(Figure(said, laid_out, "s", 5))
        for where, frames in ours.items():
            beside = plain["near" if where == "near" else "whole"]
            said = _("Sky {where}, {graph}: a frame ({count:.0f}/s; GraphItem {plain:.0f}/s)")
            said = said.format(where=_WHERE[where](), graph=about, count=frames, plain=beside)
            budget = 1000 / max(least, ratio * beside)
            figures.append(Figure(said, 1000 / frames, "ms", round(budget, 1)))
    return figures


_WHERE: dict[str, Callable[[], str]] = {
    "whole": lambda: _("as a whole"),
    "selected": lambda: _("with a selection"),
    "near": lambda: _("near"),
}


class _Paints(QObject):
    """Counts the pictures that a widget was painted."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.count += event.type() is QEvent.Type.Paint
        return False


def _frames(view: pg.GraphicsView, box: pg.ViewBox) -> float:
    """Frames a second while every frame pans and every tenth zooms."""
    paints = _Paints()
    view.viewport().installEventFilter(paints)
    started, n = time.perf_counter(), 0
    while time.perf_counter() - started < _SECONDS:
        n += 1
        seen, way = box.viewRect(), 1 if n // 30 % 2 else -1
        box.translateBy(x=seen.width() * 0.004 * way, y=seen.height() * 0.002 * way)
        if n % 10 == 0:
            factor = 1.05 if n // 10 % 2 else 1 / 1.05
            box.scaleBy((factor, factor))
        QApplication.processEvents()
    took = time.perf_counter() - started
    view.viewport().removeEventFilter(paints)
    return paints.count / took


def _ours(sky: Sky, theme: Theme) -> dict[str, float]:
    chart = Chart.of(sky)
    look = appearance(chart, ColourBy.CLUSTER, SizeBy.IMPORTANCE, _NOW)
    view = SkyView(theme)
    view.resize(*_SIZE)
    view.show()
    view.show_chart(chart, look, hulls(chart), None)
    view.fit()
    QApplication.processEvents()
    found = {"whole": _frames(view, view.box)}
    largest = int(np.argmax(look.radius))
    view.select(largest)
    found["selected"] = _frames(view, view.box)
    view.select(None)
    _look_near(view.box, chart, largest)
    found["near"] = _frames(view, view.box)
    view.close()
    return found


def _plain(chart: Chart) -> dict[str, float]:
    """The same stars and lines by pyqtgraph's own `GraphItem`."""
    view = pg.GraphicsView(useOpenGL=False, background="#090C13")
    box = pg.ViewBox(enableMenu=False, lockAspect=1.0)
    view.setCentralItem(box)
    box.addItem(
        pg.GraphItem(
            pos=chart.at,
            adj=np.vstack([lines.ends for lines in chart.lines]),
            size=6,
            pen=pg.mkPen("#808080"),
            symbolPen=None,
            symbolBrush="#80A0FF",
            antialias=False,
        )
    )
    view.resize(*_SIZE)
    view.show()
    low, high = chart.at.min(axis=0), chart.at.max(axis=0)
    box.setRange(QRectF(*low, *(high - low)))
    QApplication.processEvents()
    found = {"whole": _frames(view, box)}
    _look_near(box, chart, 0)
    found["near"] = _frames(view, box)
    view.close()
    return found


def _look_near(box: pg.ViewBox, chart: Chart, star: int) -> None:
    width, height = (side / _NEAR for side in _SIZE)
    x, y = chart.at[star]
    box.setRange(QRectF(x - width / 2, y - height / 2, width, height), padding=0)
    QApplication.processEvents()


MEASURES: dict[str, Callable[[], list[Figure]]] = {"constellation": _constellation}
