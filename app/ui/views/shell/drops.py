"""Files dropped anywhere on the window.

Public names: `FileDrops`, `FileTaker`, `looks_like_pack`.
"""

from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent, QWindow
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.packs.format.read import begins_like_a_pack
from app.ui.widgets.dropping import accept_copy

_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


@runtime_checkable
class FileTaker(Protocol):
    """A part of the window that keeps the files which are dropped on it."""

    def attach_files(self, paths: list[str]) -> None: ...

    def show_drop(self, near: bool) -> None:
        """Whether the files that hang over it would be its own."""


def looks_like_pack(path: str) -> bool:
    """Whether the file begins like a pack, whatever it is called."""
    try:
        return begins_like_a_pack(Path(path)) and Path(path).stat().st_size > 0
    except OSError:
        return False


class FileDrops(QObject):
    """`dropped(paths)`, unless they were dropped on a `FileTaker`.

    Files are taken where they enter the window, before a field sees them.
    """

    dropped = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._near: FileTaker | None = None

    def watch(self, window: QWindow) -> None:
        window.installEventFilter(self)

    def _come_near(self, taker: FileTaker | None) -> None:
        if taker is not self._near:
            if self._near is not None and isValid(self._near):
                self._near.show_drop(False)
            if taker is not None:
                taker.show_drop(True)
            self._near = taker

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DragLeave:
            self._come_near(None)
        if event.type() not in _DRAGS or not isinstance(event, QDropEvent):
            return False
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return False
        accept_copy(event)
        taker = _taker(watched, event)
        self._come_near(taker if event.type() != QEvent.Type.Drop else None)
        if event.type() == QEvent.Type.Drop:
            (taker.attach_files if taker is not None else self.dropped.emit)(paths)
        return True


def _taker(window: QObject, event: QDropEvent) -> FileTaker | None:
    """The part below the mouse that keeps files, if there is one."""
    assert isinstance(window, QWindow)
    widget = QApplication.widgetAt(window.mapToGlobal(event.position().toPoint()))
    while widget is not None and not isinstance(widget, FileTaker):
        widget = widget.parentWidget()
    return widget
