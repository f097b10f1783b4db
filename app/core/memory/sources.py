"""Where memories come from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
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

    What has the same name and kind in an engram is one source.
    """

    name: str
    kind: SourceKind = SourceKind.NOTE


def told_apart(files: Sequence[Path]) -> list[str]:
    """A name for each file: its own, with as many of its folders as others of that name need."""
    parts = [[part for part in file.parts if part != file.anchor] or [""] for file in files]
    long = [1] * len(files)
    while True:
        names = ["/".join(own[-many:]) for own, many in zip(parts, long, strict=True)]
        count = Counter(names)
        again = [n for n, name in enumerate(names) if count[name] > 1 and long[n] < len(parts[n])]
        if not again:
            return names
        for n in again:
            long[n] += 1
