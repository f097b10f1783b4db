"""When a skill was last trained, also when the training found it as it should be."""

from datetime import datetime

from app.core.library.record import Reason
from app.core.vault import Vault, Write, put_setting

TRAININGS = (Reason.TRAINED, Reason.REWRITTEN)
"""Why versions exist that a training made."""


def confirm(write: Write, skill: int) -> None:
    """Remember a training after which nothing had to be written."""
    put_setting(write, _name(skill), write.at.isoformat())


def last_trained(vault: Vault, skill: int) -> datetime | None:
    """None for a skill that never was."""
    row = vault.row(
        "select max(at) from version where skill = ? and reason in (?, ?)", skill, *TRAININGS
    )
    if row is None or row[0] is None:
        return None
    return datetime.fromisoformat(max(row[0], vault.setting(_name(skill)) or ""))


def _name(skill: int) -> str:
    return f"trained {skill}"
