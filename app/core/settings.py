"""What the person chose about the application itself, typed.

Nothing in it is private: it is read before the vault is unlocked.
"""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

Scheme = Literal["system", "light", "dark"]
_CHOICES = {"theme": ("system", "light", "dark")}


@dataclass(frozen=True, slots=True)
class Settings:
    """Every field has a default, which also stands in for a damaged or unknown value."""

    theme: Scheme = "system"
    text_size: int = 13
    reduce_motion: bool = False
    lock_after_minutes: int = 15
    """0: never."""
    lock_stops_agents: bool = True
    """Whether Lock also ends servers that opened the vault themselves."""
    backups_kept: int = 10


def read(path: Path) -> Settings:
    """The settings in the file; defaults where it is missing, damaged or says something odd."""
    stored = _stored(path)
    good = {
        f.name: stored[f.name]
        for f in fields(Settings)
        if f.name in stored
        and type(stored[f.name]) is type(f.default)
        and stored[f.name] in _CHOICES.get(f.name, (stored[f.name],))
    }
    return Settings(**good)


def to_json(settings: Settings, path: Path) -> str:
    """The text to write to `path`; keys of other versions that are in the file now are kept."""
    return json.dumps(_stored(path) | asdict(settings), indent=2, sort_keys=True)


def _stored(path: Path) -> dict[str, Any]:
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}
