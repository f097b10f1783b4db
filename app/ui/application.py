"""The process: one instance per home folder, the files it is asked to open, its end."""

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from app import __version__
from app.core.errors import AppError
from app.core.store.errors import sentences
from app.core.store.files import Home
from app.ui.gc_policy import GcPolicy
from app.ui.log_file import open_log
from app.ui.single_instance import ring
from app.ui.techne import Techne
from app.ui.theme.resources import RESOURCES


class TechneApplication(QApplication):
    """`file_opened(path)` when macOS hands over a file that was double-clicked."""

    file_opened = Signal(str)

    def __init__(self, argv: list[str]) -> None:
        super().__init__(argv)
        self.setApplicationName("techne")
        self.setApplicationDisplayName("Techne")
        self.setApplicationVersion(__version__)
        self.setDesktopFileName("techne")
        self.setWindowIcon(QIcon(str(RESOURCES / "icons" / "techne.svg")))

    # Qt

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_opened.emit(event.file())
            return True
        return super().event(event)


def _refuse(application: QApplication, error: AppError) -> int:
    """Say why there can be no window, on the screen as well as to a terminal."""
    print(f"{error} {error.hint}".strip(), file=sys.stderr)  # noqa: T201
    box = QMessageBox(QMessageBox.Icon.Critical, "Techne", str(error))
    box.setInformativeText(error.hint)
    box.finished.connect(application.quit)
    box.open()
    application.exec()
    return 1


def run(home: Path, paths: list[str], *, usual: bool = False) -> int:
    """Open the window on `home`, or hand `paths` to the one that is open there already."""
    application = TechneApplication(sys.argv[:1])
    try:
        with sentences():
            Home(home).make()
    except AppError as error:
        return _refuse(application, error)
    open_log(Home(home).logs)
    techne = Techne(application, home, paths, usual=usual)
    if not techne.single_instance.listening and ring(home, paths):
        return 0
    application.file_opened.connect(lambda path: techne.pending_files.put([path]))
    application.setQuitOnLastWindowClosed(False)  # first the vault is closed
    application.aboutToQuit.connect(techne.shut_down)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    techne.crashes.install()
    sys.excepthook = techne.take_error
    techne.idle.rested.connect(GcPolicy(techne).clear)
    techne.start()
    return application.exec()
