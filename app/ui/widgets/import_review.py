"""What the reviews of several things before an import have in common. Public: `ImportReview`."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import SIGN_OF_LIFE, Job
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.close_question import CloseQuestion
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.elided import Elided
from app.ui.widgets.job_bar import JobBar
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.switch import Switch

T = TypeVar("T")
SMALLEST = QSize(860, 520)
LEAST_SETTINGS = 330
"""Px that the settings have beside the buttons, while text has its usual size."""
BESIDE_SWITCH = 36
"""Where the words of a switch begin, in px."""


class ImportReview(Dialog, Generic[T]):
    """`imported(list of T)` after the skills came in. Nothing is written before that.

    One import is one job, which the footer shows instead of the settings when it takes long; it
    can be stopped, and then nothing of it stays. Esc asks before decisions are lost: call `touch`
    of `_question` when one is made. A review of this kind says in `_show_go` how its buttons are
    now, in `_inputs` what nobody may change during the import, and in `_waiting_for` which other
    jobs end with the dialog.
    """

    is_review = True
    imported = Signal(object)

    def __init__(
        self, context: AppContext, title: str, subtitle: str, parent: QWidget, icon: str, name: str
    ) -> None:
        super().__init__(
            context.theme,
            title,
            subtitle,
            parent=parent,
            icon=icon,
            name=name,
            window_state=context.window_state,
        )
        self._context = context
        self._importing: Job | None = None
        self._done: list[T] = []
        self.banner = Banner(context.theme)
        self._question = CloseQuestion(self.banner)
        self.banner.acted.connect(self._leave)
        self.cancel = Button(context.theme, _("Cancel"), size="large")
        self.cancel.clicked.connect(self._leave)
        self.go = Button(context.theme, "", "primary", size="large", icon="import")
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self._settings = QWidget()
        self._progress = JobBar()
        self._progress.hide()
        self._late = QTimer(self, singleShot=True, interval=SIGN_OF_LIFE)
        self._late.timeout.connect(self._show_progress)
        self.setMinimumSize(SMALLEST)
        context.jobs.progressed.connect(self._on_progressed)
        context.jobs.ended.connect(self._on_ended)

    @property
    def is_importing(self) -> bool:
        return self._importing is not None

    # What a review says of itself

    def _show_go(self) -> None:
        raise NotImplementedError

    def _inputs(self) -> Sequence[QWidget]:
        raise NotImplementedError

    def _waiting_for(self) -> Sequence[Job]:
        raise NotImplementedError

    # How it is put together

    def _fill_footer(
        self, switch: Switch, about: Elided, settings: Sequence[QWidget], buttons: Sequence[Button]
    ) -> None:
        """A switch with a line about it, for which there may be no room, the other settings, then
        the buttons.
        """
        about.setContentsMargins(BESIDE_SWITCH, 0, 0, 0)
        switch.setMinimumWidth(switch.sizeHint().width())
        switched = QVBoxLayout()
        switched.setSpacing(2)
        switched.addWidget(switch)
        switched.addWidget(about)
        if self.is_low:
            about.hide()
        row = QHBoxLayout(self._settings)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addLayout(switched, 1)
        for part in settings:
            row.addWidget(part)
        words = QWidget()
        either = QHBoxLayout(words)
        either.setContentsMargins(0, 0, 0, 0)
        either.addWidget(self._settings, 1)
        either.addWidget(self._progress, 1)
        self.footer.addWidget(SideBySide(self._theme, words, buttons, LEAST_SETTINGS))

    def _show_cancel(self) -> None:
        words = _("Cancel"), _("Stop")
        self.cancel.say(words[self.is_importing], *words)

    # Importing

    def _import(self, title: str, work: Callable[[Job], Sequence[T]]) -> None:
        """Start it: one job, one entry of the journal, one undo."""
        self.banner.hide()
        for part in (*self._inputs(), self._settings):
            part.setEnabled(False)
        self._done = []

        def run(job: Job) -> None:
            self._done = list(work(job))

        self._importing = self._context.jobs.start(
            self, title, run, self._on_imported, self._on_failed
        )
        self._progress.begin(title)
        self._late.start()
        self._show_go()

    def _show_progress(self) -> None:
        self._settings.hide()
        self._progress.show()

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._importing:
            self._progress.show_progress(fraction, text)

    def _rest(self) -> None:
        """Nothing is being imported any more."""
        self._importing = None
        self._late.stop()
        self._progress.hide()
        self._settings.show()
        for part in (*self._inputs(), self._settings):
            part.setEnabled(True)
        self._show_go()

    def _on_imported(self, _nothing: None) -> None:
        self._rest()
        self.imported.emit(self._done)
        self.accept()

    def _on_ended(self, job: Job) -> None:
        """What was stopped too late is imported, and nobody is told otherwise."""
        if job is not self._importing or not job.cancelled:
            return
        if self._done:
            self._on_imported(None)
        else:
            self._rest()
            self._on_stopped()

    def _on_stopped(self) -> None:
        self.banner.say(_("Stopped. Nothing was imported."), "info")

    def _on_failed(self, error: Exception) -> None:
        """Say why, and nothing that was decided is lost."""
        self._rest()
        self._context.jobs.explain(self, error, self.banner.explain)

    # Qt

    def reject(self) -> None:
        """Esc and the cross ask before decisions are lost."""
        if self._importing is not None or not self._question.holds():
            self._leave()

    def _leave(self) -> None:
        """Stop an import that is under way, and nothing of it stays; otherwise leave."""
        if self._importing is not None:
            self._importing.cancel()
            return
        for job in self._waiting_for():
            job.cancel()
        super().reject()
