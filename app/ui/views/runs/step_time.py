"""How long the present step takes, against how long it usually does. Public name: `StepTime`."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.runs.place_words import clock
from app.core.runs.state import Stage
from app.core.words import _
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.runs.following import Sight
from app.ui.views.runs.run_words import since_last
from app.ui.widgets.gauges import paint_bar
from app.ui.widgets.labels import label, rule

BAR, TICK = 4, 10
OVER = 1.4
"""The bar reaches so much further than the usual time."""


class StepTime(QWidget):
    """Hidden where the run stands at no step."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._sight: Sight | None = None
        self._usual: float | None = None
        self.time = label("", "page")
        self.usually = label("", "muted")
        self._bar = _Bar(context.theme)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 13, 16, 14)
        column.setSpacing(4)
        column.addWidget(label(_("This step"), "secondary"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.time)
        row.addWidget(self.usually, 1)
        column.addLayout(row)
        column.addWidget(self._bar)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(inner)
        outer.addWidget(rule())

    def show_sight(self, sight: Sight) -> None:
        """At a step; how long it usually takes is found out later."""
        at_step = sight.frame.stage not in (Stage.ENTRY, Stage.END)
        before = self._sight
        if before is None or before.place["step"] != sight.place["step"]:
            self._usual = None
        self._sight = sight
        self.setVisible(at_step and sight.state.status.is_open)
        self.tick()

    def show_usual(self, usual: float | None) -> None:
        """The median of the last runs, in seconds, if there is one; an agent that takes no time for
        it is no measure."""
        self._usual = usual if usual is not None and usual >= 1 else None
        self.tick()

    def tick(self) -> None:
        """Show the time that it has taken by now."""
        sight = self._sight
        if sight is None:
            return
        before = sight.state.clock - sight.frame.since
        now = before + since_last(sight.record.run, self._context.vault.now())
        self.time.setText(clock(now))
        usual = self._usual
        said = _("usually {time}").format(time=clock(usual)) if usual is not None else ""
        self.usually.setText(said)
        self._bar.setVisible(bool(usual))
        if usual:
            self._bar.show_shares(now / (usual * OVER), 1 / OVER)


class _Bar(QWidget):
    """Filled to the present time, with a tick at the usual one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._share, self._tick = theme, 0.0, 0.0
        self.setFixedHeight(TICK)

    def show_shares(self, share: float, tick: float) -> None:
        self._share, self._tick = share, tick
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colour = QPainter(self), self._theme.colour
        bar = QRectF(0, (self.height() - BAR) / 2, self.width(), BAR)
        token = "warn" if self._share >= 1 else "acc"
        paint_bar(painter, bar, self._share, colour(token), colour("line2"))
        painter.fillRect(QRectF(self.width() * self._tick, 0, 1.5, TICK), colour("t2"))
