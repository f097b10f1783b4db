"""How much memory is free, as the operating system says it."""

import ctypes
import sys
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
_MAC_PAGES = ("free", "speculative", "purgeable", "pageable_external")
"""What macOS gives to whoever asks, without swapping."""


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total", ctypes.c_uint64),
        ("free", ctypes.c_uint64),
        ("others", ctypes.c_uint64 * 5),
    )


def free_memory() -> int:
    """Bytes that a program can have now; 0 where the system does not say."""
    try:
        if sys.platform == "win32":
            return _windows()
        if sys.platform == "darwin":
            return _macos()
        return linux(_MEMINFO, _GROUP)
    except (OSError, ValueError, AttributeError):
        return 0


def linux(meminfo: Path, group: Path) -> int:
    """What is available, and what the container still allows. Raises `OSError`, `ValueError`."""
    lines = dict(line.split(":", 1) for line in meminfo.read_text("ascii").splitlines())
    available = int(lines.get("MemAvailable", "0 kB").split()[0]) * 1024
    try:
        allowed = int((group / "memory.max").read_text("ascii"))
        used = int((group / "memory.current").read_text("ascii"))
    except (OSError, ValueError):  # no container, or one without a limit
        return available
    return min(available, max(1, allowed - used))


def _macos() -> int:
    library = ctypes.CDLL(None)

    def number(name: str) -> int:
        value, size = ctypes.c_uint64(0), ctypes.c_size_t(8)
        library.sysctlbyname(name.encode(), ctypes.byref(value), ctypes.byref(size), None, 0)
        return value.value

    at_once = number("hw.pagesize") * sum(number(f"vm.page_{kind}_count") for kind in _MAC_PAGES)
    # It keeps little free and makes room by compressing what others do not use.
    return max(at_once, number("hw.memsize") // 2)


def _windows() -> int:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    asked = getattr(ctypes, "windll").kernel32.GlobalMemoryStatusEx  # noqa: B009
    return int(status.free) if asked(ctypes.byref(status)) else 0
