"""A dialog for work that is mostly over before anyone would see it. Public name: `LateDialog`."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import SIGN_OF_LIFE, Job
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.job_bar import JobBar

T = TypeVar("T")
WIDTH = 460


class LateDialog(Dialog):
    """Runs one job at a time and appears only while that takes long; may be shown again."""

    def __init__(self, context: AppContext, title: str, icon: str, window: QWidget) -> None:
        super().__init__(context.theme, title, parent=window, icon=icon)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        self._context = context
        self._job: Job | None = None
        self._late = QTimer(self, singleShot=True, interval=SIGN_OF_LIFE)
        self._late.timeout.connect(self.open)
        self._bar = JobBar()
        self.body.addWidget(self._bar)
        self.stop = Button(context.theme, _("Stop"), size="large")
        self.stop.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(self.stop)
        self.keep_width(WIDTH)
        context.jobs.progressed.connect(self._on_progressed)

    def _start(
        self,
        title: str,
        work: Callable[[Job], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
        *,
        unseen: bool,
    ) -> None:
        """Start the job; `unseen` while another dialog is in front."""
        self.setWindowTitle(title)
        self.title.setText(title)
        self._bar.begin(title)
        if not unseen:
            self._late.start()
        self._job = self._context.jobs.start(self, title, work, done, failed)

    def _arrived(self) -> None:
        """The work is done: stop showing that it goes on."""
        self._job = None
        self._late.stop()
        if self.isVisible():
            self.done(0)

    def _on_bug(self, error: Exception) -> None:
        self._arrived()
        self._context.jobs.failed.emit(self, error)

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self._bar.show_progress(fraction, text)
