"""Whether translucent windows can be shown. Public name: `can_be_translucent`."""

import ctypes
import ctypes.util

from PySide6.QtGui import QGuiApplication


def can_be_translucent() -> bool:
    """False on an X display without a compositor, where what is transparent comes out black."""
    return QGuiApplication.platformName() != "xcb" or _has_compositor()


def _has_compositor() -> bool:
    """Whether anybody owns the compositor's selection (Extended Window Manager Hints, 1.5)."""
    name = ctypes.util.find_library("X11")
    if name is None:
        return False
    x11 = ctypes.CDLL(name)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XGetSelectionOwner.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return False
    try:
        screen = x11.XDefaultScreen(display)
        atom = x11.XInternAtom(display, f"_NET_WM_CM_S{screen}".encode(), False)
        return bool(x11.XGetSelectionOwner(display, ctypes.c_ulong(atom)))
    finally:
        x11.XCloseDisplay(display)
