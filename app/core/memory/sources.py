"""Where memories come from."""

from dataclasses import dataclass
from enum import StrEnum


class SourceKind(StrEnum):
    """What it is that said something."""

    NOTE = "note"
    FILE = "file"
    PASTE = "paste"
    AGENT = "agent"
    PACK = "pack"


@dataclass(frozen=True, slots=True)
class Source:
    """`name` is what attributions say; for a file, its name without folders."""

    name: str
    kind: SourceKind = SourceKind.NOTE
