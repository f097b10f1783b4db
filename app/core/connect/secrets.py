"""The secret of a client, as it stands in its settings."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.core.connect import json_edit
from app.core.connect.entry import NAME, secret_of
from app.core.connect.setups import setups
from app.core.errors import AppError


def stored(home: Path, client: str) -> str:
    """Empty where there is none, or the settings cannot be read."""
    try:
        its = setups(home)[client]
        file = its.settings()
        text = file.read_text(encoding="utf-8-sig")
        value: Any = tomllib.loads(text) if file.suffix == ".toml" else _json(text)
        for key in (*its.at, NAME):
            value = value.get(key) if isinstance(value, Mapping) else None
        return secret_of(value)
    except (AppError, OSError, ValueError, KeyError):
        return ""


def _json(text: str) -> Any:
    """By the fast reader where it is plain JSON: hooks wait for it."""
    try:
        return json.loads(text)
    except ValueError:
        return json_edit.find(text, ())
