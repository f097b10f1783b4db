"""The sentence and the health of what was found, read for the rows that come into sight."""

import threading

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.library import library
from app.core.library.excerpts import excerpt
from app.core.library.known_skills import NamesAndCalls
from app.core.matching.query import Query
from app.core.progress import Progress, checkpoint
from app.core.skills.checking.check import findings
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.models.skill_list import Hit


class Hits(QObject):
    """`found(hits by skill)` some time after they were wanted."""

    found = Signal(object)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._reader = _Reader(context.vault)
        self._query = Query("")
        self._wanted: dict[int, None] = {}
        self._job: Job | None = None
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._look)

    def ask(self, query: Query) -> None:
        """What is found out from now on is about this."""
        self._query = query
        self._wanted.clear()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def want(self, skill: int) -> None:
        """Somebody looks at the row of this skill."""
        self._wanted[skill] = None
        if self._job is None:
            self._soon.start()

    def _look(self) -> None:
        wanted, query, reader = tuple(self._wanted), self._query, self._reader
        if self._job is None and wanted:
            self._wanted.clear()
            self._job = self._context.jobs.start(
                self, _("Searching"), lambda job: reader.hits(wanted, query, job), self._show
            )

    def _show(self, hits: dict[int, Hit]) -> None:
        self._job = None
        self.found.emit(hits)
        self._look()


class _Reader:
    """Reads on the threads of the jobs; one at a time knows what every skill is called."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._names: NamesAndCalls | None = None
        self._lock = threading.Lock()

    def hits(self, skills: tuple[int, ...], query: Query, progress: Progress) -> dict[int, Hit]:
        with self._lock:
            if self._names is None:
                self._names = NamesAndCalls(self._vault)
            self._names.catch_up()
            hits = {}
            for skill in skills:
                checkpoint(progress)
                if (hit := self._hit(skill, query, self._names)) is not None:
                    hits[skill] = hit
            return hits

    def _hit(self, skill: int, query: Query, names: NamesAndCalls) -> Hit | None:
        state = library.current(self._vault, skill)
        if state is None:
            return None
        _saved, text, meta = state
        parsed = parse(text)
        ailing = findings(parsed, names.known(meta.engram, skill))
        return Hit(excerpt(parsed, meta, query), ailing[0].severity if ailing else None)
