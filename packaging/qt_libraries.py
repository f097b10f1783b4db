"""The shared libraries of the system that Qt on Linux needs, and whether Qt starts."""

import ctypes
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from console import ChildFailed, Trouble, run_quietly
from system import Lack

ALWAYS = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libbrotlidec.so.1": "libbrotli1",
    "libzstd.so.1": "libzstd1",
    "libz.so.1": "zlib1g",
}
"""What the parts of Qt that Techne uses are linked with: library to Debian package."""

WITH_A_DISPLAY = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""What the plugins for X11 and Wayland need besides."""

_START_QT = """
import PySide6, PySide6.QtNetwork, PySide6.QtSvg
from PySide6.QtWidgets import QApplication
application = QApplication([])
print("PySide6", PySide6.__version__)
"""


def has_display(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window can open."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return platform != "linux" or any(environ.get(name) for name in names)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def needed(environ: Mapping[str, str]) -> dict[str, str]:
    """The libraries for the display of `environ`, or for none."""
    if environ.get("QT_QPA_PLATFORM") or not has_display(environ):
        return ALWAYS
    return ALWAYS | WITH_A_DISPLAY


def lacking(libraries: Mapping[str, str], loads: Callable[[str], bool] = _loads) -> list[Lack]:
    """Those of `libraries` that this computer cannot load."""
    return [Lack(name, package) for name, package in libraries.items() if not loads(name)]


def start(python: Path, environ: Mapping[str, str]) -> None:
    """Start Qt in a child and stop it again. Raises Trouble when it does not start well."""
    if not has_display(environ):
        environ = {**environ, "QT_QPA_PLATFORM": "offscreen"}
    try:
        output = run_quietly([str(python), "-c", _START_QT], environ)
    except ChildFailed as failure:
        raise explain_start(failure.output) from failure
    if trouble := unsafe_release(output, sys.version_info[:2]):
        raise trouble


def explain_start(output: str) -> Trouble:
    """Why Qt did not start, from what it wrote."""
    if library := re.search(r"(\S+\.so[.\d]*): cannot open shared object file", output):
        return Trouble(
            f"Qt needs the library {library[1]}, which is missing on this computer.",
            "Install the package of your system that holds it, then run this again.",
        )
    if "could not connect to display" in output or "Failed to create wl_display" in output:
        return Trouble(
            "The display cannot be reached from here.",
            "Run this on the screen itself, as the user who is logged in there.",
        )
    tail = "\n".join(f"    {line}" for line in output.rstrip().splitlines()[-8:])
    return Trouble("Qt does not start here.", f"These are the last lines it wrote:\n{tail}")


def unsafe_release(output: str, python: tuple[int, int]) -> Trouble | None:
    """PySide6 6.11 and newer lose references to None on Python 3.11, and abort."""
    release = re.search(r"PySide6 (\d+)\.(\d+)", output)
    if release is None or python >= (3, 12) or (int(release[1]), int(release[2])) < (6, 11):
        return None
    return Trouble(
        f"{release[0]} in .venv aborts on Python {python[0]}.{python[1]}.",
        "Delete the folder .venv and run this again; it then gets a release that works.",
    )
