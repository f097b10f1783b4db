"""What was written for which client, and the files as they were before: beside the vault."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.core.store.files import replace_file

FOLDER = "connections"
KEPT = 10
"""Backups of each client."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A file that was written. `backup` is the name of the copy from before, empty where there was
    no file; `after` the digest of what was written; `made` how many objects around our entry were
    new."""

    file: str
    backup: str
    after: str
    made: int = 0


@dataclass(frozen=True, slots=True)
class Verified:
    """How it went when the client's server was started and asked for its tools."""

    at: str
    seconds: float = 0
    protocol: str = ""
    tools: int = 0
    health: str = ""
    """What the client's own command said: `connected`, or why not; empty where it has none."""
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Connection:
    """`project` is the folder of one, empty for all of a person; `url` empty for stdio."""

    client: str
    project: str
    url: str
    at: str
    edits: tuple[Edit, ...]
    verified: Verified | None = None


def connections(home: Path) -> tuple[Connection, ...]:
    """All that are known; none if the record cannot be read, for it only helps to undo."""
    try:
        said = json.loads(_record(home).read_bytes())
        return tuple(map(_connection, said))
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def connection(home: Path, client: str, project: Path | None = None) -> Connection | None:
    place = str(project or "")
    return next(
        (one for one in connections(home) if (one.client, one.project) == (client, place)), None
    )


def keep(home: Path, made: Connection) -> None:
    """Remember a connection in place of an earlier one."""
    _change(home, made, lambda others: [*others, made])


def forget(home: Path, gone: Connection) -> None:
    _change(home, gone, lambda others: others)


def verified(home: Path, made: Connection, how: Verified) -> Connection:
    """Remember how the last look went."""
    new = replace(made, verified=how)
    keep(home, new)
    return new


def back_up(home: Path, client: str, file: Path, content: bytes) -> str:
    """Keep a copy; returns its name. The oldest ones of the client go."""
    folder = _folder(home)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    name = f"{client}-{stamp}-{file.name}"
    replace_file(folder / name, content)
    for old in sorted(folder.glob(f"{client}-2*"))[:-KEPT]:
        old.unlink(missing_ok=True)
    return name


def backup(home: Path, edit: Edit) -> bytes | None:
    """The file from before; None where there was none. Raises `OSError` if the copy is gone."""
    return (_folder(home) / edit.backup).read_bytes() if edit.backup else None


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _change(
    home: Path, one: Connection, work: Callable[[list[Connection]], Sequence[Connection]]
) -> None:
    same = (one.client, one.project)
    others = [other for other in connections(home) if (other.client, other.project) != same]
    _folder(home)
    said = json.dumps([asdict(made) for made in work(others)], indent=1)
    replace_file(_record(home), said.encode())


def _folder(home: Path) -> Path:
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _record(home: Path) -> Path:
    return home / FOLDER / "connections.json"


def _connection(said: dict[str, Any]) -> Connection:
    edits = tuple(Edit(**one) for one in said["edits"])
    how = said.get("verified")
    return Connection(**{**said, "edits": edits, "verified": Verified(**how) if how else None})
