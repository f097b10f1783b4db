"""Files and folders that become memories: all of them, or none if it is stopped."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import AppError
from app.core.memory.arriving import Arriving
from app.core.memory.decoding import Unreadable, whole
from app.core.memory.documents import KINDS, read
from app.core.memory.memories import MEMORIES
from app.core.memory.sources import Source, SourceKind, told_apart
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _, ngettext

_READING = 0.9
"""The share of the time until everything is stored and only has to be let in."""
_LeftOut = Callable[[Path, AppError], None]


@dataclass(frozen=True, slots=True)
class Problem:
    """A file or folder that was left out, wholly or in part, why, and what to do about it."""

    path: Path
    why: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Arrived:
    """The new memories, from how many files, how many were known already.

    `problems` are of what was left out, `gaps` of files of which a part was.
    """

    added: tuple[int, ...]
    files: int
    known: int
    problems: tuple[Problem, ...]
    gaps: tuple[Problem, ...] = ()


def bring_in(
    vault: Vault,
    paths: Sequence[Path],
    engram: str = "",
    *,
    actor: str = "user",
    progress: Progress = SILENT,
) -> Arrived:
    """Remember files, and all documents in folders. A job.

    Without `engram` they go where a person's own notes are. Files that cannot be read are left
    out and named. Raises `Cancelled`; then nothing of it is remembered, as after a kill.
    """
    problems: list[Problem] = []
    gaps: list[Problem] = []

    def leave_out(path: Path, why: AppError) -> None:
        problems.append(Problem(path, str(why), why.hint))

    files = list(_files(paths, progress, leave_out))
    count = 0
    with Arriving(vault, engram or MEMORIES, actor=actor) as arriving:
        for number, (path, name) in enumerate(zip(files, told_apart(files), strict=True)):
            checkpoint(progress)
            part = _Part(
                progress, _READING * number / len(files), _READING / len(files), whole(name)
            )
            missing: list[str] = []
            try:
                part.report(0)
                said = read(path, part, missing.append)
                arriving.add(Source(whole(name), SourceKind.FILE), said)
                gaps += (Problem(path, why) for why in missing)
                count += 1
            except Unreadable as error:
                leave_out(path, error)
        rest = _Part(progress, _READING, 1 - _READING, _("Putting everything in its place"))
        kept = arriving.admit(rest)
    return Arrived(kept.added, count, kept.known, tuple(problems), tuple(gaps))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the work that says how far the whole is."""

    whole: Progress
    start: float
    share: float
    name: str

    @property
    def cancelled(self) -> bool:
        return self.whole.cancelled

    def report(self, fraction: float, text: str = "") -> None:
        self.whole.report(min(self.start + self.share * fraction, 1.0), text or self.name)


def _files(paths: Iterable[Path], progress: Progress, leave_out: _LeftOut) -> Iterator[Path]:
    """The files, and what can be read in the folders, each once.

    Links to folders are not followed.
    """
    seen: set[str] = set()
    for path in paths:
        if not os.path.lexists(path):
            raise AppError(
                _("{name} is no longer there.").format(name=whole(path.name)),
                _("Look where it was moved to and drop it again."),
            )
        for file in _inside(path, progress, leave_out) if path.is_dir() else [path]:
            checkpoint(progress)
            real = os.path.realpath(file)
            if real not in seen:
                seen.add(real)
                yield file
                if len(seen) % 1000 == 0:
                    said = ngettext("{count} file found", "{count} files found", len(seen))
                    progress.report(0, said.format(count=len(seen)))


def _inside(folder: Path, progress: Progress, leave_out: _LeftOut) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        hint = _("Give yourself the right to read it.")
        leave_out(Path(error.filename), AppError(_("You may not look into this folder."), hint))

    for place, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            checkpoint(progress)
            file = Path(place) / name
            if file.suffix.casefold() in KINDS and not name.startswith(".") and _is_file(file):
                yield file


def _is_file(path: Path) -> bool:
    """Also one that may not be looked at, so that somebody hears of it."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except PermissionError:
        return True
    except OSError:
        return False
