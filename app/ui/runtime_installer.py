"""Installing the model runtime while people work: one job, which Lock does not end."""

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError
from app.core.llm import runtime
from app.core.words import _
from app.ui.jobs import Job, Jobs


class RuntimeInstaller(QObject):
    """`changed` when it begins, gets on or ends; `installed` or `failed(error)` when it is over."""

    changed = Signal()
    installed = Signal()
    failed = Signal(object)

    def __init__(self, jobs: Jobs | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.job: Job | None = None
        self.said = ""
        """How far it is, or why it is not installed after the last try."""
        if jobs is not None:
            jobs.progressed.connect(self._on_progressed)
            jobs.ended.connect(self._on_ended)

    @property
    def is_running(self) -> bool:
        return self.job is not None

    def start(self) -> None:
        """Install it, unless that goes on already."""
        if self._jobs is not None and self.job is None:
            title = _("Installing the model runtime")
            self.job = self._jobs.start(self, title, runtime.install, self._on_done, self._fail)
            self.said = _("You can keep working.")
            self.changed.emit()

    def stop(self) -> None:
        if self.job is not None:
            self.job.cancel()

    def _on_progressed(self, job: Job, _fraction: float, text: str) -> None:
        if job is self.job:
            self.said = text
            self.changed.emit()

    def _on_ended(self, job: Job) -> None:
        if job is self.job:
            self.job, self.said = None, _("Stopped.") if job.cancelled else ""
            self.changed.emit()

    def _on_done(self, _nothing: None) -> None:
        self.installed.emit()
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.said = f"{error} {error.hint}".strip()
        self.failed.emit(error)
        self.changed.emit()
