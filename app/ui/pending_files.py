"""Files the system asked to open, waiting until the vault is. Public name: `PendingFiles`."""

from PySide6.QtCore import QObject, Signal


class PendingFiles(QObject):
    """Filled by the command line, a second start and file-open events; emptied by the window."""

    arrived = Signal()

    def __init__(self, paths: list[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths = list(paths)

    def put(self, paths: list[str]) -> None:
        self._paths += [path for path in paths if path not in self._paths]
        self.arrived.emit()

    def take(self) -> list[str]:
        """Everything that waits; nothing does afterwards."""
        taken, self._paths = self._paths, []
        return taken
