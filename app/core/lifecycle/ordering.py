"""Lists of skills with the important ones first."""

from collections.abc import Iterable

from app.core.library.catalogue import SkillRow
from app.core.lifecycle import usage
from app.core.lifecycle.config import Procedural
from app.core.vault import Vault


def by_importance(
    vault: Vault, rows: Iterable[SkillRow], settings: Procedural
) -> tuple[SkillRow, ...]:
    """The rows by what their importance is now; equals stay in the order they came in."""
    now, lives = vault.now(), usage.lives(vault)
    value = {skill: life.importance(settings.skills, now).value for skill, life in lives.items()}
    return tuple(sorted(rows, key=lambda row: -value.get(row.id, 0.0)))
