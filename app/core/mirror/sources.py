"""Where skills are imported from: a SKILL.md, a folder of skills, or an archive.

Each is a folder with a SKILL.md and the files beside it. Skills in the folder of a skill are files
of that skill like any other: they never come in by themselves.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from app.core.errors import AppError
from app.core.mirror import archive, skill_folders
from app.core.mirror.oddities import FILE, LARGEST
from app.core.mirror.skill_folders import Kind, SkillFolder, skill_at
from app.core.packs.format.limits import ATTACHMENT_BYTES
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _

MOST_BESIDE = 2_000
"""Files that are looked at beside one SKILL.md."""
LEFT_OUT = frozenset({"__pycache__", "node_modules", ".git", ".DS_Store", "Thumbs.db"})
"""What no skill is made of."""
_FEW = 2_000
"""Entries that are looked at to tell whether a folder has skills in it."""


class NoSkill(AppError):
    """There is no SKILL.md in it."""

    code = "no-skill"
    hint = _("A skill is a folder with a SKILL.md in it.")


@dataclass(frozen=True, slots=True)
class Beside:
    """A file that belongs to a skill; `path` is the one below its folder, with slashes."""

    path: str
    size: int
    read: Callable[[], bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class SkillSource:
    """One skill that can be read. `name` is its path in what is imported, `folder` what its own
    folder is called; `path` is its file on this disk, empty in an archive."""

    name: str
    folder: str
    file: str
    path: str
    read: Callable[[], bytes] = field(repr=False)
    beside: tuple[Beside, ...] = ()
    links: int = 0
    """Symbolic links in it, which are not followed."""


@dataclass(frozen=True, slots=True)
class Sources:
    """`links` lead to skills elsewhere, which are not followed either."""

    skills: tuple[SkillSource, ...]
    links: tuple[str, ...] = ()
    is_whole: bool = True


def is_skills(path: Path) -> bool:
    """Whether skills are to be imported from there: told by its name, or by a quick look.

    Any other Markdown file is a document.
    """
    if path.is_dir():
        return _has_skill(path)
    return path.name.lower() == FILE.lower() or path.suffix.lower() in archive.SUFFIXES


def _has_skill(root: Path) -> bool:
    """Whether there is one in or below a folder, as far as a few entries tell. Quick."""
    waiting, left = [root], _FEW
    while waiting:
        try:
            with os.scandir(waiting.pop(0)) as entries:
                for entry in entries:
                    left -= 1
                    if left < 0:
                        return False
                    if entry.name.lower() == FILE.lower() and entry.is_file():
                        return True
                    if entry.name not in LEFT_OUT and entry.is_dir(follow_symlinks=False):
                        waiting.append(Path(entry.path))
        except OSError:
            continue
    return False


def sources(path: Path, progress: Progress = SILENT) -> Sources:
    """The skills in a file, folder or archive. Only an archive is read.

    Raises `NoSkill`, `AppError` for what cannot be read, and `Cancelled`.
    """
    try:
        if path.is_dir():
            found = _in_folder(path, progress)
        elif path.suffix.lower() in archive.SUFFIXES:
            found = _in_archive(path)
        else:
            found = _alone(path)
    except OSError as error:
        raise AppError(
            _("{file} cannot be read: {why}.").format(
                file=path.name, why=error.strerror or str(error)
            ),
            _("Check that it exists and that you may read it."),
        ) from error
    if not found.skills:
        raise NoSkill(_("There is no skill in {folder}.").format(folder=path.name))
    return found


def _alone(path: Path) -> Sources:
    """One file, without what lies beside it: a folder such as Downloads is not a skill's own."""
    size = path.stat().st_size
    return Sources((_on_disk(path, path.parent.name, path.parent.name, size),))


def _in_folder(root: Path, progress: Progress) -> Sources:
    own = skill_at(root, root.name)
    if own is not None:
        return Sources((_of_folder(root, own, progress),))
    found = skill_folders.look(root, progress)
    plain = [one for one in found.skills if one.kind is Kind.PLAIN]
    links = tuple(one.name for one in found.skills if one.kind is not Kind.PLAIN)
    skills = tuple(_of_folder(root / one.name, one, progress) for one in plain)
    return Sources(skills, links, found.is_whole)


