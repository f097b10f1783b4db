"""Opening documents: read them, review them, import them. Public name: `open_documents`."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.core.api.packs import about_file
from app.core.documents.importing import Arrived, Refused, read_documents
from app.core.errors import AppError
from app.core.library.record import Saved
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.documents.entries import Entry, entries
from app.ui.views.documents.review import DocumentReview
from app.ui.widgets.late_dialog import LateDialog

Done = Callable[[str, tuple[int, ...]], None]
"""Told a sentence about what was imported, and the ids of the skills."""
Read = tuple[list[Entry], list[Refused]]


def open_documents(
    context: AppContext, parent: QWidget, paths: Iterable[str | Path], done: Done
) -> None:
    """Read documents and review them for import, together with those that are open already."""
    window = parent.window()
    reading = window.findChild(Reading)
    if reading is None:
        reading = Reading(context, window, done)
    reading.add([Path(path) for path in paths])


class Reading(LateDialog):
    """Reads documents; seen itself only while that takes long."""

    def __init__(self, context: AppContext, window: QWidget, done: Done) -> None:
        super().__init__(context, _("Reading documents"), "import", window)
        self._told = done
        self._waiting: list[Path] = []
        self._review: DocumentReview | None = None

    def add(self, paths: Sequence[Path]) -> None:
        """Read these as well, after those that are being read."""
        self._waiting += [path for path in paths if path not in self._waiting]
        self._read()

    def _read(self) -> None:
        if self._job is not None or not self._waiting:
            return
        paths, self._waiting = self._waiting, []
        said = ngettext("Reading {file}", "Reading {count} documents", len(paths))
        title = said.format(file=paths[0].name, count=len(paths))

        def work(job: Job) -> Read:
            found: list[Arrived | Refused] = [*read_documents(paths, job)]
            return entries(found), [one for one in found if isinstance(one, Refused)]

        is_unseen = self._review is not None
        self._start(title, work, self._on_read, self._on_bug, unseen=is_unseen)

    def _on_read(self, read: Read) -> None:
        self._arrived()
        new, refused = read
        if new and self._review is not None:
            self._review.add(new)
        elif new:
            self._review = DocumentReview(self._context, new, self._below)
            self._review.imported.connect(self._tell)
            self._review.finished.connect(self._on_reviewed)
            self._review.open()
        if refused:
            self._explain(refused)
        self._read()

    def _explain(self, refused: Sequence[Refused]) -> None:
        """What could not be read: beside the others, or in the window where there are none."""
        first, others = about_file(refused[0].path, refused[0].why), len(refused) - 1
        if others:
            said = ngettext(
                "{why} {count} more could not be read.",
                "{why} {count} more could not be read.",
                others,
            )
            first = AppError(said.format(why=first, count=others), first.hint)
        if self._review is not None:
            self._review.explain(first)
        else:
            self._context.say.explain(first)

    def _on_reviewed(self) -> None:
        self._review = None
        self._read()

    def _tell(self, saved: Sequence[Saved]) -> None:
        count = len(saved)
        said = ngettext("{count} document imported", "{count} documents imported", count)
        self._told(said.format(count=count), tuple(one.skill for one in saved))
        if saved:
            self._context.go.skill(saved[0].skill)

    # Qt

    def reject(self) -> None:
        """Stop reading: the process that reads is ended."""
        self._waiting = []
        if self._job is not None:
            self._job.cancel()
        self._arrived()
