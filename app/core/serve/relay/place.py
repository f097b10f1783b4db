"""Where the processes are reached that have a vault open: a file for each in its folder."""

import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.core.store.files import Home, replace_file

_FOLDER = "techne-"
_LONGEST = 100
"""Bytes of the path of a socket that every system takes."""


class Kind(StrEnum):
    """What hosts a line, the one that is asked first first."""

    WINDOW = "window"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Place:
    """`address` is a socket in a folder of its own, or a named pipe; `key` proves that whoever
    calls may read the files of this person."""

    kind: Kind
    address: str
    key: bytes
    file: Path

    def clear(self) -> None:
        """Take everything away that leads there."""
        self.file.unlink(missing_ok=True)
        folder = Path(self.address).parent
        if os.name != "nt" and folder.name.startswith(_FOLDER):
            with suppress(OSError):
                Path(self.address).unlink(missing_ok=True)
                folder.rmdir()


def reserve(home: Home, kind: Kind) -> Place:
    """A new place that nobody listens at yet, and nobody can find before `announce`."""
    home.relay.mkdir(mode=0o700, exist_ok=True)
    name = f"{_FOLDER}{secrets.token_hex(8)}"
    address = rf"\\.\pipe\{name}" if os.name == "nt" else str(_private_folder() / "line")
    file = home.relay / f"{kind}-{os.getpid()}-{name[-4:]}.json"
    return Place(kind, address, secrets.token_bytes(32), file)


def announce(place: Place) -> None:
    """Let others of this person find it. Raises `OSError`."""
    said = {"address": place.address, "key": place.key.hex()}
    replace_file(place.file, json.dumps(said).encode())


def places(home: Home) -> Iterator[Place]:
    """All that were announced, windows first; some may be of a process that was killed."""
    for kind in Kind:
        for file in sorted(home.relay.glob(f"{kind}-*.json")):
            try:
                said = json.loads(file.read_bytes())
                yield Place(kind, str(said["address"]), bytes.fromhex(said["key"]), file)
            except (OSError, ValueError, KeyError, TypeError):
                continue  # it was taken away meanwhile, or is none of ours


def _private_folder() -> Path:
    """A new folder that only its owner enters, with a short path."""
    wanted = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    for parent in (wanted, "/tmp"):
        if len(os.fsencode(parent)) + 32 <= _LONGEST and Path(parent).is_dir():
            return Path(tempfile.mkdtemp(prefix=_FOLDER, dir=parent))
    return Path(tempfile.mkdtemp(prefix=_FOLDER))
