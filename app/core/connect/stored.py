"""Our entry as it stands in the settings of a client, for a hook that the client runs."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.core.connect import json_edit
from app.core.connect.entry import NAME
from app.core.connect.setups import Setup, setups
from app.core.errors import AppError


def stored(home: Path, client: str, folder: str = "") -> Any:
    """That of the project in a folder, else that of the person; None where there is none, or the
    settings cannot be read."""
    try:
        its = setups(home)[client]
    except (AppError, KeyError):
        return None
    own = Path(folder) / its.project if folder and its.project else None
    return (_in(own, its) if own is not None else None) or _in(its.settings(), its)


def _in(file: Path, its: Setup) -> Any:
    try:
        text = file.read_text(encoding="utf-8-sig")
        value: Any = tomllib.loads(text) if file.suffix == ".toml" else _json(text)
    except (OSError, ValueError):
        return None
    for key in (*its.at, NAME):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _json(text: str) -> Any:
    """By the fast reader where it is plain JSON: hooks wait for it."""
    try:
        return json.loads(text)
    except ValueError:
        return json_edit.find(text, ())
