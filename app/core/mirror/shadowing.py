"""Of several skills with one name: which a client takes, and which it never shows. Pure."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.mirror.clients import Client


@dataclass(frozen=True, slots=True)
class Placed:
    """A skill in a folder of agents: `folder` is what it lies in, `name` is what its own folder is
    called, and `called` what its frontmatter says."""

    folder: Path
    name: str
    called: str = ""

    def name_in(self, client: Client) -> str:
        """What a client calls it."""
        return self.name if client.known_by == "folder" else self.called or self.name


def shadowed(
    client: Client, placed: Iterable[Placed], env: Mapping[str, str] = os.environ
) -> dict[Placed, Placed]:
    """Those that a client does not show, each with the one that it shows instead.

    What it does not read is passed over.
    """
    taken: dict[str, Placed] = {}
    hidden: dict[Placed, Placed] = {}
    for one in in_order(client, placed, env):
        first = taken.setdefault(one.name_in(client), one)
        if first is not one:
            hidden[one] = first
    return hidden


def in_order(
    client: Client, placed: Iterable[Placed], env: Mapping[str, str] = os.environ
) -> list[Placed]:
    """Those that a client reads, the winners first.

    Of a person's own folders and of those of a project the first of the client's table wins, and
    between the two kinds what its `first` says.
    """
    mine = [os.path.realpath(one) for one in client.user_folders(env)]
    ranks = {folder: _rank(client, mine, folder) for folder in {one.folder for one in placed}}
    read = [(found, one) for one in placed if (found := ranks[one.folder]) is not None]
    return [one for _rank_of, one in sorted(read, key=lambda found: found[0])]


def project_of(client: Client, folder: Path, env: Mapping[str, str] = os.environ) -> Path | None:
    """The project to which a folder of skills belongs; None for one of a person's own, and for one
    that the client does not read."""
    path = os.path.realpath(folder)
    if any(os.path.realpath(one) == path for one in client.user_folders(env)):
        return None
    place = _place(client, folder)
    return folder.parents[len(Path(client.project[place]).parts) - 1] if place is not None else None


def _place(client: Client, folder: Path) -> int | None:
    """Which of the client's places in a project it is."""
    for number, place in enumerate(client.project):
        end = Path(place).parts
        if folder.parts[-len(end) :] == end:
            return number
    return None


def _rank(client: Client, mine: Sequence[str], folder: Path) -> tuple[int, int, int] | None:
    path = os.path.realpath(folder)
    if path in mine:
        return (0 if client.first == "user" else 1, mine.index(path), 0)
    number = _place(client, folder)
    if number is None:
        return None
    # the project itself goes before the folders above it
    return (0 if client.first == "project" else 1, number, -len(folder.parts))
