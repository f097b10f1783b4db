"""What a box finds in which skills are searched, worked out beside the window."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

from app.core.matching.query import Query
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.widgets.search_field import SearchField

DEBOUNCE = 30
"""Milliseconds between the last letter typed and the search."""


@dataclass(frozen=True, slots=True)
class Found:
    """The skills that have the words, the best first; where there are none, what was meant."""

    query: Query
    skills: tuple[int, ...]
    meant: str | None = None


class Searching(QObject):
    """What is typed into the box becomes a question, and only the newest one is answered.

    `asked` when it is time to `look`; `found(Found)`. `best_wanted` and `list_wanted` follow Enter
    and ↓, however fast, when what was typed before them is answered. Where that found nothing,
    Enter looks for what was meant.
    """

    asked = Signal()
    found = Signal(object)
    best_wanted = Signal()
    list_wanted = Signal()

    def __init__(self, context: AppContext, box: SearchField) -> None:
        super().__init__(box)
        self._context = context
        self._box = box
        self._job: Job | None = None
        self._meant: str | None = None
        self._warming = False
        self._then: SignalInstance | None = None
        """What the person asked for before the answer was there."""
        self.in_text = True
        """Whether the texts of the skills are searched, too."""
        self._soon = QTimer(self, interval=DEBOUNCE, singleShot=True)
        self._soon.timeout.connect(self.asked)
        box.textChanged.connect(self._on_typed)
        box.focused.connect(self._warm)
        box.returnPressed.connect(lambda: self._when_found(self.best_wanted))
        box.entered.connect(lambda: self._when_found(self.list_wanted))

    def _on_typed(self) -> None:
        self._then = None
        self._box.setReadOnly(False)
        self._soon.start()

    def _when_found(self, wanted: SignalInstance) -> None:
        if self._soon.isActive():
            self.asked.emit()
        self._then = wanted
        if self._job is None:
            self._go_on()
        else:
            self._box.setReadOnly(True)  # the next letters are not meant for it any more

    def _go_on(self) -> None:
        then, self._then = self._then, None
        self._box.setReadOnly(False)
        if then is not None and self._meant is not None:
            self.take_meant()
        elif then is not None:
            then.emit()

    def take_meant(self) -> None:
        """Type for the person what was meant."""
        if self._meant is not None:
            self._box.setText(self._meant)
            self._box.setFocus(Qt.FocusReason.OtherFocusReason)
            self.asked.emit()

    def look(
        self, query: Query, among: Callable[[], Sequence[int]], *, ranked: bool = True
    ) -> None:
        """Find out, among the skills that pass the filters; unless `ranked`, in their order."""
        self.stop()
        search, in_text = self._context.search, self.in_text

        def work(job: Job) -> Found:
            skills = among()
            found = search.find(query, skills, job, in_text=in_text)
            if not ranked:
                fits = set(found)
                found = [skill for skill in skills if skill in fits]
            meant = None if found else search.meant(query, skills, job, in_text=in_text)
            return Found(query, tuple(found), meant)

        self._job = self._context.jobs.start(self, _("Searching"), work, self._show, self._fail)

    def stop(self) -> None:
        """What was asked is not wanted any more."""
        self._soon.stop()
        self._meant = None
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _warm(self) -> None:
        """Read the texts before the first word is typed."""
        if not self._warming:
            self._warming = True
            self._context.jobs.start(
                self, _("Searching"), self._context.search.catch_up, self._on_warm
            )

    def _on_warm(self, _said: object) -> None:
        self._warming = False

    def _fail(self, error: Exception) -> None:
        self.stop()
        self._then = None
        self._box.setReadOnly(False)
        self._context.jobs.failed.emit(self, error)

    def _show(self, found: Found) -> None:
        self._job, self._meant = None, found.meant
        self.found.emit(found)
        self._go_on()
