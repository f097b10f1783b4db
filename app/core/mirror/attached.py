"""Where the attachments of a skill lie in its folder: by their paths, if they came from one."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from app.core.packs.format.names import harmless
from app.core.packs.own_fields import FIELD

PATHS = "paths"
"""Among Techne's own fields of a skill: the paths of attachments that are not called so."""
_LONGEST = 200


def path_of(name: str, extra: Mapping[str, Any]) -> str:
    """The path of the attachment `name` from the folder of a skill with these fields."""
    own = extra.get(FIELD)
    said = own.get(PATHS) if isinstance(own, dict) else None
    where = said.get(name) if isinstance(said, dict) else None
    return _sound(where if isinstance(where, str) else name, name)


def _sound(path: str, name: str) -> str:
    """A path that stays in the folder and that every system allows, else the bare name."""
    parts = PurePosixPath(path).parts
    if len(path) <= _LONGEST and parts and all(harmless(part) == part for part in parts):
        return "/".join(parts)
    return harmless(name) or "file"
