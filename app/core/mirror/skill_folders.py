"""The skills below a folder on the disk: each is a folder of its own with a SKILL.md in it."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from app.core.mirror.oddities import FILE
from app.core.progress import SILENT, Progress, checkpoint

DEEPEST = 6
"""Folders in folders, as Codex and OpenClaw look for them."""
MOST_ENTRIES = 200_000
"""Files and folders; who links more has chosen the wrong folder."""
_PASSED_OVER = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"})
_EVERY = 256
"""Entries between two looks whether to go on."""


class Kind(Enum):
    PLAIN = auto()
    LINK = auto()
    """A symbolic link to a folder that has a SKILL.md."""
    BROKEN = auto()
    """A symbolic link to nothing."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What is known of a file without reading it; equal stamps mean that nobody wrote to it."""

    size: int
    changed: int
    """In nanoseconds."""
    inode: int

    def __str__(self) -> str:
        return f"{self.size} {self.changed} {self.inode}"


@dataclass(frozen=True, slots=True)
class SkillFolder:
    """`name` is its path from the root, with slashes; `file` what its SKILL.md is really called.

    A broken link has neither file nor stamp. `target` is where a link leads.
    """

    name: str
    kind: Kind = Kind.PLAIN
    file: str = FILE
    stamp: Stamp | None = None
    target: str = ""

    @property
    def folder(self) -> str:
        """The name of the folder itself, which the name of the skill should be."""
        return self.name.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Found:
    """`is_there` is false when the root is missing or cannot be read: then nothing is known about
    what is in it. `is_whole` is false when there was too much to look at all of it."""

    skills: tuple[SkillFolder, ...] = ()
    is_there: bool = True
    is_whole: bool = True
    device: int = 0


def look(root: Path, progress: Progress = SILENT) -> Found:
    """The skills below `root` in the order of their names. Nothing is read. Raises `Cancelled`.

    Links to folders are followed once; what lies in the folder of a skill is that skill's own.
    """
    try:
        device = root.stat().st_dev
        walk = _Walk(progress)
        skills = sorted(walk.below(os.fspath(root), "", 0), key=lambda one: one.name)
    except OSError:
        return Found(is_there=False)
    return Found(tuple(skills), is_whole=walk.left > 0, device=device)


def skill_at(folder: Path, name: str) -> SkillFolder | None:
    """The skill in this folder; `name` is what to call it. None when there is none."""
    try:
        with os.scandir(folder) as entries:
            file = _skill_file(list(entries))
    except OSError:
        return None
    return _skill(file, name, "") if file is not None else None


class _Walk:
    def __init__(self, progress: Progress) -> None:
        self.left = MOST_ENTRIES
        self._progress = progress
        self._seen: set[tuple[int, int]] = set()

    def below(self, path: str, name: str, depth: int) -> Iterator[SkillFolder]:
        try:
            with os.scandir(path) as listed:
                entries = self._some(listed)
        except OSError:
            if not depth:
                raise
            return
        file = _skill_file(entries)
        if file is not None and name:
            found = _skill(file, name, "")
            if found is not None:
                yield found
            return
        if depth == DEEPEST:
            return
        for entry in sorted(entries, key=lambda one: one.name):
            own = f"{name}/{entry.name}" if name else entry.name
            if entry.name in _PASSED_OVER or not self.left:
                continue
            if entry.is_symlink():
                yield from self._linked(entry, own)
            elif _is_folder(entry) and self._is_new(entry.path):
                yield from self.below(entry.path, own, depth + 1)

    def _some(self, listed: Iterator["os.DirEntry[str]"]) -> list["os.DirEntry[str]"]:
        entries = []
        for entry in listed:
            if not self.left:
                break
            self.left -= 1
            if not self.left % _EVERY:
                checkpoint(self._progress)
            entries.append(entry)
        return entries

    def _linked(self, entry: "os.DirEntry[str]", name: str) -> Iterator[SkillFolder]:
        """A link is a skill or nothing; what lies below where it leads is not looked through."""
        try:
            target = os.fspath(Path(entry.path).readlink())
        except OSError:
            return
        if not Path(entry.path).exists():
            yield SkillFolder(name, Kind.BROKEN, target=target)
            return
        try:
            if not self._is_new(entry.path):
                return
            with os.scandir(entry.path) as entries:
                file = _skill_file(list(entries))
        except OSError:
            return
        found = _skill(file, name, target) if file is not None else None
        if found is not None:
            yield found

    def _is_new(self, path: str) -> bool:
        about = Path(path).stat()
        key = about.st_dev, about.st_ino
        if key in self._seen and key[1]:
            return False
        self._seen.add(key)
        return True


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _skill_file(entries: list["os.DirEntry[str]"]) -> "os.DirEntry[str] | None":
    """The SKILL.md, in whatever case; the standard's spelling is preferred."""
    named = sorted(
        (one for one in entries if one.name.lower() == FILE.lower()), key=lambda one: one.name
    )
    return named[0] if named else None


def _skill(entry: "os.DirEntry[str]", name: str, target: str) -> SkillFolder | None:
    try:
        about = Path(entry.path).stat()
    except OSError:
        return None
    if not stat.S_ISREG(about.st_mode):
        return None
    stamp = Stamp(about.st_size, about.st_mtime_ns, about.st_ino)
    return SkillFolder(name, Kind.LINK if target else Kind.PLAIN, entry.name, stamp, target)
