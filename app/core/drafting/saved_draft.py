"""The last draft of a description, kept in the vault until it is a skill."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from app.core.drafting.draft import Draft
from app.core.drafting.tracing import Source
from app.core.drafting.verifying import Struck
from app.core.skills.model import GoalKind
from app.core.vault import Vault

_NAME = "drafting"


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """`description` is what the draft was made of."""

    description: str = ""
    draft: Draft | None = None


def keep(vault: Vault, kept: SavedDraft) -> None:
    """Remember it in place of what was kept before."""
    if kept != last(vault):
        vault.put_setting(_NAME, asdict(kept))


def last(vault: Vault) -> SavedDraft:
    """What was kept; without a draft, or with nothing, where that cannot be read."""
    stored = vault.setting(_NAME)
    if not isinstance(stored, dict):
        return SavedDraft()
    description = str(stored.get("description", ""))
    try:
        return SavedDraft(description, _draft(stored.get("draft")))
    except (AttributeError, KeyError, TypeError, ValueError):
        return SavedDraft(description)


def _draft(stored: Mapping[str, Any] | None) -> Draft | None:
    if stored is None:
        return None
    return Draft(
        str(stored["text"]),
        tuple(_source(one) for one in stored["sources"]),
        tuple(map(str, stored["added"])),
        tuple(Struck(**one) for one in stored["struck"]),
        str(stored["model"]),
        str(stored["why"]),
        _draft(stored["other"]),
    )


def _source(stored: Mapping[str, Any]) -> Source:
    goal = stored["goal"]
    return Source(**{**stored, "goal": GoalKind(goal) if goal is not None else None})
