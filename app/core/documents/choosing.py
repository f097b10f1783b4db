"""Which files are documents, before anything of them is read."""

from pathlib import Path

from app.core.documents.suffixes import OTHERS, SUFFIXES
from app.core.packs.format.read import begins_like_a_pack


def is_document(path: Path) -> bool:
    """Whether a file is to be read as a document: by its name, unless it begins like a pack."""
    if path.suffix.casefold() not in SUFFIXES.keys() | OTHERS:
        return False
    try:
        return not (begins_like_a_pack(path) and path.stat().st_size)
    except OSError:
        return True
