"""Skills that mostly fail are deprecated: no longer suggested, still there, and easily brought back
(seed 002, C).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.core.actor import TECHNE, USER, Actor
from app.core.errors import AppError
from app.core.library import catalogue
from app.core.library.catalogue import SkillRow
from app.core.library.record import Meta, Saved, Status
from app.core.library.skill_actions import refile
from app.core.lifecycle import events, protection
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.events import Event, Kind
from app.core.lifecycle.protection import is_protected
from app.core.lifecycle.risk import Risk, in_words, risk
from app.core.lifecycle.success import Success, successes
from app.core.progress import SILENT, Progress
from app.core.vault import Vault, Write, put_setting
from app.core.words import _, ngettext

_TOLD = "deprecations told"


class Protected(AppError):
    """It may not be deprecated."""

    code = "protected"


@dataclass(frozen=True, slots=True)
class Case:
    """A skill with what speaks against it."""

    skill: SkillRow
    success: Success


@dataclass(frozen=True, slots=True)
class Preview:
    """What a sweep would do now; `spared` would be deprecated if they were not protected. The worst
    come first.
    """

    deprecate: tuple[Case, ...]
    warn: tuple[Case, ...]
    spared: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did; `journal` is the entry that undoes it, 0 where nothing was deprecated."""

    deprecated: tuple[Case, ...] = ()
    warned: tuple[Case, ...] = ()
    journal: int = 0


def preview(vault: Vault, settings: Procedural) -> Preview:
    """What would be deprecated and warned about. Only skills in use are judged, and those whose
    deprecation was undone by what came after it: whoever undid it had the last word.
    """
    measured = successes(vault, settings, forgiving=True)
    judged = {skill: risk(one, settings) for skill, one in measured.items()}
    rows = catalogue.some(vault, [s for s, one in judged.items() if one in _BAD])
    cases = sorted(
        (Case(row, measured[row.id]) for row in rows.values() if row.status is Status.ACTIVE),
        key=lambda case: (case.success.rate or 0.0, case.skill.title.casefold(), case.skill.id),
    )
    exempt = protection.protected(vault)
    bad = [case for case in cases if judged[case.skill.id] is Risk.DEPRECATE]
    return Preview(
        tuple(case for case in bad if case.skill.id not in exempt),
        tuple(case for case in cases if judged[case.skill.id] is Risk.WARN),
        tuple(case for case in bad if case.skill.id in exempt),
    )


_BAD = (Risk.WARN, Risk.DEPRECATE)


def sweep(
    vault: Vault, settings: Procedural, *, actor: Actor = TECHNE, progress: Progress = SILENT
) -> Swept:
    """Deprecate what mostly fails, as one entry of the journal, and note what is warned about.

    Twice is once. A skill that is protected meanwhile is spared. Raises `Cancelled`.
    """
    found = preview(vault, settings)
    cases = {case.skill.id: case for case in found.deprecate}
    why = {skill: in_words(case.success) for skill, case in cases.items()}
    done, journal = _deprecate(vault, why, actor, progress) if cases else ((), 0)
    warned = _note_warnings(vault, settings, (*found.warn, *found.spared))
    return Swept(tuple(cases[skill] for skill in done), warned, journal)


def watch(vault: Vault, settings: Procedural) -> tuple[Case, ...]:
    """Note what is to be warned about, and deprecate nothing."""
    found = preview(vault, settings)
    return _note_warnings(vault, settings, (*found.warn, *found.deprecate, *found.spared))


def deprecate(
    vault: Vault, *skills: int, why: str = "", actor: Actor = USER, progress: Progress = SILENT
) -> tuple[int, ...]:
    """Take skills out of what is suggested, one undo for all; returns those that were in use.

    Raises `Protected`, before anything is done, and `Cancelled`.
    """
    exempt = protection.protected(vault)
    if held := [skill for skill in skills if skill in exempt]:
        rows = catalogue.some(vault, held)
        names = ", ".join(f"“{row.title}”" for row in rows.values())
        raise Protected(
            ngettext("{names} is protected.", "{names} are protected.", len(held)).format(
                names=names
            ),
            _("Remove the protection first."),
        )
    return _deprecate(vault, dict.fromkeys(skills, why), actor, progress)[0]


