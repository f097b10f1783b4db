"""Several skills put somewhere else at once: one write, one undo."""

from dataclasses import replace

from app.core.actor import USER, Actor
from app.core.library import library
from app.core.library.engrams import ensure
from app.core.library.record import Meta, Reason, Saved, Status
from app.core.progress import SILENT, Progress, through
from app.core.skills.editing.render import with_title
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _


def move(
    vault: Vault, engram: str, *skills: int, actor: Actor = USER, progress: Progress = SILENT
) -> None:
    """File the skills in the engram of that name, which is made if there is none yet.

    Raises `AppError` for a name an engram cannot have.
    """
    with vault.write(_("Move to {engram}").format(engram=engram), actor) as write:
        there = ensure(write, engram)
        for skill, text, meta in through(_states(vault, skills), progress):
            library.put(write, skill, text, replace(meta, engram=there), Reason.FILED)


def release(vault: Vault, *skills: int, actor: Actor = USER, progress: Progress = SILENT) -> None:
    """Let the skills out of quarantine: from now on calls reach them and agents see them."""
    with vault.write(_("Release from quarantine"), actor) as write:
        for skill, text, meta in through(_states(vault, skills), progress):
            if meta.status is Status.QUARANTINED:
                library.put(write, skill, text, replace(meta, status=Status.ACTIVE), Reason.FILED)


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


def _states(vault: Vault, skills: tuple[int, ...]) -> list[tuple[int, str, Meta]]:
    found = [(skill, library.current(vault, skill)) for skill in skills]
    return [(skill, state[1], state[2]) for skill, state in found if state is not None]
