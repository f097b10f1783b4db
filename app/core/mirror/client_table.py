"""The table of clients: its file, and the places that it names. Little is loaded with it."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

TABLE = Path(__file__).resolve().parents[3] / "resources" / "clients.toml"
OWN = "clients.toml"
"""In the folder of the vault: what a person says about clients, in place of ours."""
_VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")


def resolved(place: str, env: Mapping[str, str] = os.environ) -> Path:
    """A place of the table as a path: `~` is the person's folder, `${NAME:-default}` a variable."""

    def value(found: re.Match[str]) -> str:
        return env.get(found[1]) or found[2] or ""

    home = env.get("HOME") or env.get("USERPROFILE") or str(Path.home())
    path = _VARIABLE.sub(value, place)
    return Path(home + path[1:] if path == "~" or path.startswith("~/") else path)
