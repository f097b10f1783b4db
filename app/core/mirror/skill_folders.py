"""The skills below a folder on the disk: each is a folder of its own with a SKILL.md in it."""

import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import islice
from pathlib import Path

from app.core.mirror.oddities import FILE
from app.core.progress import SILENT, Progress, checkpoint

DEEPEST = 6
"""Folders in folders, as Codex and OpenClaw look for them."""
MOST_ENTRIES = 200_000
"""Files and folders; who links more has chosen the wrong folder."""
_PASSED_OVER = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"})
MARK = ".techne-"
"""Begins the names of files and folders that stand there only while something is written."""
OFF = f"{FILE}.off"
"""What the SKILL.md of a skill that was turned off is called."""
_FRESH = 2_000_000_000
"""Nanoseconds: a file may be written to again so shortly afterwards with the same times."""
_EVERY = 256
"""Entries between two looks whether to go on."""


class Kind(Enum):
    PLAIN = auto()
    LINK = auto()
    """A symbolic link to a folder that has a SKILL.md, or a SKILL.md that is one."""
    BROKEN = auto()
    """A symbolic link to nothing."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What is known of a file without reading it; equal stamps mean that nobody wrote to it.

    Times are in nanoseconds. Where a file is so new that its times say nothing yet, or they lie in
    the future, it `is_fresh`: it is empty as text, which equals no stamp.
    """

    size: int
    changed: int
    turned: int
    """When anything about it changed, which no program can choose."""
    inode: int
    is_fresh: bool = False

    def __str__(self) -> str:
        if self.is_fresh:
            return ""
        return f"{self.size} {self.changed} {self.turned} {self.inode}"


@dataclass(frozen=True, slots=True)
class SkillFolder:
    """`name` is its path from the root, with slashes; `file` what its SKILL.md is really called.

    A broken link has neither file nor stamp; a SKILL.md that is no file has no stamp. `target` is
    where a link leads; `is_torn` when a write to it was broken off.
    """

    name: str
    kind: Kind = Kind.PLAIN
    file: str = FILE
    stamp: Stamp | None = None
    target: str = ""
    is_torn: bool = False

    @property
    def folder(self) -> str:
        """The name of the folder itself, which the name of the skill should be."""
        return self.name.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Found:
    """`is_there` is false when the root is missing or cannot be read: then nothing is known about
    what is in it. `is_whole` is false when there was too much to look at all of it, or a part that
    could not be read. `torn` are folders that were being replaced when that was broken off."""

    skills: tuple[SkillFolder, ...] = ()
    is_there: bool = True
    is_whole: bool = True
    device: int = 0
    torn: tuple[str, ...] = ()


def look(root: Path, progress: Progress = SILENT) -> Found:
    """The skills below `root` in the order of their names. Nothing is read. Raises `Cancelled`.

    Links to folders are followed once; what lies in the folder of a skill is that skill's own.
    """
    try:
        device = root.stat().st_dev
        walk = _Walk(progress)
        skills = [*walk.below(os.fspath(root), "", 0), *walk.linked()]
    except OSError:
        return Found(is_there=False)
    skills.sort(key=lambda one: one.name)
    return Found(tuple(skills), True, walk.is_whole and walk.left > 0, device, tuple(walk.torn))


def skill_at(folder: Path, name: str) -> SkillFolder | None:
    """The skill in this folder; `name` is what to call it. None when there is none."""
    try:
        with os.scandir(folder) as entries:
            file = _skill_file(some := list(islice(entries, MOST_ENTRIES)))
    except OSError:
        return None
    return _skill(file, name, "", some) if file is not None else None


class _Walk:
    def __init__(self, progress: Progress) -> None:
        self.left = MOST_ENTRIES
        self.is_whole = True
        self.torn: list[str] = []
        self._progress = progress
        self._seen: set[tuple[int, int]] = set()
        self._links: list[tuple[os.DirEntry[str], str]] = []

    def below(self, path: str, name: str, depth: int) -> Iterator[SkillFolder]:
        try:
            with os.scandir(path) as listed:
                entries = self._some(listed)
        except OSError as error:
            if not depth:
                raise
            self.is_whole = self.is_whole and isinstance(error, FileNotFoundError)
            return
        file = _skill_file(entries)
        if file is not None and name:
            yield _skill(file, name, "", entries)
            return
        if depth == DEEPEST:
            return
        for entry in sorted(entries, key=lambda one: one.name):
            own = f"{name}/{entry.name}" if name else entry.name
            if entry.name.startswith(MARK):
                self.torn.append(own)
            elif entry.name in _PASSED_OVER or not self.left or not _is_text(entry.name):
                continue
            elif entry.is_symlink():
                self._links.append((entry, own))
            elif _is_folder(entry) and self._is_new(entry.path):
                yield from self.below(entry.path, own, depth + 1)

    def linked(self) -> Iterator[SkillFolder]:
        """The links, when all folders are known: a skill that is there goes before a link to it."""
        for entry, name in self._links:
            yield from self._linked(entry, name)

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
            with os.scandir(entry.path) as listed:
                entries = self._some(listed)
        except OSError:
            self.is_whole = False
            return
        file = _skill_file(entries)
        if file is not None:
            yield _skill(file, name, target, entries)

    def _is_new(self, path: str) -> bool:
        try:
            about = Path(path).stat()
        except OSError:  # gone since it was listed
            return False
        key = about.st_dev, about.st_ino
        if key in self._seen and key[1]:
            return False
        self._seen.add(key)
        return True


def _is_text(name: str) -> bool:
    """Whether a name can be written down; Unix allows any bytes in one."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


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


def _skill(
    entry: "os.DirEntry[str]", name: str, target: str, beside: list["os.DirEntry[str]"]
) -> SkillFolder:
    if entry.is_symlink() and not target:
        target = os.path.realpath(entry.path)
    kind = Kind.LINK if target else Kind.PLAIN
    is_torn = any(one.name.startswith(MARK) for one in beside)
    try:
        about = Path(entry.path).stat()
    except OSError:
        return SkillFolder(name, kind, entry.name, None, target, is_torn)
    stamp = stamp_of(about) if stat.S_ISREG(about.st_mode) else None
    return SkillFolder(name, kind, entry.name, stamp, target, is_torn)


def stamp_of(about: os.stat_result) -> Stamp:
    """The stamp of a file that was looked at just now."""
    newest = max(about.st_mtime_ns, about.st_ctime_ns)
    is_fresh = time.time_ns() - newest < _FRESH
    return Stamp(about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino, is_fresh)
