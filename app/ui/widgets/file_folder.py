"""Where a dialog for files begins. Public name: `begin_in_last_folder`."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QLineEdit

from app.ui.window_state import WindowState

_OPENED, _SAVED = "files.folder", "files.saved"


def begin_in_last_folder(dialog: QFileDialog, window_state: WindowState | None = None) -> None:
    """In the folder of the last file opened, or of the last one saved, or else in the person's
    documents.

    Call it when the dialog knows which of the two, and before a file is selected; without
    `window_state`, nothing is remembered.
    """
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    saves = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    kept = _SAVED if saves else _OPENED
    last = window_state.word(kept, "") if window_state is not None else ""
    there = (place for place in (last, documents) if place and Path(place).is_dir())
    dialog.setDirectory(next(there, str(Path.home())))

    def remember(path: str) -> None:
        if window_state is not None:
            window_state.put(kept, str(Path(path).parent))

    for field in dialog.findChildren(QLineEdit):  # only Qt's own dialog has any
        completer = field.completer()
        if completer is not None and (listed := completer.popup()) is not None:
            listed.setObjectName("completions")  # a window of its own, so not see-through
    dialog.fileSelected.connect(remember)
    dialog.filesSelected.connect(lambda paths: remember(paths[0]) if paths else None)
