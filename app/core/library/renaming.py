"""A skill under another name, with all that call it: one journal entry, one undo."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.core.actor import USER, Actor
from app.core.errors import AppError, StaleEdit
from app.core.library import bulk, call_targets, catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.library.edit import Edit
from app.core.library.record import Reason, Saved
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

    def under_title(text: str) -> str:
        return retitled(text, title)

    return _rename(vault, skill, title, under_title, None, callers, actor, progress)


def retitled(text: str, name: str) -> str:
    """The text of a skill under another name. Raises `AppError` for what cannot be one."""
    title = " ".join(name.split())
    changed = with_title(text, title)
    if not names.key(title) or parse(changed).title != title:
        raise AppError(
            _("“{name}” cannot be the name of a skill.").format(name=title),
            _("A name is one line with at least one letter or digit."),
        )
    return changed


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
    had placed, and where the calls lead, is as it was there. Raises `StaleEdit`, `NotFound`.
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
        self._new_keys: dict[int, tuple[str, ...]] = {}
        """Those of the calls that have the new name, by the skill that makes them."""
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
                changed = self._following(skill, changed, meta.engram)
            self.text = changed
        else:
            if state is None:
                return None
            _saved, text, meta = state
            changed = self._following(skill, text, meta.engram)
        if changed == text:
            return None
        follows = dict.fromkeys(self._new_keys.get(skill, ()), self._row.id)
        like = self._past if skill == self._row.id else None
        return Edit(skill, changed, meta, Reason.EDITED, calls_like=like, chosen=follows)

    def _callers(self) -> tuple[int, ...]:
        if not self._moves:
            return ()
        return tuple(one for one in catalogue.callers(self._vault, self._row.id)
                     if one != self._row.id)  # fmt: skip

    def _following(self, skill: int, text: str, engram: int) -> str:
        """The text of a caller with the new name in its calls; `left` says why, if it is left."""
        self.left.pop(skill, None)
        self._new_keys.pop(skill, None)
        meant = self._meant(skill, engram, text)
        sure = {key: self._written(key) for key, found in meant.items() if not found[1:]}
        followed = with_call_names(text, sure)
        why = Why.AMBIGUOUS if len(sure) < len(meant) else None
        if followed != text:
            found = self._why_not(skill, engram) if self._title in sure.values() else None
            found = found or (Why.UNWRITABLE if followed is None else None)
            why = why if found is None else found
            if self._follow and found is None:
                self._new_keys[skill] = tuple(map(names.call_key, sure.values()))
        if why is not None or (followed != text and not self._follow):
            self.left[skill] = why if self._follow and why is not None else Why.KEPT
        return followed if followed is not None and skill in self._new_keys else text

    def _written(self, key: str) -> str:
        """What is written in a call that had that key: with the engram if that was in it."""
        named = "/" in key and key.replace("/", "-") != self._row.key
        return f"{self._row.engram_name}/{self._title}" if named else self._title

    def _meant(self, caller: int, engram: int, text: str) -> dict[str, tuple[int, ...]]:
        """What the names in a text can mean by which it calls the one that is renamed."""
        calls = (call for call in parse(text).calls if call.explicit)
        found = {}
        for key in dict.fromkeys(names.call_key(call.target) for call in calls):
            meant = catalogue.resolve(self._vault, key, engram, caller)
            if self._row.id in meant:
                found[key] = meant
        return found

    def _why_not(self, caller: int, engram: int) -> Why | None:
        """Why its calls cannot have the new name, if they cannot."""
        me, vault, new = self._row, self._vault, names.call_key(self._title)
        calls = catalogue.called(vault, [caller]).get(caller, {}) | call_targets.kept(vault, caller)
        if new in calls and calls[new] not in (me.id, (me.id,)):
            return Why.TAKEN
        others = set(catalogue.named(vault, new, engram, caller)) - {me.id}
        near = [row for row in catalogue.some(vault, others).values() if row.engram == engram]
        return Why.TAKEN if near or (others and me.engram != engram) else None


def _refuse_taken(vault: Vault, row: SkillRow, key: str) -> None:
    """Two skills of one engram with one name: no call could say which of them it means."""
    same = catalogue.named(vault, key, row.engram, row.id)
    for other in catalogue.some(vault, same).values():
        if other.id != row.id and other.engram == row.engram:
            raise NameTaken(
                _("{engram} already has a skill called “{name}”.").format(
                    engram=row.engram_name, name=other.title
                ),
                _("Choose another name, or rename that one first."),
            )
