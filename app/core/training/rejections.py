"""The memories that a person does not want to see in a skill again."""

from collections.abc import Iterable

from app.core.changes import Part
from app.core.vault import Vault, Write


def rejected(vault: Vault, skill: int) -> frozenset[int]:
    """The fragments that were rejected for a skill."""
    found = vault.rows("select fragment from training_rejection where skill = ?", skill)
    return frozenset(fragment for (fragment,) in found)


def remember(write: Write, skill: int, fragments: Iterable[int]) -> None:
    write.db.executemany(
        "insert or ignore into training_rejection values (?, ?, ?)",
        [(skill, fragment, write.at.isoformat()) for fragment in fragments],
    )
    write.touch(Part.TRAINING, skill)


def reject(vault: Vault, skill: int, fragment: int) -> None:
    """Never offer a fragment for a skill again."""
    with vault.write(None) as write:
        remember(write, skill, [fragment])


def forget(vault: Vault, skill: int, fragment: int) -> None:
    """Let training offer a fragment again."""
    with vault.write(None) as write:
        write.db.execute(
            "delete from training_rejection where skill = ? and fragment = ?", (skill, fragment)
        )
        write.touch(Part.TRAINING, skill)
