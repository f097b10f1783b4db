"""Any number of skills changed together: one journal entry, one undo, seen all at once.

What fits into one short write is one. More of them are staged: their versions are written down in
short writes, between which others write, and belong to an entry of the journal that is not done.
Then one short write makes all of them current. What is left of a staging that was broken off, and
what was derived from the versions before, is cleared away afterwards (`leftovers`).
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.library import call_targets, file_store, leftovers, undo_rows
from app.core.library.derive import Derived, keep
from app.core.library.edit import EACH, Becomes, Edit
from app.core.library.engrams import revive
from app.core.library.record import Saved
from app.core.library.slices import Slices
from app.core.library.version import (
    EDGES,
    SHOWN,
    Next,
    append,
    moved_names,
    new_skill,
    stage,
)
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, Write
from app.core.words import _

T = TypeVar("T")

_SLICE = 15_000
"""Weight of what the first write takes: characters, and `EACH` for every skill."""
_NAMES = 500
"""By so many names it is written down in one write where calls lead."""
_LOOKS = 5
"""So often it is asked whether they may be shown before others have to wait for the answer."""


def nothing(*_ignored: object) -> None:
    pass


def change(
    vault: Vault,
    label: str,
    things: Sequence[T],
    edit: Callable[[T], Edit | None],
    *,
    actor: Actor = USER,
    undoes: int | None = None,
    begin: Callable[[Write], None] = nothing,
    rows: Sequence[Sequence[int]] = (),
    look: Callable[[], None] | None = None,
    also: Callable[[Write, Sequence[Saved]], None] = nothing,
    progress: Progress = SILENT,
) -> tuple[Saved, ...]:
    """Do to each thing what `edit` says of it (None: nothing), all or none. A job when many.

    `begin` runs in the first write and `also` in the one that shows them. `rows` are put back
    before (`undo_rows`), a slice in each write. `look` raises what is to
    keep them from being shown; it is asked before, and again when somebody wrote meanwhile. A
    skill that somebody else changes meanwhile is edited again. Raises `Cancelled`.
    """
    staging = _Staging(vault, actor, things, edit, rows, look, progress)
    staging.since = _last_version(vault, undoes) if undoes is not None else 0
    staging.look()
    with vault.write(label, actor, undoes) as write:
        staging.look_again(write)
        begin(write)
        staging.journal, staging.began = write.journal, _newest_change(write)
        staging.put_back_some(write)
        staging.take(write, staging.ready(write, _SLICE, least=0))
        if staging.is_whole:
            staging.keep_rest(write)
            also(write, staging.show(write))
            if not leftovers.clear(write, staging.journal):
                return staging.saved
        else:
            staging.hide(write)
            staging.went_on(write)
    if not staging.is_whole:
        try:
            staging.go_on()
            while not staging.admit(label, undoes, also):
                staging.go_on()
        except BaseException:
            with suppress(AppError):  # why it was left is what to tell; a sweep does the rest
                leftovers.discard(vault, staging.journal)
            raise
    with suppress(AppError):
        leftovers.sweep(vault)
    return staging.saved


@dataclass(frozen=True, slots=True)
class _Ready(Generic[T]):
    """A thing with its place among all, and the versions that its skill gets: the last is shown."""

    number: int
    thing: T
    skill: int | None
    versions: tuple[Next, ...]
    files: tuple[tuple[str, bytes], ...]
    weight: int
    chosen: Mapping[str, int | Becomes]


class _Staging(Generic[T]):
    """The versions of one entry of the journal, on their way in."""

    def __init__(
        self,
        vault: Vault,
        actor: Actor,
        things: Sequence[T],
        edit: Callable[[T], Edit | None],
        rows: Iterable[Sequence[int]],
        look: Callable[[], None] | None,
        progress: Progress,
    ) -> None:
        self.journal = 0
        self.since = 0
        """Of an undo, the last version of what is undone."""
        self.began = 0
        """The newest change up to which it is written down where calls lead by the names that
        change; those that the staging makes itself do not count."""
        self._vault, self._actor, self._progress = vault, actor, progress
        self._edit, self._look, self._seen, self._looks = edit, look, 0, 0
        self._left = deque(enumerate(things))
        self._rows = deque(rows)
        self._count = len(things)
        self._staged: dict[int, tuple[int, T, Saved]] = {}
        """By the skill: the place among the things, the thing, and what was written."""
        self._became: dict[int, int] = {}
        """The skill by the place among the things."""
        self._moved: list[int] = []
        """Versions that no longer follow what is current."""
        self._later: deque[Callable[[Write], None]] = deque()
        """Writes down what belongs to the versions that are there: more edges, files."""
        self._slices = Slices(_SLICE, least=EACH, most=10 * _SLICE)

    def look(self) -> None:
        """Ask whether they may be shown, while others may write."""
        if self._look is not None:
            self._seen = self._vault.newest_change()
            self._looks += 1
            self._look()

    def look_again(self, write: Write) -> None:
        """Ask it again if somebody wrote since."""
        if self._look is not None and self._is_news(write):
            self._look()

    def _is_news(self, write: Write) -> bool:
        return _newest_change(write) != self._seen

    @property
    def is_whole(self) -> bool:
        return not self._left and not self._rows

    @property
    def saved(self) -> tuple[Saved, ...]:
        """What was written, in the order of the things."""
        found = sorted(self._staged.values(), key=lambda staged: staged[0])
        return tuple(saved for _number, _thing, saved in found)

    def ready(self, reader: Vault | Write, most: int, least: int = 1) -> list[_Ready[T]]:
        """The next things, up to that weight but at least so many; raises `Cancelled`."""
        found: dict[int, _Ready[T]] = {}
        while self._left:
            checkpoint(self._progress)
            number, thing = self._left[0]
            edit = self._edit(thing)
            if edit is not None and edit.skill not in self._staged and edit.skill not in found:
                most -= edit.weight
                if most < 0 and len(found) >= least:
                    break
                versions = edit.versions(reader)
                self._progress.report(number / self._count, versions[-1].derived.listed.title)
                found[-number - 1 if edit.skill is None else edit.skill] = _Ready(
                    number, thing, edit.skill, versions, edit.files, edit.weight, edit.chosen
                )
            self._left.popleft()
        return list(found.values())

    def put_back_some(self, write: Write) -> None:
        """The next rows."""
        if self._rows:
            undo_rows.put_back(write, self._rows.popleft())

    def take(self, write: Write, some: Iterable[_Ready[T]]) -> None:
        """Write them down; nothing shows them yet."""
        placed = [(one, new_skill(write) if one.skill is None else one.skill) for one in some]
        moved = [moved_names(write, skill, one.versions[-1]) for one, skill in placed]
        call_targets.keep_named(write, set().union(*moved), self.since)
        for one, skill in placed:
            for before in one.versions[:-1]:
                append(write, skill, replace(before, derived=Derived(before.derived.listed)))
            after = one.versions[-1]
            edges = after.derived.edges
            first = replace(after.derived, edges=edges[:EDGES])
            chosen = self._chosen(one.chosen)
            version = append(write, skill, replace(after, derived=first, chosen=chosen))
            stage(write, skill, version, after)
            self._staged[skill] = one.number, one.thing, Saved(skill, version, after.number)
            self._became[one.number] = skill
            for at in range(EDGES, len(edges), EDGES):
                more = Derived(after.derived.listed, edges[at : at + EDGES])
                self._later.append(partial(keep, version=version, derived=more))
            for digest, data in one.files:
                self._later += file_store.writes(write, digest, data)

    def _chosen(self, targets: Mapping[str, int | Becomes]) -> dict[str, int]:
        found = ((key, one if isinstance(one, int) else self._became.get(one.place))
                 for key, one in targets.items())  # fmt: skip
        return {key: skill for key, skill in found if skill is not None}

    def went_on(self, write: Write) -> None:
        """Nothing of what this write changes is news to the staging itself."""
        self.began = _newest_change(write) + bool(write.changes)

    def keep_rest(self, write: Write) -> None:
        """Write down what belongs to the versions that are there."""
        while self._later:
            self._later.popleft()(write)

    def hide(self, write: Write) -> None:
        """Let the entry of the journal wait until all is there."""
        write.db.execute(
            "update journal set done = null, undoes = null where id = ?", (self.journal,)
        )
        write.unseen = True

    def go_on(self) -> None:
        """Stage what is left, in short writes; raises `Cancelled`."""
        while self._rows:
            checkpoint(self._progress)
            with self._vault.write(None, self._actor) as write:
                write.journal = self.journal
                self._still_here(write)
                self.put_back_some(write)
        while some := self._moved[: leftovers.FEW]:
            with self._vault.write(None, self._actor) as write:
                self._still_here(write)
                if leftovers.drop(write, some):
                    del self._moved[: leftovers.FEW]
        self._keep_rest_apart()
        while some_ready := self.ready(self._vault, self._slices.size):
            weight = sum(one.weight for one in some_ready)
            with self._slices.write(self._vault, weight, self._actor) as write:
                write.journal = self.journal
                self._still_here(write)
                self.take(write, some_ready)
            self._keep_rest_apart()

    def _keep_rest_apart(self) -> None:
        """Write down what belongs to the versions that are there, each in a write of its own."""
        while self._later:
            checkpoint(self._progress)
            with self._vault.write(None, self._actor) as write:
                self._still_here(write)
                self._later.popleft()(write)

    def _catch_up(self) -> None:
        """Write down where what others wrote meanwhile leads, so that it need not be done when all
        is shown.
        """
        newest = self._vault.newest_change()
        if newest == self.began:
            return
        names = sorted(call_targets.staged_names(self._vault, self.journal))
        for at in range(0, len(names), _NAMES):
            checkpoint(self._progress)
            with self._vault.write(None, self._actor) as write:
                self._still_here(write)
                call_targets.keep_named(write, names[at : at + _NAMES], self.since)
        self.began = newest

    def admit(
        self, label: str, undoes: int | None, also: Callable[[Write, Sequence[Saved]], None]
    ) -> bool:
        """Make all current, unless somebody changed some of the skills: those are left again."""
        checkpoint(self._progress)
        self._catch_up()
        self.look()
        with self._vault.write(label, self._actor, undoes) as write:
            if self._look is not None and self._looks <= _LOOKS and self._is_news(write):
                return False
            self.look_again(write)
            moved = write.rows(
                # what is current is the newest; only of a skill that left it has to be looked for,
                # and a new one is nobody else's
                "select t.skill from staged t join skill s on s.id = t.skill where t.journal = ?"
                " and t.base is not null and t.base <>"
                " coalesce(s.current, (select max(id) from version where skill = t.skill))",
                self.journal,
            )
            if not moved:
                write.join(self.journal)
                self._still_here(write)
                write.db.execute(
                    "update journal set undoes = ?, done ="
                    " (select coalesce(max(done), 0) + 1 from journal) where id = ?",
                    (undoes, self.journal),
                )
                also(write, self.show(write))
        for (skill,) in moved:
            number, thing, saved = self._staged.pop(skill)
            del self._became[number]
            self._moved.append(saved.version)
            self._left.append((number, thing))
        return not moved

    def show(self, write: Write) -> tuple[Saved, ...]:
        """What `version.show` does, for all that is staged."""
        if _newest_change(write) != self.began:  # what calls led to then is written down
            names = call_targets.staged_names(write, self.journal)
            call_targets.keep_named(write, names, self.since)
        write.db.execute(
            "update skill set title = iif(t.live, t.title, skill.title), key = t.key,"
            " engram = t.engram, status = t.status, role = t.role, updated = ?,"
            " current = case when t.live then t.version end"
            " from staged t where t.journal = ? and t.skill = skill.id",
            (write.at.isoformat(), self.journal),
        )
        if self._staged:
            revive(write, self._staged)
            write.touch(SHOWN, *self._staged)
        return self.saved

    def _still_here(self, write: Write) -> None:
        """Say that somebody is at work; raises `AppError` if that came too late."""
        write.db.execute(
            "update journal set at = ? where id = ? and done is null and process = ?",
            (write.at.isoformat(), self.journal, write.process),
        )
        if not write.db.changes():
            raise AppError(
                _("This took too long without progress and was discarded."),
                _("Nothing was changed. Start again."),
            )
        write.unseen = True


def _newest_change(write: Write) -> int:
    ((newest,),) = write.rows("select coalesce(max(id), 0) from change")
    return int(newest)


def _last_version(vault: Vault, journal: int) -> int:
    """The last version that belongs to an entry; 0 without one."""
    ((last,),) = vault.rows("select coalesce(max(id), 0) from version where journal = ?", journal)
    return int(last)
