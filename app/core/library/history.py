"""Versions, going back to one, and undo.

Nothing is destroyed: going back saves an older text again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from app.core.actor import DEMOS, USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound, NothingToUndo
from app.core.library import bulk, library, undo_rows
from app.core.library.edit import Edit
from app.core.library.engrams import revive_used
from app.core.library.kept_name import under_name
from app.core.library.record import Meta, Reason, Saved, Training
from app.core.library.version import digest
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.skills.editing.call_names import without_quotes
from app.core.skills.reading.grammar import parse
from app.core.vault import Row, Vault, Write
from app.core.words import _

_ENTRIES = 500
"""How far back undo looks."""


class StaleUndo(AppError):
    """The change to undo is no longer the newest one of its kind."""

    code = "stale-undo"
    hint = _(
        "Nothing was undone. Undo the later change first, or go back in the history of a skill."
    )
    later: "Undoable | None" = None
    """The newest change that is in the way, if it can be undone."""


@dataclass(frozen=True, slots=True)
class Version:
    """One row of a skill's history; `text` is asked for separately.

    `details` are those of the version as they are stored, to tell two of them apart.
    """

    id: int
    number: int
    at: datetime
    actor: Actor
    reason: Reason
    label: str
    digest: str
    is_current: bool
    details: str = ""


@dataclass(frozen=True, slots=True)
class Undoable:
    """A journal entry that can be reversed, with the words for the menu ("Delete skill")."""

    journal: int
    label: str
    lost: int = 0
    """So many of the skills it was about were deleted for good and stay away."""


def versions(vault: Vault, skill: int) -> tuple[Version, ...]:
    """The history of a skill, newest first; several saves in one sitting are one version."""
    found = vault.rows(
        "select v.id, v.number, v.at, v.actor, v.client, v.agent,"
        " iif(v.reason = ?2 and u.undoes is not null, ?3, v.reason), v.label,"
        " coalesce(v.digest, ''), v.id = s.current, v.meta"
        " from version v join skill s on s.id = v.skill"
        " left join journal j on j.id = v.journal left join journal u on u.id = j.undoes"
        " where v.skill = ?1 and v.id in"
        " (select max(id) from version where skill = ?1 group by number) order by v.id desc",
        skill,
        Reason.UNDONE,
        Reason.REDONE,
    )
    moment = datetime.fromisoformat
    return tuple(
        Version(i, number, moment(at), Actor(*by), Reason(reason), label, sha, bool(now), meta)
        for i, number, at, *by, reason, label, sha, now, meta in found
    )


def text_of(vault: Vault, skill: int, number: int) -> str:
    """The text of version `number`; raises `NotFound`, also for a version that is a deletion."""
    return _version(vault, skill, number)[0]


def training_of(vault: Vault, skill: int, number: int) -> Training | None:
    """What stands in version `number` that its author did not write; raises `NotFound`."""
    return _version(vault, skill, number)[1].training


def before(vault: Vault, skill: int, version: int, text: str) -> tuple[int, str] | None:
    """The newest version with another text than `text` before the one with that id, if any.

    Where that one went back to what was there before, so does this: what had been undone is no
    step on the way.
    """
    row = vault.row(
        "select id, text from version where id in (select max(id) from version where skill = ?1"
        " and number < (select number from version where id = ?2) group by number)"
        " and text is not null and text <> ?3 order by id desc limit 1",
        skill,
        _went_back_to(vault, version),
        text,
    )
    return (int(row[0]), str(row[1])) if row is not None else None


def newest_with(vault: Vault, skill: int, text: str) -> int | None:
    """The id of the newest version of a skill with that very text, if it ever had it."""
    sql = "select max(id) from version where skill = ? and digest = ?"
    ((found,),) = vault.rows(sql, skill, digest(text))
    return int(found) if found is not None else None


def _went_back_to(vault: Vault, version: int) -> int:
    """The version whose text that one has again because what came between was undone or changed
    back; itself where it is new, or somebody went back to it in the history.
    """
    found: int | None = version
    while found is not None:
        version = found
        ((found,),) = vault.rows(
            "select max(e.id) from version v join version e on e.skill = v.skill"
            " and e.number < v.number and e.digest = v.digest"
            " where v.id = ?1 and v.reason in (?2, ?3) and e.id in (select max(id) from version"
            "   where skill = (select skill from version where id = ?1) group by number)",
            version,
            Reason.EDITED,
            Reason.UNDONE,
        )
    return version


def moment_of(vault: Vault, version: int) -> datetime:
    """When the version with that id was written."""
    ((at,),) = vault.rows("select at from version where id = ?", version)
    return datetime.fromisoformat(at)


def earlier_name(vault: Vault, skill: int, number: int) -> str:
    """What the skill was called in version `number`; empty where it is called that now, and for a
    text without a title. Raises `NotFound`.
    """
    was, now = parse(text_of(vault, skill, number)).title, _name(vault, skill)
    return was if names.key(was) and names.key(now) and was != now else ""


def differs_in_name_only(vault: Vault, skill: int, number: int) -> bool:
    """Whether only what it was called sets version `number` apart from now; raises `NotFound`."""
    text, then, _like = _version(vault, skill, number)
    now = library.current(vault, skill)
    if now is None or text == now[1] or then.training != now[2].training:
        return False
    return under_name(text, _name(vault, skill)) == now[1]


def restore(
    vault: Vault, skill: int, number: int, *, exact: bool = False, actor: Actor = USER
) -> Saved:
    """Save the text of version `number` as a new version; raises `NotFound`, and `AppError` where
    only the name would change.

    The name, by which others call it, the engram, status and tags stay as they are now; what
    training had placed is as it was then. `exact` brings the name back too.
    """
    text, then, like = _version(vault, skill, number)
    label = _("Restored v{number}").format(number=number)
    if not exact and differs_in_name_only(vault, skill, number):
        raise AppError(
            _("Version {number} differs only in its name.").format(number=number),
            _("Rename the skill to give that name back: what calls it follows."),
        )

    def edit(skill: int) -> Edit:
        meta = library.last_meta(vault, skill)
        assert meta is not None
        meta = replace(meta, training=then.training)
        kept = text if exact else under_name(text, _name(vault, skill))
        return Edit(skill, kept, meta, Reason.ROLLED_BACK, label, calls_like=like)

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
        journal: found
        for journal, *found in vault.rows(
            f"select id, label, undoes, {_LEFT}, {_LOST} from journal j where done is not null"
            " and (actor, client) <> (?, ?) order by done desc limit ?",
            DEMOS.who,
            DEMOS.client,
            _ENTRIES,
        )
    }
    dead: set[int] = set()
    redo: Undoable | None = None
    for journal, (label, target, left, lost) in entries.items():
        if journal in dead:
            continue
        if target is None:
            if left:
                return Undoable(journal, label, lost), redo
            continue
        dead.add(target)
        reversed_label, reversed_target, *_rest = entries.get(target, (label, None))
        if left and reversed_target is None and redo is None:
            redo = Undoable(journal, reversed_label, lost)
    return None, redo


_LEFT = (
    "(exists (select 1 from stored_version v where v.journal = j.id)"
    " or exists (select 1 from undo_row u where u.journal = j.id)"
    " or exists (select 1 from engram e where e.journal in (j.id, j.undoes)))"
)
"""Whether there is anything to reverse of an entry (`j`)."""
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
        f"select label, done, {_LEFT}, {_LOST} from journal j where id = ? and done is not null",
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


def _version(vault: Vault, skill: int, number: int) -> tuple[str, Meta, int]:
    row = vault.row(
        "select text, meta, id from version where skill = ? and number = ?"
        " order by id desc limit 1",
        skill,
        number,
    )
    if row is None:
        raise NotFound(
            _("There is no version {number} of this skill.").format(number=number),
            _("Choose one from its history."),
        )
    if row[0] is None:
        raise _no_text(vault, skill, number)
    return row[0], Meta.from_json(row[1]), row[2]


def _name(vault: Vault, skill: int) -> str:
    """What the skill is called now, or was called last; empty where its text gives it no title."""
    listed = vault.row("select title from skill where id = ? and key <> ''", skill)
    if listed is not None:
        return str(listed[0])
    row = vault.row(
        "select text from version where skill = ? and text is not null order by id desc limit 1",
        skill,
    )
    return parse(row[0]).title if row is not None else ""


def _no_text(vault: Vault, skill: int, number: int) -> NotFound:
    """What is raised for a version that is a deletion: where its text is."""
    before = vault.row(
        "select max(number) from version where skill = ? and number < ? and text is not null",
        skill,
        number,
    )
    return NotFound(
        _("Version {number} has no text: it marks the deletion of the skill.").format(
            number=number
        ),
        _("The text before that is version {before}.").format(before=before[0])
        if before and before[0]
        else None,
    )
