"""A skill under another name, with all that call it: one journal entry, one undo."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.core.actor import USER, Actor
from app.core.errors import AppError, StaleEdit
from app.core.library import bulk, catalogue, library
from app.core.library.bulk import Edit
from app.core.library.catalogue import SkillRow
from app.core.library.record import Meta, Reason, Saved, Status
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.skills.editing.call_names import with_call_names
from app.core.skills.editing.titling import with_title
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _


class NameTaken(AppError):
    """Another skill of the engram answers to the name."""

    code = "name-taken"


class Why(StrEnum):
    """Why a caller still calls a skill by its old name."""

    KEPT = "kept"
    """It was asked for."""
    AMBIGUOUS = "ambiguous"
    """The old name could as well mean another skill."""
    TAKEN = "taken"
    """From there the new name would mean another skill."""
    UNWRITABLE = "unwritable"
    """Its text would say something else with the new name."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """What was stored; `updated` are the callers that follow, `left` those that do not."""

    saved: Saved
    text: str
    updated: tuple[int, ...]
    left: dict[int, Why]


class _MoreCallers(Exception):
    """Somebody made another call while those there were followed."""


def rename(
    vault: Vault,
    skill: int,
    name: str,
    *,
    callers: bool = True,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Renamed:
    """Give a skill another title, and let its `callers` follow. A job where there are many.

    Raises `NotFound`, `NameTaken`, and `AppError` for what cannot be a name.
    """
    title = " ".join(name.split())
    row = catalogue.row(vault, skill)
    if row is None:
        raise library.gone()
    _refuse_taken(vault, row, names.key(title))

    def retitled(text: str) -> str:
        changed = with_title(text, title)
        if not names.key(title) or parse(changed).title != title:
            raise AppError(
                _("“{name}” cannot be the name of a skill.").format(name=title),
                _("A name is one line with at least one letter or digit."),
            )
        return changed

    return _rename(vault, skill, title, retitled, None, callers, actor, progress)


def save_renamed(
    vault: Vault,
    skill: int,
    text: str,
    *,
    base: int | None = None,
    past: int | None = None,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Renamed:
    """Save a text with another title, made from the version with id `base`; its callers follow.

    A title without a letter is no name to follow. With `past`, the id of a version, what training
    had placed is as it was there. Raises `StaleEdit`, `NotFound`.
    """
    title = parse(text).title
    return _rename(vault, skill, title, lambda _now: text, base, True, actor, progress, past)


def _rename(
    vault: Vault,
    skill: int,
    title: str,
    retitled: Callable[[str], str],
    base: int | None,
    callers: bool,
    actor: Actor,
    progress: Progress,
    past: int | None = None,
) -> Renamed:
    while True:
        row = catalogue.row(vault, skill)
        if row is None:
            raise library.gone()
        work = _Renaming(vault, row, title, retitled, base, callers, past)
        try:
            saved = bulk.change(
                vault,
                _("Rename skill"),
                (skill, *work.callers),
                work.edit,
                actor=actor,
                look=work.look if callers else None,
                progress=progress,
            )
        except _MoreCallers:
            continue
        own = next(
            (one for one in saved if one.skill == skill), Saved(skill, row.version, row.number)
        )
        updated = tuple(one.skill for one in saved if one.skill != skill)
        return Renamed(own, work.text, updated, work.left)


class _Renaming:
    """What becomes of a skill that is renamed and of those that call it."""

    def __init__(
        self,
        vault: Vault,
        row: SkillRow,
        title: str,
        retitled: Callable[[str], str],
        base: int | None,
        follow: bool,
        past: int | None,
    ) -> None:
        self._past = past
        self._vault, self._row, self._title = vault, row, title
        self._retitled, self._base, self._follow = retitled, base, follow
        self._moves = bool(row.key) and names.key(title) not in ("", row.key)
        self.callers = self._callers()
        self.left: dict[int, Why] = {}
        self.text = ""
        """What the skill itself says by now."""

    def look(self) -> None:
        """Raise `_MoreCallers` if there are callers now that were not there before."""
        if set(self._callers()) - set(self.callers):
            raise _MoreCallers

    def edit(self, skill: int) -> Edit | None:
        """The next version of a caller, or of the skill itself; raises `StaleEdit`."""
        state = library.current(self._vault, skill)
        if skill == self._row.id:
            if state is None:
                raise library.gone()
            saved, text, meta = state
            if self._base not in (None, saved.version):
                raise StaleEdit(_("This skill was changed while you were editing it."))
            changed = self._retitled(text)
            meta = library.trained_as_in(self._vault, self._past, meta)
            if self._moves:
                changed = self._following(skill, changed, meta) or changed
            self.text = changed
        else:
            if state is None:
                return None
            _saved, text, meta = state
            changed = self._following(skill, text, meta) or text
        return Edit(skill, changed, meta, Reason.EDITED) if changed != text else None

    def _callers(self) -> tuple[int, ...]:
        if not self._moves:
            return ()
        return tuple(one for one in catalogue.callers(self._vault, self._row.id)
                     if one != self._row.id)  # fmt: skip

    def _following(self, skill: int, text: str, meta: Meta) -> str | None:
        """The text of a caller with the new name in its calls; None, and why, if it is left."""
        self.left.pop(skill, None)
        if self._follow:
            text = with_call_names(text, self._with_engram) or text
        followed = with_call_names(text, {self._row.key: self._title})
        if followed == text:
            return text
        why = self._why_not(meta.engram, meta.status)
        if why is None and followed is None:
            why = Why.UNWRITABLE
        if why is not None:
            self.left[skill] = why
        return followed if why is None else text

    @property
    def _with_engram(self) -> dict[str, str]:
        """The new name for calls that name the engram: these mean no other skill."""
        engram = self._row.engram_name
        return {f"{names.key(engram)}/{self._row.key}": f"{engram}/{self._title}"}

    def _why_not(self, engram: int, status: Status) -> Why | None:
        """Why calls from there cannot follow, if they cannot."""
        if not self._follow:
            return Why.KEPT
        me, vault = self._row, self._vault
        if catalogue.resolve(vault, me.key, engram, status) != (me.id,):
            return Why.AMBIGUOUS
        others = set(catalogue.resolve(vault, names.key(self._title), engram, status)) - {me.id}
        near = [row for row in catalogue.some(vault, others).values() if row.engram == engram]
        return Why.TAKEN if near or (others and me.engram != engram) else None


def _refuse_taken(vault: Vault, row: SkillRow, key: str) -> None:
    """Two skills of one engram with one name: no call could say which of them it means."""
    same = catalogue.resolve(vault, key, row.engram, row.status)
    for other in catalogue.some(vault, same).values():
        if other.id != row.id and other.engram == row.engram:
            raise NameTaken(
                _("{engram} already has a skill called “{name}”.").format(
                    engram=row.engram_name, name=other.title
                ),
                _("Choose another name, or rename that one first."),
            )
