"""What stands over a rewriting: who wrote it and how long it took, or how it is getting on."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from app.core.training.rewriting.rewrite import Rewrite
from app.core.training.rewriting.weaving import Started
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.training.rewrite_job import RewriteJob
from app.ui.views.skills.training.tally import Tally
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.tips import plain_tip

MARK, STEPS, TICK = 16, 1000, 200
TITLE = 180
"""Px that the title has beside the time and the buttons."""
"""`TICK` is in milliseconds."""


class RewriteHead(QWidget):
    """`stopped` and `again` by its buttons."""

    stopped = Signal()
    again = Signal()

    def __init__(self, context: AppContext, job: RewriteJob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._job, self._model = context.theme, job, context.model
        self._mark = QLabel()
        self.title = label("", "head", wrap=True)
        self.time = label("", "caption")
        self.about = label("", "muted", wrap=True)
        self.tally = Tally(context.theme)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, STEPS)
        self._bar.setAccessibleName(_("Rewriting"))
        self.stop = Button(context.theme, _("Stop"), size="small", icon="stop")
        self.stop.setAccessibleName(_("Stop rewriting"))
        self.redo = IconButton(context.theme, "refresh", _("Rewrite again"), size="small")
        self.stop.clicked.connect(self.stopped)
        self.redo.clicked.connect(self.again)
        self._clock = QTimer(self, interval=TICK)
        self._clock.timeout.connect(self._show_time)
        self._lay_out()
        self._paint_mark()
        context.theme.changed.connect(self._paint_mark)

    def show_working(self) -> None:
        """The model is at work."""
        self.title.setText(_("{model} is writing").format(model=self._model.name))
        self.about.setText(_("Starting the model"))
        self._bar.setValue(0)
        self._show_parts(working=True)
        self._clock.start()
        self._show_time()

    def show_step(self, started: Started, name: str) -> None:
        """Which step it is at, and what that is called."""
        words = _("Step {name}: {number} of {count} with memories")
        self.about.setText(words.format(name=name, number=started.number, count=started.count))
        self._bar.setValue(round(STEPS * (started.number - 1) / started.count))

    def show_done(self, found: Rewrite, *, measured: bool) -> None:
        """What came of it; `measured` if it was written here and now."""
        self._clock.stop()
        something = any(step.parts for step in found.steps)
        done, nothing = _("Rewritten by the local model"), _("Nothing rewritten")
        self.title.setText(done if something else nothing)
        took = _("{seconds} s, on this computer").format(seconds=f"{self._job.seconds:.1f}")
        self.time.setText(took if measured else _("on this computer"))
        self.time.setToolTip(plain_tip(found.writer.name if found.writer is not None else ""))
        self.redo.setEnabled(self._model.is_there)
        self._show_parts(working=False)
        self.tally.show_rewrite(found)
        self.tally.setVisible(something)

    def _show_parts(self, *, working: bool) -> None:
        for part in (self.about, self._bar, self.stop):
            part.setVisible(working)
        self.redo.setVisible(not working)
        self.tally.setVisible(not working)

    def _show_time(self) -> None:
        parts = [_("{seconds} s").format(seconds=f"{self._job.seconds:.1f}")]
        if speed := self._job.speed:
            parts.insert(0, _("{speed} tokens/s").format(speed=f"{speed:.0f}"))
        self.time.setText(" · ".join(parts))

    def _lay_out(self) -> None:
        told = QWidget()
        head = QHBoxLayout(told)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self._mark)
        head.addWidget(self.title, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 14, 12)
        column.setSpacing(8)
        column.addWidget(SideBySide(self._theme, told, (self.time, self.redo, self.stop), TITLE))
        for part in (self.about, self._bar, self.tally):
            column.addWidget(part)

    def _paint_mark(self) -> None:
        self._mark.setPixmap(
            self._theme.pixmap(
                "chip", "goal:On completion", self._theme.scaled(MARK), self.devicePixelRatioF()
            )
        )
