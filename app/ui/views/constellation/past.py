"""What the sky was, day by day, in the place of today's. Public name: `Past`."""

from PySide6.QtCore import QObject, Signal

from app.core.constellation.timeline import Moment, Timeline, timeline
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.constellation.asked_from import AskedFrom
from app.ui.views.constellation.overlays import Overlays
from app.ui.views.constellation.past_sky import PastSky
from app.ui.views.constellation.shown_sky import ShownSky
from app.ui.views.constellation.sky_view import SkyView
from app.ui.views.constellation.timelapse import Timelapse


class Past(QObject):
    """`begun` when it is asked for, `shown` once its days are there, `left` when today is due."""

    begun = Signal()
    shown = Signal()
    left = Signal()

    def __init__(
        self,
        context: AppContext,
        timelapse: Timelapse,
        showing: ShownSky,
        sky: SkyView,
        overlays: Overlays,
    ) -> None:
        super().__init__(timelapse)
        self._context, self._timelapse, self._showing = context, timelapse, showing
        self._sky, self._overlays = sky, overlays
        self._job: Job | None = None
        self._asked_from = AskedFrom(timelapse)
        timelapse.moved.connect(self._show_moment)
        timelapse.left.connect(self.leave)
        context.jobs.ended.connect(self._end)

    def toggle(self) -> None:
        """Begin with the first day, or go back to today, also where its days are still read."""
        if self._job is not None or not self._timelapse.isHidden():
            self.leave()
            return
        self.begun.emit()
        self._asked_from = AskedFrom(self._timelapse)
        self._job = self._context.jobs.start(
            self,
            _("Reading what changed when"),
            lambda _job: timeline(self._context.vault),
            self._show,
        )

    def leave(self) -> None:
        """Today's sky again; the days that are still read are not wanted any more."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if self._timelapse.isHidden():
            return
        if self._timelapse.has_keyboard:
            self._sky.setFocus()
        self._timelapse.end()
        if (today := self._showing.today) is not None:
            self._showing.chart = today.chart
        self.left.emit()

    def _end(self, job: Job) -> None:
        """It may have been cancelled, or have failed."""
        if job is self._job:
            self._job = None

    def _show(self, days: Timeline) -> None:
        self._timelapse.begin(days)
        if self._asked_from.may_take_keyboard:
            self._timelapse.slider.setFocus()
        self.shown.emit()

    def _show_moment(self, moment: Moment) -> None:
        """The stars there were, at their places of today; what was touched glows."""
        showing, today = self._showing, self._showing.today
        if today is None:
            return
        past = PastSky.of(today.chart, showing.look(today.chart), today.hulls, moment)
        showing.chart = past.chart
        chosen = showing.selected, showing.chosen
        self._sky.show_chart(past.chart, past.look, past.hulls, *chosen)
        self._sky.look_around(None, past.glowing)
        self._overlays.show_chart(past.chart)
        self._overlays.legend.show_chart(today.chart, past.there)
