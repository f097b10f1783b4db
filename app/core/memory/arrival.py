"""Files and folders that become memories: all of them, or none if it is stopped."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import AppError, Cancelled
from app.core.memory import memories
from app.core.memory.documents import KINDS, Unreadable, read
from app.core.memory.memories import MEMORIES
from app.core.memory.sources import Source, SourceKind
from app.core.memory.split import Fragment
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _

_READING = 0.7
"""The share of the time that reading takes; the rest is writing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that was left out, and why."""

    path: Path
    why: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """The new memories, from how many files, how many were known already, what was left out."""

    added: tuple[int, ...]
    files: int
    known: int
    problems: tuple[Problem, ...]


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
    out and named. Raises `Cancelled`; then nothing of it is remembered.
    """
    files = list(_files(paths, progress))
    found: list[tuple[Path, tuple[Fragment, ...]]] = []
    problems: list[Problem] = []
    for number, path in enumerate(files):
        checkpoint(progress)
        progress.report(_READING * number / len(files), path.name)
        try:
            found.append((path, read(path, progress)))
        except Unreadable as error:
            problems.append(Problem(path, str(error)))
    added: list[int] = []
    known = 0
    try:
        for number, (path, fragments) in enumerate(found):
            checkpoint(progress)
            share = (1 - _READING) * number / len(found)
            progress.report(_READING + share, path.name)
            source = Source(path.name, SourceKind.FILE)
            kept = memories.keep(
                vault, fragments, source, engram or MEMORIES, actor=actor, progress=_Quiet(progress)
            )
            added += kept.added
            known += kept.known
    except Cancelled:
        memories.forget(vault, *added)
        raise
    return Arrived(tuple(added), len(found), known, tuple(problems))


@dataclass(frozen=True, slots=True)
class _Quiet:
    """One document of many does not say how far it is."""

    _whole: Progress

    @property
    def cancelled(self) -> bool:
        return self._whole.cancelled

    def report(self, fraction: float, text: str = "") -> None:
        pass


def _files(paths: Iterable[Path], progress: Progress) -> Iterator[Path]:
    """The files, and what can be read in the folders, each once. Links are not followed."""
    seen: set[Path] = set()
    for path in paths:
        if not path.exists():
            raise AppError(_("{name} is no longer there.").format(name=path.name))
        for file in _inside(path, progress) if path.is_dir() else [path]:
            real = file.resolve()
            if real not in seen:
                seen.add(real)
                yield file


def _inside(folder: Path, progress: Progress) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        checkpoint(progress)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(place) / name
            if file.suffix.casefold() in KINDS and not name.startswith(".") and file.is_file():
                yield file
