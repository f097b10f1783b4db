"""That skills which came from elsewhere could be described better, and the way to them."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.enrichment import waiting
from app.core.lifecycle import config
from app.core.progress import Progress
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label

PAUSE = 1000
"""Milliseconds without a change before it looks, so that typing is left alone."""


class ThinNotice(QFrame):
    """Hidden while none wait, and once it was put off until more do."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._job: Job | None = None
        self._put_off: frozenset[int] = frozenset()
        self._has_room = True
        self.skills: tuple[int, ...] = ()
        self.setObjectName("banner")
        self.setProperty("tone", "info")
        self.words = label("", "secondary", wrap=True)
        self.review = Button(context.theme, _("Review"), size="small")
        self.review.clicked.connect(self._ask)
        self.later = Button(context.theme, _("Later"), "quiet", size="small")
        self.later.clicked.connect(self.put_off)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.review)
        row.addWidget(self.later)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(6)
        column.addWidget(self.words)
        column.addLayout(row)
        self.hide()
        self._soon = QTimer(self, interval=PAUSE, singleShot=True)
        self._soon.timeout.connect(self.look)
        self._soon.start()
        context.bridge.changed.connect(self._on_changed)
        context.jobs.ended.connect(self._on_ended)

    def look(self) -> None:
        """Look at what was imported since the last time, where that is wanted."""
        settings, _problems = config.load(self._context.vault.home)
        if self._job is not None or not settings.enrich_on_install:
            return
        vault, least = self._context.vault, settings.enrich_min_description

        def work(progress: Progress) -> tuple[int, ...]:
            waiting.look(vault, least, progress)
            return waiting.waiting(vault)

        title = _("Checking new skills")
        self._job = self._context.jobs.start_calmly(self, title, work, self._on_found)

    def put_off(self) -> None:
        """Not now; said again when another skill comes in."""
        self._put_off = frozenset(self.skills)
        self.hide()

    def give_room(self, has_room: bool) -> None:
        """Whether there is any for what can wait."""
        self._has_room = has_room
        self._show_waiting()

    def _on_found(self, skills: tuple[int, ...]) -> None:
        self._job = None
        self.skills = skills
        said = ngettext(
            "{count} skill needs a better description",
            "{count} skills need a better description",
            len(skills),
        )
        self.words.setText(said.format(count=len(skills)))
        self.setAccessibleName(self.words.text())
        self._show_waiting()

    def _show_waiting(self) -> None:
        self.setVisible(self._has_room and bool(set(self.skills) - self._put_off))

    def _on_ended(self, job: Job) -> None:
        if job is self._job and job.cancelled:
            self._job = None

    def _ask(self) -> None:
        self._context.go.describe(*self.skills)

    def _on_changed(self, changes: Changes) -> None:
        """Skills come in with changes to the list; what is declined is a setting."""
        if changes.parts & (Part.LIST | Part.SETTINGS if self.skills else Part.LIST):
            self._soon.start()