def restore(
    vault: Vault, *skills: int, actor: Actor = USER, progress: Progress = SILENT
) -> tuple[int, ...]:
    """Bring deprecated skills back, one undo for all; from now on their outcomes count anew.

    Returns those that were deprecated. Raises `Cancelled`.
    """

    def active(meta: Meta) -> Meta | None:
        was = meta.status is Status.DEPRECATED
        return replace(meta, status=Status.ACTIVE) if was else None

    def note(write: Write, saved: Sequence[Saved]) -> None:
        events.note(write, _skills(saved), Kind.RESTORED, journal=write.journal)

    label = ngettext("Restore skill", "Restore {count} skills", len(skills))
    return _skills(
        refile(
            vault, label.format(count=len(skills)), skills, active, actor=actor, also=note,
            progress=progress,
        )
    )  # fmt: skip


def untold(vault: Vault) -> tuple[Event, ...]:
    """What Techne deprecated on its own and has not said yet, as far as it is still so."""
    told = vault.setting(_TOLD) or 0
    if (
        vault.row("select 1 from skill_event where kind = ? and id > ?", Kind.DEPRECATED, told)
        is None
    ):
        return ()
    found = events.latest(vault, Kind.DEPRECATED, Kind.RESTORED)
    new = [one for one in found.values() if one.kind is Kind.DEPRECATED and one.id > told]
    own = {
        number
        for (number,) in vault.rows(
            "select id from journal where actor = ? and id in (select value from json_each(?))",
            TECHNE.who,
            json.dumps([one.journal for one in new]),
        )
    }
    rows = catalogue.some(vault, [one.skill for one in new])
    return tuple(
        one
        for one in new
        if one.journal in own and one.skill in rows and rows[one.skill].status is Status.DEPRECATED
    )


def tell(vault: Vault, some: Sequence[Event]) -> None:
    """A person was told of these, and of everything before."""
    if some:
        with vault.write(None) as write:
            put_setting(write, _TOLD, max(one.id for one in some))


def _deprecate(
    vault: Vault, why: Mapping[int, str], actor: Actor, progress: Progress
) -> tuple[tuple[int, ...], int]:
    """Those that were in use and are not protected, and the entry of the journal."""
    journal = 0

    def note(write: Write, saved: Sequence[Saved]) -> None:
        nonlocal journal
        journal = write.journal
        for skill in _skills(saved):
            events.note(write, [skill], Kind.DEPRECATED, why[skill], write.journal)

    spared = frozenset(skill for skill in why if is_protected(vault, skill))
    done = refile(
        vault,
        ngettext("Deprecate skill", "Deprecate {count} skills", len(why)).format(count=len(why)),
        [skill for skill in why if skill not in spared],
        lambda meta: (
            replace(meta, status=Status.DEPRECATED) if meta.status is Status.ACTIVE else None
        ),
        actor=actor,
        also=note,
        progress=progress,
    )
    return _skills(done), journal if done else 0


def _note_warnings(vault: Vault, settings: Procedural, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Keep which skills are warned about since when; returns the new ones."""
    before = events.latest(vault, *(kind for kind in Kind if kind not in _APART))
    warned = {skill for skill, one in before.items() if one.kind is Kind.WARNED}
    new = [case for case in cases if case.skill.id not in warned]
    now = {case.skill.id for case in cases}
    measured = successes(vault, settings) if warned - now else {}
    well = [skill for skill in warned - now
            if skill in measured and risk(measured[skill], settings) is Risk.NONE]  # fmt: skip
    if new or well:
        with vault.write(None) as write:
            for case in new:
                events.note(write, [case.skill.id], Kind.WARNED, in_words(case.success))
            events.note(write, well, Kind.RECOVERED)
    return tuple(new)


_APART = (Kind.PROTECTED, Kind.UNPROTECTED)
"""Events that say nothing about how a skill does."""


def _skills(saved: Sequence[Saved]) -> tuple[int, ...]:
    return tuple(one.skill for one in saved)
