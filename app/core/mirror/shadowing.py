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


def shadowed(
    client: Client, placed: Iterable[Placed], env: Mapping[str, str] = os.environ
) -> dict[Placed, Placed]:
    """Those that a client does not show, each with the one that it shows instead.

    Of a person's own folders and of those of a project the first of the client's table wins, and
    between the two kinds what its `first` says. What it does not read is passed over.
    """
    mine = [os.path.realpath(one) for one in client.user_folders(env)]
    read = [(rank, one) for one in placed if (rank := _rank(client, mine, one.folder)) is not None]
    taken: dict[str, Placed] = {}
    hidden: dict[Placed, Placed] = {}
    for _rank_of, one in sorted(read, key=lambda found: found[0]):
        key = one.name if client.known_by == "folder" else one.called or one.name
        first = taken.setdefault(key, one)
        if first is not one:
            hidden[one] = first
    return hidden


def _rank(client: Client, mine: Sequence[str], folder: Path) -> tuple[int, int, int] | None:
    path = os.path.realpath(folder)
    if path in mine:
        return (0 if client.first == "user" else 1, mine.index(path), 0)
    for number, place in enumerate(client.project):
        end = Path(place).parts
        if folder.parts[-len(end) :] == end:
            # the project itself goes before the folders above it
            return (0 if client.first == "project" else 1, number, -len(folder.parts))
    return None
