"""The files in folders that may be sessions, one at a time, however many there are."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

_SUFFIXES = (".jsonl", ".json", ".db")
_LOG = "-wal"
"""Of the file in which a database has what it did not take over yet."""
Unread = Callable[[Path, OSError], object]
"""Is told of what is passed over, and why."""


def _quiet(_path: Path, _why: OSError) -> None: ...


def session_files(paths: Iterable[Path], tell: Unread = _quiet) -> Iterator[Path]:
    """Files as they are, and what is in folders by its ending. Links to folders are not followed.

    A path that does not exist and a folder that may not be read are passed over, with
    `tell(path, why)`.
    """
    for path in paths:
        try:
            mode = path.stat().st_mode
        except OSError as error:
            tell(path, error)
            continue
        if stat.S_ISDIR(mode):
            yield from _below(path, tell)
        elif stat.S_ISREG(mode):
            yield path


def state(path: Path) -> tuple[int, float]:
    """Size and time of the last change, by which a file that was read is known not to have changed.

    Of a database they are those of its log too. Raises `OSError`.
    """
    about = path.stat()
    try:
        log = path.with_name(path.name + _LOG).stat()
    except OSError:
        return about.st_size, about.st_mtime
    return about.st_size + log.st_size, max(about.st_mtime, log.st_mtime)


def _below(folder: Path, tell: Unread) -> Iterator[Path]:
    waiting = [str(folder)]
    while waiting:
        current = waiting.pop()
        try:
            with os.scandir(current) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.name.endswith(_SUFFIXES) and _is_file(entry):
                        yield Path(entry.path)
        except FileNotFoundError:
            continue  # deleted since its name was read
        except OSError as error:
            tell(Path(current), error)


def _is_file(entry: os.DirEntry[str]) -> bool:
    """A link that leads in a circle is none, and no reason to leave the rest of its folder."""
    try:
        return entry.is_file()
    except OSError:
        return False
