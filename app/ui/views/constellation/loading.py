"""Has the sky read in jobs: a first look, all of it, again when it changed, and laid out anew."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.changes import NO_CHANGES, Changes, Part
from app.core.constellation import places
from app.core.constellation.sky import Sky, first_look, renewed, sky, tidy
from app.core.lifecycle import config
from app.core.progress import Progress
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.constellation.drawn_sky import DrawnSky

_SKILLS = Part.LIST | Part.EDGES
"""What `renewed` can tell, if it is known which skills."""
_SHOWN = _SKILLS | Part.ENGRAMS | Part.KNOWLEDGE
_FEW = 20
_LATER = 500
"""Milliseconds after which everything that is new has been painted."""

Drawn = Callable[[Sky], DrawnSky]


class SkyLoading(QObject):
    """`first` makes of the first look what is painted of it, `drawn` of the sky; in the jobs.

    `seen` carries the first look at a sky of which nothing is shown yet, `loaded` all of it.
    `tidied` carries the places of before and the sky that was laid out anew.
    """

    seen = Signal(object)
    loaded = Signal(object)
    tidied = Signal(object, object)

    def __init__(self, context: AppContext, first: Drawn, drawn: Drawn, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._first, self._drawn = context, first, drawn
        self._is_stale, self._is_first = True, True
        self._sky: Sky | None = None
        self._shown: DrawnSky | None = None
        self._changes = NO_CHANGES
        """What is new since the sky was read."""
        self._job: Job | None = None
        self._is_tidying, self._tidy_next = False, False
        context.jobs.ended.connect(self._end)

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def note(self, changes: Changes) -> None:
        """Something in the vault is new."""
        shown = _SHOWN if self._is_settled else _SHOWN | Part.MEMORIES
        if changes.parts & shown:
            self._is_stale = True
            self._changes |= Changes(changes.parts & shown, changes.skills)

    @property
    def _is_settled(self) -> bool:
        """Else more will be known of what skills mean, and so of the clusters."""
        sky = self._shown.sky if self._shown is not None else None
        return sky is not None and len(sky.clusters.settled) == len(sky.stars)

    def refresh(self) -> None:
        """Read the sky if it is not known, or no longer so."""
        if not self._is_stale or self.is_running:
            return
        if self._is_first:
            self._look()
        else:
            self._load()

    def again(self) -> None:
        """Read it whatever is known of it."""
        self._is_stale, self._sky = True, None
        self.refresh()

    def _look(self) -> None:
        vault = self._context.vault
        self._job = self._context.jobs.start(
            self,
            _("Looking at the constellation"),
            lambda _job: self._first(first_look(vault, config.load(vault.home)[0])),
            self._see,
        )

    def _see(self, found: DrawnSky) -> None:
        self._is_first = False
        self.seen.emit(found)
        self._load()

    def _load(self) -> None:
        vault, before, changes = self._context.vault, self._sky, self._changes
        self._is_stale, self._changes, self._sky = False, NO_CHANGES, None
        is_small = not changes.parts & ~_SKILLS and 0 < len(changes.skills) <= _FEW

        def work(job: Progress) -> DrawnSky:
            found = renewed(vault, before, changes.skills) if before and is_small else None
            return self._drawn(found or sky(vault, config.load(vault.home)[0], job))

        self._job = self._context.jobs.start(
            self,
            _("Arranging the constellation"),
            work,
            self._take,
        )

    def _take(self, found: DrawnSky) -> None:
        before, self._shown = self._shown, found
        self._sky = found.sky
        self.loaded.emit(found)
        # to take down ten thousand stars takes as long as to show them, and has its own turn
        QTimer.singleShot(_LATER, self, partial(_let_go, before))
        if self._tidy_next:
            self.tidy()
        else:
            self.refresh()

    def tidy(self) -> None:
        """Lay the whole sky out again, once it is read; what is pinned stays."""
        if self.is_running:
            if not self._is_tidying and not self._tidy_next:
                self._tidy_next = True
                said = _("The constellation is tidied up as soon as it is arranged.")
                self._context.say.tell(said)
            return
        self._is_tidying, self._tidy_next = True, False
        vault, self._sky = self._context.vault, None
        before = places.known(vault)

        def work(job: Progress) -> DrawnSky:
            return self._drawn(tidy(vault, config.load(vault.home)[0], job))

        def done(found: DrawnSky) -> None:
            self._take(found)
            self.tidied.emit(before, found)

        self._job = self._context.jobs.start(self, _("Tidying up"), work, done)

    def _end(self, job: Job) -> None:
        """It may have been cancelled; then the sky is read when it is looked at the next time."""
        if job is self._job:
            self._job = None
            self._is_stale |= job.cancelled
            self._is_tidying = False
            self._tidy_next &= not job.cancelled


def _let_go(_before: DrawnSky | None) -> None:
    """Nobody else has it any more."""
