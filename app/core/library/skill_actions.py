"""Several skills put somewhere else at once: one undo."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.library import bulk, library
from app.core.library.bulk import Edit
from app.core.library.engrams import ensure
from app.core.library.record import Meta, Reason, Saved, Source, Status
from app.core.progress import SILENT, Progress
from app.core.skills.editing.render import with_title
from app.core.skills.reading.discovery import ROLES
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from app.core.words import _


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
    progress: Progress = SILENT,
) -> None:
    """Give each of the skills other details, made from those it has; None leaves it as it is."""

    def edit(skill: int) -> Edit | None:
        state = library.current(vault, skill)
        meta = details(state[2]) if state is not None else None
        if state is None or meta is None:
            return None
        return Edit(skill, state[1], meta, Reason.FILED)

    bulk.change(vault, label, skills, edit, actor=actor, begin=begin, progress=progress)


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
            _("It is one of {roles}.").format(roles=", ".join(sorted(ROLES))),
        )
    return role


def duplicate(vault: Vault, skill: int, *, actor: Actor = USER) -> Saved:
    """A second skill with the same text and details under a title of its own; raises `NotFound`."""
    text, state = library.text(vault, skill), library.current(vault, skill)
    assert state is not None
    meta = replace(state[2], origin=None, source=Source.USER)
    first = _("{title} copy").format(title=parse(text).title).strip()

    title = _free_title(vault, first)
    copy = with_title(text, title)

    def edit(_skill: int) -> Edit:
        free = _free_title(vault, first)
        return Edit(None, copy if free == title else with_title(text, free), meta, Reason.EDITED)

    return bulk.change(vault, _("Duplicate skill"), [skill], edit, actor=actor)[0]


def _free_title(vault: Vault, first: str) -> str:
    """That title, with a number where it is taken."""
    titles = (first, *(f"{first} {number}" for number in range(2, 10_000)))
    taken = "select 1 from skill where title = ? and current is not null"
    return next(title for title in titles if not vault.row(taken, title))
