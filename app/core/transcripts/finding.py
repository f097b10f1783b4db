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
        if path.is_dir():
            yield from _below(path)
        elif path.is_file():
            yield path


def _below(folder: Path) -> Iterator[Path]:
    waiting = [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.name.endswith(_SUFFIXES):
                        yield Path(entry.path)
        except OSError:
            continue
