"""Several skills put somewhere else, or copied, at once: one undo."""

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from functools import lru_cache

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.library import bulk, catalogue, library
from app.core.library.edit import Edit
from app.core.library.engrams import ensure
from app.core.library.record import Meta, Reason, Saved, Source, Status
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.skills.editing.titling import with_title
from app.core.skills.reading.discovery import ROLES
from app.core.vault import Vault, Write
from app.core.words import _

_AT_HAND = 32
"""As many copies are made before the first write: more than go into it."""


def move(
    vault: Vault, engram: str, *skills: int, actor: Actor = USER, progress: Progress = SILENT
) -> None:
    """File the skills in the engram of that name, which is made if there is none yet.

    Raises `AppError` for a name an engram cannot have.
    """
    there = 0

    def begin(write: Write) -> None:
        nonlocal there
        there = ensure(write, engram)

    label = _("Move to {engram}").format(engram=engram)
    refile(
        vault,
        label,
        skills,
        lambda meta: replace(meta, engram=there),
        actor=actor,
        begin=begin,
        progress=progress,
    )


def release(vault: Vault, *skills: int, actor: Actor = USER, progress: Progress = SILENT) -> None:
    """Let the skills out of quarantine: from now on calls reach them and agents see them."""

    def active(meta: Meta) -> Meta | None:
        kept = meta.status is Status.QUARANTINED
        return replace(meta, status=Status.ACTIVE) if kept else None

    label = _("Release from quarantine")
    refile(vault, label, skills, active, actor=actor, progress=progress)


def refile(
    vault: Vault,
    label: str,
    skills: Sequence[int],
    details: Callable[[Meta], Meta | None],
    *,
    actor: Actor = USER,
    begin: Callable[[Write], None] = bulk.nothing,
    also: Callable[[Write, Sequence[Saved]], None] = bulk.nothing,
    progress: Progress = SILENT,
) -> tuple[Saved, ...]:
    """Give each of the skills other details, made from those it has; None leaves it as it is.

    `begin` and `also` as in `bulk.change`.
    """

    def edit(skill: int) -> Edit | None:
        state = library.current(vault, skill)
        meta = details(state[2]) if state is not None else None
        if state is None or meta is None:
            return None
        return Edit(skill, state[1], meta, Reason.FILED)

    return bulk.change(
        vault, label, skills, edit, actor=actor, begin=begin, also=also, progress=progress
    )


def set_role(
    vault: Vault, role: str, *skills: int, actor: Actor = USER, progress: Progress = SILENT
) -> None:
    """Give the skills a role; an empty one lets their texts say it again.

    Raises `AppError` for a role there is not.
    """
    checked_role(role)

    def chosen(meta: Meta) -> Meta | None:
        return replace(meta, role=role) if meta.role != role else None

    refile(vault, _("Change role"), skills, chosen, actor=actor, progress=progress)


def checked_role(role: str) -> str:
    """The role, which may be empty; raises `AppError` for one there is not."""
    if role and role not in ROLES:
        raise AppError(
            _("“{role}” is not a role.").format(role=role),
            _("Choose one of: {roles}.").format(roles=", ".join(sorted(ROLES))),
        )
    return role


def duplicate(
    vault: Vault, *skills: int, actor: Actor = USER, progress: Progress = SILENT
) -> tuple[Saved, ...]:
    """Second skills with the same texts and details under titles of their own, in one undo.

    Raises `NotFound` where one of them is not in the library, and `Cancelled`.
    """
    given: dict[str, int] = {}
    """The keys of the new titles, each with the skill that it is a copy of."""

    @lru_cache(_AT_HAND)
    def titled(text: str, title: str) -> str:
        return with_title(text, title)

    def edit(skill: int) -> Edit:
        state, row = library.current(vault, skill), catalogue.row(vault, skill)
        if state is None or row is None:
            raise library.gone()
        _saved, text, meta = state
        for key in [key for key, of in given.items() if of == skill]:
            del given[key]
        first = _("{title} copy").format(title=row.title if row.key else "").strip()
        title = _free_title(vault, first, given)
        given[names.key(title)] = skill
        meta = replace(meta, origin=None, source=Source.USER)
        return Edit(None, titled(text, title), meta, Reason.EDITED)

    for skill in skills[:_AT_HAND]:
        edit(skill)  # before the vault is held, for a long text takes its time
    label = _("Duplicate skill")
    return bulk.change(vault, label, skills, edit, actor=actor, progress=progress)


def _free_title(vault: Vault, first: str, given: Container[str]) -> str:
    """That title, with a number where it is taken or was just `given`."""
    titles = (first, *(f"{first} {number}" for number in range(2, 10_000)))
    taken = "select 1 from skill where key = ? and current is not null"
    return next(
        title
        for title in titles
        if names.key(title) not in given and not vault.row(taken, names.key(title))
    )
