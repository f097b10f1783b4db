"""Keeping notes and documents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.errors import AppError
from app.core.memory import memories
from app.core.memory.import_files import Imported, Problem, import_files, others
from app.core.memory.sources import Source
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.words import _


class KeptDocument(TypedDict):
    """The numbers of new memories, and how many parts of a text were known before."""

    added: list[int]
    known: int
    engram: str


class ProblemDocument(TypedDict):
    """A file that was left out, or of which a part was."""

    file: str
    why: str
    hint: str


class PassedOverDocument(TypedDict):
    """How many files of a kind that is not read there were."""

    ending: str
    count: int


class KeptFilesDocument(KeptDocument):
    """What was kept of documents, and what was not."""

    files: int
    problems: list[ProblemDocument]
    gaps: list[ProblemDocument]
    passedOver: list[PassedOverDocument]


@dataclass(frozen=True, slots=True)
class KeptFiles:
    """What became of documents; `passed_over` is a sentence, empty if there is nothing to say."""

    imported: Imported
    passed_over: str
    document: KeptFilesDocument


class NothingRead(AppError):
    """Not one document could be read; `imported` says why of each."""

    code = "nothing-read"

    def __init__(self, sentence: str, hint: str, imported: Imported) -> None:
        super().__init__(sentence, hint)
        self.imported = imported


def remember(
    vault: Vault,
    text: str,
    source: Source,
    engram: str = memories.MEMORIES,
    *,
    tags: Sequence[str] = (),
    at: datetime | None = None,
    actor: Actor,
) -> KeptDocument:
    """Keep a text, cut by its structure; what is known is not kept twice. Raises `AppError`."""
    kept = memories.remember(
        vault, text, engram=engram, source=source, tags=tags, at=at, actor=actor
    )
    return {"added": list(kept.added), "known": kept.known, "engram": engram}


def remember_files(
    vault: Vault,
    paths: Sequence[Path],
    engram: str = memories.MEMORIES,
    *,
    tags: Sequence[str] = (),
    at: datetime | None = None,
    actor: Actor,
    progress: Progress = SILENT,
) -> KeptFiles:
    """Keep files, and all documents in folders; what cannot be read is left out and named.

    Raises `NothingRead`, `Cancelled`, and `AppError` for a path that is not there.
    """
    for path in paths:
        if not path.exists():
            raise AppError(
                _("{path} does not exist.").format(path=path),
                _("Check the name and the folder you are in."),
            )
    imported = import_files(vault, paths, engram, tags=tags, at=at, actor=actor, progress=progress)
    if not imported.files:
        raise _nothing(imported, paths)
    return KeptFiles(
        imported,
        others(imported),
        {
            "added": list(imported.added),
            "known": imported.known,
            "engram": engram,
            "files": imported.files,
            "problems": _about(imported.problems),
            "gaps": _about(imported.gaps),
            "passedOver": [{"ending": end, "count": count} for end, count in imported.passed_over],
        },
    )


def _nothing(imported: Imported, paths: Sequence[Path]) -> NothingRead:
    """Why not one document was read."""
    if imported.problems:
        last = imported.problems[-1]
        return NothingRead(f"{last.path}: {last.why}", last.hint, imported)
    return NothingRead(
        _("Nothing in {path} can be read.").format(path=paths[0]),
        _("Techne reads Markdown, text, PDF and JSON Lines."),
        imported,
    )


def _about(problems: Iterable[Problem]) -> list[ProblemDocument]:
    return [{"file": str(one.path), "why": one.why, "hint": one.hint} for one in problems]
