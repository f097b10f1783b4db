"""Whether a vault is sound, and how its upkeep goes."""

from dataclasses import dataclass
from pathlib import Path

from typing_extensions import TypedDict

from app.core import vaults
from app.core.api import upkeep
from app.core.api.upkeep import UpkeepStateDocument
from app.core.vault import Vault


class HealthDocument(TypedDict):
    """Whether every page of the vault is sound, and how its upkeep goes; null if it is not."""

    sound: bool
    problems: list[str]
    upkeep: UpkeepStateDocument | None


@dataclass(frozen=True, slots=True)
class Health:
    """What is wrong with a vault; `upkeep` is None where anything is."""

    complaints: tuple[str, ...]
    upkeep: upkeep.State | None

    @property
    def document(self) -> HealthDocument:
        return {
            "sound": not self.complaints,
            "problems": list(self.complaints),
            "upkeep": self.upkeep.document if self.upkeep else None,
        }


def examine(home: Path, data_key: bytes) -> Health:
    """Read every page, and when what goes on behind was done last."""
    complaints = vaults.doctor(home, data_key)
    if complaints:
        return Health(complaints, None)
    with Vault(home, data_key) as vault:
        return Health((), upkeep.upkeep_state(vault))
