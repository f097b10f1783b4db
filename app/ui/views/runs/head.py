"""The line above the present step: where the run is, its clock, and who has it.

Public name: `RunHead`.
"""

from textwrap import shorten

from PySide6.QtCore import QPoint, QSize, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.runs.place_words import clock
from app.core.runs.state import RunStatus, Stage
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.runs.following import LONGEST, Sight
from app.ui.views.runs.run_words import number_of, seconds, step_of
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label
from app.ui.widgets.tips import plain_tip

CLOCK = 16
LEAST = 300
NARROW = 560
"""In a narrower one, in px at the usual size of text, buttons show only their drawings."""


class RunHead(QWidget):
    """Signals what a person wants."""

    left = Signal()
    steps_wanted = Signal()
    pause_wanted = Signal()
    hand_over_wanted = Signal()
    menu_wanted = Signal(QPoint)
    ticked = Signal()
    """Every second while the clock runs."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        self._sight: Sight | None = None
        self.back = IconButton(theme, "arrow-left", _("All runs"))
        self.back.clicked.connect(self.left)
        self.steps = IconButton(theme, "steps", _("Show the steps"))
        self.steps.setCheckable(True)
        self.steps.clicked.connect(self.steps_wanted)
        self.where = Elided("", "secondary")
        self.crumbs = label("", "caption", wrap=True)
        self.crumbs.setContentsMargins(28, 0, 20, 9)
        self._mark = QLabel()
        self.clock = label("", "head")
        self.pause = Button(theme, "", icon="pause")
        self.pause.clicked.connect(self.pause_wanted)
        self.hand = Button(theme, "", icon="agents")
        self.hand.setToolTip(plain_tip(_("Hand this run over to an agent (H)")))
        self.hand.clicked.connect(self.hand_over_wanted)
        self.more = IconButton(theme, "more", _("More actions"))
        self.more.clicked.connect(self._ask_for_menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(20, 11, 20, 11)
        row.setSpacing(10)
        column.addLayout(row)
        column.addWidget(self.crumbs)
        row.addWidget(self.back)
        row.addWidget(self.steps)
        row.addWidget(self.where, 1)
        for part in (self._mark, self.clock, self.pause, self.hand, self.more):
            row.addWidget(part)
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._show_clock)
        self._tick.timeout.connect(self.ticked)
        theme.changed.connect(self._paint)
        self._paint()

    def show_sight(self, sight: Sight) -> None:
        self._sight = sight
        self.where.setText(_where(sight))
        trail = _crumbs(sight)
        self.crumbs.setText("  ›  ".join(trail))
        self.crumbs.setVisible(len(trail) > 1)
        paused = sight.state.status is RunStatus.PAUSED
        self.pause.setIcon(self._context.theme.icon("play" if paused else "pause"))
        self.pause.setProperty("said", _("Go on") if paused else _("Pause"))
        self.hand.setProperty("said", _("Hand over"))
        for button in (self.pause, self.hand):
            button.setVisible(sight.is_mine)
            button.setAccessibleName(str(button.property("said")))
        self.pause.setToolTip(plain_tip(_("Go on (P)") if paused else _("Pause (P)")))
        self._show_clock()
        self._run_clock()
        self._fit()

    def _show_clock(self) -> None:
        if self._sight is not None:
            self.clock.setText(clock(seconds(self._sight.record.run, self._context.vault.now())))

    def _run_clock(self) -> None:
        """Only where somebody sees it go."""
        going = self._sight is not None and self._sight.is_going and self.isVisible()
        if going != self._tick.isActive():
            (self._tick.start if going else self._tick.stop)()

    def _fit(self) -> None:
        is_narrow = self.width() < self._context.theme.scaled(NARROW)
        for button in (self.pause, self.hand):
            button.setText("" if is_narrow else str(button.property("said") or ""))

    def _paint(self) -> None:
        theme = self._context.theme
        side = theme.scaled(CLOCK)
        self._mark.setPixmap(theme.pixmap("clock", "t3", side, self.devicePixelRatioF()))

    def _ask_for_menu(self) -> None:
        self.menu_wanted.emit(self.more.mapToGlobal(QPoint(0, self.more.height() + 4)))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_clock()
        self._run_clock()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._run_clock()

    def minimumSizeHint(self) -> QSize:
        """So narrow that it can come to that."""
        return QSize(self._context.theme.scaled(LEAST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _where(sight: Sight) -> str:
    """As everywhere else: among the steps of the procedure itself, with the sub-step."""
    run, stage, node = sight.record.run, sight.frame.stage, sight.node
    if not run.status.is_open:
        return _("Ended")
    if stage is Stage.ENTRY and len(sight.state.frames) == 1:
        return _("Before it begins")
    said = step_of(run)
    if node is not None and node.parent >= 0 and len(sight.state.frames) == 1:
        said = _("{step} · {number}").format(step=said, number=number_of(node))
    return said[:1].upper() + said[1:]


def _crumbs(sight: Sight) -> list[str]:
    """The procedures that call each other, and where it stands in the innermost."""
    titles = [shorten(one["title"], LONGEST, placeholder="…") for one in sight.place["levels"]]
    node = sight.node
    if len(titles) > 1 and node is not None:
        of = len(sight.procedure.children(-1))
        here = _("{title}, step {number} of {of}")
        titles[-1] = here.format(title=titles[-1], number=number_of(node), of=of)
    return titles
