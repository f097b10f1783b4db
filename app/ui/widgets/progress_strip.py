"""What long work is going on: late to appear, never blocking, with Stop where it can be stopped.

Public name: `ProgressStrip`.
"""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app.core.words import _
from app.ui.jobs import Job, Jobs
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided

APPEARS_AFTER = 600
STAYS_FOR = 500
NARROWEST, WIDEST = 60, 140
SAYS = 120
"""Px of what goes on that stay whole before the bar gets shorter, at the usual size of text."""
STEPS = 1000


class ProgressStrip(QWidget):
    """Shows one job at a time: its own words, and a Stop that cancels it and no other.

    What somebody waits for comes before what nobody does, and then what says how far it is before
    what does not, which is mostly over soon.
    """

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._running: list[Job] = []
        self._shown: Job | None = None
        self._said: dict[Job, tuple[float, str]] = {}
        self._title = Elided(role="secondary", modest=True)
        self._text = Elided(role="muted", modest=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMinimumWidth(NARROWEST)
        self._bar.setMaximumWidth(WIDEST)
        self._stop = Button(theme, _("Stop"), "quiet", size="small")
        self._stop.clicked.connect(self._cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self._title, self._bar, self._text, self._stop):
            row.addWidget(part)
        self._late = QTimer(self, singleShot=True, interval=APPEARS_AFTER)
        self._late.timeout.connect(self._appear)
        self._linger = QTimer(self, singleShot=True, interval=STAYS_FOR)
        self._linger.timeout.connect(self._hide_at_rest)
        self.hide()
        jobs.started.connect(self._on_started)
        jobs.progressed.connect(self._on_progressed)
        jobs.ended.connect(self._on_ended)

    def _on_started(self, job: Job) -> None:
        self._running.append(job)
        self._show_job()
        if self.isHidden() and not self._late.isActive():
            self._late.start()

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job in self._running:
            self._said[job] = (fraction, text)
            self._show_job()

    def _on_ended(self, job: Job) -> None:
        if job not in self._running:
            return  # it was under way before there was a strip
        self._running.remove(job)
        self._said.pop(job, None)
        if self._running:
            self._show_job()
        else:
            self._late.stop()
            self._hide_at_rest()

    def _appear(self) -> None:
        self._linger.start()
        self.show()

    def _hide_at_rest(self) -> None:
        if not self._running and not self._linger.isActive():
            self.hide()

    def _show_job(self) -> None:
        """Before the first report nobody knows how long it takes, and the bar says so."""
        self._shown = job = self._foremost()
        fraction, text = self._said.get(job, (None, ""))
        unknown = fraction is None and not self._theme.reduced_motion
        self._bar.setUpdatesEnabled(False)  # else it paints the whole window before it returns
        self._bar.setRange(0, 0 if unknown else STEPS)
        self._bar.setValue(round((fraction or 0) * STEPS))
        self._bar.setUpdatesEnabled(True)
        self._bar.setAccessibleName(job.title)
        self._title.setText(job.title)
        least = min(self._title.sizeHint().width(), self._theme.scaled(SAYS))
        self._title.setMinimumWidth(least)
        self._text.setText(text if text != job.title else "")
        self._stop.setVisible(job.stoppable)
        self._stop.setEnabled(not job.cancelled)
        self._stop.setAccessibleName(_("Stop {title}").format(title=job.title))

    def _foremost(self) -> Job:
        """Of several that say how far they are the last, of several that do not the first: words
        change only for something that is worth it.
        """
        at_work = [job for job in self._running if not job.calm] or self._running
        telling = [job for job in at_work if job in self._said]
        return telling[-1] if telling else at_work[0]

    def _cancel(self) -> None:
        if self._shown in self._running and self._shown is not None and self._shown.stoppable:
            self._shown.cancel()
            self._show_job()
