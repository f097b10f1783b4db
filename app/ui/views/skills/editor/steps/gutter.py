"""The numbers beside the cards, the line through them, and the arcs of loops and branches."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.skills.model import JumpKind
from app.ui.theme.fonts import BODY
from app.ui.theme.theme import Theme

WIDTH = 78
CENTRE = 59
CIRCLE = 20
LARGEST = 34
"""A circle grows with the text as far as there is room between the arcs and the cards."""
_LONG = 4
"""Letters that are too many for a circle."""
LANE = 35
LANE_STEP = 14.5
LEFTMOST = 6.5
CORNER = 6
POINT = 4.5
POINT_SIDE = 3.0

_INKS = {JumpKind.LOOP: "goal:Prerequisites", JumpKind.BRANCH: "goal:Trigger"}


@dataclass(frozen=True, slots=True)
class Stop:
    """A step's circle: its name and how far down it is, in px.

    One without a name is a point on the line, seen where an arc begins or ends. `is_first` is
    where the line begins anew, as below a heading.
    """

    label: str
    y: int
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Arc:
    """From one stop to another, by their index."""

    kind: JumpKind
    start: int
    end: int


class FlowGutter(QWidget):
    """Where a skill goes, at a glance. Says nothing that the cards beside it do not say, too."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stops: tuple[Stop, ...] = ()
        self._arcs: tuple[tuple[Arc, int], ...] = ()
        self._lanes = 0
        self._dots: tuple[int, ...] = ()
        self._current = -1
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.update)

    def show_flow(self, stops: Sequence[Stop], arcs: Sequence[Arc], dots: Sequence[int]) -> None:
        """`dots` are where placed memories hang on the line, in px."""
        lanes = assign_lanes(arcs)
        found = (tuple(stops), tuple(zip(arcs, lanes, strict=True)), tuple(dots))
        if found != (self._stops, self._arcs, self._dots):
            self._stops, self._arcs, self._dots = found
            self._lanes = max(lanes, default=-1) + 1
            self.update()

    def set_current(self, index: int) -> None:
        """The stop that is filled; -1 for none."""
        if index != self._current:
            self._current = index
            self.update()

    def _lane_x(self, lane: int) -> float:
        step = LANE_STEP
        if self._lanes > 1:
            step = min(step, (LANE - LEFTMOST) / (self._lanes - 1))
        return round(LANE - lane * step) + 0.5

    def _draw_arc(self, painter: QPainter, arc: Arc, lane: int) -> None:
        start, end = self._stops[arc.start].y, self._stops[arc.end].y
        x, near = self._lane_x(lane), self._edge(arc.start)
        down = 1 if end > start else -1
        shift = 3.0 * down  # beside the arrows that come in
        path = QPainterPath(QPointF(near, start + shift))
        path.lineTo(x + CORNER, start + shift)
        path.quadTo(x, start + shift, x, start + shift + down * CORNER)
        path.lineTo(x, end - down * CORNER)
        path.quadTo(x, end, x + CORNER, end)
        near = self._edge(arc.end)
        path.lineTo(near - 2, end)
        pen = QPen(self._theme.colour(_INKS[arc.kind]), 1.5)
        if arc.kind is JumpKind.LOOP:
            pen.setDashPattern([2.4, 2.0])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawPath(path)
        pen = QPen(pen.color(), 1.5, j=Qt.PenJoinStyle.RoundJoin, c=Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        tip = QPainterPath(QPointF(near - 2 - POINT, end - POINT))
        tip.lineTo(near - 2, end)
        tip.lineTo(near - 2 - POINT, end + POINT)
        painter.drawPath(tip)

    def _edge(self, index: int) -> float:
        """Where on the left of a stop an arc ends."""
        label = self._stops[index].label
        return CENTRE - (_wide(self._theme, label, CIRCLE) / 2 if label else POINT_SIDE) - 1

    def _draw_point(self, painter: QPainter, y: int) -> None:
        painter.setPen(QPen(self._theme.colour("line2"), 1.2))
        painter.setBrush(self._theme.colour("bg2"))
        painter.drawEllipse(QPointF(CENTRE, y), POINT_SIDE, POINT_SIDE)

    def _draw_stop(self, painter: QPainter, index: int, stop: Stop) -> None:
        theme = self._theme
        side = min(CIRCLE * theme.font(BODY).pixelSize() / BODY, LARGEST) - 1
        circle = QRectF(0, 0, _wide(theme, stop.label, side), side)
        circle.moveCenter(QPointF(CENTRE, stop.y))
        current = index == self._current
        painter.setPen(QPen(theme.colour("acc_fill" if current else "line2"), 1.2))
        painter.setBrush(theme.colour("acc_fill" if current else "bg2"))
        painter.drawRoundedRect(circle, side / 2, side / 2)
        painter.setPen(theme.colour("on_acc" if current else "t2"))
        painter.setFont(_small(theme, len(stop.label), 600 if current else 500))
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, stop.label)

    def _draw_dot(self, painter: QPainter, y: int) -> None:
        mem = self._theme.colour("mem")
        painter.setPen(QPen(mem, 1.3, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(CENTRE + 4, y), QPointF(WIDTH + 20, y))
        painter.setPen(QPen(mem, 1.3))
        painter.setBrush(self._theme.colour("bg2"))
        painter.drawEllipse(QPointF(CENTRE, y), 3.5, 3.5)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._stops:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = event.rect()
        if seen.left() <= CENTRE + CIRCLE // 2 + 1:
            self._draw_flow(painter, seen)
        for y in self._dots:
            if seen.top() - CIRCLE <= y <= seen.bottom() + CIRCLE:
                self._draw_dot(painter, y)

    def _draw_flow(self, painter: QPainter, seen: QRect) -> None:
        """The line, the arcs and the stops, as far as they are seen."""
        painter.setPen(QPen(self._theme.colour("line2"), 1.5))
        named = [stop for stop in self._stops if stop.label]
        for before, stop in pairwise(named):
            top, bottom = max(before.y, seen.top()), min(stop.y, seen.bottom() + 1)
            if top < bottom and not stop.is_first:
                painter.drawLine(QPointF(CENTRE, top), QPointF(CENTRE, bottom))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for arc, lane in self._arcs:
            ends = sorted((self._stops[arc.start].y, self._stops[arc.end].y))
            if ends[0] - CIRCLE <= seen.bottom() and ends[1] + CIRCLE >= seen.top():
                self._draw_arc(painter, arc, lane)
        rings = {stop.y for stop in named}
        met = {index for arc, _lane in self._arcs for index in (arc.start, arc.end)}
        for index, stop in enumerate(self._stops):
            if seen.top() - CIRCLE <= stop.y <= seen.bottom() + CIRCLE:
                if stop.label:
                    self._draw_stop(painter, index, stop)
                elif index in met and stop.y not in rings:
                    self._draw_point(painter, stop.y)


def assign_lanes(arcs: Sequence[Arc]) -> list[int]:
    """The lane of each arc, counted from the cards: shorter ones nearer, none over another."""
    lanes = [0] * len(arcs)
    taken: list[list[tuple[int, int]]] = []
    for number in sorted(range(len(arcs)), key=lambda n: (_length(arcs[n]), arcs[n].start)):
        low, high = sorted((arcs[number].start, arcs[number].end))
        lane = 0
        while lane < len(taken) and any(low <= b and a <= high for a, b in taken[lane]):
            lane += 1
        if lane == len(taken):
            taken.append([])
        taken[lane].append((low, high))
        lanes[number] = lane
    return lanes


def _length(arc: Arc) -> int:
    return abs(arc.end - arc.start)


def _wide(theme: Theme, label: str, side: float) -> float:
    """How wide the mark of a step is: a circle, longer for an outline number such as 5.1.12."""
    if len(label) < _LONG:
        return side
    letters = QFontMetricsF(_small(theme, len(label), 600)).horizontalAdvance(label)
    return min(max(side, letters + 10), LARGEST)


def _small(theme: Theme, letters: int, weight: int) -> QFont:
    """A font in which that many digits fit into a circle."""
    font = theme.font(11, weight)
    most = LARGEST * 11 // CIRCLE
    size = min(font.pixelSize(), most)
    font.setPixelSize(size if letters < 3 else size * 9 // 11)
    return font
