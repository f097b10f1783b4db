"""Skills that another program installed, as it noted them beside its folder."""

import json
from pathlib import Path
from typing import Any

_LOCK = "skills-lock.json"
"""Of the `skills` command line: in the project, or beside the folder in the person's own."""
_ABOVE = 2


def installed(root: Path) -> dict[str, str]:
    """The folder names of such skills, with the program that installed each. Total."""
    found: dict[str, str] = {}
    for folder in (root, *list(root.parents)[:_ABOVE]):
        for name in (_LOCK, f".{_LOCK.replace('s-lock', '-lock')}"):
            found |= dict.fromkeys(_locked(folder / name), "skills CLI")
    return found


def _locked(file: Path) -> list[str]:
    try:
        said: Any = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    skills = said.get("skills") if isinstance(said, dict) else None
    return [str(name) for name in skills] if isinstance(skills, dict) else []
