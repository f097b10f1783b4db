"""Undo of the library: what the journal says was done last, and the reversal of it.

Nothing is destroyed: undoing saves what was there before again, and is itself undone by Redo.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.actor import DEMOS, USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NothingToUndo
from app.core.library import bulk, library, undo_rows
from app.core.library.edit import Edit
from app.core.library.engrams import revive_used
from app.core.library.record import Meta, Reason, Saved
from app.core.progress import SILENT, Progress
from app.core.skills.editing.call_names import without_quotes
from app.core.vault import Row, Vault, Write
from app.core.words import _

_ENTRIES = 500
"""How far back undo looks."""
_SINCE = 20
"""After so many things that were done since an undo, there is no way back to it."""


class StaleUndo(AppError):
    """The change to undo is no longer the newest one of its kind."""

    code = "stale-undo"
    hint = _(
        "Nothing was undone. Undo the later change first, or go back in the history of a skill."
    )
    later: "Undoable | None" = None
    """The newest change that is in the way, if it can be undone."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """A journal entry that can be reversed, with the words for the menu ("Delete skill")."""

    journal: int
    label: str
    lost: int = 0
    """So many of the skills it was about were deleted for good and stay away."""


def undoable(vault: Vault) -> tuple[Undoable | None, Undoable | None]:
    """What Undo and what Redo would reverse. Redo is the undoing of the newest undo, unless
    something was done since; what was written and taken back again is nothing.
    """
    done: list[Undoable] = []
    redo: Undoable | None = None
    for entry, is_undo in _standing(vault):
        if not is_undo:
            done.append(entry)
        elif redo is None and (not done or _came_to_nothing(vault, done, entry)):
            redo = entry
        if done and (is_undo or redo is not None or len(done) == _SINCE):
            break
    return (done[0] if done else None), redo


def _standing(vault: Vault) -> Iterator[tuple[Undoable, bool]]:
    """The entries that were not reversed again, newest first, and whether each is an undo; not
    what only reversed one.
    """
    entries: dict[int, tuple[str, int | None, int, int]] = {
        journal: (label, target, left, lost)
        for journal, label, target, left, lost in vault.rows(
            f"select id, label, undoes, {_LEFT}, {_LOST} from journal j where done is not null"
            " and (actor, client) <> (?, ?) order by done desc limit ?",
            DEMOS.who,
            DEMOS.client,
            _ENTRIES,
        )
    }
    dead: set[int] = set()
    for journal, (_label, target, left, lost) in entries.items():
        if journal in dead:
            continue
        if target is not None:
            dead.add(target)
        first, times = journal, 0
        while (reversed_by := entries[first][1]) in entries:
            first, times = reversed_by, times + 1
        if left and (target is None or times % 2):
            yield Undoable(journal, entries[first][0], lost), target is not None


def _came_to_nothing(vault: Vault, since: Sequence[Undoable], undone: Undoable) -> bool:
    """Whether all that was done since an undo is writing in its skills, which are again as it
    left them.
    """
    found = vault.row(
        "select 1 where exists (select 1 from version where journal = ?2)"
        " and not exists (select 1 from undo_row"
        "   where journal in (select value from json_each(?1)))"
        " and not exists (select 1 from version where journal in (select value from json_each(?1))"
        "   and (reason <> ?3 or skill not in (select skill from version where journal = ?2)))"
        f" and not exists (select 1 from version v where v.journal = ?2 and {_IS_OTHER})",
        json.dumps([entry.journal for entry in since]),
        undone.journal,
        Reason.EDITED,
    )
    return found is not None


_LEFT = (
    "(exists (select 1 from stored_version v where v.journal = j.id)"
    " or exists (select 1 from undo_row u where u.journal = j.id)"
    " or exists (select 1 from engram e where e.journal in (j.id, j.undoes)))"
)
"""Whether there is anything to reverse of an entry (`j`)."""
_FIRST_LABEL = (
    "(with recursive first (id, label, undoes) as (select j.id, j.label, j.undoes union all"
    " select e.id, e.label, e.undoes from journal e join first f on e.id = f.undoes)"
    " select label from first order by id limit 1)"
)
"""What was done first, where an entry (`j`) is the undoing of one, or of that again."""
_LOST = "coalesce((select skills from emptied l where l.journal = j.id), 0)"


def undo(vault: Vault, progress: Progress = SILENT, *, actor: Actor = USER) -> Undoable:
    """Reverse the newest entry of the journal; raises `NothingToUndo` and `StaleUndo`."""
    newest = _newest(vault)
    entry = _there(undoable(vault)[0], _("There is nothing to undo."))
    return _reverse(vault, entry, newest, progress, actor)


def redo(vault: Vault, progress: Progress = SILENT, *, actor: Actor = USER) -> Undoable:
    """Reverse the newest undo; raises `NothingToUndo` and `StaleUndo`."""
    newest = _newest(vault)
    entry = _there(undoable(vault)[1], _("There is nothing to redo."))
    return _reverse(vault, entry, newest, progress, actor)


def undo_entry(
    vault: Vault, journal: int, progress: Progress = SILENT, *, actor: Actor = USER
) -> Undoable:
    """Reverse this entry of the journal, whatever else was done since; nothing is stored where
    somebody has put everything back already.

    Raises `StaleUndo` where it is undone already, or what it changed was changed again, and
    `NothingToUndo` where nothing is left of it.
    """
    found = vault.row(
        f"select {_FIRST_LABEL}, done, {_LEFT}, {_LOST} from journal j"
        " where id = ? and done is not null",
        journal,
    )
    if found is None or not found[2]:
        gone = found is not None and found[3]
        raise NothingToUndo(
            _("What this changed was permanently deleted.")
            if gone
            else _("There is nothing to undo.")
        )
    label, done, _left, lost = found
    if any(undoes == journal for _entry, undoes in _live(vault, done)):
        raise StaleUndo(_("This is already undone."), "")
    entry = Undoable(journal, label, lost)
    return entry if _is_back(vault, entry) else _reverse(vault, entry, done, progress, actor)


def _is_back(vault: Vault, entry: Undoable) -> bool:
    """Whether all that an entry changed, and that is skills alone, is as it was before it."""
    touched = _touched(vault, entry)
    if not touched or vault.row("select 1 from undo_row where journal = ?", entry.journal):
        return False
    for skill, first in touched:
        text, meta, _like = _before(vault, skill, first)
        now = library.current(vault, skill)
        if now is None or text is None or now[2] != meta:
            return False
        if now[1] != text and without_quotes(now[1]) != without_quotes(text):
            return False  # a caller that follows writes a name of two words in quotes
    return True


def _newest(vault: Vault) -> int:
    """When the last entry was done, as `journal.done` counts."""
    ((newest,),) = vault.rows("select coalesce(max(done), 0) from journal")
    return int(newest)


def _there(entry: Undoable | None, otherwise: str) -> Undoable:
    if entry is None:
        raise NothingToUndo(otherwise)
    return entry


def _live(vault: Vault, since: int) -> list[tuple[int, int | None]]:
    """The entries done since then that still count, each with what it undoes: not those that were
    undone again, nor the undoing of them.
    """
    entries = vault.rows(
        "select j.id, j.undoes, coalesce(t.done, 0) from journal j"
        " left join journal t on t.id = j.undoes where j.done > ? order by j.done desc",
        since,
    )
    dead: set[int] = set()
    live: list[tuple[int, int | None]] = []
    for entry, undoes, when in entries:
        if entry in dead:
            continue
        if undoes is not None:
            dead.add(undoes)
        if when <= since:
            live.append((entry, undoes))
    return live


def _touched(vault: Vault, entry: Undoable) -> list[Row]:
    """The skills it changed, each with its first version there."""
    return vault.rows(
        "select skill, min(id) from version where journal = ? group by skill", entry.journal
    )


def _reverse(
    vault: Vault, entry: Undoable, newest: int, progress: Progress, actor: Actor
) -> Undoable:
    """Reverse an entry, unless what it changed was changed again after the one that was `newest`
    then.
    """

    def look() -> None:
        if (found := _overtaking(vault, entry, newest)) is not None:
            stale = StaleUndo(_overtaken_words(vault, entry))
            stale.later = _undoable(vault, found)
            raise stale

    def edit(touched: Row) -> Edit:
        skill, first = touched
        text, meta, like = _before(vault, skill, first)
        return Edit(skill, text, meta, Reason.UNDONE, entry.label, calls_like=like)

    def also(write: Write, _saved: Sequence[Saved]) -> None:
        revive_used(write)
        write.touch(Part.ENGRAMS)

    bulk.change(
        vault,
        _("Undo"),
        _touched(vault, entry),
        edit,
        actor=actor,
        undoes=entry.journal,
        rows=undo_rows.slices(vault, entry.journal),
        look=look,
        also=also,
        progress=progress,
    )
    return entry


def _overtaking(vault: Vault, entry: Undoable, newest: int) -> int | None:
    """The newest that was done since and has reversed it too, or changed what it changed."""
    found = vault.row(
        "select j.id from journal j where j.id in (select value from json_each(?1)) and j.id <> ?2"
        " and (j.undoes = ?2 or exists (select 1 from version v where v.journal = j.id"
        f"   and v.skill in (select skill from version where journal = ?2) and {_IS_OTHER})"
        " or exists (select 1 from undo_row a join undo_row b on b.what = a.what and b.id = a.id"
        f"   where a.journal = j.id and b.journal = ?2 and {_SAME})) order by j.done desc limit 1",
        json.dumps([journal for journal, _undoes in _live(vault, newest)]),
        entry.journal,
    )
    return int(found[0]) if found is not None else None


def _undoable(vault: Vault, journal: int) -> Undoable | None:
    """That entry, unless it only reversed another."""
    row = vault.row("select label from journal where id = ? and undoes is null", journal)
    return Undoable(journal, row[0]) if row is not None else None


def _overtaken_words(vault: Vault, entry: Undoable) -> str:
    """Which of its skills, as far as it is one of them, is not as an entry left it."""
    found = vault.rows(
        "select s.title from (select distinct skill from version where journal = ?1) v"
        f" join skill s on s.id = v.skill where {_IS_OTHER.replace('?2', '?1')} order by s.title",
        entry.journal,
    )
    titles = [title for (title,) in found]
    if not titles:
        return _("What you want to undo has been changed again since.")
    shown = ", ".join(titles[:_NAMED]) + (", …" if len(titles) > _NAMED else "")
    said = _("{what} is not undone: {names} changed again since.")
    return said.format(what=entry.label, names=shown)


_NAMED = 3
"""Skills that are named of those that were changed again."""
_IS_OTHER = (
    "exists (select 1 from version e join version c"
    " on c.id = (select max(id) from version where skill = v.skill)"
    " where e.id = (select max(id) from version where journal = ?2 and skill = v.skill)"
    " and (c.text is not e.text or c.meta is not e.meta))"
)
"""Whether a skill (`v.skill`) is not as an entry (?2) left it."""
_SAME = (
    "case when a.what = 'mention' then a.row ->> '$.entity' = b.row ->> '$.entity'"
    " when a.row = 'null' or b.row = 'null' then 1 else exists (select 1 from json_each(a.row) x"
    " join json_each(b.row) y on y.key = x.key) end"
)
"""Whether what was kept of one row (`a`, `b`) by two entries is about the same in it."""


def _before(vault: Vault, skill: int, version: int) -> tuple[str | None, Meta, int | None]:
    """The state a skill had before `version`, and the version that had it; for its first version:
    not in the library.
    """
    earlier = vault.row(
        "select text, meta, id from version where skill = ? and id < ? order by id desc limit 1",
        skill,
        version,
    )
    none = "select null, meta, null from version where id = ?"
    text, meta, like = earlier or vault.rows(none, version)[0]
    return text, Meta.from_json(meta), like
