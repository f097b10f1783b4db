"""Text that was typed and not yet saved, kept so that a crash loses at most half a second of it."""

from dataclasses import dataclass
from datetime import datetime

from app.core.changes import Part
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Draft:
    """Unsaved text of a skill (None: of one that does not exist yet) against version id `base`."""

    id: int
    skill: int | None
    base: int | None
    text: str
    at: datetime


def keep(
    vault: Vault, skill: int | None, base: int | None, text: str, draft: int | None = None
) -> int:
    """Store unsaved text over the draft of the same skill, or over `draft`; returns its id."""
    with vault.write(None) as write:
        if skill is not None:
            write.db.execute("delete from draft where skill = ?", (skill,))
        write.db.execute(
            "insert or replace into draft (id, skill, base, text, at) values (?, ?, ?, ?, ?)",
            (draft, skill, base, text, write.at.isoformat()),
        )
        write.touch(Part.DRAFTS)
        return write.db.last_insert_rowid()


def drop(vault: Vault, draft: int) -> None:
    """Forget a draft, because its text was saved or thrown away."""
    with vault.write(None) as write:
        write.db.execute("delete from draft where id = ?", (draft,))
        write.touch(Part.DRAFTS)


def drafts(vault: Vault) -> tuple[Draft, ...]:
    """Every draft, newest first."""
    return tuple(
        Draft(i, skill, base, text, datetime.fromisoformat(at))
        for i, skill, base, text, at in vault.rows(
            "select id, skill, base, text, at from draft order by at desc"
        )
    )
