"""Where memories come from."""

import hashlib
import os
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class SourceKind(StrEnum):
    """What it is that said something."""

    NOTE = "note"
    FILE = "file"
    PASTE = "paste"
    AGENT = "agent"
    PACK = "pack"


@dataclass(frozen=True, slots=True)
class Source:
    """`name` is what attributions say; for a file, no more folders than tell it from others.

    What has the same name and kind in an engram is one source. `place` says which file it is, so
    that another one of that name is given another; empty where that is not known.
    """

    name: str
    kind: SourceKind = SourceKind.NOTE
    place: str = field(default="", compare=False)


def place_of(file: Path) -> str:
    """What a file is known by again: the SHA-256 of where it lies."""
    return hashlib.sha256(os.fsencode(os.path.realpath(file))).hexdigest()


def told_apart(files: Sequence[Path], taken: Collection[str] = ()) -> list[str]:
    """A name for each file: its own, with as many of its folders as others of that name need.

    None of them is `taken`, unless a file has no more folders to be told by.
    """
    parts = [[part for part in file.parts if part != file.anchor] or [""] for file in files]
    long = [1] * len(files)
    while True:
        names = ["/".join(own[-many:]) for own, many in zip(parts, long, strict=True)]
        count = Counter(names)
        again = [
            n
            for n, name in enumerate(names)
            if (count[name] > 1 or name in taken) and long[n] < len(parts[n])
        ]
        if not again:
            return names
        for n in again:
            long[n] += 1
