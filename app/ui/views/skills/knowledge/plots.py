"""The plots of importance and use over days. Loads pyqtgraph, so it is imported when needed."""

from collections.abc import Mapping, Sequence
from datetime import date

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolTip, QWidget

from app.core.lifecycle.importance import Importance
from app.core.lifecycle.importance_history import Point
from app.core.lifecycle.usage import Day
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.moments import date_words
from app.ui.widgets.tips import plain_tip

Mark = tuple[date, str]
"""The day of a version and what it is called."""
_DOTS = [1.5, 3.5]
DASHES = [5.0, 4.0]
_ROOM = 0.12
"""Above what can be reached, for words."""
_BESIDE = 10
"""Between the words of an axis and what is drawn, and before them."""
_ROOMY = 460
"""From this width on there is room for what a line means."""


class _Days(pg.AxisItem):  # type: ignore[misc]
    """Days as people write them; the numbers are those of `date.toordinal`."""

    def tickStrings(self, values: Sequence[float], _scale: float, _spacing: float) -> list[str]:
        return [date_words(date.fromordinal(max(1, round(value)))) for value in values]

    def tickValues(self, least: float, most: float, size: float) -> list[tuple[float, list[float]]]:
        """As many days as have room for their words, whole days apart."""
        count = max(2, int(size // 90))
        step = max(1, round((most - least) / count))
        last = int(most) - step // 2
        return [(step, [float(day) for day in range(last, int(least), -step)])]


class Plot(pg.PlotWidget):  # type: ignore[misc]
    """Stands still; says what is under the mouse; drawn anew when the looks change."""

    day_clicked = Signal(object)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        self._theme = theme
        axis = _Days(orientation="bottom")
        super().__init__(parent, background=None, axisItems={"bottom": axis})
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.getPlotItem().layout.setContentsMargins(2, 0, 8, 0)
        self.getPlotItem().getViewBox().wheelEvent = lambda event, axis=None: event.ignore()
        self.scene().sigMouseMoved.connect(self._on_moved)
        self.scene().sigMouseClicked.connect(self._on_clicked)
        theme.changed.connect(self._draw)

    def _pen(self, token: str, width: float = 1.0, dash: list[float] | None = None) -> QPen:
        pen = QPen(self._theme.colour(token), width)
        pen.setCosmetic(True)
        if dash:
            pen.setDashPattern(dash)
        return pen

    def _set_up(self, first: date, last: date, low: float, high: float) -> None:
        """The same as `_set_bounds` from day to day."""
        self._set_bounds(first.toordinal() - 0.7, last.toordinal() + 0.7, low, high)

    def _set_bounds(self, left: float, right: float, low: float, high: float) -> None:
        """Empty, with these bounds and with axes in the colours of now."""
        self.clear()
        self.setBackground(self._theme.colour("bg3"))
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(self._pen("line"))
            axis.setTextPen(self._pen("t3"))
            axis.setStyle(tickFont=self._theme.font(11), tickLength=0)
        self.getAxis("left").setPen(self._pen("bg3"))  # else every tick leaves a dot
        self.getAxis("left").setWidth(
            QFontMetrics(self._theme.font(11)).horizontalAdvance("0.0") + _BESIDE
        )
        self.setRange(
            xRange=(left, right),
            yRange=(low, high),
            padding=0,
            disableAutoRange=True,
        )

    def _words(
        self,
        text: str,
        token: str,
        x: float,
        y: float,
        anchor: tuple[float, float],
        ground: str | None = None,
    ) -> None:
        """A word on a `ground` of its own hides the lines that would cross it."""
        colour = self._theme.colour
        fill = colour(ground) if ground is not None else None
        words = pg.TextItem(text, color=colour(token), anchor=anchor, fill=fill)
        words.setFont(self._theme.font(11))
        words.setZValue(1)
        words.setPos(x, y)
        self.addItem(words, ignoreBounds=True)

    def _size(self, text: str) -> tuple[float, float]:
        """How wide and high a word is, in the units of the axes."""
        metrics, box = QFontMetrics(self._theme.font(11)), self.getViewBox()
        (left, right), (low, high) = box.viewRange()
        wide = (metrics.horizontalAdvance(text) + _BESIDE) / max(1.0, box.width())
        tall = metrics.height() / max(1.0, box.height())
        return wide * (right - left), tall * (high - low)

    def _mark(self, marks: Sequence[Mark], top: float) -> None:
        """A dotted line with a name for every version; those of one day share it."""
        self._mark_at({float(day.toordinal()): name for day, name in marks}, top)

    def _mark_at(self, names: Mapping[float, str], top: float) -> None:
        (_left, right), _y = self.getViewBox().viewRange()
        free = right
        for x, name in sorted(names.items(), reverse=True):
            self.addItem(pg.InfiniteLine(x, pen=self._pen("t4", 1, _DOTS)))
            width, _height = self._size(name)
            if x + width <= free:
                self._words(name, "t2", x, top, (0.0, 0.0), ground="bg4")
                free = x
            elif free == right:
                self._words(name, "t2", x, top, (1.0, 0.0), ground="bg4")
                free = x - width

    def _draw(self) -> None:
        raise NotImplementedError

    def _says(self, _day: date) -> str:
        return ""

    def _says_at(self, x: float) -> str:
        """What is told where the mouse is."""
        return self._says(date.fromordinal(max(1, round(x))))

    def _x(self, place: QPointF) -> float:
        return float(self.getViewBox().mapSceneToView(place).x())

    def viewportEvent(self, event: QEvent) -> bool:
        """Qt looks for a tooltip of its own after a while, and would put ours away for none."""
        return event.type() == QEvent.Type.ToolTip or bool(super().viewportEvent(event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names and days have other room now."""
        super().resizeEvent(event)
        if self._theme is not None:
            self._draw()

    def _on_moved(self, place: QPointF) -> None:
        said = self._says_at(self._x(place))
        if said:
            here = self.viewport().mapToGlobal(self.mapFromScene(place))
            QToolTip.showText(here, plain_tip(said), self)
        else:
            QToolTip.hideText()

    def _on_clicked(self, click: object) -> None:
        x = self._x(click.scenePos())  # type: ignore[attr-defined]
        self.day_clicked.emit(date.fromordinal(max(1, round(x))))


class ImportancePlot(Plot):
    """The trend, where it goes if nothing uses the skill, and the floor."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._points: Sequence[Point] = ()
        self._now: Importance | None = None
        self._ahead = 30
        self._marks: Sequence[Mark] = ()
        super().__init__(theme, _("Importance over time"), parent)

    def show_trend(
        self, points: Sequence[Point], now: Importance, ahead: int, marks: Sequence[Mark]
    ) -> None:
        """`ahead` are the days that are foretold."""
        self._points, self._now, self._ahead, self._marks = points, now, ahead, marks
        self.setAccessibleDescription(now.sentence())
        self._draw()

    def _draw(self) -> None:
        if not self._points or self._now is None:
            return
        now, today = self._now, self._points[-1].day
        last = date.fromordinal(today.toordinal() + self._ahead)
        first = min(self._points[0].day, date.fromordinal(today.toordinal() - 6))
        low = max(0.0, now.floor - 0.08)
        self._set_up(first, last, low, 1.0 + _ROOM)
        days = [float(point.day.toordinal()) for point in self._points]
        values = [point.value for point in self._points]
        colour = self._theme.colour
        ground = pg.PlotDataItem(days, values, pen=None, fillLevel=low, brush=colour("acc_soft"))
        self.addItem(ground)
        if self.width() >= _ROOMY:
            self._draw_decay(now)
        self.addItem(pg.PlotDataItem(days, values, pen=self._pen("acc", 1.8), antialias=True))
        ahead = [float(n) for n in range(self._ahead + 1)]
        future = [now.after(n) for n in ahead]
        base = float(today.toordinal())
        self.addItem(
            pg.PlotDataItem([base + n for n in ahead], future, pen=self._pen("acc", 1.4, DASHES))
        )
        self.addItem(pg.InfiniteLine(base, pen=self._pen("line2")))
        self.addItem(pg.InfiniteLine(now.floor, angle=0, pen=self._pen("t3", 1, _DOTS)))
        dot = pg.ScatterPlotItem([base], [now.value], size=8, pen=None, brush=colour("acc"))
        self.addItem(dot)
        end = float(last.toordinal())
        floor = _("floor {value}").format(value=f"{now.floor:.2f}")
        self._words(floor, "t3", end, now.floor, (1.0, 1.0))
        self._words(_("today"), "t2", base, 1.0 + _ROOM, (0.5, 0.0))
        if self.width() >= _ROOMY:
            said = ngettext(
                "{value} in {count} day if unused", "{value} in {count} days if unused", self._ahead
            ).format(value=f"{future[-1]:.2f}", count=self._ahead)
            if base + self._size(said)[0] <= end:  # above its own line, beside that of the past
                self._words(said, "acc", end, future[0], (1.0, 1.0))

    def _draw_decay(self, now: Importance) -> None:
        """What would be left if nothing had ever used the skill in this time."""
        first = self._points[0]
        count = len(self._points)
        left = [max(now.floor, first.value * now.rate**n) for n in range(count)]
        days = [float(first.day.toordinal() + n) for n in range(count)]
        self.addItem(pg.PlotDataItem(days, left, pen=self._pen("t4", 1, DASHES)))
        said = _("decay alone, × {rate} per day").format(rate=f"{now.rate:g}")
        middle, low = count // 2, self.getViewBox().viewRange()[1][0]
        width, height = self._size(said)
        has_room = days[0] + width <= days[middle] and low + height <= left[middle]
        if has_room and self._points[middle].value - left[middle] > _ROOM:
            self._words(said, "t3", days[middle], left[middle], (1.0, -0.1), ground="acc_soft")

    def _says(self, day: date) -> str:
        for point in self._points:
            if point.day == day:
                return f"{date_words(day)}\n{point.value:.2f}"
        if self._points and self._now and day > self._points[-1].day:
            ahead = (day - self._points[-1].day).days
            if ahead <= self._ahead:
                value = f"{self._now.after(ahead):.2f}"
                said = _("{value} if unused until then").format(value=value)
                return f"{date_words(day)}\n{said}"
        return ""


class UsagePlot(Plot):
    """Uses a day, with the versions of the skill."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._days: Sequence[Day] = ()
        self._marks: Sequence[Mark] = ()
        super().__init__(theme, _("Uses per day"), parent)

    def show_days(self, days: Sequence[Day], marks: Sequence[Mark]) -> None:
        self._days, self._marks = days, marks
        uses = sum(day.uses for day in days)
        said = ngettext("{count} use in this period", "{count} uses in this period", uses)
        self.setAccessibleDescription(said.format(count=uses))
        self._draw()

    def _draw(self) -> None:
        if not self._days:
            return
        most = max(4, *(day.uses for day in self._days))
        top = most * 1.3
        self._set_up(self._days[0].day, self._days[-1].day, 0, top)
        self.getAxis("left").setTickSpacing(max(1, most // 2), max(1, most // 2))
        used = [day for day in self._days if day.uses]
        bars = pg.BarGraphItem(
            x=[day.day.toordinal() for day in used],
            height=[day.uses for day in used],
            width=0.72,
            pen=None,
            brush=self._theme.colour("acc_line"),
        )
        self.addItem(bars)
        self._mark(self._marks, top)

    def _says(self, day: date) -> str:
        found = next((one for one in self._days if one.day == day), None)
        if found is None:
            return ""
        said = ngettext("{count} use", "{count} uses", found.uses).format(count=found.uses)
        names = ", ".join(name for at, name in self._marks if at == day)
        return "\n".join(part for part in (date_words(day), said, names) if part)
