"""What the rest of the window says of runs: which one goes on, and which wait for a person.

Public names: `RunNews`, `RunCounts`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.core.changes import Changes, Part
from app.core.runs import store
from app.core.runs.store import Run
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.runs.run_words import name_of, step_of, waits_for_person


@dataclass(frozen=True, slots=True)
class RunCounts:
    """`present` is the open run that was in front last, else the one that a person worked on last;
    `waiting` were handed over to a person."""

    present: Run | None = None
    waiting: int = 0


class RunNews(QObject):
    """`counted(RunCounts)` when they are others. A run that an agent hands over is told in a banner
    that leads to it."""

    counted = Signal(object)

    def __init__(self, context: AppContext, shows: Callable[[int], bool], parent: QObject) -> None:
        """`shows` says whether a run is on the screen anyway."""
        super().__init__(parent)
        self._context, self._shows = context, shows
        self._known: frozenset[int] = frozenset()
        self._said: tuple[int, str] | None = None
        """The run that the banner is about, and what it says."""
        self._in_front: int | None = None
        self.counts = RunCounts()
        context.bridge.changed.connect(self._on_changed)

    def begin(self) -> None:
        """Offer to go on where somebody left off, unless that is in front."""
        self.look()
        run = self.counts.present
        if run is None or self.counts.waiting or self._shows(run.id):
            return
        mine = [one for one in self._open() if one.holder.is_person and one.step != "start"]
        words = _("“{title}” is not finished: {where}.").format(title=run.title, where=step_of(run))
        if more := len(mine) - 1:
            words = ngettext(
                "“{title}” and {count} more run are not finished.",
                "“{title}” and {count} more runs are not finished.",
                more,
            ).format(title=run.title, count=more)
        go = self._context.go
        act = (lambda: go.run(run.id)) if len(mine) == 1 else (lambda: go.page("runs"))
        self._context.say.tell_more(words, _("Go on") if len(mine) == 1 else _("Show"), act)

    def show_front(self, run: int) -> None:
        """This run came to the front, or none with 0: what was in front stays the present one."""
        if run:
            self._in_front = run
            self.look()

    def look(self) -> None:
        """Ask the vault, and say what was not there before."""
        runs = self._open()
        mine = [run for run in runs if run.holder.is_person and run.step != "start"]
        waiting = [run for run in runs if waits_for_person(run)]
        in_front = (run for run in runs if run.id == self._in_front)
        present = next(in_front, max(mine, key=lambda run: run.at, default=None))
        counts = RunCounts(present, len(waiting))
        if counts != self.counts:
            self.counts = counts
            self.counted.emit(counts)
        fresh = [run for run in waiting if run.id not in self._known]
        self._known = frozenset(run.id for run in waiting)
        if self._said is not None and self._said[0] not in self._known:
            self._context.say.withdraw(self._said[1])
            self._said = None
        if fresh and not self._shows(fresh[0].id):
            self._tell(fresh[0])

    def _tell(self, run: Run) -> None:
        said = _("{name} hands “{title}” over to you, {where}.").format(
            name=name_of(self._context.vault, run.holder), title=run.title, where=step_of(run)
        )
        self._said = run.id, said
        self._context.say.warn(said, _("Look"), lambda: self._context.go.run(run.id))

    def _open(self) -> tuple[Run, ...]:
        return store.runs(self._context.vault, open_only=True)

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.RUNS:
            self.look()
