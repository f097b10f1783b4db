"""The files in folders that may be sessions, one at a time, however many there are."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_SUFFIXES = (".jsonl", ".json", ".db")


def session_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Files as they are, and what is in folders by its ending. Links to folders are not followed.

    A folder that may not be read is passed over, a path that does not exist too.
    """
    for path in paths:
        if not path.is_dir():
            if path.is_file():
                yield path
            continue
        for folder, _folders, names in os.walk(path):
            for name in names:
                if name.endswith(_SUFFIXES):
                    yield Path(folder, name)
