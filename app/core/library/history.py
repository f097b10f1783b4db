"""Versions, going back to one, and undo.

Nothing is destroyed: going back saves an older text again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.core.actor import USER, Actor
from app.core.errors import AppError, NotFound, NothingToUndo
from app.core.library import bulk, library, undo_rows
from app.core.library.bulk import Edit
from app.core.library.engrams import revive_used
from app.core.library.record import Meta, Reason, Saved, Training
from app.core.progress import SILENT, Progress
from app.core.vault import Row, Vault, Write
from app.core.words import _

_ENTRIES = 500
"""How far back undo looks."""


class StaleUndo(AppError):
    """What was to be undone is not the newest change of it any more."""

    code = "stale-undo"
    hint = _("Nothing was undone. Look at what is there now, then undo again.")


@dataclass(frozen=True, slots=True)
class Version:
    """One row of a skill's history; `text` is asked for separately."""

    id: int
    number: int
    at: datetime
    actor: Actor
    reason: Reason
    label: str
    digest: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Undoable:
    """A journal entry that can be reversed, with the words for the menu ("Delete skill")."""

    journal: int
    label: str


def versions(vault: Vault, skill: int) -> tuple[Version, ...]:
    """The history of a skill, newest first; several saves in one sitting are one version."""
    found = vault.rows(
        "select v.id, v.number, v.at, v.actor, v.client, v.agent, v.reason, v.label,"
        " coalesce(v.digest, ''), v.id = s.current from version v join skill s on s.id = v.skill"
        " where v.skill = ? and v.id in"
        " (select max(id) from version where skill = ? group by number) order by v.id desc",
        skill,
        skill,
    )
    moment = datetime.fromisoformat
    return tuple(
        Version(i, number, moment(at), Actor(*by), Reason(reason), label, sha, bool(now))
        for i, number, at, *by, reason, label, sha, now in found
    )


def text_of(vault: Vault, skill: int, number: int) -> str:
    """The text of version `number`; raises `NotFound`, also for a version that is a deletion."""
    return _version(vault, skill, number)[0]


def training_of(vault: Vault, skill: int, number: int) -> Training | None:
    """What stands in version `number` that its author did not write; raises `NotFound`."""
    return _version(vault, skill, number)[1].training


def restore(vault: Vault, skill: int, number: int, *, actor: Actor = USER) -> Saved:
    """Save the text of version `number` as a new version; raises `NotFound`.

    The engram, status and tags stay as they are now; what training had placed is as it was then.
    """
    text, then = _version(vault, skill, number)
    label = _("Restored v{number}").format(number=number)

    def edit(skill: int) -> Edit:
        meta = library.last_meta(vault, skill)
        assert meta is not None
        meta = replace(meta, training=then.training)
        return Edit(skill, text, meta, Reason.ROLLED_BACK, label)

    action = _("Restore version {number}").format(number=number)
    return bulk.change(vault, action, [skill], edit, actor=actor)[0]


def name_version(vault: Vault, skill: int, label: str, *, actor: Actor = USER) -> Saved:
    """Keep the current text as a snapshot with a name."""
    return library.save(
        vault, skill, library.text(vault, skill), reason=Reason.NAMED, label=label, actor=actor
    )


def undoable(vault: Vault) -> tuple[Undoable | None, Undoable | None]:
    """What Undo and what Redo would reverse. Redo is the undoing of the newest undo."""
    entries = {
        journal: (label, undoes)
        for journal, label, undoes in vault.rows(
            "select id, label, undoes from journal where done is not null"
            " order by done desc limit ?",
            _ENTRIES,
        )
    }
    dead: set[int] = set()
    redo: Undoable | None = None
    for journal, (label, target) in entries.items():
        if journal in dead:
            continue
        if target is None:
            return Undoable(journal, label), redo
        dead.add(target)
        reversed_label, reversed_target = entries.get(target, (label, None))
        if reversed_target is None and redo is None:
            redo = Undoable(journal, reversed_label)
    return None, redo


