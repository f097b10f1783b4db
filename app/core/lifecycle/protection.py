"""Skills that nothing may deprecate."""

from app.core.changes import Part
from app.core.lifecycle import events
from app.core.lifecycle.events import Kind
from app.core.vault import Vault, Write


def protect(vault: Vault, *skills: int, on: bool = True) -> tuple[int, ...]:
    """Exempt skills from being deprecated, or no longer; returns those that were not so before."""
    with vault.write(None) as write:
        changed = [skill for skill in skills if is_protected(write, skill) is not on]
        for skill in changed:
            write.db.execute(
                "update skill_meta set protected = ?"
                " where entity = (select id from entity where skill = ?)",
                (on, skill),
            )
        events.note(write, changed, Kind.PROTECTED if on else Kind.UNPROTECTED)
        if changed:
            write.touch(Part.KNOWLEDGE | Part.LIST, *changed)
    return tuple(changed)


def is_protected(reader: Vault | Write, skill: int) -> bool:
    found = reader.rows(
        "select 1 from skill_meta m join entity e on e.id = m.entity"
        " where e.skill = ? and m.protected",
        skill,
    )
    return bool(found)


def protected(vault: Vault) -> frozenset[int]:
    """All that are protected."""
    found = vault.rows(
        "select e.skill from skill_meta m join entity e on e.id = m.entity where m.protected"
    )
    return frozenset(skill for (skill,) in found)