def _of_folder(folder: Path, one: SkillFolder, progress: Progress) -> SkillSource:
    checkpoint(progress)
    walk = _Beside(folder, one.file)
    beside = tuple(sorted(walk.files(folder, ""), key=lambda file: file.path))
    size = one.stamp.size if one.stamp is not None else 0
    return _on_disk(folder / one.file, one.name, folder.name, size, beside, walk.links)


def _on_disk(
    file: Path, name: str, folder: str, size: int, beside: tuple[Beside, ...] = (), links: int = 0
) -> SkillSource:
    def read() -> bytes:
        if size > LARGEST:
            raise OSError(0, _("it is larger than 1 MB"))
        with file.open("rb") as opened:  # it may have grown since
            return opened.read(LARGEST + 1)

    return SkillSource(name, folder, file.name, str(file.absolute()), read, beside, links)


class _Beside:
    """The files below the folder of a skill. Links are counted and not followed."""

    def __init__(self, folder: Path, skill_file: str) -> None:
        self.links = 0
        self._left = MOST_BESIDE
        self._own = os.fspath(folder / skill_file)

    def files(self, folder: Path, above: str) -> Iterator[Beside]:
        try:
            with os.scandir(folder) as listed:
                entries = sorted(listed, key=lambda one: one.name)
        except OSError:
            return
        for entry in entries:
            if self._left <= 0:
                return
            self._left -= 1
            path = f"{above}{entry.name}"
            if entry.is_symlink():
                self.links += 1
            elif entry.is_dir(follow_symlinks=False):
                if entry.name not in LEFT_OUT:
                    yield from self.files(Path(entry.path), f"{path}/")
            elif self._is_kept(entry):
                size = entry.stat(follow_symlinks=False).st_size
                yield Beside(path, size, _reading(Path(entry.path)))

    def _is_kept(self, entry: "os.DirEntry[str]") -> bool:
        is_file = entry.is_file(follow_symlinks=False) and entry.path != self._own
        return is_file and not is_left_out(entry.name)


def _reading(path: Path) -> Callable[[], bytes]:
    def read() -> bytes:
        with path.open("rb") as opened:
            return opened.read(ATTACHMENT_BYTES + 1)

    return read


def is_left_out(name: str) -> bool:
    """Whether no skill is made of a file of that name."""
    return name in LEFT_OUT or name.endswith(".pyc")


def _in_archive(path: Path) -> Sources:
    with path.open("rb") as file:
        opened = archive.Archive(file.read(archive.BYTES + 1))
    sizes = opened.sizes
    homes = {
        PurePosixPath(one).parent.as_posix(): one
        for one in sorted(sizes, reverse=True)
        if PurePosixPath(one).name.lower() == FILE.lower() and not _passed_over(one)
    }
    homes = {home: one for home, one in homes.items() if not _is_inside(home, homes)}
    owned: dict[str, list[str]] = {home: [] for home in homes}
    for one in sizes:
        home = _home(one, homes)
        if home is not None and one != homes[home] and not _passed_over(one):
            owned[home].append(one)
    skills = []
    for home in sorted(homes):
        name = path.stem if home == "." else home
        beside = tuple(
            Beside(one[_below(home) :], sizes[one], _reader(opened, one, ATTACHMENT_BYTES))
            for one in sorted(owned[home])
        )
        links = sum(_home(one, {home: ""}) == home for one in opened.links)
        inside = homes[home]
        read = _reader(opened, inside, LARGEST)
        own = PurePosixPath(inside).name
        skills.append(SkillSource(name, PurePosixPath(name).name, own, "", read, beside, links))
    return Sources(tuple(skills))


def _below(home: str) -> int:
    """How many characters of a path lead to the folder `home`."""
    return 0 if home == "." else len(home) + 1


def _is_inside(home: str, homes: dict[str, str]) -> bool:
    return any(above.as_posix() in homes for above in PurePosixPath(home).parents)


def _home(path: str, homes: dict[str, str]) -> str | None:
    """The skill a file belongs to."""
    above = (one.as_posix() for one in PurePosixPath(path).parents)
    return next((one for one in above if one in homes), None)


def _passed_over(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return any(one in LEFT_OUT for one in parts) or is_left_out(parts[-1])


def _reader(opened: archive.Archive, path: str, most: int) -> Callable[[], bytes]:
    return lambda: opened.read(path, most)
