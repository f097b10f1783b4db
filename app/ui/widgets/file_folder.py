"""Where a dialog for files begins. Public name: `begin_in_last_folder`."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QSize, QStandardPaths
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFileDialog, QHeaderView, QLineEdit, QPushButton, QTreeView

from app.ui.window_state import WindowState

WIDTH, HEIGHT = 46, 28
"""Of Qt's own dialog, in lines of text."""
KIND = 2
"""Its column with the kind of each file."""
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

    if fields := dialog.findChildren(QLineEdit):  # only Qt's own dialog has any
        _suit(dialog, fields)
    dialog.fileSelected.connect(remember)
    dialog.filesSelected.connect(lambda paths: remember(paths[0]) if paths else None)


def _suit(dialog: QFileDialog, fields: Iterable[QLineEdit]) -> None:
    """Make Qt's own dialog, where the system has none, look like the others of the window."""
    for field in fields:
        completer = field.completer()
        if completer is not None and (listed := completer.popup()) is not None:
            listed.setObjectName("completions")  # a window of its own, so not see-through
    for button in dialog.findChildren(QPushButton):
        button.setIcon(QIcon())
    if (files := dialog.findChild(QTreeView, "treeView")) is not None:
        _suit_columns(files.header())
    em = dialog.fontMetrics().height()
    dialog.resize(QSize(WIDTH * em, HEIGHT * em).boundedTo(dialog.screen().availableSize() * 0.9))


def _suit_columns(head: QHeaderView) -> None:
    """Names have the room that sizes and dates do not need; what kind a file is its name says."""
    head.hideSection(KIND)
    head.setStretchLastSection(False)
    head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
