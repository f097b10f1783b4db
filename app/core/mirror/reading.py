"""A file of a skill read from the disk: never half of it, never more than it may be, never waiting.

Other programs write there at any moment, and what is called SKILL.md may be a pipe or a device.
"""

import os
import stat
from pathlib import Path

from app.core.mirror.oddities import LARGEST
from app.core.mirror.skill_folders import Stamp, stamp_of
from app.core.words import _

_TRIES = 3


def read(path: Path, most: int = LARGEST) -> tuple[bytes, Stamp]:
    """All that is in a file, with its stamp, which was the same before and after.

    Raises `OSError` for what is no file, is larger than `most` bytes, or is being written to.
    """
    for _n in range(_TRIES):
        if not stat.S_ISREG(path.stat().st_mode):  # opening some of these does something
            raise OSError(0, _("it is not a file"))
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY)
        with os.fdopen(handle, "rb") as file:
            before = os.fstat(handle)
            if not stat.S_ISREG(before.st_mode):
                raise OSError(0, _("it is not a file"))
            if before.st_size > most:
                raise OSError(0, _("it is too large"))
            raw = file.read(most + 1)
            after = os.fstat(handle)
        if _times(before) == _times(after) == _times(path.stat()) and len(raw) == after.st_size:
            return raw, stamp_of(after)
    raise OSError(0, _("it is being written to"))


_BINARY = getattr(os, "O_BINARY", 0)


def _times(about: os.stat_result) -> tuple[int, int, int, int]:
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino
