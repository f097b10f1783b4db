"""Two files of a folder exchange their names in one step, so that neither is ever without one.

What took the place of a file at the last moment is then in hand, and not gone. Linux: renameat2(2);
macOS: renamex_np(2). Other systems have nothing like it.
"""

import ctypes
import errno
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2
_NEVER = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM)
"""What file systems say that cannot do it."""


def exchange(one: Path, other: Path) -> bool:
    """Give each the name of the other; false where the system cannot. Raises `OSError`."""
    function = _function()
    if function is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    if sys.platform == "darwin":
        failed = function(*names, _RENAME_SWAP)
    else:
        failed = function(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE)
    if not failed:
        return True
    code = ctypes.get_errno()
    if code in _NEVER:
        return False
    raise OSError(code, os.strerror(code), os.fspath(other))


@cache
def _function() -> Any:
    name = {"linux": "renameat2", "darwin": "renamex_np"}.get(sys.platform)
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if name else None
