"""Several skills put somewhere else at once: one undo."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.core.actor import USER, Actor
from app.core.library import bulk, library
from app.core.library.bulk import Edit
from app.core.library.engrams import ensure
from app.core.library.record import Meta, Reason, Saved, Status
from app.core.progress import SILENT, Progress
from app.core.skills.editing.render import with_title
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


def duplicate(vault: Vault, skill: int, *, actor: Actor = USER) -> Saved:
    """A second skill with the same text and details under a title of its own; raises `NotFound`."""
    text, state = library.text(vault, skill), library.current(vault, skill)
    assert state is not None
    with vault.write(_("Duplicate skill"), actor) as write:
        meta = replace(state[2], origin=None)
        return library.put(write, None, _with_free_title(vault, text), meta, Reason.EDITED)


def _with_free_title(vault: Vault, text: str) -> str:
    """The text under its title with “copy” behind it, and a number where that is taken."""
    first = _("{title} copy").format(title=parse(text).title).strip()
    titles = (first, *(f"{first} {number}" for number in range(2, 10_000)))
    taken = "select 1 from skill where title = ? and current is not null"
    return with_title(text, next(title for title in titles if not vault.row(taken, title)))
