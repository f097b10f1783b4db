"""The files beside a SKILL.md: scripts, references, assets. They stay on the disk.

A link is never followed: what it leads to belongs to somebody else. What there is too much of is
left out and said to be (`is_whole`), so that nobody takes a part for all of it.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.core.mirror.oddities import FILE
from app.core.mirror.reading import read
from app.core.mirror.skill_folders import MARK, OFF, Stamp, stamp_of

MOST_FILES = 512
MOST_BYTES = 16 << 20
"""Of all files of a skill together; the figures of the Skills extension of MCP (SEP-2640)."""
_DEEPEST = 8
_PASSED_OVER = frozenset({".git", "node_modules", "__pycache__", ".venv", ".DS_Store"})
_ENTRIES = 4 * MOST_FILES


@dataclass(frozen=True, slots=True)
class SupportFile:
    """`name` is the path from the folder of the skill, with slashes."""

    name: str
    stamp: Stamp
    is_executable: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """The files of a skill in the order of their names."""

    files: tuple[SupportFile, ...] = ()
    is_whole: bool = True

    @property
    def stamp(self) -> str:
        """Equal as long as nobody wrote to any of them; empty while that cannot be told."""
        if any(one.stamp.is_fresh for one in self.files):
            return ""
        return _digest((one.name, str(one.stamp).encode()) for one in self.files)


def look(folder: Path) -> Support:
    """What lies beside the SKILL.md of a folder. Nothing is read. Total."""
    walk = _Walk()
    files = sorted(walk.below(os.fspath(folder), "", 0), key=lambda one: one.name)
    kept, room = [], MOST_BYTES
    for one in files[:MOST_FILES]:
        room -= one.stamp.size
        if room >= 0:
            kept.append(one)
    return Support(tuple(kept), walk.left > 0 and len(kept) == len(files))


def contents(folder: Path, support: Support) -> dict[str, bytes]:
    """What is in the files; raises `OSError` for one that is gone or being written to."""
    return {one.name: read(folder / one.name, MOST_BYTES)[0] for one in support.files}


def digest(files: Mapping[str, bytes]) -> str:
    """The SHA-256 of files with their names; empty for none."""
    return _digest(sorted(files.items())) if files else ""


def digest_of(digests: Mapping[str, str]) -> str:
    """The same, from the SHA-256 of what is in each of them."""
    whole = hashlib.sha256()
    for name, one in sorted(digests.items()):
        whole.update(os.fsencode(name) + b"\0" + bytes.fromhex(one))
    return whole.hexdigest() if digests else ""


def digest_at(folder: Path, support: Support) -> str:
    """The same of the files that are there; raises `OSError`."""
    return digest(contents(folder, support))


def _digest(named: "Iterator[tuple[str, bytes]] | list[tuple[str, bytes]]") -> str:
    whole = hashlib.sha256()
    for name, data in named:
        whole.update(os.fsencode(name) + b"\0" + hashlib.sha256(data).digest())
    return whole.hexdigest()


class _Walk:
    def __init__(self) -> None:
        self.left = _ENTRIES

    def below(self, path: str, name: str, depth: int) -> Iterator[SupportFile]:
        try:
            with os.scandir(path) as listed:
                for entry in listed:
                    if self.left:
                        self.left -= 1
                        yield from self._entry(entry, name, depth)
        except OSError:  # gone since it was listed, or nobody may look
            return

    def _entry(self, entry: "os.DirEntry[str]", name: str, depth: int) -> Iterator[SupportFile]:
        own = f"{name}/{entry.name}" if name else entry.name
        if entry.name in _PASSED_OVER or entry.name.startswith(MARK):
            return
        if entry.is_dir(follow_symlinks=False):
            if depth < _DEEPEST:
                yield from self.below(entry.path, own, depth + 1)
            return
        is_text = not depth and entry.name.lower() in (FILE.lower(), OFF.lower())
        if not is_text and entry.is_file(follow_symlinks=False):
            about = entry.stat(follow_symlinks=False)
            yield SupportFile(own, stamp_of(about), bool(about.st_mode & 0o100))
