"""Stars that are moved, pinned and tidied up; each of it can be taken back, and done again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import dist

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from app.core.constellation import places
from app.core.constellation.sky import Sky
from app.core.graph.free_places import Position
from app.core.words import _, ngettext
from app.ui.context import AppContext

_SAME = 0.5
"""Scene units that nobody sees a star move."""


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """What was done, in words, how it is taken back, and how it is done again.

    `entry` is the last one that a person had made in the journal by then.
    """

    said: str
    back: Callable[[], None]
    again: Callable[[], None]
    entry: int = 0


class Placing(QObject):
    """Skills are given by their ids. `placed` when the vault has other places than before.

    Undo and redo in `parent`, the page, are about what was done here as long as that was done
    last; the journal knows nothing of places.
    """

    placed = Signal()

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        parent.installEventFilter(self)
        if (was := places.way_back(context.vault)) is not None:  # the vault was locked in between
            self._done.append(self._dated(self._tidying(was, places.known(context.vault))))

    def move(self, at: Mapping[int, Position]) -> None:
        """They stay where they were dropped."""
        vault = self._context.vault
        before = places.known(vault)
        some = {skill: before.at[skill] for skill in at if skill in before.at}
        was = places.Places(some, before.pinned & at.keys(), before.clusters)
        said = ngettext("Moved {count} skill.", "Moved {count} skills.", len(at))
        step = _Step(
            said.format(count=len(at)),
            lambda: places.put(vault, was),
            lambda: places.move(vault, at),
        )
        self._write(step.again)
        self._offer(step)

    def pin(self, skills: frozenset[int], pinned: bool) -> None:
        """Whether tidying up leaves them where they are."""
        vault = self._context.vault
        before = places.known(vault).pinned
        was = {skill: skill in before for skill in skills}
        words = ngettext("Pinned {count} skill.", "Pinned {count} skills.", len(skills))
        if not pinned:
            words = ngettext("Unpinned {count} skill.", "Unpinned {count} skills.", len(skills))
        step = _Step(
            words.format(count=len(skills)),
            lambda: places.pin(vault, was),
            lambda: places.pin(vault, dict.fromkeys(skills, pinned)),
        )
        self._write(step.again)
        self._offer(step)

    def tidied(self, was: places.Places, sky: Sky) -> None:
        """Say that the sky was laid out anew, or that it looks as it did before."""
        now = places.Places(sky.places, sky.pinned, sky.clusters)
        if _looks_like(was, now):
            self._context.say.tell(_("Everything is in its place already."))
            return
        self._offer(self._tidying(was, now))

    def _tidying(self, was: places.Places, now: places.Places) -> _Step:
        vault, before, home = self._context.vault, was.clusters.home, now.clusters.home
        count = sum(before.get(skill) != home.get(skill) for skill in was.at.keys() & now.at.keys())
        said = _("Constellation tidied up. Every skill is in the same cluster as before.")
        if count:
            words = ngettext(
                "Constellation tidied up. {count} skill changed its cluster.",
                "Constellation tidied up. {count} skills changed their cluster.",
                count,
            )
            said = words.format(count=count)
        return _Step(said, lambda: places.put(vault, was), lambda: places.put(vault, now))

    def take_back(self) -> None:
        """Undo the last of it, and say so."""
        step = self._done[-1]
        self._undo(step)
        self._context.say.tell(_("Undone: {what}").format(what=step.said))

    def do_again(self) -> None:
        """Redo what was undone last, and say so."""
        step = self._undone.pop()
        self._done.append(step)
        self._write(step.again)
        self._context.say.tell(_("Redone: {what}").format(what=step.said))

    def _dated(self, step: _Step) -> _Step:
        return replace(step, entry=places.last_done(self._context.vault))

    def _offer(self, done: _Step) -> None:
        step = self._dated(done)
        self._done.append(step)
        self._undone.clear()
        self._context.say.offer(step.said, lambda: self._undo(step))

    def _undo(self, step: _Step) -> None:
        self._done = [one for one in self._done if one is not step]
        self._undone.append(step)
        self._write(step.back)

    def _is_next(self, steps: list[_Step]) -> bool:
        """Whether the last of these comes before what was done in the library."""
        return bool(steps) and steps[-1].entry == places.last_done(self._context.vault)

    def _write(self, work: Callable[[], None]) -> None:
        self._context.writes.write(
            self, _("Moving"), work, lambda _nothing: self.placed.emit(), short=False
        )

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Undo and redo are keys of the window, which has them unless they are claimed here."""
        if not isinstance(event, QKeyEvent):
            return False
        act: Callable[[], None] | None = None
        if event.matches(QKeySequence.StandardKey.Undo) and self._is_next(self._done):
            act = self.take_back
        elif event.matches(QKeySequence.StandardKey.Redo) and self._is_next(self._undone):
            act = self.do_again
        if act is not None and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if act is not None and event.type() == QEvent.Type.KeyPress:
            act()
            return True
        return False


def _looks_like(was: places.Places, now: places.Places) -> bool:
    """Whether nobody could tell one from the other."""
    before, clusters = was.clusters, now.clusters
    same = (before.home, before.names) == (clusters.home, clusters.names)
    same &= was.at.keys() == now.at.keys()
    return same and all(dist(at, was.at[skill]) < _SAME for skill, at in now.at.items())
