"""One model on this computer: all its parts together, described by their headers."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from app.core.errors import AppError
from app.core.llm.file_facts import FileFacts, gone
from app.core.llm.gguf import Header
from app.core.llm.model_folders import Origin, Seen
from app.core.words import _

_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)
"""As gguf-split names the parts of a model."""
_MOST_PARTS = 1000
_ARRIVING = (".part", ".aria2", ".crdownload", ".download", ".tmp", ".incomplete")
"""What programs put beside a file that is not whole; with aria2 it has its full size already."""


class Use(StrEnum):
    """What a model is for."""

    TEXT = "text"
    EMBEDDING = "embedding"


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A model that can be used. `files` are all its parts, in order; llama.cpp opens the first.

    `header` is that of the whole model. `sha256` is empty as long as nobody computed it; `claimed`
    is the one its keeper stores it under, if it does.
    """

    name: str
    files: tuple[Path, ...]
    origin: Origin
    header: Header
    sha256: str = ""
    claimed: str = ""

    @property
    def path(self) -> Path:
        return self.files[0]

    @property
    def size(self) -> int:
        """Bytes on the disk."""
        return self.header.size

    @property
    def use(self) -> Use:
        return Use.EMBEDDING if self.header.kind == "embedding" else Use.TEXT


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that looks like a model and cannot be used, and why."""

    path: Path
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a look around brought."""

    models: tuple[StoredModel, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def with_digest(self, sha256: str) -> StoredModel | None:
        """The model that has this SHA-256, as far as is known or claimed."""
        same = (m for m in self.models if sha256 and sha256 in (m.sha256, m.claimed))
        return next(same, None)


def describe(candidate: Seen, book: FileFacts) -> StoredModel:
    """Raises `AppError` with the reason why it is no model that can be used."""
    files = parts_of(candidate.path)
    missing = [path for path in files if not path.exists()]
    if candidate.path in missing:
        raise gone(candidate.path)
    if missing:
        raise AppError(
            _("{missing} of its {count} parts are missing.").format(
                missing=len(missing), count=len(files)
            )
        )
    if any(_is_arriving(path) for path in files):
        raise AppError(_("Another program is still downloading it."))
    headers = [book.header(path) for path in files]
    if headers[0].kind == "other":
        raise AppError(_("It is a part of another model, not one that reads and writes text."))
    name, part = candidate.name, _PART.fullmatch(candidate.path.name)
    if part and len(files) > 1 and name == candidate.path.stem:
        name = part["stem"]
    return StoredModel(name, files, candidate.origin, _whole(headers), known_digest(files, book),
                   candidate.sha256)  # fmt: skip


def known_digest(files: Sequence[Path], book: FileFacts) -> str:
    """Of the whole model, if that of every part is known."""
    digests = [book.sha256(file) for file in files]
    return joined(digests) if all(digests) else ""


def is_later_part(path: Path) -> bool:
    """Whether another file stands for it."""
    return path != (first := parts_of(path)[0]) and first.exists()


def parts_of(path: Path) -> tuple[Path, ...]:
    """All files of the model that this file is (a part of), by the naming of gguf-split."""
    part = _PART.fullmatch(path.name)
    if part is None or not 1 <= int(part["number"]) <= int(part["count"]) <= _MOST_PARTS:
        return (path,)
    return tuple(
        path.with_name(f"{part['stem']}-{number:05}-of-{part['count']}{path.suffix}")
        for number in range(1, int(part["count"]) + 1)
    )


def _whole(headers: Sequence[Header]) -> Header:
    """The first part's, with the sums of all, as if the model were in one file."""
    return replace(
        headers[0],
        part=0,
        parts=1,
        size=sum(header.size for header in headers),
        weights=sum(header.weights for header in headers),
        parameters=sum(header.parameters for header in headers),
    )


def joined(digests: Sequence[str]) -> str:
    if len(digests) == 1:
        return digests[0]
    return hashlib.sha256("".join(f"{digest}\n" for digest in digests).encode()).hexdigest()


def _is_arriving(path: Path) -> bool:
    return any(path.with_name(path.name + ending).exists() for ending in _ARRIVING)


def distinct(models: list[StoredModel]) -> tuple[StoredModel, ...]:
    """No two with the same name: a later one also says who keeps it."""
    taken: set[str] = set()
    named = []
    for model in models:
        name, number = model.name, 1
        while name.casefold() in taken:
            name = f"{model.name} ({model.origin}{f' {number}' if number > 1 else ''})"
            number += 1
        taken.add(name.casefold())
        named.append(replace(model, name=name))
    return tuple(named)