def reach(vault: Vault, entry: Undoable) -> int:
    """How many skills it would change to reverse an entry."""
    found = vault.row("select count(distinct skill) from version where journal = ?", entry.journal)
    return int(found[0]) if found else 0


def reached(vault: Vault, entry: Undoable) -> tuple[str, ...]:
    """What the skills are called that an entry changed, as far as they have a name now."""
    found = vault.rows(
        "select distinct s.title from version v join skill s on s.id = v.skill"
        " where v.journal = ? and s.key <> '' order by s.title collate nocase",
        entry.journal,
    )
    return tuple(title for (title,) in found)


def undo(vault: Vault, progress: Progress = SILENT, *, actor: Actor = USER) -> Undoable:
    """Reverse the newest entry of the journal; raises `NothingToUndo` and `StaleUndo`."""
    newest = _newest(vault)
    entry = _there(vault, undoable(vault)[0], _("There is nothing to undo."))
    return _reverse(vault, entry, newest, progress, actor)


def redo(vault: Vault, progress: Progress = SILENT, *, actor: Actor = USER) -> Undoable:
    """Reverse the newest undo; raises `NothingToUndo` and `StaleUndo`."""
    newest = _newest(vault)
    entry = _there(vault, undoable(vault)[1], _("There is nothing to redo."))
    return _reverse(vault, entry, newest, progress, actor)


def _newest(vault: Vault) -> int:
    """When the last entry was done, as `journal.done` counts."""
    ((newest,),) = vault.rows("select coalesce(max(done), 0) from journal")
    return int(newest)


def _there(vault: Vault, entry: Undoable | None, otherwise: str) -> Undoable:
    if entry is None or not (_touched(vault, entry) or undo_rows.slices(vault, entry.journal)):
        raise NothingToUndo(otherwise)
    return entry


def _touched(vault: Vault, entry: Undoable) -> list[Row]:
    """The skills it changed, each with its first version there."""
    return vault.rows(
        "select skill, min(id) from version where journal = ? group by skill", entry.journal
    )


def _reverse(
    vault: Vault, entry: Undoable, newest: int, progress: Progress, actor: Actor
) -> Undoable:
    """Reverse an entry that was chosen when `newest` was the last one done."""

    def look() -> None:
        if _is_overtaken(vault, entry, newest):
            raise StaleUndo(_("Somebody else changed just now what was to be undone."))

    def edit(touched: Row) -> Edit:
        skill, first = touched
        text, meta = _before(vault, skill, first)
        return Edit(skill, text, meta, Reason.UNDONE, entry.label)

    def also(write: Write, _saved: Sequence[Saved]) -> None:
        revive_used(write)

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


def _is_overtaken(vault: Vault, entry: Undoable, newest: int) -> bool:
    """Whether something done since has reversed it too, or changed what it changed."""
    found = vault.row(
        "select 1 from journal j where j.done > ?1 and j.id <> ?2 and (j.undoes = ?2"
        " or exists (select 1 from version v where v.journal = j.id"
        "   and v.skill in (select skill from version where journal = ?2))"
        " or exists (select 1 from undo_row a join undo_row b on b.what = a.what and b.id = a.id"
        "   where a.journal = j.id and b.journal = ?2))",
        newest,
        entry.journal,
    )
    return found is not None


def _before(vault: Vault, skill: int, version: int) -> tuple[str | None, Meta]:
    """The state a skill had before `version`; for its first version: not in the library."""
    earlier = vault.row(
        "select text, meta from version where skill = ? and id < ? order by id desc limit 1",
        skill,
        version,
    )
    text, meta = earlier or vault.rows("select null, meta from version where id = ?", version)[0]
    return text, Meta.from_json(meta)


def _version(vault: Vault, skill: int, number: int) -> tuple[str, Meta]:
    row = vault.row(
        "select text, meta from version where skill = ? and number = ? order by id desc limit 1",
        skill,
        number,
    )
    if row is None or row[0] is None:
        raise NotFound(
            _("There is no version {number} of this skill.").format(number=number),
            _("`techne history` lists the versions."),
        )
    return row[0], Meta.from_json(row[1])
