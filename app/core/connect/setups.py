"""How each client is set up to start our server: its settings, and what an entry looks like."""

import os
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from app.core.errors import AppError, NotFound
from app.core.mirror.client_table import OWN, TABLE, resolved
from app.core.words import _

SYSTEMS = {"win32": "windows", "darwin": "macos"}
"""As the table calls systems; every other one is `linux`."""


class UnknownClient(NotFound):
    """There is no client of that name, or none whose settings are known."""

    code = "unknown-client"


@dataclass(frozen=True, slots=True)
class Health:
    """What the client is started with. `says` stands in the line about a server that it reaches;
    or `asks` is the request to its app server that lists them. With the variable `apart` it looks
    at a copy of its settings in another folder."""

    args: tuple[str, ...]
    says: str = ""
    asks: str = ""
    apart: str = ""


@dataclass(frozen=True, slots=True)
class Trust:
    """The file with the folders in which the client starts servers, and what it says of them."""

    file: str
    says: str


@dataclass(frozen=True, slots=True)
class Hooks:
    """`events` are the names of the client and ours, `matchers` the tools that an event is wanted
    for; `unit` is how many of its units of time a second has."""

    file: tuple[str, ...]
    events: Mapping[str, str]
    matchers: Mapping[str, str] = field(default_factory=dict)
    project: str = ""
    unit: int = 1


@dataclass(frozen=True, slots=True)
class Setup:
    """See `resources/clients.toml` for what the fields mean."""

    id: str
    checked: date
    at: tuple[str, ...]
    stdio: Mapping[str, Any]
    http: Mapping[str, Any]
    file: tuple[str, ...] = ()
    project: str = ""
    program: str = ""
    health: Health | None = None
    trust: Trust | None = None
    hooks: Hooks | None = None

    def settings(self, project: Path | None = None, env: Mapping[str, str] = os.environ) -> Path:
        """The file that the entry belongs in. Raises `UnknownClient` for a client without
        settings in projects."""
        return chosen(self.file, self.project, project, env)


def chosen(
    user: Sequence[str],
    in_project: str,
    project: Path | None,
    env: Mapping[str, str] = os.environ,
) -> Path:
    """The first file that exists, else the first; in a project the one file there."""
    if project is not None:
        if not in_project:
            raise UnknownClient(
                _("This client has no settings for a single project."),
                _("Connect it for all projects."),
            )
        return project / in_project
    files = [resolved(place, env) for place in user]
    return next((one for one in files if one.exists()), files[0])


def setups(home: Path | None = None) -> dict[str, Setup]:
    """By the id of the client; a file `clients.toml` in `home` has the last word.

    Raises `AppError` if that file cannot be read.
    """
    own = home / OWN if home else None
    said = _read(own) if own and own.exists() else {}
    return {**_shipped(), **said}


@cache
def _shipped() -> dict[str, Setup]:
    return _read(TABLE)


def _read(file: Path) -> dict[str, Setup]:
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
        return {one["id"]: _setup(one) for one in said.get("setup", ())}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise AppError(
            _("{file} cannot be read: {why}.").format(file=file, why=error),
            _("Correct it, or delete it to use the table that comes with Techne."),
        ) from error


def _setup(said: Mapping[str, Any]) -> Setup:
    values = dict(said)
    here = values.get(SYSTEMS.get(sys.platform, "linux"), values.get("file", ()))
    for system in ("linux", "macos", "windows"):
        values.pop(system, None)
    values["file"], values["at"] = tuple(here), tuple(values["at"])
    if health := values.get("health"):
        values["health"] = Health(**{**health, "args": tuple(health["args"])})
    if trust := values.get("trust"):
        values["trust"] = Trust(**trust)
    if hooks := values.get("hooks"):
        values["hooks"] = Hooks(**{**hooks, "file": tuple(hooks["file"])})
    return Setup(**values)
