"""How the present step went in earlier runs, and which one is next. Public name: `StepAround`."""

from textwrap import shorten

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.runs.place_words import clock
from app.core.runs.state import Mark
from app.core.runs.statistics import LAST, StepFigures
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.runs.exit_words import Way
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label

HIGH, GAP, WIDEST = 44, 4, 12
LEAST = 3
"""Px of the chart, between bars, of a bar at most, and of the lowest one."""
LONGEST = 240
"""Characters of the next step."""
BESIDE = 520
"""Px from which on the two stand beside each other, at the usual size of text."""
FEWEST = 2
"""Times that make a chart."""


class StepAround(QWidget):
    """Two cards, each as long as there is something to say."""

    def __init__(self, theme: Theme, ways: tuple[Way, ...]) -> None:
        super().__init__()
        self._theme = theme
        self.figures = _FiguresCard(theme)
        self.figures.hide()
        self.next = _next_card(ways)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(12)
        self._line.addWidget(self.figures, 1)
        self._line.addWidget(self.next, 1)
        self.next.setVisible(len(ways) == 1 and bool(ways[0].text))  # alone it would be a window

    def show_figures(self, figures: StepFigures | None) -> None:
        """Of the present step; None where it was never left before."""
        enough = figures is not None and figures.times >= FEWEST
        if figures is not None and enough:
            self.figures.show_figures(figures)
        self.figures.setVisible(enough)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= self._theme.scaled(BESIDE)
        way = QBoxLayout.Direction
        self._line.setDirection(way.LeftToRight if beside else way.TopToBottom)


def _next_card(ways: tuple[Way, ...]) -> QFrame:
    frame = card("well")
    inside = QVBoxLayout(frame)
    inside.setContentsMargins(14, 11, 14, 12)
    inside.setSpacing(4)
    inside.addWidget(label(_("Next"), "muted"))
    if ways:
        said = shorten(ways[0].text, LONGEST, placeholder="…")
        inside.addWidget(label(said, "secondary", wrap=True))
        if ways[0].about:
            inside.addWidget(label(ways[0].about, "caption", wrap=True))
    inside.addStretch(1)
    return frame


class _FiguresCard(QFrame):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", "plain")
        self._chart = _Chart(theme)
        self._median = label("", "caption")
        self._failed = Elided("", "caption")
        foot = QHBoxLayout()
        foot.setSpacing(12)
        foot.addWidget(self._median)
        foot.addWidget(self._failed, 1)
        self._title = label("", "secondary")
        inside = QVBoxLayout(self)
        inside.setContentsMargins(14, 11, 14, 11)
        inside.setSpacing(7)
        inside.addWidget(self._title)
        inside.addWidget(self._chart)
        inside.addLayout(foot)

    def show_figures(self, figures: StepFigures) -> None:
        shown = figures.left[-LAST:]
        count = len(shown)
        said = ngettext("This step, the last time", "This step, the last {count} times", count)
        self._title.setText(said.format(count=count))
        self._chart.show_bars(shown, figures.seconds)
        usual = figures.seconds
        words = _("median {time}").format(time=clock(usual)) if usual is not None else ""
        self._median.setText(words)
        failed, skipped = figures.failed, figures.skipped
        parts = (
            (failed, ngettext("failed {count} time", "failed {count} times", failed)),
            (skipped, ngettext("skipped {count} time", "skipped {count} times", skipped)),
        )
        told = [words.format(count=number) for number, words in parts if number]
        self._failed.setText(_(", ").join([*told, *figures.whys[:1]]))


class _Chart(QWidget):
    """A bar for each time, red where the step failed, with a line at the median."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: tuple[tuple[Mark, float], ...] = ()
        self._median: float | None = None
        self.setFixedHeight(HIGH)
        theme.changed.connect(self.update)

    def show_bars(self, bars: tuple[tuple[Mark, float], ...], median: float | None) -> None:
        self._bars, self._median = bars, median
        words = {Mark.DONE: _("done"), Mark.FAILED: _("failed"), Mark.SKIPPED: _("skipped")}
        said = (f"{words[mark]} {clock(seconds)}" for mark, seconds in bars)
        self.setAccessibleName(_(", ").join(said))
        self.update()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(120, HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colour = QPainter(self), self._theme.colour
        highest = max((seconds for _mark, seconds in self._bars), default=0) or 1
        room = (self.width() + GAP) / max(len(self._bars), 1)
        width = min(WIDEST, room - GAP)
        tokens = {Mark.DONE: "line2", Mark.FAILED: "err", Mark.SKIPPED: "line"}
        for number, (mark, seconds) in enumerate(self._bars):
            high = max(LEAST, seconds / highest * (HIGH - 2))
            bar = QRectF(number * (width + GAP), HIGH - high, width, high)
            painter.fillRect(bar, colour(tokens[mark]))
        if self._median is not None:
            painter.setPen(QPen(colour("t3"), 1, Qt.PenStyle.DotLine))
            y = HIGH - self._median / highest * (HIGH - 2)
            painter.drawLine(0, round(y), self.width(), round(y))
