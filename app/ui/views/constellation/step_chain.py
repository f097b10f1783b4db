"""The steps of the selected skill as a chain around its star, with what they call and jump to."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import cos, hypot, pi, sin

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.constellation.sequence import Stage
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.pressable import PaintedButton
from app.ui.widgets.tips import plain_tip

_SIDE = 20
"""Px of a step."""
_NEAREST = 66.0
"""Px from the star, outside of its memories."""
_APART = 27.0
"""Px between two steps."""
_TURN, _BEGIN = 1.84 * pi, -pi / 2
"""Nearly once around, from the top on: the gap says where it begins."""
_MOST = 36
_LONGEST = 220
"""Characters of a step that are shown."""


class Pearl(PaintedButton):
    """One step."""

    def __init__(self, theme: Theme, stage: Stage, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._stage = theme, stage
        self.setFixedSize(_SIDE, _SIDE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the skill itself has them for the keyboard
        said = stage.words[:_LONGEST]
        self.setAccessibleName(_("Step {number}: {words}").format(number=stage.path, words=said))
        self.setToolTip(plain_tip(f"{stage.path}. {said}"))

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = self._theme.tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        calls = bool(self._stage.calls)
        painter.setPen(QPen(QColor(tokens.acc if calls or self.underMouse() else tokens.t3), 1.2))
        painter.setBrush(QColor(tokens.acc_soft if calls else tokens.bg2))
        painter.drawEllipse(QRectF(1, 1, _SIDE - 2, _SIDE - 2))
        painter.setPen(QColor(tokens.acc if calls else tokens.t1))
        painter.setFont(self._theme.font(10, 500))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._stage.path)


class _Threads(QWidget):
    """What connects the steps, under them; never takes the mouse."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme = theme
        self._at: list[QPointF] = []
        self._jumps: list[tuple[QPointF, QPointF, QPointF]] = []
        self._calls: list[tuple[QPointF, QPointF]] = []
        self.hide()

    def show_threads(
        self,
        at: list[QPointF],
        jumps: list[tuple[QPointF, QPointF, QPointF]],
        calls: list[tuple[QPointF, QPointF]],
    ) -> None:
        """The steps in their order; jumps from, past and to a point; calls from and to one."""
        self._at, self._jumps, self._calls = at, jumps, calls
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = self._theme.tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(tokens.edges["calls"].highlighted), 1.2))
        for begin, end in self._calls:
            painter.drawLine(begin, end)
        painter.setPen(QPen(QColor(tokens.colour("goal:Trigger")), 1.3, Qt.PenStyle.DashLine))
        for begin, past, end in self._jumps:
            path = QPainterPath(begin)
            path.quadTo(past, end)
            painter.drawPath(path)
        painter.setPen(QPen(QColor(tokens.t2), 1.4))
        for one, other in zip(self._at, self._at[1:], strict=False):
            painter.drawLine(one, other)
            _arrow(painter, one, other)


class StepChain(QObject):
    """`opened` is handed a step."""

    def __init__(
        self, theme: Theme, sky: QWidget, above: QWidget, opened: Callable[[Stage], object]
    ) -> None:
        """`above` is the lowest of what lies over the steps."""
        super().__init__(sky)
        self._theme, self._sky, self._above, self._opened = theme, sky, above, opened
        self._stages: Sequence[Stage] = ()
        self._pearls: list[Pearl] = []
        self._threads = _Threads(theme, sky)
        self._threads.stackUnder(above)

    @property
    def reach(self) -> float:
        """How far (px) the steps stand from their star, with all of them; 0 without any."""
        return self._radius + _SIDE / 2 if self._pearls else 0.0

    @property
    def _radius(self) -> float:
        return max(_NEAREST, len(self._pearls) * _APART / _TURN)

    def show_steps(self, stages: Sequence[Stage]) -> None:
        """They stand nowhere until they are placed."""
        for pearl in self._pearls:
            pearl.hide()
            pearl.deleteLater()
        self._stages = _few(stages)
        self._pearls = [Pearl(self._theme, stage, self._sky) for stage in self._stages]
        for pearl, stage in zip(self._pearls, self._stages, strict=True):
            pearl.clicked.connect(partial(self._opened, stage))
            pearl.stackUnder(self._above)
        self._threads.setVisible(bool(stages))

    def place(self, centre: QPointF | None, stars: Mapping[int, QPointF]) -> None:
        """Around the star at `centre`, in px of the sky; None hides them. `stars` has the places
        of the skills that may be called."""
        count = len(self._pearls)
        self._threads.setVisible(centre is not None and count > 0)
        for pearl in self._pearls:
            pearl.setVisible(centre is not None)
        if centre is None or not count:
            return
        reach = self._radius
        turns = [_BEGIN + _TURN * n / max(count - 1, 1) for n in range(count)]
        at = [centre + QPointF(reach * cos(turn), reach * sin(turn)) for turn in turns]
        for pearl, place in zip(self._pearls, at, strict=True):
            pearl.move((place - QPointF(_SIDE / 2, _SIDE / 2)).toPoint())
        self._threads.setGeometry(self._sky.rect())
        jumps = [
            (at[n], centre + (at[n] + at[to] - centre * 2) * 0.2, at[to])
            for n, stage in enumerate(self._stages)
            for to in stage.jumps
            if to < count and to != n
        ]
        calls = [
            (at[n], stars[skill])
            for n, stage in enumerate(self._stages)
            for skill in stage.calls
            if skill in stars
        ]
        self._threads.show_threads(at, jumps, calls)


def _few(stages: Sequence[Stage]) -> Sequence[Stage]:
    """Those that there is room for; the last one says how many more there are."""
    if len(stages) <= _MOST:
        return stages
    rest = stages[_MOST - 1 :]
    said = ngettext("{count} more step", "{count} more steps", len(rest)).format(count=len(rest))
    calls = tuple(dict.fromkeys(skill for stage in rest for skill in stage.calls))
    return (*stages[: _MOST - 1], Stage("…", said, rest[0].start, rest[0].end, calls, ()))


def _arrow(painter: QPainter, one: QPointF, other: QPointF) -> None:
    """A small head before the next step."""
    gap = other - one
    length = max(hypot(gap.x(), gap.y()), 1e-6)
    way = QPointF(gap.x() / length, gap.y() / length)
    tip, aside = other - way * (_SIDE / 2 + 1), QPointF(-way.y(), way.x()) * 2.6
    painter.drawPolyline([tip - way * 4 + aside, tip, tip - way * 4 - aside])
