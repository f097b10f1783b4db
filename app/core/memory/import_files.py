"""Files and folders that become memories: all of them, or none if it is stopped."""

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.memory.memories import MEMORIES
from app.core.memory.reading.decoding import Unreadable, readable
from app.core.memory.reading.documents import KINDS, read, why_not
from app.core.memory.rows import known_files
from app.core.memory.sources import Source, SourceKind, place_of, told_apart
from app.core.memory.staging import Staging
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _, ngettext

_READING = 0.9
"""The share of the time until everything is stored and only has to be let in."""
_NAMED = 5
"""Endings of other files that are named."""
_LeftOut = Callable[[Path, AppError], None]


@dataclass(frozen=True, slots=True)
class Problem:
    """A file or folder that was left out, wholly or in part, why, and what to do about it."""

    path: Path
    why: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """The new memories, from how many files, how many were known already.

    `problems` are of what was left out, `gaps` of files of which a part was. `passed_over` counts
    the files in folders that are no documents, by their endings, the commonest first.
    """

    added: tuple[int, ...]
    files: int
    known: int
    problems: tuple[Problem, ...]
    gaps: tuple[Problem, ...] = ()
    passed_over: tuple[tuple[str, int], ...] = ()


def others(done: Imported) -> str:
    """A sentence about the files that are no documents; empty if there were none."""
    count = sum(number for _ending, number in done.passed_over)
    if not count:
        return ""
    endings = [ending for ending, _number in done.passed_over[:_NAMED]]
    said = ngettext(
        "{count} file of another type was skipped: {endings}.",
        "{count} files of other types were skipped: {endings}.",
        count,
    )
    more = ["…"] if len(done.passed_over) > _NAMED else []
    return said.format(count=count, endings=", ".join(endings + more))


def import_files(
    vault: Vault,
    paths: Sequence[Path],
    engram: str = "",
    *,
    tags: Sequence[str] = (),
    at: datetime | None = None,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Imported:
    """Remember files, and all documents in folders. A job.

    Without `engram` they go where a person's own notes are. Files that cannot be read are left
    out and named. Raises `Cancelled`; then nothing of it is remembered, as after a kill.
    """
    problems: list[Problem] = []
    gaps: list[Problem] = []
    passed_over: Counter[str] = Counter()

    def leave_out(path: Path, why: AppError) -> None:
        problems.append(Problem(path, str(why), why.hint))

    files = list(_files(paths, progress, leave_out, passed_over))
    count = 0
    with Staging(vault, engram or MEMORIES, tags=tags, at=at, actor=actor) as arriving:
        for number, (path, source) in enumerate(zip(files, _sources(vault, files), strict=True)):
            checkpoint(progress)
            part = _Part(
                progress, _READING * number / len(files), _READING / len(files), source.name
            )
            missing: list[str] = []
            try:
                part.report(0)
                said = read(path, part, missing.append)
                arriving.add(source, said)
                gaps += (Problem(path, why) for why in missing)
                count += 1
            except Unreadable as error:
                leave_out(path, error)
        rest = _Part(progress, _READING, 1 - _READING, _("Finishing"))
        kept = arriving.admit(rest)
    others = tuple(passed_over.most_common())
    return Imported(kept.added, count, kept.known, tuple(problems), tuple(gaps), others)


def _sources(vault: Vault, files: Sequence[Path]) -> list[Source]:
    """A file is the source it was before; another one of that name is called by its folder."""
    known = known_files(vault)
    places = [place_of(file) for file in files]
    new = [file for file, place in zip(files, places, strict=True) if place not in known]
    names = iter(told_apart(new, frozenset(known.values())))
    return [
        Source(known.get(place) or readable(next(names)), SourceKind.FILE, place)
        for place in places
    ]


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


def _files(
    paths: Iterable[Path], progress: Progress, leave_out: _LeftOut, passed_over: Counter[str]
) -> Iterator[Path]:
    """The files, and what can be read in the folders, each once.

    Links to folders are not followed.
    """
    seen: set[str] = set()
    for path in paths:
        if not os.path.lexists(path):
            raise AppError(
                _("{name} cannot be found.").format(name=readable(path.name)),
                _("Check where it was moved, then drop it again."),
            )
        inside = _inside(path, progress, leave_out, passed_over) if path.is_dir() else [path]
        for file in inside:
            checkpoint(progress)
            real = os.path.realpath(file)
            if real not in seen:
                seen.add(real)
                yield file
                if len(seen) % 1000 == 0:
                    said = ngettext("{count} file found", "{count} files found", len(seen))
                    progress.report(0, said.format(count=len(seen)))


def _inside(
    folder: Path, progress: Progress, leave_out: _LeftOut, passed_over: Counter[str]
) -> Iterator[Path]:
    def unreadable(error: OSError) -> None:
        leave_out(Path(error.filename), why_not(error))

    for place, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(name for name in names if not name.startswith(".")):
            checkpoint(progress)
            file = Path(place) / name
            kind = file.suffix.casefold()
            if kind not in KINDS:
                passed_over[readable(kind or name)] += 1
            elif _may_be_file(file):
                yield file


def _may_be_file(path: Path) -> bool:
    """Also one that may not be looked at or leads nowhere, so that somebody hears of it."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True
