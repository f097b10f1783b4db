"""The ground of the dialogs in which a job, and perhaps a model, proposes something."""

from collections.abc import Callable
from textwrap import shorten
from typing import TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.errors import AppError, StaleEdit
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.widgets.banner import Banner
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.writing_line import WritingLine

T = TypeVar("T")
LONGEST = 60
"""Letters of a title that stand for it."""
SIDES = 20


class ProposalDialog(Dialog):
    """One proposal at a time is made in a job, watched in `line`, stopped there or by closing.

    A dialog of this kind says in `_show_state` how it is now, and in `_on_stopped` what is left
    when the job was stopped.
    """

    def __init__(
        self, context: AppContext, title: str, about: str, *, parent: QWidget, icon: str, name: str
    ) -> None:
        super().__init__(
            context.theme,
            title,
            about,
            parent=parent,
            icon=icon,
            name=name,
            window_state=context.window_state,
        )
        self._context = context
        self._job: Job | None = None
        self._attempts = 0
        self._is_accepting = False
        self.banner = Banner(context.theme)
        self.line = WritingLine(context.theme)
        self.line.stopped.connect(self._stop)
        context.jobs.progressed.connect(self._on_progressed)
        context.jobs.ended.connect(self._on_ended)

    # The proposal

    def _propose(
        self,
        title: str,
        work: Callable[[Job], T],
        show: Callable[[T], None],
        *,
        with_model: bool = False,
    ) -> None:
        """Start the job; `line` says so if it is a model that writes."""
        if with_model:
            self._attempts += 1
            self.line.begin(_("{model} is writing").format(model=self._context.model.name))

        def done(found: T) -> None:
            self._job = None
            show(found)

        self._job = self._context.jobs.start(self, title, work, done, self._on_failed)
        self._show_state()

    def _accept(self, write: Callable[[], T], then: Callable[[T], object]) -> None:
        """Save what was proposed; where that cannot be done, `banner` says why."""
        if self._is_accepting:
            return

        def done(written: T) -> None:
            self._is_accepting = False
            then(written)

        def failed(error: AppError) -> None:
            self._is_accepting = False
            stale = isinstance(error, StaleEdit)
            self.banner.explain(error, _("Check again") if stale else "")

        self._is_accepting = True
        self._context.writes.write(self, _("Saving"), write, done, failed)

    # What happens

    def _show_state(self) -> None:
        raise NotImplementedError

    def _on_stopped(self) -> None:
        raise NotImplementedError

    def _explain(self, error: AppError) -> None:
        """Say why nothing was proposed."""
        self.banner.explain(error)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._context.jobs.explain(self, error, self._explain)
        self._show_state()

    def _on_progressed(self, job: Job, fraction: float, text: str) -> None:
        if job is self._job:
            self.line.show_progress(fraction, text)

    def _on_ended(self, job: Job) -> None:
        if job is self._job and job.cancelled:
            self._job = None
            self._on_stopped()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _ask_settings(self) -> None:
        self.reject()
        self._context.go.model_settings()

    # How it is put together

    def _band(self, part: QWidget, above: int = 0, below: int = 0) -> QVBoxLayout:
        """A part from edge to edge that is as far from them as the title."""
        made = QVBoxLayout()
        made.setContentsMargins(SIDES, above, SIDES, below)
        made.addWidget(part)
        return made

    # Qt

    def done(self, result: int) -> None:
        """Whoever closes it does not want the model's answer any more."""
        self._stop()
        super().done(result)


def short(title: str) -> str:
    """A title where there is little room."""
    return shorten(title, LONGEST, placeholder="…") or _("Untitled skill")
