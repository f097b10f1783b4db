"""The programs that read skills from the disk: where they look, and which files they load."""

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from app.core.errors import AppError
from app.core.mirror.client_table import OWN, TABLE, resolved
from app.core.mirror.oddities import Odd, Oddity
from app.core.words import _


class Way(StrEnum):
    """Which descriptions a client shows when there are too many."""

    LEAST_USED = "least-used"
    """Those of the most used skills; the others have only their names."""
    FIRST = "first"
    """Those of the first skills, as far as they fit."""
    EVEN = "even"
    """All of them, shortened alike."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Characters that a client has for the list of its skills; see `resources/clients.toml`."""

    all: int = 0
    own: int = 0
    each: int = 0
    line: int = 0
    bare: int = 0
    names: int = 1
    way: Way = Way.LEAST_USED


@dataclass(frozen=True, slots=True)
class Client:
    """A program that reads skills; see `resources/clients.toml` for what the fields mean."""

    id: str
    name: str
    checked: date
    version: str = ""
    user: tuple[str, ...] = ()
    project: tuple[str, ...] = ()
    first: str = "project"
    known_by: str = "name"
    follows_links: bool = True
    refuses: frozenset[Odd] = field(default=frozenset({Odd.NOT_TEXT}))
    by_hand: frozenset[Odd] = frozenset()
    listing: Listing = Listing()

    def user_folders(self, env: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
        """Where it looks for the skills of a person; the first one wins. They need not exist."""
        return tuple(resolved(place, env) for place in self.user)

    def refused(self, odd: Iterable[Oddity]) -> tuple[Oddity, ...]:
        """What of it keeps this client from loading a file; nothing if it loads it."""
        return tuple(one for one in odd if one.odd in self.refuses)

    def only_by_hand(self, odd: Iterable[Oddity]) -> tuple[Oddity, ...]:
        """What of it keeps the agent from choosing the skill, though a person can call it."""
        return tuple(one for one in odd if one.odd in self.by_hand)


def clients(home: Path | None = None) -> tuple[Client, ...]:
    """All known clients, with what the file `OWN` in the folder `home` says in place of ours.

    Raises `AppError` if that file cannot be read.
    """
    shipped = _shipped()
    if home is None or not (own := home / OWN).exists():
        return shipped
    try:
        said = _read(own.read_bytes().decode())
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise AppError(
            _("{file} cannot be read: {why}.").format(file=own, why=error),
            _("Correct it, or delete it to use the table that comes with Techne."),
        ) from error
    theirs = {one.id: one for one in said}
    known = {one.id for one in shipped}
    return (
        *(theirs.get(one.id, one) for one in shipped),
        *(one for one in said if one.id not in known),
    )


@cache
def _shipped() -> tuple[Client, ...]:
    return _read(TABLE.read_text(encoding="utf-8"))


def _read(text: str) -> tuple[Client, ...]:
    return tuple(map(_client, tomllib.loads(text).get("client", ())))


def _client(said: dict[str, Any]) -> Client:
    values = dict(said)
    for name in ("user", "project"):
        values[name] = tuple(map(str, values.get(name, ())))
    for name in ("refuses", "by_hand"):
        if name in values:
            values[name] = frozenset(map(Odd, values[name]))
    listing = dict(values.get("listing", {}))
    values["listing"] = Listing(**listing | {"way": Way(listing.get("way", Way.LEAST_USED))})
    return Client(**values)


def readers(
    folder: Path, known: Sequence[Client], env: Mapping[str, str] = os.environ
) -> list[Client]:
    """The clients that look for skills in a folder: a person's own, or one of a project."""
    own = [
        client
        for client in known
        if any(os.path.realpath(one) == os.fspath(folder) for one in client.user_folders(env))
    ]
    if own:  # every folder called so might be that of a project
        return own
    return [
        client
        for client in known
        if any(folder.parts[-len(end) :] == end for end in (Path(p).parts for p in client.project))
    ]
