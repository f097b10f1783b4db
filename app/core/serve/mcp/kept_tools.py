"""The list of tools as it was made the last time, for clients that do not wait for it.

It is made of types, and everything that they belong to has to be loaded for that. It holds nothing
of the vault.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app import __version__

_FILE = "agent-tools.json"
_CODE = Path(__file__).parents[2]
"""The folder of the packages that it is made from."""
_MADE_FROM = ("serve", "serve/tools", "api")

Tools = list[dict[str, Any]]


def kept(home: Path) -> Tools | None:
    """The list that this very program kept; None where there is none."""
    try:
        found = json.loads((home / _FILE).read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("program") != _program():
        return None
    tools = found.get("tools")
    return tools if isinstance(tools, list) else None


def keep(home: Path, tools: Tools) -> None:
    """Keep the list for the next time, if it can be."""
    text = json.dumps({"program": _program(), "tools": tools}, ensure_ascii=False)
    path = home / _FILE
    try:
        if path.read_text(encoding="utf-8") == text:
            return
    except (OSError, ValueError):
        pass
    from app.core.store.files import replace_file  # noqa: PLC0415 - only when something is new

    try:
        replace_file(path, text.encode())
    except OSError:
        return  # the next client has to wait a little


def _program() -> str:
    """Its version, and when the code was changed last where it lies in files."""
    return f"{__version__} {max(_changes(), default=0)}"


def _changes() -> Iterator[int]:
    for folder in _MADE_FROM:
        try:
            with os.scandir(_CODE / folder) as found:
                yield from (one.stat().st_mtime_ns for one in found if one.name.endswith(".py"))
        except OSError:
            return
