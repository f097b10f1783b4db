"""Files dropped anywhere on the window. Public names: `FileDrops`, `looks_like_pack`."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent, QWindow

_BEGINNING = b"GSK"
_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


def looks_like_pack(path: str) -> bool:
    """Whether the file begins like a pack, whatever it is called."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_BEGINNING)) == _BEGINNING
    except OSError:
        return False


class FileDrops(QObject):
    """`dropped(paths)`. Files are taken where they enter the window, before a field sees them."""

    dropped = Signal(list)

    def watch(self, window: QWindow) -> None:
        window.installEventFilter(self)

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() not in _DRAGS or not isinstance(event, QDropEvent):
            return False
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(paths)
        return True
