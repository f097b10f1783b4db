"""The one write: every change to a skill is a new version of its text."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from app.core.actor import USER, Actor
from app.core.errors import NotFound, StaleEdit
from app.core.library import bulk
from app.core.library.edit import Edit
from app.core.library.engrams import ensure, home
from app.core.library.record import Meta, Reason, Saved
from app.core.library.version import Next, append, new_skill, prepare, show
from app.core.progress import SILENT, Progress
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from app.core.words import _, ngettext

LONG = 200_000
"""Characters of a text that is written down in several short writes. Nobody types in one so long
(the editor shows only its beginning), so that no sitting is torn apart by it."""
SITTING = timedelta(seconds=60)
"""Saves of one person in one skill closer together than this are one version and one undo."""


def put(
    write: Write,
    skill: int | None,
    text: str | None,
    meta: Meta,
    reason: Reason,
    *,
    label: str = "",
    number: int | None = None,
    parsed: Skill | None = None,
) -> Saved:
    """Make `text` and `meta` the current state of `skill`; a text of None takes it out.

    The only place a skill changes: saving, deleting, restoring, undoing and importing all end
    here, or in `bulk.change`, which does the same for any number of skills. `number` continues an
    existing version instead of starting the next one; `parsed` is what the text says if that is
    known already. Raises `AppError` for a text that cannot be written down (half a surrogate
    pair).
    """
    after = prepare(write, skill, text, meta, reason, label=label, number=number, parsed=parsed)
    return _put(write, skill, after)


def _put(write: Write, skill: int | None, after: Next) -> Saved:
    if skill is None:
        skill = new_skill(write)
    version = append(write, skill, after)
    show(write, skill, version, after)
    return Saved(skill, version, after.number)


def save(
    vault: Vault,
    skill: int | None,
    text: str,
    *,
    base: int | None = None,
    engram: int | str | None = None,
    reason: Reason = Reason.EDITED,
    label: str = "",
    actor: Actor = USER,
    sitting: bool = True,
    past: int | None = None,
) -> Saved:
    """Save an edit made against the version with id `base`.

    Raises `StaleEdit` if that is no longer current, also because the skill was deleted; without
    a base a deleted one comes back. A new skill goes into `engram`, made if it is a name that none
    has, by default into the one called Skills. Saving what is stored already writes nothing. In a
    `sitting` edits that follow each other closely are one version, unless the text is
    `LONG`. With `past`, the id of a version, what training had placed, and where the calls lead, is
    as it was there.
    """
    now = current(vault, skill) if skill is not None else None
    if now is not None and reason is Reason.EDITED:
        same = text == now[1] and base in (None, now[0].version)
        if same:
            return now[0]
    action = _("Edit skill") if skill is not None else _("New skill")
    parsed = parse(text)
    if len(text) > LONG:
        edit = Edit(skill, text, Meta(0), reason, label, parsed, calls_like=past)
        return _save_long(vault, action, edit, base, engram, actor)

    def ready() -> Next:
        meta = (last_meta(vault, skill) if skill is not None else None) or Meta(0)
        meta = trained_as_in(vault, past, meta)
        return prepare(
            vault, skill, text, meta, reason, label=label, parsed=parsed, calls_like=past
        )

    after = ready()
    with vault.write(action, actor) as write:
        state = _current(write, skill) if skill is not None else None
        if skill is not None and base is not None and (state is None or state[0].version != base):
            raise _stale()
        if skill is None:
            after = after.filed(_place(write, engram))
        elif write.rows("select max(id) from version where skill = ?", skill) != [(after.base,)]:
            after = ready()
        if state is not None and reason is Reason.EDITED and sitting:
            number = _continue_sitting(write, state[0], action)
            after = replace(after, number=number or after.number)
        return _put(write, skill, after)


def _save_long(
    vault: Vault,
    action: str,
    edit: Edit,
    base: int | None,
    engram: int | str | None,
    actor: Actor,
) -> Saved:
    """Save a text with so many edges that they are written down while others may write."""
    place = 0

    def begin(write: Write) -> None:
        nonlocal place
        place = _place(write, engram) if edit.skill is None else 0

    def now(skill: int | None) -> Edit:
        state = current(vault, skill) if skill is not None else None
        if skill is not None and base is not None and (state is None or state[0].version != base):
            raise _stale()
        known = last_meta(vault, skill) if skill is not None else None
        return replace(edit, meta=trained_as_in(vault, edit.calls_like, known or Meta(place)))

    (saved,) = bulk.change(vault, action, [edit.skill], now, actor=actor, begin=begin)
    return saved


def _stale() -> StaleEdit:
    return StaleEdit(_("This skill was changed while you were editing it."))


def _place(write: Write, engram: int | str | None) -> int:
    if engram is None:
        return home(write)
    return ensure(write, engram) if isinstance(engram, str) else engram


def _continue_sitting(write: Write, now: Saved, action: str) -> int | None:
    """Join the entry before this one if it is this actor editing this skill, moments ago.

    What others did in between, or the same actor in another process, is a version of its own.
    """
    before = write.row(
        "select j.id, v.at, j.label, v.reason, j.process, j.actor, j.client, j.agent from version v"
        " join journal j on j.id = v.journal where v.id = ? and j.id ="
        " (select id from journal where id <> ? and done is not null order by done desc limit 1)",
        now.version,
        write.journal,
    )
    if before is None:
        return None
    journal, at, *said = before
    recent = write.at - datetime.fromisoformat(at) <= SITTING
    same = [action, Reason.EDITED.value, write.process, *write.actor.columns]
    if not recent or said != same:
        return None
    write.join(journal)
    return now.number


def delete(vault: Vault, *skills: int, actor: Actor = USER, progress: Progress = SILENT) -> None:
    """Take skills out of the library; their history stays, and Undo brings them back."""

    def taken_out(skill: int) -> Edit | None:
        state = current(vault, skill)
        return Edit(skill, None, state[2], Reason.DELETED) if state is not None else None

    said = ngettext("Delete skill", "Delete {count} skills", len(skills))
    action = said.format(count=len(skills))
    bulk.change(vault, action, skills, taken_out, actor=actor, progress=progress)


def refile(vault: Vault, skill: int, meta: Meta, *, actor: Actor = USER) -> Saved:
    """Store another engram, status, role or tags for a skill; raises `NotFound`."""
    return revise(
        vault,
        _("Change details"),
        skill,
        lambda _now, text, _meta: Edit(skill, text, meta, Reason.FILED),
        actor=actor,
    )[0]


def revise(
    vault: Vault,
    label: str,
    skill: int,
    edit: Callable[[Saved, str, Meta], Edit | None],
    *,
    actor: Actor = USER,
) -> tuple[Saved, ...]:
    """Make the next version of a skill of what `edit` says of the current one; empty for None.

    Unlike `put` it does not hold the vault while a long text is read or a file written down.
    Raises `NotFound`, and what `edit` raises.
    """

    def now(skill: int) -> Edit | None:
        state = current(vault, skill)
        if state is None:
            raise gone()
        return edit(*state)

    return bulk.change(vault, label, [skill], now, actor=actor)


def current(vault: Vault, skill: int) -> tuple[Saved, str, Meta] | None:
    """The current version, text and details of a skill; None if it was deleted."""
    return _state(vault.row(_CURRENT, skill), skill)


def text(vault: Vault, skill: int) -> str:
    """The current text; raises `NotFound`."""
    state = current(vault, skill)
    if state is None:
        raise gone()
    return state[1]


def gone() -> NotFound:
    """What is raised for a skill that is not in the library."""
    return NotFound(
        _("That skill is no longer in the library."), _("Undo brings a deleted skill back.")
    )


def last_meta(vault: Vault, skill: int) -> Meta | None:
    """The newest details of a skill, also of a deleted one."""
    row = vault.row("select meta from version where skill = ? order by id desc limit 1", skill)
    return Meta.from_json(row[0]) if row else None


def trained_as_in(vault: Vault, version: int | None, meta: Meta) -> Meta:
    """`meta` with what training had placed as it was in a version; as it is without one."""
    row = vault.row("select meta from version where id = ?", version) if version else None
    return replace(meta, training=Meta.from_json(row[0]).training) if row else meta


_CURRENT = (
    "select v.id, v.number, v.text, v.meta from skill s join version v on v.id = s.current"
    " where s.id = ?"
)


def _current(write: Write, skill: int) -> tuple[Saved, str, Meta] | None:
    return _state(write.row(_CURRENT, skill), skill)


def _state(row: tuple[object, ...] | None, skill: int) -> tuple[Saved, str, Meta] | None:
    if row is None:
        return None
    version, number, text, meta = row
    assert isinstance(version, int) and isinstance(number, int)
    return Saved(skill, version, number), str(text), Meta.from_json(str(meta))
