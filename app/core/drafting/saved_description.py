"""The description somebody is drafting from, kept in the vault until it is a skill."""

from dataclasses import asdict, dataclass

from app.core.drafting.draft import Draft
from app.core.vault import Vault

_NAME = "drafting"


@dataclass(frozen=True, slots=True)
class SavedDescription:
    """What was described, and the last draft with the description that it was made of."""

    description: str = ""
    draft: Draft | None = None
    drafted: str = ""


def keep(vault: Vault, kept: SavedDescription) -> None:
    """Remember it in place of what was kept before."""
    if kept != last(vault):
        vault.put_setting(_NAME, asdict(kept))


def drop(vault: Vault) -> None:
    """Forget it, because it became a skill."""
    keep(vault, SavedDescription())


def last(vault: Vault) -> SavedDescription:
    """What was kept; nothing where that cannot be read."""
    try:
        stored = dict(vault.setting(_NAME) or {})
        draft = stored.get("draft")
        if draft is not None:
            draft = Draft(**{**draft, "added": tuple(draft["added"])})
        described, drafted = (str(stored.get(name, "")) for name in ("description", "drafted"))
        return SavedDescription(described, draft, drafted)
    except (TypeError, ValueError, KeyError):
        return SavedDescription()
